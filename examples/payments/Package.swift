// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "payments",
    dependencies: [.package(name: "drawbridge", path: "../..")],
    targets: [
        .executableTarget(
            name: "payments",
            dependencies: [
                .product(name: "Bridge", package: "drawbridge"),
                .product(name: "EthereumWallet", package: "drawbridge"),
                .product(name: "WalletConnectPay", package: "drawbridge"),
                .product(name: "WalletCore", package: "drawbridge"),
                .product(name: "WalletMethods", package: "drawbridge"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
