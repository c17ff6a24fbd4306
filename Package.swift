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
    "Primitives", "Bridge", "GLibKit", "WebHost", "WalletUI", "BridgeKit", "Harness", "Keys", "Ethereum",
    "ClearSigning",
    "Bitcoin", "Network", "WalletCore", "EthereumWallet", "BitcoinWallet", "WalletMethods", "WalletConnect",
    "HeadlessWallet",
    "WalletConnectPay", "SumUp", "QRWriter",
]

/// The trait of everything but the bridge; a package that turns it off fetches only what the bridge links.
let wallet = TargetDependencyCondition.when(traits: ["Wallet"])

/// The products of other packages, by the name of the module.
let products: [String: Target.Dependency] = [
    "ArgumentParser": .product(name: "ArgumentParser", package: "swift-argument-parser", condition: wallet),
    "BigInt": .product(name: "BigInt", package: "BigInt", condition: wallet),
    "GRDB": .product(name: "GRDB", package: "GRDB.swift", condition: wallet),
    "Logging": .product(name: "Logging", package: "swift-log"),
]

/// The modules of the toolchain that a table names: `Foundation` also stands for its parts, `Dispatch` and `Glibc`.
let toolchain: Set<Substring> = ["Dispatch", "Foundation", "Glibc"]

/// What a target depends on, from the names of the modules that it may import, with spaces between.
func dependencies(_ imports: String) -> [Target.Dependency] {
    imports.split(separator: " ").filter { !toolchain.contains($0) }.map {
        products[String($0)] ?? .byName(name: String($0))
    }
}

/// The folders of the modules in Swift, with what each may import, beside the standard library.
///
/// The house tests read this table, too.
let modules: [(folder: String, imports: String)] = [
    ("Base/Messages", "CGettext Glibc"),
    ("Base/Primitives", "CSecp256k1 CNettle CSodium Glibc"),
    ("Base/Network", "CSoup Glibc"),
    ("Base/GLibKit", "CWebKit Dispatch Glibc"),
    ("Bridge/Bridge", "Messages Logging"),
    ("Base/Confinement", "Glibc"),
    ("Bridge/WebHost", "Messages Bridge Confinement GLibKit CPageScripts CWebKit Foundation Logging"),
    ("Bridge/BridgeKit", "Bridge GLibKit LocalServer WebHost WalletUI Glibc"),
    ("Keys/Keys", "Messages Primitives CSecp256k1 CNettle CSodium CDerivation CWordLists CZxcvbn Foundation"),
    ("Keys/BitcoinKeys", "Messages Primitives Keys Bitcoin"),
    ("Chains/Bitcoin", "Messages Bridge Primitives BigInt Foundation"),
    ("Chains/Ethereum", "Messages Bridge Primitives CNameTable BigInt Foundation"),
    ("Chains/ClearSigning", "Messages Bridge Primitives Ethereum BigInt Foundation"),
    ("Wallet/WalletCore", "Messages Bridge Primitives Keys Ethereum Bitcoin BitcoinKeys BigInt Foundation"),
    (
        "Wallet/EthereumWallet",
        "Messages Bridge Primitives Keys Ethereum ClearSigning Network WalletCore BigInt Foundation"
    ),
    (
        "Wallet/BitcoinWallet",
        """
        Messages Bridge Primitives Keys Bitcoin BitcoinKeys Network WalletCore CGnuTLS BigInt Foundation
        """
    ),
    (
        "Wallet/WalletMethods",
        """
        Messages Bridge Primitives Keys Ethereum ClearSigning Bitcoin WalletCore EthereumWallet BitcoinWallet BigInt \
        Foundation
        """
    ),
    (
        "Wallet/Store",
        """
        Messages Bridge Primitives Ethereum Bitcoin WalletCore EthereumWallet BitcoinWallet WalletConnect \
        WalletConnectPay SumUp BigInt GRDB Foundation
        """
    ),
    ("Protocols/WalletConnect", "Messages Bridge Primitives Network CSodium CNettle CGnuTLS Dispatch Glibc"),
    ("Protocols/WalletConnectPay", "Messages Bridge Ethereum ClearSigning Network BigInt Logging"),
    ("Protocols/SumUp", "Messages Bridge"),
    (
        "Wallet/HeadlessWallet",
        """
        Messages Bridge Primitives Keys Ethereum Bitcoin Network WalletCore EthereumWallet BitcoinWallet WalletMethods \
        WalletConnect SumUp Store UniformResources BigInt Foundation
        """
    ),
    ("Protocols/UniformResources", "Messages Primitives"),
    ("App/WalletUI", "Messages Bridge GLibKit WebHost CWebKit CWindowHandle Foundation"),
    (
        "App/WalletTerminal",
        """
        Messages Bridge Primitives Keys Bitcoin Network WalletCore EthereumWallet WalletConnect \
        Store HeadlessWallet QRWriter UniformResources CBuild ArgumentParser Logging Foundation
        """
    ),
    (
        "App/WalletWindow",
        """
        Messages Bridge Primitives Keys Ethereum Bitcoin Network WalletCore EthereumWallet BitcoinWallet WalletMethods \
        WalletConnect WalletConnectPay SumUp Store HeadlessWallet WalletTerminal GLibKit WebHost WalletUI Desktop \
        QRReader QRWriter UniformResources ArgumentParser BigInt Foundation
        """
    ),
    ("App/Desktop", "Messages GLibKit CWebKit Foundation"),
    ("App/QRWriter", "CQrencode"),
    ("App/QRReader", "Messages Confinement Primitives CConfine CPixbuf CZXing Foundation"),
    ("Development/Harness", "Bridge LocalServer WebHost WalletUI CAtspi CDevelopmentPages Logging Foundation"),
    ("Development/LocalServer", "Network CSoup Glibc"),
    (
        "Development/Simulators",
        "Bridge Primitives Bitcoin Ethereum LocalServer CDevelopmentPages CGnuTLS BigInt Foundation"
    ),
    ("App/drawbridge", "Messages WalletTerminal WalletWindow ArgumentParser"),
    (
        "App/drawbridge-practice",
        """
        Messages WalletTerminal WalletWindow HeadlessWallet Bitcoin Ethereum Network WalletCore BitcoinWallet \
        EthereumWallet Simulators GLibKit WalletUI WebHost ArgumentParser Foundation
        """
    ),
    (
        "Development/drawbridge-dev",
        """
        WalletTerminal WalletWindow HeadlessWallet Bridge Primitives Ethereum Bitcoin Network WalletCore \
        EthereumWallet BitcoinWallet WalletMethods LocalServer Simulators Harness GLibKit WebHost WalletUI Desktop \
        SumUp CDevelopmentPages ArgumentParser Foundation
        """
    ),
]

