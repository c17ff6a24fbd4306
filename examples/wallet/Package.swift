// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "wallet",
    dependencies: [.package(name: "drawbridge", path: "../..")],
    targets: [
        .executableTarget(
            name: "wallet",
            dependencies: [
                .product(name: "Bridge", package: "drawbridge"),
                .product(name: "EthereumWallet", package: "drawbridge"),
                .product(name: "GLibKit", package: "drawbridge"), .product(name: "Network", package: "drawbridge"),
                .product(name: "WalletCore", package: "drawbridge"),
                .product(name: "WalletMethods", package: "drawbridge"),
                .product(name: "WalletUI", package: "drawbridge"), .product(name: "WebHost", package: "drawbridge"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
