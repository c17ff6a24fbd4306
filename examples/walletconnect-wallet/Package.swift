// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "walletconnect-wallet",
    dependencies: [.package(name: "drawbridge", path: "../..")],
    targets: [
        .executableTarget(
            name: "walletconnect-wallet",
            dependencies: [
                .product(name: "Bridge", package: "drawbridge"), .product(name: "Ethereum", package: "drawbridge"),
                .product(name: "Keys", package: "drawbridge"), .product(name: "Primitives", package: "drawbridge"),
                .product(name: "WalletConnect", package: "drawbridge"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