/// The programs among them.
let programs: Set = ["drawbridge", "drawbridge-practice", "drawbridge-dev"]

/// The files of a module that are compiled into it, or copied beside its program.
let resources: [String: [Resource]] = [
    "EthereumWallet": [.copy("Registry")],
    "WalletTerminal": [.embedInCode("Icon/io.github.drawbridge.svg")],
]

/// The folders of a module with files that a module in C embeds: the compiler takes seconds for the arrays in Swift that
/// SwiftPM writes for larger files.
let pages: [String: [String]] = [
    "Harness": ["Scripts"],
    "Simulators": ["Collect", "ShopPage"],
    "WebHost": ["Scripts"],
    "drawbridge-dev": ["Dapp"],
]

/// The target of a module of the table.
func target(_ folder: String, _ imports: String) -> Target {
    let name = folder.split(separator: "/").last.map(String.init) ?? folder
    return programs.contains(name)
        ? .executableTarget(
            name: name, dependencies: dependencies(imports), path: "Sources/\(folder)", exclude: pages[name] ?? [],
            resources: resources[name], swiftSettings: house)
        : .target(
            name: name, dependencies: dependencies(imports), path: "Sources/\(folder)", exclude: pages[name] ?? [],
            resources: resources[name], swiftSettings: house)
}

/// A library of the system.
func system(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
}

