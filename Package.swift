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

/// The modules that other packages can use; what one of them imports publicly is also here.
let libraries = [
    "Primitives", "Bridge", "GLibKit", "WebHost", "WalletUI", "BridgeKit", "Harness", "Keys", "Ethereum", "Bitcoin",
    "Network", "WalletCore", "EthereumWallet", "BitcoinWallet", "WalletMethods", "WalletConnect", "WalletConnectPay",
    "SumUp", "QREncoder",
]

/// The trait of everything but the bridge; a package that turns it off fetches only what the bridge links.
let wallet = TargetDependencyCondition.when(traits: ["Wallet"])
let withoutSwift = [LinkerSetting.unsafeFlags(["-static-stdlib", "-nostartfiles"])]  // WebKit's sandbox hides Swift
let bigInt = Target.Dependency.product(name: "BigInt", package: "BigInt", condition: wallet)
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift", condition: wallet)
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: wallet)

/// The unit tests of the program `UnitTests`, as `scripts/build` asks: `all`, or the names of targets with commas between.
///
/// Without it they are test targets, for `swift test` and editors. To find the tests of such targets, SwiftPM makes an index
/// of all modules, which costs a tenth of a build.
let testProgram = Context.environment["DRAWBRIDGE_UNIT_TESTS"]

/// A target of unit tests.
func unit(
    _ name: String, dependencies: [Target.Dependency] = [], path: String? = nil, exclude: [String] = []
) -> Target {
    let path = path ?? "Tests/Unit/\(name)"
    return testProgram != nil
        ? .target(name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: house)
        : .testTarget(name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: house)
}

/// A program that the tests start, or for developers.
func tool(
    _ name: String, dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Tests/Tools/\(name)", exclude: exclude, resources: resources,
        swiftSettings: house)
}

/// A target that tests share.
func support(
    _ name: String, dependencies: [Target.Dependency], folder: String = "Support", exclude: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/\(folder)/\(name)", exclude: exclude,
        swiftSettings: house)
}

/// What the tests of the wallet's modules need.
let walletParts: [Target.Dependency] = [
    "WalletCore", "EthereumWallet", "BitcoinWallet", "WalletMethods", "Ethereum", "Bitcoin", "BitcoinKeys", "Network",
    "Bridge", "Keys", "Messages", "Primitives", bigInt,
]

