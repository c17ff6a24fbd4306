import LocalServer

/// The names of the tests in a page's source, as far as they can be read without running it.
///
/// Whatever is not a plain call `test("name", …)` may stand for any name.
enum TestNames {
    /// Whether a page may have a test whose name contains `filter`.
    static func mayMatch(_ filter: String, in target: TestTarget) -> Bool {
        guard case .file(let root, let path) = target.place, let folder = SiteFolder(root) else { return true }
        var waiting = [path]
        var seen: Set<String> = []
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            guard seen.count <= mostFiles, let source = source(at: next, in: folder), let names = names(in: source),
                !names.contains(where: { $0.contains(filter) }), let addresses = scripts(in: source)
            else { return true }
            for address in addresses {
                // What another server has is unknown.
                guard let file = file(address, from: next) else { return true }
                waiting.append(file)
            }
        }
        return false
    }

    private static let mostFiles = 100
    private static let mostBytes = 1 << 18

    private static func source(at path: String, in folder: SiteFolder) -> String? {
        guard case .file(let file) = folder.find("/" + Site.escaped(path)),
            let bytes = SiteFolder.contents(of: file), bytes.count <= mostBytes
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The names in `source`; `nil` if `test` is used in a way that does not show a name.
    static func names(in source: String) -> [String]? {
        // The word with its owner, as in “window.test”, and what is around it; between other words, it is prose.
        let uses =
            #/
            (?<lead>[=(,\[:?{|&]\s*|\b(?:return|default)\s+)?
            (?:(?<owner>[\w$\])/"'`]{1,40})\s*\??\.\s*)?
            (?<beginning>[\w$\-/])?test(?![\w$\-/])\s*
            (?:
                (?<call>(?:\.\s*skip\s*)?\(\s*)
                (?:"(?<double>[^"\n]*)"\s*[,)]|'(?<single>[^'\n]*)'\s*[,)]|`(?<template>[^`]*)`\s*[,)])?
                |(?<other>[,;:=\[\]})?&|"'`/]|\.\s*(?:skip|call|apply|bind)\b)
            )?
            /#
        var names: [String] = []
        for match in source.matches(of: uses) {
            // Another word, or a method of something else, such as a regular expression.
            guard match.beginning == nil, match.owner.map(pageNames.contains) ?? true else { continue }
            guard let name = match.double ?? match.single ?? match.template else {
                let isProse = match.call == nil && match.other == nil && match.lead == nil && match.owner == nil
                guard isProse else { return nil }
                continue
            }
            guard !name.contains("\\"), !name.contains("${") else { return nil }
            names.append(String(name))
        }
        return names
    }

    /// The names of a page's own window.
    private static let pageNames: Set<Substring> = ["window", "globalThis", "self", "this", "top", "parent", "frames"]

    /// The addresses of the scripts that `source` loads; `nil` if one of them is computed.
    static func scripts(in source: String) -> [String]? {
        let loads =
            #/
            (?:\bfrom\s*(?=["'])|\bimport\s*\(\s*|\bimport\s*(?=["'])|<script\b[^>]{0,200}?\ssrc\s*=\s*)
            (?:"(?<double>[^"\n]*)"|'(?<single>[^'\n]*)')?
            /#
        var addresses: [String] = []
        for match in source.matches(of: loads) {
            guard let address = match.double ?? match.single else { return nil }
            addresses.append(String(address))
        }
        return addresses
    }

    /// The file that `address` stands for in the source at `path`; `nil` if it is not in the served folder.
    private static func file(_ address: String, from path: String) -> String? {
        guard !address.contains(":"), !address.hasPrefix("//"), !address.contains("%") else { return nil }
        let name = address.prefix { $0 != "?" && $0 != "#" }
        guard !name.isEmpty else { return nil }
        var parts = name.hasPrefix("/") ? [] : path.split(separator: "/").dropLast()
        for part in name.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.joined(separator: "/")
    }
}
