// swift-tools-version: 6.2

import PackageDescription

/// The settings of all targets.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // no hop off the main thread
    .treatAllWarnings(as: .error),
]

/// A target of unit tests.
func unit(_ name: String, dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/Unit/\(name)", exclude: exclude, swiftSettings: house)
}

let package = Package(
    name: "drawbridge",
    products: [
        .library(name: "Bridge", targets: ["Bridge"]),
        .library(name: "GLibKit", targets: ["GLibKit"]),
        .library(name: "WebHost", targets: ["WebHost"]),
        .library(name: "WalletUI", targets: ["WalletUI"]),
        .library(name: "WalletCore", targets: ["WalletCore"]),
        .library(name: "EthereumWallet", targets: ["EthereumWallet"]),
        .library(name: "BitcoinWallet", targets: ["BitcoinWallet"]),
        .library(name: "WalletMethods", targets: ["WalletMethods"]),
        .library(name: "WalletConnectPay", targets: ["WalletConnectPay"]),
        .library(name: "SumUp", targets: ["SumUp"]),
        .library(name: "Harness", targets: ["Harness"]),
        .executable(name: "drawbridge", targets: ["drawbridge"]),
        .executable(name: "drawbridge-dev", targets: ["drawbridge-dev"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/attaswift/BigInt", from: "6.0.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .systemLibrary(
            name: "CWebKit", pkgConfig: "webkit2gtk-4.1", providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
        .systemLibrary(
            name: "CSecp256k1", pkgConfig: "libsecp256k1", providers: [.apt(["libsecp256k1-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CZxcvbn", providers: [.apt(["libzxcvbn-dev"])]),
        .systemLibrary(
            name: "CQrencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(
            name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
        // One function of libzxing-dev, which is C++ only, as C.
        .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        // The headers of X11 define words that Swift needs; these are the few functions of them as C.
        .target(name: "CWindowHandle", dependencies: ["CWebKit"]),
        .target(name: "CConfine"),  // a filter for system calls, with macros of the kernel's headers
        .systemLibrary(name: "CGettext"),
        .systemLibrary(name: "CAtspi", pkgConfig: "atspi-2", providers: [.apt(["libatspi2.0-dev"])]),
        .target(name: "Messages", dependencies: ["CGettext"], swiftSettings: house),
        .target(
            name: "Bridge", dependencies: ["Messages", .product(name: "Logging", package: "swift-log")],
            swiftSettings: house),
        .target(
            name: "Primitives", dependencies: ["CSecp256k1", "CNettle", "CSodium"], swiftSettings: house),
        .target(
            name: "Keys", dependencies: ["Messages", "Primitives", "CSecp256k1", "CNettle", "CSodium", "CZxcvbn"],
            exclude: ["WordLists/SOURCE.txt"],
            resources: [
                .embedInCode("WordLists/chinese_simplified.txt"),
                .embedInCode("WordLists/chinese_traditional.txt"),
                .embedInCode("WordLists/czech.txt"),
                .embedInCode("WordLists/english.txt"),
                .embedInCode("WordLists/french.txt"),
                .embedInCode("WordLists/italian.txt"),
                .embedInCode("WordLists/japanese.txt"),
                .embedInCode("WordLists/korean.txt"),
                .embedInCode("WordLists/portuguese.txt"),
                .embedInCode("WordLists/russian.txt"),
                .embedInCode("WordLists/spanish.txt"),
                .embedInCode("WordLists/turkish.txt"),
            ],
            swiftSettings: house),
        .target(
            name: "Ethereum",
            dependencies: ["Messages", "Bridge", "Primitives", .product(name: "BigInt", package: "BigInt")],
            swiftSettings: house),
        .target(
            name: "Bitcoin",
            dependencies: ["Messages", "Bridge", "Primitives", .product(name: "BigInt", package: "BigInt")],
            swiftSettings: house),
        .target(
            name: "Network",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ],
            swiftSettings: house),
        .target(
            name: "WalletCore",
            dependencies: ["Messages", "Bridge", "Primitives", "Keys", "Ethereum", "Bitcoin"], swiftSettings: house),
        .target(
            name: "EthereumWallet",
            dependencies: [
                "Messages", "Bridge", "Primitives", "Keys", "Ethereum", "Network", "WalletCore",
                .product(name: "BigInt", package: "BigInt"),
            ],
            resources: [.copy("Registry")], swiftSettings: house),
        .target(
            name: "BitcoinWallet",
            dependencies: [
                "Messages", "Bridge", "Primitives", "Keys", "Bitcoin", "Network", "WalletCore",
                .product(name: "BigInt", package: "BigInt"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: house),
        .target(
            name: "WalletMethods",
            dependencies: [
                "Messages", "Bridge", "Primitives", "Keys", "Ethereum", "Bitcoin", "Network", "WalletCore",
                "EthereumWallet", "BitcoinWallet", .product(name: "BigInt", package: "BigInt"),
            ],
            swiftSettings: house),
        .target(
            name: "WalletConnectPay",
            dependencies: [
                "Messages", "Bridge", "Ethereum", "Network", .product(name: "BigInt", package: "BigInt"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
        .target(name: "SumUp", dependencies: ["Messages", "Bridge"], swiftSettings: house),
        .target(
            name: "Simulators",
            dependencies: [
                "Bridge", "Primitives", "Ethereum",
                .product(name: "BigInt", package: "BigInt"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            resources: [
                .embedInCode("Collect/form.css"),
                .embedInCode("Collect/form.html"),
                .embedInCode("Collect/form.js"),
                .embedInCode("ShopPage/index.html"),
                .embedInCode("ShopPage/shop.js"),
                .embedInCode("ShopPage/style.css"),
            ],
            swiftSettings: house),
        .target(
            name: "Store",
            dependencies: [
                "Messages", "Bridge", "Ethereum", "WalletCore", "EthereumWallet", "WalletConnectPay", "SumUp",
                .product(name: "BigInt", package: "BigInt"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: house),
        .target(name: "GLibKit", dependencies: ["CWebKit"], swiftSettings: house),
        .target(
            name: "WebHost",
            dependencies: [
                "Messages", "Bridge", "GLibKit", "CWebKit", .product(name: "Logging", package: "swift-log"),
            ],
            resources: [
                .embedInCode("Scripts/page/collection.js"),
                .embedInCode("Scripts/page/emitter.js"),
                .embedInCode("Scripts/page/ethereum.js"),
                .embedInCode("Scripts/page/link.js"),
                .embedInCode("Scripts/page/provider-rpc-error.js"),
                .embedInCode("Scripts/page/wire.js"),
                .embedInCode("Scripts/relay/ready.js"),
                .embedInCode("Scripts/relay/relay.js"),
            ],
            swiftSettings: house),
        .target(
            name: "WalletUI", dependencies: ["Messages", "Bridge", "GLibKit", "WebHost", "CWebKit", "CWindowHandle"],
            swiftSettings: house),
        .target(name: "Desktop", dependencies: ["Messages", "GLibKit", "CWebKit"], swiftSettings: house),
        .target(
            name: "QR", dependencies: ["Messages", "Primitives", "CConfine", "CQrencode", "CPixbuf", "CZXing"],
            swiftSettings: house
        ),
        .target(
            name: "Harness",
            dependencies: [
                "Bridge", "GLibKit", "WebHost", "WalletUI", "CAtspi", .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [
                .embedInCode("Scripts/assertions.js"),
                .embedInCode("Scripts/compare.js"),
                .embedInCode("Scripts/harness.js"),
            ],
            swiftSettings: house),
        .target(
            name: "WalletApp",
            dependencies: [
                "Messages", "Bridge", "Keys", "Primitives", "Ethereum", "Bitcoin", "WalletCore", "EthereumWallet",
                "BitcoinWallet",
                "WalletMethods", "WalletConnectPay", "SumUp",
                "Store",
                "GLibKit", "WebHost", "WalletUI", "Desktop", "Network", "QR",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
        .executableTarget(
            name: "drawbridge",
            dependencies: [
                "Messages", "WalletApp", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: house),
        .executableTarget(
            name: "drawbridge-dev",
            dependencies: [
                "WalletApp", "Bridge", "Primitives", "Ethereum", "WalletCore", "EthereumWallet", "BitcoinWallet",
                "WalletMethods", "Simulators", "GLibKit", "WebHost",
                "WalletUI", "Desktop", "Network", "Harness",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            resources: [
                .embedInCode("Dapp/dapp.js"),
                .embedInCode("Dapp/index.html"),
                .embedInCode("Dapp/style.css"),
            ],
            swiftSettings: house),
        .target(
            name: "TestServers",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Tests/Support/TestServers", exclude: ["Certificates"], swiftSettings: house),
        .target(
            name: "TestSupport", dependencies: ["Bridge", "Keys", "Primitives"], path: "Tests/Support/TestSupport",
            swiftSettings: house),
        .target(
            name: "PageTests",
            dependencies: [
                "Bridge", "GLibKit", "TestServers", "TestSupport", "WebHost", "WalletUI", "Desktop", "WindowTesting",
                .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Web/PageTests", exclude: ["Pages"], swiftSettings: house),
        .target(
            name: "WindowTesting", dependencies: ["GLibKit", "WalletUI"], path: "Tests/Support/WindowTesting",
            exclude: ["Pages"], swiftSettings: house),
        .target(
            name: "AppTests",
            dependencies: ["Bridge", "GLibKit", "WebHost", "WalletUI", "Harness", "WindowTesting", "Simulators"],
            path: "Tests/Web/AppTests", exclude: ["Pages"], swiftSettings: house),
        .executableTarget(
            name: "Gallery",
            dependencies: [
                "Bridge", "Keys", "Primitives", "Ethereum", "Bitcoin", "WalletCore", "EthereumWallet", "BitcoinWallet",
                "WalletMethods", "GLibKit", "WalletUI", "Network",
                "Harness",
                .product(name: "BigInt", package: "BigInt"),
            ],
            path: "Tests/Tools/Gallery", swiftSettings: house),
        .target(
            name: "PayJourneys",
            dependencies: [
                "Bridge", "Keys", "Primitives", "Simulators", "QR", "GLibKit", "WebHost", "WalletUI", "Desktop",
                "Harness",
                "WindowTesting",
            ],
            path: "Tests/Web/PayJourneys", swiftSettings: house),
        .executableTarget(
            name: "WebTests",
            dependencies: ["PageTests", "AppTests", "PayJourneys", "WindowTesting", "GLibKit", "Harness"],
            path: "Tests/Web/WebTests", swiftSettings: house),
        .executableTarget(name: "SessionBus", dependencies: ["CWebKit"], path: "Tests/Tools/SessionBus"),
        .executableTarget(name: "BareHost", dependencies: ["CWebKit"], path: "Tests/Tools/BareHost"),
        .executableTarget(
            name: "BridgeHost", dependencies: ["Bridge", "GLibKit", "WebHost", "WalletUI"],
            path: "Tests/Tools/BridgeHost",
            swiftSettings: house),
        .target(name: "CryptoPeer", dependencies: ["CSecp256k1"], path: "Tests/Tools/CryptoPeer"),
        .executableTarget(
            name: "Bench",
            dependencies: [
                "Bridge", "Keys", "Primitives", "Ethereum", "WalletConnectPay", "Simulators", "Network", "CryptoPeer",
                .product(name: "FlyingFox", package: "FlyingFox"),
            ],
            path: "Tests/Tools/Bench", exclude: ["Crypto/peer.py", "Crypto/typed-data.json"],
            resources: [.embedInCode("Page/bench.js")], swiftSettings: house),
        unit(
            "WindowTestingTests", dependencies: ["WindowTesting"]),
        unit(
            "MessagesTests", dependencies: ["Messages"]),
        unit(
            "BridgeTests", dependencies: ["Bridge", "TestSupport"],
            exclude: ["Vectors"]),
        .executableTarget(
            name: "VaultWriter", dependencies: ["Keys"], path: "Tests/Tools/VaultWriter", swiftSettings: house),
        unit(
            "KeysTests", dependencies: ["Keys", "Primitives", "TestSupport", "VaultWriter"], exclude: ["Vectors"]),
        .executableTarget(name: "Confined", dependencies: ["QR"], path: "Tests/Tools/Confined", swiftSettings: house),
        unit(
            "QRTests", dependencies: ["QR", "Confined"]),
        unit(
            "HarnessTests", dependencies: ["Harness", "Bridge", "TestSupport"]),
        unit(
            "WebHostTests",
            dependencies: [
                "Bridge", "TestSupport", "WebHost", .product(name: "Logging", package: "swift-log"),
            ]),
        unit(
            "WalletUITests", dependencies: ["Bridge", "CWebKit", "Keys", "WebHost", "WalletUI"]),
        unit(
            "DesktopTests", dependencies: ["Desktop"]),
        unit(
            "GLibKitTests", dependencies: ["GLibKit"]),
        .executableTarget(
            name: "StoreWriter",
            dependencies: [
                "Store", "WalletCore", "EthereumWallet", "BitcoinWallet", "WalletMethods", "WalletConnectPay",
                .product(name: "BigInt", package: "BigInt"),
            ],
            path: "Tests/Tools/StoreWriter", swiftSettings: house),
        unit(
            "StoreTests",
            dependencies: [
                "Store", "WalletCore", "EthereumWallet", "BitcoinWallet", "WalletMethods", "WalletConnectPay", "SumUp",
                "Bridge", "Ethereum", "Messages",
                .product(name: "BigInt", package: "BigInt"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        unit(
            "DrawbridgeTests",
            dependencies: [
                "WalletApp", "drawbridge", "drawbridge-dev", "WalletConnectPay", "SumUp", "Simulators", "WalletCore",
                "EthereumWallet", "BitcoinWallet", "WalletMethods",
                "Ethereum", "Keys", "Primitives",
                "Network",
                "WebHost",
                "Bridge",
                "TestSupport",
                .product(name: "BigInt", package: "BigInt"), .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(name: "HouseTests", swiftSettings: house),
        unit(
            "EthereumTests", dependencies: ["Ethereum", "Bridge", "Keys", "Primitives", "TestSupport"],
            exclude: ["Vectors"]),
        unit(
            "BitcoinTests", dependencies: ["Bitcoin", "Bridge", "Keys", "Primitives", "TestSupport"],
            exclude: ["Vectors"]),
        unit(
            "WalletConnectPayTests",
            dependencies: [
                "WalletConnectPay", "Simulators", "Store", "Ethereum", "Network", "Bridge", "Keys", "Primitives",
                "TestServers",
                "TestSupport",
                .product(name: "BigInt", package: "BigInt"), .product(name: "Logging", package: "swift-log"),
            ]),
        unit(
            "SumUpTests", dependencies: ["SumUp", "Simulators", "Bridge", "TestSupport"]),
        unit(
            "SimulatorsTests",
            dependencies: [
                "Simulators", "Network", "Bridge", "Keys", "Primitives", "Ethereum", "TestServers", "TestSupport",
            ]),
        unit(
            "NetworkTests",
            dependencies: ["Network", "TestServers", .product(name: "NIOCore", package: "swift-nio")]),
        .executableTarget(
            name: "PaymentWriter",
            dependencies: [
                "Bitcoin", "Bridge", "Keys", "Primitives", "Store", "WalletCore", "EthereumWallet", "BitcoinWallet",
                "WalletMethods", "Network",
            ],
            path: "Tests/Tools/PaymentWriter", swiftSettings: house),
        unit(
            "WalletTests",
            dependencies: [
                "WalletCore", "EthereumWallet", "BitcoinWallet", "WalletMethods", "Ethereum", "Bitcoin", "Network",
                "Bridge", "Keys", "Messages", "Primitives", "Store",
                "TestServers", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "BigInt", package: "BigInt"),
            ], exclude: ["Vectors"]),
    ],
    swiftLanguageModes: [.v6], cxxLanguageStandard: .cxx17
)
