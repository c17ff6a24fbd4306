// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "headless",
    dependencies: [.package(name: "drawbridge", path: "../..")],
    targets: [
        .executableTarget(
            name: "headless",
            dependencies: [
                .product(name: "Bridge", package: "drawbridge"),
                .product(name: "EthereumWallet", package: "drawbridge"),
                .product(name: "HeadlessWallet", package: "drawbridge"),
                .product(name: "Network", package: "drawbridge"),
                .product(name: "WalletCore", package: "drawbridge"),
                .product(name: "WalletMethods", package: "drawbridge"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
