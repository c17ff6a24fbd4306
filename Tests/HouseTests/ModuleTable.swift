/// What each module may import, as the tables in `Package.swift` say.
///
/// SwiftPM lets a file import what its target reaches only through another target, so each import is checked here.
enum ModuleTable {
    /// Modules that every file may import.
    private static let common: Set<String> = ["Synchronization"]

    private static let foundation: Set<String> = ["Foundation", "FoundationEssentials", "Glibc", "Dispatch"]

    private static let manifest = Repository.file("Package.swift")

    /// The modules of `Sources`, and what each may import beyond ``common``.
    static let sources: [String: Set<String>] = manifest.map(rows) ?? [:]

    /// The libraries in C, which a test may import only if its own row names them.
    static let interop: Set<String> = manifest.map(interop) ?? []

    /// The modules that only tests may import.
    private static let tests: Set<String> = [
        "Testing", "ChainServers", "CryptoPeer", "TestServers", "TestSupport", "WalletTesting", "WindowTesting",
        "PageTests", "AppTests", "PayJourneys",
    ]

    /// The modules that the relay server may import: none of ours, because it is a package of its own.
    private static let relay = foundation.union([
        "Relay", "ArgumentParser", "CSodium", "Logging", "NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOPosix",
        "NIOWebSocket", "Testing", "PackageDescription",
    ])

    /// The modules that an embedder can import: the library products.
    static let embedder = foundation.union(manifest.map(Products.libraries) ?? [])

    /// The table `modules` of `manifest`.
    static func rows(of manifest: TextFile) -> [String: Set<String>] {
        guard let table = manifest.text.firstMatch(of: /\nlet modules: [^\n]*\n([\s\S]*?)\n\]\n/) else { return [:] }
        let rows = table.1.matches(of: /\(\s*"\w+\/([\w-]+)",\s*(?:"""([^"]*)"""|"([^"]*)")\s*\)/).map { match in
            let names = (match.3 ?? match.2 ?? "").split { $0.isWhitespace || $0 == "\\" }.map(String.init)
            return (String(match.1), names.contains("Foundation") ? foundation.union(names) : Set(names))
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// The libraries in C of `manifest`.
    static func interop(of manifest: TextFile) -> Set<String> {
        Set(manifest.text.matches(of: /(?:system\(|name: )"(C[A-Z]\w*)"/).map { String($0.1) })
    }

    /// The libraries in C that the row of a target of tests names.
    private static func interop(ofTest name: String) -> Set<String> {
        let rows = manifest?.text.split(separator: /\n    (?=[a-z.]+\()/) ?? []
        let row = rows.first {
            $0.contains("\"\(name)\"") && $0.firstMatch(of: /^(?:unit|tool|support|\.\w+)\(/) != nil
        }
        return Set((row ?? "").split { !$0.isLetter && !$0.isNumber }.map(String.init)).intersection(interop)
    }

    /// The forbidden imports of `file`, each as a sentence.
    static func breaches(in file: TextFile) -> [String] {
        guard let allowed = allowed(in: file) else { return ["\(file.path) is in no module of the table"] }
        return imports(of: file).filter { !allowed.contains($0) && !common.contains($0) }.map {
            "\(file.path) imports \($0), against the table of modules"
        }
    }

    /// The modules that the table allows and no file of the module imports, each as a sentence.
    static func unused(by files: [TextFile]) -> [String] {
        var used: [String: Set<String>] = [:]
        for file in files {
            guard let name = file.module else { continue }
            used[name, default: []].formUnion(imports(of: file))
        }
        return sources.flatMap { name, allowed in
            allowed.subtracting(foundation).subtracting(used[name] ?? []).map { "\(name) does not import \($0)" }
        }.sorted()
    }

    /// The modules that `file` may import; tests may import every module in Swift.
    private static func allowed(in file: TextFile) -> Set<String>? {
        let parts = file.path.split(separator: "/").map(String.init)
        switch parts.first {
        case "Sources": return file.module.flatMap { sources[$0] }
        case "relay": return relay
        case "examples": return parts.last == "Package.swift" ? ["PackageDescription"] : embedder
        case "Tests": return inTests.union(interop(ofTest: parts.count > 3 ? parts[2] : ""))
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

    /// The modules in Swift that tests may import.
    private static let inTests = sources.values.reduce(common.union(tests).union(sources.keys)) { $0.union($1) }
        .subtracting(interop)

    private static let levels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
}
