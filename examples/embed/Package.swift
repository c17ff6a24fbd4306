// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "embed",
    dependencies: [.package(name: "drawbridge", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "embed",
            dependencies: [
                .product(name: "Bridge", package: "drawbridge"), .product(name: "GLibKit", package: "drawbridge"),
                .product(name: "WebHost", package: "drawbridge"), .product(name: "WalletUI", package: "drawbridge"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