let package = Package(
    name: "drawbridge",
    products: libraries.map { .library(name: $0, targets: [$0]) } + [
        .library(name: "DrawbridgePageSocket", type: .dynamic, targets: ["PageSocket"]),  // loaded by web processes
        .executable(name: "drawbridge", targets: ["drawbridge"]),
        .executable(name: "drawbridge-practice", targets: ["drawbridge-practice"]),
        .executable(name: "drawbridge-dev", targets: ["drawbridge-dev"]),
    ],
    traits: [
        .trait(name: "Wallet", description: "Chains, accounts, payments and the programs, beside the bridge."),
        .default(enabledTraits: ["Wallet"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/attaswift/BigInt", exact: "6.0.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
        .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
        .systemLibrary(name: "CWebKit", pkgConfig: "webkit2gtk-4.1", providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
        .systemLibrary(name: "CWebProcess", pkgConfig: "webkit2gtk-web-extension-4.1"),  // of libwebkit2gtk-4.1-dev
        .target(name: "PageSocket", dependencies: ["CWebProcess"], linkerSettings: withoutSwift),
        .systemLibrary(name: "CSecp256k1", pkgConfig: "libsecp256k1", providers: [.apt(["libsecp256k1-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CZxcvbn", providers: [.apt(["libzxcvbn-dev"])]),
        .systemLibrary(name: "CQrencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
        // One function of libzxing-dev, which is C++ only, as C.
        .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        // The headers of X11 define words that Swift needs; these are the few functions of them as C.
        .target(name: "CWindowHandle", dependencies: ["CWebKit"]),
        .target(name: "Confinement", swiftSettings: house),
        // What `scripts/build` tells a release build, and `scripts/release` the programs that users install.
        .target(
            name: "CBuild",
            cSettings: Context.environment["DRAWBRIDGE_COMMIT"].map { [.define("DRAWBRIDGE_COMMIT", to: $0)] },
            linkerSettings: Context.environment["DRAWBRIDGE_ICU_DATA"].map { [.unsafeFlags([$0])] }),
        .target(name: "CConfine"),  // a filter for system calls, with macros of the kernel's headers
        .systemLibrary(name: "CGettext"),
        .systemLibrary(name: "CAtspi", pkgConfig: "atspi-2", providers: [.apt(["libatspi2.0-dev"])]),
        .target(name: "Messages", dependencies: ["CGettext"], swiftSettings: house),
        .target(
            name: "Bridge", dependencies: ["Messages", .product(name: "Logging", package: "swift-log")],
            swiftSettings: house),
        .target(name: "Primitives", dependencies: ["CSecp256k1", "CNettle", "CSodium"], swiftSettings: house),
        .target(
            name: "CWordLists",  // the files of BIP-39
            exclude: [
                "SOURCE.txt", "chinese_simplified.txt", "chinese_traditional.txt", "czech.txt", "english.txt",
                "french.txt", "italian.txt", "japanese.txt", "korean.txt", "portuguese.txt", "russian.txt",
                "spanish.txt", "turkish.txt",
            ]),
        .target(name: "CDerivation", dependencies: ["CSodium"]),  // what a forked child does is C
        .target(
            name: "Keys",
            dependencies: [
                "Messages", "Primitives", "CSecp256k1", "CNettle", "CSodium", "CDerivation", "CWordLists", "CZxcvbn",
            ], swiftSettings: house),
        .target(name: "CNameTable", exclude: ["SOURCE.txt", "normalization.txt"]),  // the table of ENSIP-15
        .target(
            name: "Ethereum", dependencies: ["CNameTable", "Messages", "Bridge", "Primitives", bigInt],
            swiftSettings: house),
        .target(name: "Bitcoin", dependencies: ["Messages", "Bridge", "Primitives", bigInt], swiftSettings: house),
        .target(name: "Network", dependencies: ["CSoup"], swiftSettings: house),
        .target(
            name: "WalletCore",
            dependencies: ["Messages", "Bridge", "Primitives", "Keys", "Ethereum", "Bitcoin", "BitcoinKeys", bigInt],
            swiftSettings: house),
        .target(
            name: "BitcoinKeys", dependencies: ["Messages", "Primitives", "Keys", "Bitcoin"], swiftSettings: house),
        .target(
            name: "EthereumWallet",
            dependencies: ["Messages", "Bridge", "Primitives", "Keys", "Ethereum", "Network", "WalletCore", bigInt],
            resources: [.copy("Registry")], swiftSettings: house),
        .target(
            name: "BitcoinWallet",
            dependencies: [
                "Messages", "Bridge", "Primitives", "Keys", "Bitcoin", "BitcoinKeys", "Network", "WalletCore",
                "CGnuTLS", bigInt,
            ], swiftSettings: house),
        .target(
            name: "WalletMethods",
            dependencies: [
                "Messages", "Bridge", "Primitives", "Keys", "Ethereum", "Bitcoin", "Network", "WalletCore",
                "EthereumWallet", "BitcoinWallet", bigInt,
            ], swiftSettings: house),
        .target(
            name: "WalletConnectPay",
            dependencies: [
                "Messages", "Bridge", "Ethereum", "Network", bigInt, .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: house),
        .target(name: "SumUp", dependencies: ["Messages", "Bridge"], swiftSettings: house),
        .target(
            name: "WalletConnect",
            dependencies: ["Messages", "Bridge", "Primitives", "Network", "CSodium", "CNettle", "CGnuTLS"],
            swiftSettings: house),
        .target(name: "LocalServer", dependencies: ["CSoup", "Network"], swiftSettings: house),
        .target(
            name: "Simulators",
            dependencies: ["Bridge", "Primitives", "Bitcoin", "Ethereum", "LocalServer", "CGnuTLS", bigInt],
            resources: [
                .embedInCode("Collect/form.css"), .embedInCode("Collect/form.html"), .embedInCode("Collect/form.js"),
                .embedInCode("ShopPage/index.html"), .embedInCode("ShopPage/shop.js"),
                .embedInCode("ShopPage/style.css"),
            ], swiftSettings: house),
        .target(
            name: "Store",
            dependencies: [
                "Messages", "Bridge", "Primitives", "Ethereum", "Bitcoin", "WalletCore", "EthereumWallet",
                "BitcoinWallet", "WalletConnect", "WalletConnectPay", "SumUp", bigInt, grdb,
            ], swiftSettings: house),
        .target(name: "GLibKit", dependencies: ["CWebKit"], swiftSettings: house),
        .target(
            name: "WebHost",
            dependencies: [
                "Messages", "Bridge", "Confinement", "GLibKit", "CWebKit",
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [
                .embedInCode("Scripts/page/binary.js"), .embedInCode("Scripts/page/collection.js"),
                .embedInCode("Scripts/page/emitter.js"), .embedInCode("Scripts/page/ethereum.js"),
                .embedInCode("Scripts/page/invoke-error.js"), .embedInCode("Scripts/page/invoke.js"),
                .embedInCode("Scripts/page/link.js"), .embedInCode("Scripts/page/loss.js"),
                .embedInCode("Scripts/page/provider-rpc-error.js"), .embedInCode("Scripts/page/wire.js"),
                .embedInCode("Scripts/relay/frames.js"), .embedInCode("Scripts/relay/ready.js"),
                .embedInCode("Scripts/relay/relay.js"),
            ], swiftSettings: house),
        .target(
            name: "WalletUI", dependencies: ["Messages", "Bridge", "GLibKit", "WebHost", "CWebKit", "CWindowHandle"],
            swiftSettings: house),
        .target(
            name: "BridgeKit", dependencies: ["Bridge", "GLibKit", "LocalServer", "WebHost", "WalletUI"],
            swiftSettings: house),
        .target(name: "Desktop", dependencies: ["Messages", "GLibKit", "CWebKit"], swiftSettings: house),
        .target(name: "UniformResources", dependencies: ["Messages", "Primitives"], swiftSettings: house),
        .target(name: "QREncoder", dependencies: ["CQrencode"], swiftSettings: house),
        .target(
            name: "QR", dependencies: ["Messages", "Confinement", "Primitives", "CConfine", "CPixbuf", "CZXing"],
            swiftSettings: house),
        .target(
            name: "Harness",
            dependencies: [
                "Bridge", "GLibKit", "LocalServer", "WebHost", "WalletUI", "CAtspi",
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [
                .embedInCode("Scripts/assertions.js"), .embedInCode("Scripts/compare.js"),
                .embedInCode("Scripts/harness.js"),
            ], swiftSettings: house),
        .target(
            name: "WalletApp",
            dependencies: [
                "Messages", "Bridge", "Keys", "Primitives", "Ethereum", "Bitcoin", "WalletCore", "EthereumWallet",
                "BitcoinKeys", "BitcoinWallet", "WalletMethods", "WalletConnect", "WalletConnectPay", "SumUp", "Store",
                "GLibKit", "WebHost", "WalletUI", "Desktop", "Network", "QR", "QREncoder", "UniformResources",
                "CBuild", argumentParser, .product(name: "Logging", package: "swift-log"),
            ], resources: [.embedInCode("Icon/io.github.drawbridge.svg")], swiftSettings: house),
        .executableTarget(
            name: "drawbridge", dependencies: ["Messages", "WalletApp", argumentParser], swiftSettings: house),
        .executableTarget(
            name: "drawbridge-practice", dependencies: ["WalletApp", "Simulators", argumentParser],
            swiftSettings: house),
        .executableTarget(
            name: "drawbridge-dev",
            dependencies: [
                "WalletApp", "Bridge", "Primitives", "Bitcoin", "Ethereum", "WalletCore", "EthereumWallet",
                "BitcoinWallet", "WalletMethods", "LocalServer", "Simulators", "GLibKit", "WebHost", "WalletUI",
                "Desktop", "Network", "Harness", argumentParser,
            ],
            resources: [
                .embedInCode("Dapp/dapp.js"), .embedInCode("Dapp/index.html"), .embedInCode("Dapp/style.css"),
                .embedInCode("Dapp/transactions.js"),
            ], swiftSettings: house),
        support(
            "TestServers", dependencies: ["Bridge", "CGnuTLS", "CSoup", "LocalServer", "Network", "Primitives"],
            exclude: ["Certificates"]),
        support("ChainServers", dependencies: ["Bridge", "Network", "Primitives"]),
        support("TestSupport", dependencies: ["Bridge", "Keys", "Primitives"]),
        support(
            "PageTests",
            dependencies: [
                "Messages", "Bridge", "BridgeKit", "GLibKit", "LocalServer", "TestServers", "TestSupport", "WebHost",
                "WalletUI", "Desktop", "WindowTesting", .product(name: "Logging", package: "swift-log"),
            ], folder: "Web", exclude: ["Pages"]),
        support("WindowTesting", dependencies: ["Confinement", "GLibKit", "WalletUI"], exclude: ["Pages"]),
        support(
            "AppTests",
            dependencies: [
                "Bridge", "GLibKit", "WebHost", "WalletUI", "Harness", "WindowTesting", "LocalServer", "Simulators",
                "Network", "QR", "QREncoder", "WalletConnect", "TestServers", "ChainServers", "Keys", "Bitcoin",
                "BitcoinWallet", "WalletMethods", "WalletApp",
            ], folder: "Web", exclude: ["Pages"]),
        tool("Gallery", dependencies: walletParts + ["GLibKit", "WalletUI", "Harness"]),
        support(
            "PayJourneys",
            dependencies: [
                "Bridge", "Keys", "Primitives", "LocalServer", "Simulators", "QR", "QREncoder", "GLibKit", "WebHost",
                "WalletUI", "Desktop", "Harness", "WindowTesting",
            ], folder: "Web"),
        .executableTarget(
            name: "WebTests",
            dependencies: ["PageTests", "AppTests", "PayJourneys", "WindowTesting", "GLibKit", "Harness", "QR"],
            path: "Tests/Web/WebTests", swiftSettings: house),
        .executableTarget(name: "SessionBus", dependencies: ["CWebKit"], path: "Tests/Tools/SessionBus"),
        .executableTarget(name: "BareHost", dependencies: ["CWebKit"], path: "Tests/Tools/BareHost"),
        tool("BridgeHost", dependencies: ["Bridge", "GLibKit", "WebHost", "WalletUI"]),
        .target(name: "CryptoPeer", dependencies: ["CSecp256k1"], path: "Tests/Tools/CryptoPeer"),
        tool(
            "Bench",
            dependencies: [
                "Bridge", "Keys", "Primitives", "Ethereum", "Bitcoin", "BitcoinWallet", "WalletCore", "Store",
                "WalletConnectPay", "LocalServer", "Simulators", "Network", "ChainServers", "CryptoPeer", "Harness",
                "WindowTesting",
            ], exclude: ["Crypto/peer.py", "Crypto/typed-data.json", "Peers", "Window/loop-watch.c"],
            resources: [.embedInCode("Page/bench.js")]),
        tool("WalletConnectPeer", dependencies: ["Bridge", "Keys", "Network", "Primitives", "WalletConnect"]),
        tool(
            "WalletConnectFaults",
            dependencies: ["Bridge", "Ethereum", "Keys", "Network", "Primitives", "Store", "WalletConnect"]),
        unit("WindowTestingTests", dependencies: ["WindowTesting"]),
        unit("MessagesTests", dependencies: ["Messages"]),
        unit("BridgeTests", dependencies: ["Bridge", "TestSupport"], exclude: ["Vectors"]),
        tool("VaultWriter", dependencies: ["Keys"]),
        unit("KeysTests", dependencies: ["Keys", "Primitives", "TestSupport", "VaultWriter"], exclude: ["Vectors"]),
        tool("Confined", dependencies: ["QR"]),
        unit("ConfinementTests", dependencies: ["Confinement"]),
        unit("QRTests", dependencies: ["QR", "QREncoder", "Confined"]),
        unit(
            "UniformResourcesTests", dependencies: ["UniformResources", "GLibKit", "Primitives", "TestSupport"],
            exclude: ["Vectors"]),
        unit("HarnessTests", dependencies: ["Harness", "Bridge", "TestSupport"]),
        unit(
            "WebHostTests",
            dependencies: [
                "Bridge", "Confinement", "TestSupport", "WebHost", .product(name: "Logging", package: "swift-log"),
            ]),
        unit("WalletUITests", dependencies: ["Messages", "Bridge", "CWebKit", "Keys", "WebHost", "WalletUI"]),
        unit("BridgeKitTests", dependencies: ["Bridge", "BridgeKit"]),
        unit("DesktopTests", dependencies: ["Desktop"]),
        unit("GLibKitTests", dependencies: ["GLibKit"]),
        tool(
            "StoreWriter",
            dependencies: [
                "Store", "WalletCore", "EthereumWallet", "BitcoinWallet", "WalletMethods", "WalletConnect",
                "WalletConnectPay", bigInt,
            ]),
        unit(
            "StoreTests",
            dependencies: [
                "Store", "WalletCore", "EthereumWallet", "BitcoinWallet", "WalletMethods", "WalletConnect",
                "WalletConnectPay", "SumUp", "Bitcoin", "BitcoinKeys", "Bridge", "Ethereum", "Keys", "Messages",
                "Network", "Primitives", bigInt, grdb,
            ]),
        unit(
            "DrawbridgeTests",
            dependencies: [
                "WalletApp", "drawbridge", "drawbridge-practice", "drawbridge-dev", "WalletConnect", "WalletConnectPay",
                "SumUp", "Bitcoin", "Desktop", "UniformResources", "QREncoder", "LocalServer", "Simulators",
                "WalletCore", "EthereumWallet", "BitcoinWallet", "WalletMethods", "Ethereum", "Keys", "Primitives",
                "Network", "WebHost", "Bridge", "Store", "TestServers", "TestSupport", "WalletTesting", bigInt,
                .product(name: "Logging", package: "swift-log"),
            ], exclude: ["Vectors"]),
        unit("HouseTests", path: "Tests/HouseTests"),
        unit(
            "EthereumTests", dependencies: ["Ethereum", "Bridge", "Keys", "Primitives", "TestSupport"],
            exclude: ["Vectors"]),
        unit(
            "BitcoinKeysTests", dependencies: ["BitcoinKeys", "Bitcoin", "Keys", "Primitives", "TestSupport"],
            exclude: ["Vectors"]),
        unit(
            "BitcoinTests", dependencies: ["Bitcoin", "Bridge", "Keys", "Primitives", "TestSupport"],
            exclude: ["Vectors"]),
        unit(
            "WalletConnectPayTests",
            dependencies: [
                "WalletConnectPay", "LocalServer", "Simulators", "Store", "Ethereum", "Network", "Bridge", "Keys",
                "Primitives", "TestServers", "TestSupport", bigInt, .product(name: "Logging", package: "swift-log"),
            ]),
        unit(
            "WalletConnectTests",
            dependencies: [
                "WalletConnect", "Bridge", "Keys", "Network", "Primitives", "Store", "TestServers", "TestSupport",
            ]),
        unit("SumUpTests", dependencies: ["SumUp", "Simulators", "Bridge", "TestSupport"]),
        unit("LocalServerTests", dependencies: ["LocalServer", "Network", "TestServers"]),
        unit(
            "SimulatorsTests",
            dependencies: [
                "LocalServer", "Simulators", "Network", "Bridge", "Keys", "Primitives", "Ethereum", "TestServers",
                "TestSupport", "WalletTesting", "WalletCore", "BitcoinWallet", "WalletMethods", "Bitcoin",
                "BitcoinKeys", "EthereumWallet", bigInt,
            ]),
        unit("NetworkTests", dependencies: ["CSoup", "Network", "TestServers"]),
        tool("PaymentWriter", dependencies: walletParts + ["Store"]),
        support("WalletTesting", dependencies: walletParts + ["TestServers", "TestSupport", "CGnuTLS"]),
        unit("WalletCoreTests", dependencies: walletParts + ["TestSupport", "WalletTesting"]),
        unit(
            "EthereumWalletTests", dependencies: walletParts + ["TestServers", "TestSupport", "WalletTesting"],
            exclude: ["Vectors"]),
        unit(
            "BitcoinWalletTests",
            dependencies: walletParts + ["Store", "TestServers", "TestSupport", "WalletTesting", "CGnuTLS"]),
        unit("WalletMethodsTests", dependencies: walletParts + ["TestSupport", "WalletConnect", "WalletTesting"]),
        unit(
            "ServerTests",
            dependencies: walletParts + ["ChainServers", "Simulators", "TestServers", "TestSupport", "WalletTesting"],
            path: "Tests/Servers"),
    ],
    swiftLanguageModes: [.v6], cxxLanguageStandard: .cxx17
)

if let testProgram {
    let chosen = testProgram.split(separator: ",").map(String.init)
    let tests = package.targets.filter {
        $0.name.hasSuffix("Tests") && $0.type == .regular && $0.path?.hasPrefix("Tests/Web") != true
            && (testProgram == "all" || chosen.contains($0.name))
    }
    package.targets.append(
        .executableTarget(
            name: "UnitTests", dependencies: tests.map { .target(name: $0.name) }, path: "Tests/Tools/UnitTests",
            swiftSettings: house))
}
