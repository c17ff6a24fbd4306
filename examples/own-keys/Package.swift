// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "own-keys",
    dependencies: [.package(name: "drawbridge", path: "../..")],
    targets: [
        .executableTarget(
            name: "own-keys",
            dependencies: [
                .product(name: "Bridge", package: "drawbridge"), .product(name: "Keys", package: "drawbridge"),
                .product(name: "Primitives", package: "drawbridge"),
                .product(name: "WalletCore", package: "drawbridge"),
                .product(name: "WalletMethods", package: "drawbridge"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
