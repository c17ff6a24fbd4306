// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "approval",
    dependencies: [.package(name: "drawbridge", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "approval",
            dependencies: [
                .product(name: "Bridge", package: "drawbridge"), .product(name: "BridgeKit", package: "drawbridge"),
                .product(name: "WalletUI", package: "drawbridge"),
            ])
    ]
)