/// The libraries of the system, and our code in C.
let interop: [Target] = [
    system("CSoup", pkgConfig: "libsoup-3.0", apt: "libsoup-3.0-dev"),
    system("CGnuTLS", pkgConfig: "gnutls", apt: "libgnutls28-dev"),
    system("CWebKit", pkgConfig: "webkit2gtk-4.1", apt: "libwebkit2gtk-4.1-dev"),
    system("CWebProcess", pkgConfig: "webkit2gtk-web-extension-4.1"),  // of libwebkit2gtk-4.1-dev
    system("CSecp256k1", pkgConfig: "libsecp256k1", apt: "libsecp256k1-dev"),
    system("CNettle", pkgConfig: "nettle", apt: "nettle-dev"),
    system("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
    system("CZxcvbn", apt: "libzxcvbn-dev"),
    system("CQrencode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
    system("CPixbuf", pkgConfig: "gdk-pixbuf-2.0", apt: "libgdk-pixbuf-2.0-dev"),
    system("CAtspi", pkgConfig: "atspi-2", apt: "libatspi2.0-dev"),
    system("CGettext"),
    .target(
        name: "PageSocket", dependencies: ["CWebProcess"], path: "Sources/Bridge/PageSocket",
        linkerSettings: [.unsafeFlags(["-static-stdlib", "-nostartfiles"])]),  // WebKit's sandbox hides Swift
    // One function of libzxing-dev, which is C++ only, as C.
    .target(name: "CZXing", path: "Sources/C/CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
    // The headers of X11 define words that Swift needs; these are the few functions of them as C.
    .target(name: "CWindowHandle", dependencies: ["CWebKit"], path: "Sources/C/CWindowHandle"),
    // What `scripts/build` tells a release build, and `scripts/release` the programs that users install.
    .target(
        name: "CBuild", path: "Sources/C/CBuild",
        cSettings: Context.environment["DRAWBRIDGE_COMMIT"].map { [.define("DRAWBRIDGE_COMMIT", to: $0)] },
        linkerSettings: Context.environment["DRAWBRIDGE_ICU_DATA"].map { [.unsafeFlags([$0])] }),
    // A filter for system calls, with macros of the kernel's headers.
    .target(name: "CConfine", path: "Sources/C/CConfine"),
    // The files of BIP-39.
    .target(
        name: "CWordLists", path: "Sources/C/CWordLists",
        exclude: [
            "SOURCE.txt", "chinese_simplified.txt", "chinese_traditional.txt", "czech.txt", "english.txt",
            "french.txt", "italian.txt", "japanese.txt", "korean.txt", "portuguese.txt", "russian.txt",
            "spanish.txt", "turkish.txt",
        ]),
    // What a forked child does is C.
    .target(name: "CDerivation", dependencies: ["CSodium"], path: "Sources/C/CDerivation"),
    .target(name: "CPageScripts", path: "Sources/C/CPageScripts"),
    .target(name: "CDevelopmentPages", path: "Sources/C/CDevelopmentPages"),
    // The table of ENSIP-15.
    .target(name: "CNameTable", path: "Sources/C/CNameTable", exclude: ["SOURCE.txt", "normalization.txt"]),
]

/// The unit tests of the program `UnitTests`, as `scripts/build` asks: `all`, or the names of targets with commas between.
///
/// Without it they are test targets, for `swift test` and editors. To find the tests of such targets, SwiftPM makes an index
/// of all modules, which costs a tenth of a build.
let testProgram = Context.environment["DRAWBRIDGE_UNIT_TESTS"]

/// A target of unit tests.
func unit(_ name: String, _ imports: String = "", path: String? = nil, exclude: [String] = []) -> Target {
    let path = path ?? "Tests/Unit/\(name)"
    let dependencies = dependencies(imports)
    return testProgram != nil
        ? .target(name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: house)
        : .testTarget(name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: house)
}

/// A program that the tests start, or for developers.
func tool(_ name: String, _ imports: String, exclude: [String] = [], resources: [Resource]? = nil) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies(imports), path: "Tests/Tools/\(name)", exclude: exclude,
        resources: resources, swiftSettings: house)
}

/// A target that tests share.
func support(_ name: String, _ imports: String, folder: String = "Support", exclude: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies(imports), path: "Tests/\(folder)/\(name)", exclude: exclude,
        swiftSettings: house)
}

/// What the tests of the wallet's modules need.
let walletParts = """
    WalletCore EthereumWallet BitcoinWallet WalletMethods Ethereum ClearSigning Bitcoin BitcoinKeys Network Bridge Keys \
    Messages Primitives BigInt
    """

