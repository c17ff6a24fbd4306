// swift-tools-version: 6.2

import PackageDescription

/// The settings of all targets; those of the parent package.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// A product of SwiftNIO.
func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }

let package = Package(
    name: "drawbridge-relay",
    products: [
        .library(name: "Relay", targets: ["Relay"]),
        .executable(name: "drawbridge-relay", targets: ["drawbridge-relay"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    ],
    targets: [
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .target(
            name: "Relay",
            dependencies: [
                "CSodium", nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOWebSocket"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
        .executableTarget(
            name: "drawbridge-relay",
            dependencies: [
                "Relay", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
        .executableTarget(
            name: "RelayBench",
            dependencies: [
                "CSodium", nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOWebSocket"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: house),
        .testTarget(
            name: "RelayTests",
            dependencies: [
                "Relay", "CSodium", nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOWebSocket"),
                nio("NIOEmbedded"), .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
    ],
    swiftLanguageModes: [.v6]
)
