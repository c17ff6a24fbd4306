/// The modules that a file may import, by its own module.
///
/// SwiftPM lets a file import what its target reaches only through another target, so the table is checked here. A new
/// module, or a new dependency of one, requires a change of this file.
enum ModuleTable {
    /// The modules that any module may import.
    private static let common: Set<String> = ["Messages", "Synchronization"]

    private static let foundation: Set<String> = ["Foundation", "FoundationEssentials", "Glibc", "Dispatch"]

    /// The modules of `Sources`, and what each may import beyond ``common``.
    static let sources: [String: Set<String>] = [
        "Messages": ["CGettext", "Glibc"],
        "Bridge": ["Logging"],
        "Confinement": ["Glibc"],
        "Primitives": ["CSecp256k1", "CNettle", "CSodium", "Glibc"],
        "Keys": foundation.union([
            "Primitives", "CSecp256k1", "CNettle", "CSodium", "CDerivation", "CWordLists", "CZxcvbn",
        ]),
        "Ethereum": foundation.union(["Bridge", "Primitives", "BigInt", "CNameTable"]),
        "Bitcoin": foundation.union(["Bridge", "Primitives", "BigInt"]),
        "BitcoinKeys": ["Primitives", "Keys", "Bitcoin"],
        "Network": ["CSoup", "Glibc"],
        "WalletCore": foundation.union([
            "Bridge", "Primitives", "Keys", "Ethereum", "Bitcoin", "BitcoinKeys", "BigInt",
        ]),
        "EthereumWallet": foundation.union([
            "Bridge", "Primitives", "Keys", "Ethereum", "Network", "WalletCore", "BigInt",
        ]),
        "BitcoinWallet": foundation.union([
            "Bridge", "Primitives", "Keys", "Bitcoin", "BitcoinKeys", "Network", "WalletCore", "BigInt",
        ]),
        "WalletMethods": foundation.union([
            "Bridge", "Primitives", "Keys", "Ethereum", "Bitcoin", "Network", "WalletCore", "EthereumWallet",
            "BitcoinWallet", "BigInt",
        ]),
        "WalletConnectPay": ["Bridge", "Ethereum", "Network", "BigInt", "Logging"],
        "SumUp": ["Bridge"],
        "WalletConnect": ["Bridge", "Network", "Primitives", "Dispatch", "Glibc"],
        "LocalServer": ["Network", "CSoup", "Glibc"],
        "Simulators": foundation.union([
            "Bridge", "Primitives", "Bitcoin", "Ethereum", "LocalServer", "BigInt", "Logging",
        ]),
        "Store": foundation.union([
            "Bridge", "Primitives", "Ethereum", "Bitcoin", "WalletCore", "EthereumWallet", "BitcoinWallet",
            "WalletConnect", "WalletConnectPay", "SumUp", "BigInt", "GRDB",
        ]),
        "GLibKit": ["CWebKit", "Dispatch", "Glibc"],
        "WebHost": foundation.union(["Bridge", "Confinement", "GLibKit", "CWebKit", "Logging"]),
        "WalletUI": foundation.union(["Bridge", "GLibKit", "WebHost", "CWebKit", "CWindowHandle"]),
        "BridgeKit": ["Bridge", "GLibKit", "LocalServer", "WebHost", "WalletUI", "Glibc"],
        "Desktop": foundation.union(["GLibKit", "CWebKit"]),
        "QREncoder": ["CQrencode"],
        "UniformResources": ["Primitives"],
        "QR": foundation.union(["Confinement", "Primitives", "CConfine", "CPixbuf", "CZXing"]),
        "Harness": foundation.union([
            "Bridge", "GLibKit", "LocalServer", "WebHost", "WalletUI", "CAtspi", "Logging",
        ]),
        "WalletApp": foundation.union([
            "Bridge", "Primitives", "Keys", "Ethereum", "Bitcoin", "BitcoinKeys", "Network", "WalletCore",
            "EthereumWallet", "BitcoinWallet", "WalletMethods", "WalletConnect", "WalletConnectPay", "SumUp",
            "Store", "GLibKit", "WebHost", "WalletUI", "Desktop", "QR", "QREncoder", "UniformResources",
            "CBuild", "ArgumentParser", "Logging", "BigInt",
        ]),
        "drawbridge": ["WalletApp", "ArgumentParser"],
        "drawbridge-practice": foundation.union([
            "WalletApp", "Bitcoin", "Ethereum", "Network", "WalletCore", "BitcoinWallet", "EthereumWallet",
            "Simulators", "GLibKit", "WalletUI", "WebHost", "ArgumentParser",
        ]),
        "drawbridge-dev": foundation.union([
            "WalletApp", "Bridge", "Primitives", "Ethereum", "Bitcoin", "Network", "WalletCore", "EthereumWallet",
            "BitcoinWallet", "WalletMethods", "LocalServer", "Simulators", "Harness", "GLibKit",
            "WebHost", "WalletUI", "Desktop", "ArgumentParser",
        ]),
    ]

