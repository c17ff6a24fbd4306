// swift-tools-version: 6.2

import PackageDescription

/// The settings every target shares: the compiler is the first reviewer.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // A method that does not suspend answers in the turn in which it was asked: no hop off the main thread.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "drawbridge",
    targets: [
        .systemLibrary(
            name: "CSecp256k1", pkgConfig: "libsecp256k1", providers: [.apt(["libsecp256k1-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .target(
            name: "Keys", dependencies: ["CSecp256k1", "CNettle"],
            resources: [.embedInCode("WordLists/english.txt")], swiftSettings: house),
        .testTarget(name: "KeysTests", dependencies: ["Keys"], exclude: ["Vectors"], swiftSettings: house),
        .testTarget(name: "HouseTests", swiftSettings: house),
    ],
    swiftLanguageModes: [.v6]
)
