// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "walletconnect-dapp",
    dependencies: [.package(name: "drawbridge", path: "../..")],
    targets: [
        .executableTarget(
            name: "walletconnect-dapp",
            dependencies: [
                .product(name: "Bridge", package: "drawbridge"),
                .product(name: "QRWriter", package: "drawbridge"),
                .product(name: "WalletConnect", package: "drawbridge"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