    /// The C libraries, and the folders that may import them.
    static let interop: [String: [String]] = [
        "CWebKit": [
            "Sources/GLibKit", "Sources/WebHost", "Sources/WalletUI", "Sources/Desktop", "Tests/Tools/BareHost",
            "Tests/Unit/WalletUITests", "Tests/Unit/WebHostTests",
        ],
        "CWebProcess": ["Sources/PageSocket"],
        "CGnuTLS": [
            "Sources/BitcoinWallet", "Sources/WalletConnect", "Sources/Simulators", "Tests/Support/TestServers",
            "Tests/Support/WalletTesting", "Tests/Unit/BitcoinWalletTests",
        ],
        "CSoup": [
            "Sources/Network", "Sources/LocalServer", "Tests/Support/TestServers", "Tests/Unit/NetworkTests",
        ],
        "CSecp256k1": ["Sources/Primitives", "Sources/Keys"],
        "CryptoPeer": ["Tests/Tools/Bench"],
        "CNameTable": ["Sources/Ethereum"],
        "CNettle": ["Sources/Primitives", "Sources/Keys", "Sources/WalletConnect"],
        "CSodium": ["Sources/Primitives", "Sources/Keys", "Sources/WalletConnect", "relay"],
        "CDerivation": ["Sources/Keys"],
        "CWordLists": ["Sources/Keys"],
        "CZxcvbn": ["Sources/Keys"],
        "CWindowHandle": ["Sources/WalletUI"],
        "CAtspi": ["Sources/Harness"],
        "CGettext": ["Sources/Messages"],
        "CBuild": ["Sources/WalletApp"],
        "CConfine": ["Sources/QR"],
        "CQrencode": ["Sources/QREncoder"],
        "CPixbuf": ["Sources/QR"],
        "CZXing": ["Sources/QR"],
    ]

    /// The modules that only tests may import.
    private static let tests: Set<String> = [
        "Testing", "ChainServers", "TestServers", "TestSupport", "WalletTesting", "WindowTesting", "PageTests",
        "AppTests", "PayJourneys",
    ]

    /// The modules that the relay server may import: none of ours, because it is a package of its own.
    private static let relay = foundation.union([
        "Relay", "ArgumentParser", "Logging", "NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOPosix", "NIOWebSocket",
        "Testing", "PackageDescription",
    ])

    /// The modules that an embedder can import: the library products.
    static let embedder = foundation.union(Repository.file("Package.swift").map(Products.libraries) ?? [])

    /// The forbidden imports of `file`, each as a sentence.
    static func breaches(in file: TextFile) -> [String] {
        imports(of: file).compactMap { module in
            if let folders = interop[module] {
                return folders.contains { file.path.hasPrefix($0 + "/") }
                    ? nil
                    : "\(file.path) imports \(module), which only \(folders.joined(separator: ", ")) may"
            }
            guard let allowed = allowed(in: file) else { return "\(file.path) is in no module of the table" }
            return allowed.contains(module) || common.contains(module)
                ? nil : "\(file.path) imports \(module), against the table of modules"
        }
    }

    /// The Swift modules that `file` may import; tests may import every module, but C libraries only according to the
    /// table.
    private static func allowed(in file: TextFile) -> Set<String>? {
        let parts = file.path.split(separator: "/").map(String.init)
        switch parts.first {
        case "Sources": return parts.count > 2 ? sources[parts[1]] : nil
        case "relay": return relay
        case "examples": return parts.last == "Package.swift" ? ["PackageDescription"] : embedder
        case "Tests":
            return inTests
        default: return ["PackageDescription"]
        }
    }

    /// The modules that `file` imports, whatever access level or attributes the import has.
    static func imports(of file: TextFile) -> [String] {
        file.lines.compactMap { line in
            guard line.has("import") else { return nil }
            var words = line.prefix { $0 != ";" }.split(whereSeparator: \.isWhitespace)
            while let word = words.first, word.hasPrefix("@") || levels.contains(String(word)) {
                words.removeFirst()
            }
            guard words.first == "import", words.count > 1 else { return nil }
            let kinds: Set<Substring> = [
                "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
            ]
            let name = words.count > 2 && kinds.contains(words[1]) ? words[2] : words[1]
            return name.split(separator: ".").first.map(String.init)
        }
    }

    /// The modules that tests may import.
    private static let inTests = sources.values.reduce(common.union(tests).union(sources.keys)) { $0.union($1) }

    private static let levels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
}
