// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "hello",
    dependencies: [.package(name: "drawbridge", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "hello", dependencies: [.product(name: "BridgeKit", package: "drawbridge")])
    ]
)