let tests: [Target] = [
    support("TestServers", "Bridge CGnuTLS CSoup LocalServer Network Primitives", exclude: ["Certificates"]),
    support("ChainServers", "Bridge Network Primitives"),
    support("TestSupport", "Bridge Keys Primitives Logging"),
    support(
        "PageTests",
        """
        Messages Bridge BridgeKit GLibKit LocalServer TestServers TestSupport WebHost WalletUI Desktop \
        WindowTesting Logging
        """,
        folder: "Web", exclude: ["Pages"]),
    support("WindowTesting", "Confinement GLibKit WalletUI", exclude: ["Pages"]),
    support(
        "AppTests",
        """
        Bridge GLibKit WebHost WalletUI Harness WindowTesting LocalServer Simulators Network QRReader QRWriter \
        WalletConnect TestServers ChainServers Keys Primitives Bitcoin BitcoinWallet Ethereum WalletMethods \
        HeadlessWallet WalletWindow WalletTesting BigInt
        """,
        folder: "Web", exclude: ["Pages"]),
    tool("Gallery", walletParts + " GLibKit WalletUI Harness"),
    support(
        "PayJourneys",
        """
        Bridge Keys Primitives LocalServer Simulators QRReader QRWriter GLibKit WebHost WalletUI Desktop Harness \
        WindowTesting
        """,
        folder: "Web"),
    .executableTarget(
        name: "WebTests",
        dependencies: dependencies("PageTests AppTests PayJourneys WindowTesting GLibKit Harness QRReader"),
        path: "Tests/Web/WebTests", swiftSettings: house),
    .executableTarget(name: "NoNamespaces", path: "Tests/Tools/NoNamespaces"),
    .executableTarget(name: "SessionBus", dependencies: ["CWebKit"], path: "Tests/Tools/SessionBus"),
    .executableTarget(name: "BareHost", dependencies: ["CWebKit"], path: "Tests/Tools/BareHost"),
    tool("BridgeHost", "Bridge GLibKit WebHost WalletUI"),
    .target(name: "CryptoPeer", dependencies: ["CSecp256k1"], path: "Tests/Tools/CryptoPeer"),
    tool(
        "Bench",
        """
        Bridge Keys Primitives Ethereum Bitcoin BitcoinWallet WalletCore Store WalletConnectPay LocalServer \
        Simulators Network ChainServers CryptoPeer Harness WindowTesting
        """,
        exclude: ["Crypto/peer.py", "Crypto/typed-data.json", "Peers", "Window/loop-watch.c"],
        resources: [.embedInCode("Page/bench.js")]),
    tool("WalletConnectPeer", "Bridge Keys Network Primitives WalletConnect"),
    tool("WalletConnectFaults", "Bridge Ethereum Keys Network Primitives Store WalletConnect"),
    unit("WindowTestingTests", "WindowTesting"),
    unit("MessagesTests", "Messages"),
    unit("BridgeTests", "Bridge TestSupport", exclude: ["Vectors"]),
    tool("VaultWriter", "Keys"),
    unit("KeysTests", "Keys Primitives TestSupport VaultWriter", exclude: ["Vectors"]),
    tool("Confined", "QRReader"),
    unit("ConfinementTests", "Confinement"),
    unit("QRTests", "QRReader QRWriter Confined"),
    unit("UniformResourcesTests", "UniformResources GLibKit Primitives TestSupport", exclude: ["Vectors"]),
    unit("HarnessTests", "Harness Bridge TestSupport"),
    unit("WebHostTests", "Bridge Confinement CWebKit TestSupport WebHost Logging"),
    unit("WalletUITests", "Messages Bridge CWebKit Keys WebHost WalletUI"),
    unit("BridgeKitTests", "Bridge BridgeKit"),
    unit("DesktopTests", "Desktop"),
    unit("GLibKitTests", "GLibKit"),
    tool(
        "StoreWriter",
        "Store WalletCore EthereumWallet BitcoinWallet WalletMethods WalletConnect WalletConnectPay BigInt"),
    unit(
        "StoreTests",
        """
        Store WalletCore EthereumWallet BitcoinWallet WalletMethods WalletConnect WalletConnectPay SumUp Bitcoin \
        BitcoinKeys Bridge Ethereum Keys Messages Network Primitives BigInt GRDB
        """),
    unit(
        "DrawbridgeTests",
        """
        WalletTerminal WalletWindow HeadlessWallet drawbridge drawbridge-practice drawbridge-dev WalletConnect \
        WalletConnectPay SumUp Bitcoin Desktop UniformResources QRWriter LocalServer Simulators WalletCore \
        EthereumWallet BitcoinWallet WalletMethods Ethereum Keys Primitives Network WebHost Bridge Store TestServers \
        TestSupport WalletTesting BigInt Logging
        """,
        exclude: ["Vectors"]),
    unit("HouseTests", path: "Tests/HouseTests"),
    unit("EthereumTests", "Ethereum Bridge Keys Primitives TestSupport", exclude: ["Vectors"]),
    unit("ClearSigningTests", "ClearSigning Ethereum Bridge Keys Primitives TestSupport", exclude: ["Vectors"]),
    unit("BitcoinKeysTests", "BitcoinKeys Bitcoin Keys Primitives TestSupport", exclude: ["Vectors"]),
    unit("BitcoinTests", "Bitcoin Bridge Keys Primitives TestSupport", exclude: ["Vectors"]),
    unit(
        "WalletConnectPayTests",
        """
        WalletConnectPay LocalServer Simulators Store Ethereum Network Bridge Keys Primitives TestServers \
        TestSupport BigInt Logging
        """),
    unit("WalletConnectTests", "WalletConnect Bridge Keys Network Primitives Store TestServers TestSupport"),
    unit("SumUpTests", "SumUp Simulators Bridge TestSupport"),
    unit(
        "HeadlessWalletTests",
        walletParts + " HeadlessWallet Store UniformResources SumUp WalletConnect TestSupport WalletTesting"),
    unit("LocalServerTests", "LocalServer Network TestServers"),
    unit(
        "SimulatorsTests",
        """
        LocalServer Simulators Network Bridge Keys Primitives Ethereum TestServers TestSupport WalletTesting \
        WalletCore BitcoinWallet WalletMethods Bitcoin BitcoinKeys EthereumWallet BigInt
        """),
    unit("NetworkTests", "CSoup Network TestServers"),
    tool("PaymentWriter", walletParts + " Store"),
    support("WalletTesting", walletParts + " Simulators TestServers TestSupport CGnuTLS"),
    unit("WalletCoreTests", walletParts + " TestSupport WalletTesting"),
    unit("EthereumWalletTests", walletParts + " TestServers TestSupport WalletTesting", exclude: ["Vectors"]),
    unit("BitcoinWalletTests", walletParts + " Store TestServers TestSupport WalletTesting CGnuTLS"),
    unit("WalletMethodsTests", walletParts + " TestSupport WalletConnect WalletTesting"),
    unit(
        "ServerTests",
        walletParts + " ChainServers Simulators TestServers TestSupport WalletTesting",
        path: "Tests/Servers"),
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
    targets: interop + modules.map(target) + tests, swiftLanguageModes: [.v6], cxxLanguageStandard: .cxx17
)

