/// The modules that a file may import, by its own module.
///
/// SwiftPM lets a file import what its target reaches only through another target, so the table is checked here.
/// A new module, or a new dependency of one, is a change of this file.
enum ModuleTable {
    /// What any module may import.
    private static let common: Set<String> = ["Messages", "Synchronization"]

    private static let foundation: Set<String> = ["Foundation", "FoundationEssentials", "Glibc", "Dispatch"]

    /// The modules of `Sources`, and what each may import beyond ``common``.
    static let sources: [String: Set<String>] = [
        "Messages": ["CGettext", "Glibc"],
        "Bridge": ["Logging"],
        "Primitives": ["CSecp256k1", "CNettle", "CSodium", "Glibc"],
        "Keys": foundation.union(["Primitives", "CSecp256k1", "CNettle", "CSodium", "CZxcvbn"]),
        "Ethereum": foundation.union(["Bridge", "Primitives", "BigInt"]),
        "Bitcoin": foundation.union(["Bridge", "Primitives", "BigInt"]),
        "Network": foundation.union([
            "AsyncHTTPClient", "Crypto", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "NIOTLS", "Logging",
        ]),
        "WalletCore": foundation.union(["Bridge", "Primitives", "Keys", "Ethereum", "Bitcoin"]),
        "EthereumWallet": foundation.union([
            "Bridge", "Primitives", "Keys", "Ethereum", "Network", "WalletCore", "BigInt",
        ]),
        "BitcoinWallet": foundation.union([
            "Bridge", "Primitives", "Keys", "Bitcoin", "Network", "WalletCore", "BigInt", "Crypto", "CryptoExtras",
            "SwiftASN1", "X509",
        ]),
        "WalletMethods": foundation.union([
            "Bridge", "Primitives", "Keys", "Ethereum", "Bitcoin", "Network", "WalletCore", "EthereumWallet",
            "BitcoinWallet", "BigInt",
        ]),
        "WalletConnectPay": ["Bridge", "Ethereum", "Network", "BigInt", "Logging"],
        "SumUp": ["Bridge"],
        "Simulators": foundation.union([
            "Bridge", "Primitives", "Ethereum", "BigInt", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL",
        ]),
        "Store": foundation.union([
            "Bridge", "Ethereum", "WalletCore", "EthereumWallet", "WalletConnectPay", "SumUp", "BigInt", "GRDB",
        ]),
        "GLibKit": ["CWebKit", "Dispatch", "Glibc"],
        "WebHost": foundation.union(["Bridge", "GLibKit", "CWebKit", "Logging"]),
        "WalletUI": foundation.union(["Bridge", "GLibKit", "WebHost", "CWebKit", "CWindowHandle"]),
        "Desktop": foundation.union(["GLibKit", "CWebKit"]),
        "QR": foundation.union(["Primitives", "CConfine", "CQrencode", "CPixbuf", "CZXing"]),
        "Harness": foundation.union([
            "Bridge", "GLibKit", "WebHost", "WalletUI", "CAtspi", "FlyingFox", "FlyingSocks", "Logging",
        ]),
        "WalletApp": foundation.union([
            "Bridge", "Primitives", "Keys", "Ethereum", "Bitcoin", "Network", "WalletCore", "EthereumWallet",
            "BitcoinWallet", "WalletMethods", "WalletConnectPay", "SumUp",
            "Store", "GLibKit", "WebHost", "WalletUI", "Desktop", "QR", "ArgumentParser", "Logging", "BigInt",
        ]),
        "drawbridge": ["WalletApp", "ArgumentParser"],
        "drawbridge-dev": foundation.union([
            "WalletApp", "Bridge", "Primitives", "Ethereum", "Network", "WalletCore", "EthereumWallet", "BitcoinWallet",
            "WalletMethods", "Simulators", "Harness", "GLibKit",
            "WebHost", "WalletUI", "Desktop", "ArgumentParser",
        ]),
    ]

    /// The libraries of C, and the folders that may see them.
    static let interop: [String: [String]] = [
        "CWebKit": [
            "Sources/GLibKit", "Sources/WebHost", "Sources/WalletUI", "Sources/Desktop", "Tests/Tools/BareHost",
            "Tests/Unit/WalletUITests",
        ],
        "CSecp256k1": ["Sources/Primitives", "Sources/Keys"],
        "CryptoPeer": ["Tests/Tools/Bench"],
        "CNettle": ["Sources/Primitives", "Sources/Keys"],
        "CSodium": ["Sources/Primitives", "Sources/Keys"],
        "CZxcvbn": ["Sources/Keys"],
        "CWindowHandle": ["Sources/WalletUI"],
        "CAtspi": ["Sources/Harness"],
        "CGettext": ["Sources/Messages"],
        "CConfine": ["Sources/QR"],
        "CQrencode": ["Sources/QR"],
        "CPixbuf": ["Sources/QR"],
        "CZXing": ["Sources/QR"],
    ]

    /// What only tests may import.
    private static let tests: Set<String> = [
        "Testing", "TestServers", "TestSupport", "WindowTesting", "PageTests", "AppTests", "PayJourneys",
    ]

    /// What a wallet that is not ours sees: the library products.
    static let embedder: Set<String> = foundation.union([
        "Bridge", "GLibKit", "WebHost", "WalletUI", "WalletCore", "EthereumWallet", "BitcoinWallet", "WalletMethods",
        "WalletConnectPay", "SumUp",
    ])

    /// The imports of `file` that its module may not have, each as a sentence.
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

    /// What `file` may import of Swift's modules; tests may see every module, but the libraries of C only by the table.
    private static func allowed(in file: TextFile) -> Set<String>? {
        let parts = file.path.split(separator: "/").map(String.init)
        switch parts.first {
        case "Sources": return parts.count > 2 ? sources[parts[1]] : nil
        case "examples": return parts.last == "Package.swift" ? ["PackageDescription"] : embedder
        case "Tests":
            return sources.values.reduce(common.union(tests).union(sources.keys)) { $0.union($1) }
        default: return ["PackageDescription"]
        }
    }

    /// The modules that `file` imports, whatever the access level or attributes in front of the word.
    static func imports(of file: TextFile) -> [String] {
        file.lines.compactMap { line in
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

    private static let levels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
}