if let testProgram {
    let chosen = testProgram.split(separator: ",").map(String.init)
    let chosenTests = package.targets.filter {
        $0.name.hasSuffix("Tests") && $0.type == .regular && $0.path?.hasPrefix("Tests/Web") != true
            && (testProgram == "all" || chosen.contains($0.name))
    }
    package.targets.append(
        .executableTarget(
            name: "UnitTests", dependencies: chosenTests.map { .target(name: $0.name) }, path: "Tests/Tools/UnitTests",
            swiftSettings: house))
}

/// The programs to build, as `scripts/build` asks, with spaces between: then the package has only what they need, and the
/// module of the web processes. SwiftPM builds one product or all, and plans each build anew.
if let chosen = Context.environment["DRAWBRIDGE_PROGRAMS"] {
    let chosen = chosen.split(separator: " ").map(String.init)
    let byName = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var needed: Set<String> = []
    var waiting = chosen + ["PageSocket"]
    while let name = waiting.popLast() {
        guard let target = byName[name] else { fatalError("There is no target \(name).") }
        guard needed.insert(name).inserted else { continue }
        waiting += target.dependencies.compactMap {
            if case .byNameItem(let name, _) = $0 { name } else { nil }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    // SwiftPM compiles the module first whose name comes last in the alphabet, of those that it can compile. These come after
    // what most others wait for, so that there is something to compile beside the wallet's own modules, which are a chain.
    for (early, late) in [("LocalServer", "HeadlessWallet"), ("Confinement", "Store")] where needed.contains(late) {
        byName[early]?.dependencies.append(.byName(name: late))
    }
    package.products.removeAll { !chosen.contains($0.name) && $0.name != "DrawbridgePageSocket" }
}
