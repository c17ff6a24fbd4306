/// The names of top-level types: two modules must not use the same name for two types.
enum TypeNames {
    /// Names that two modules may use, each with the reason.
    static let exceptions: [String: String] = [:]

    /// The names of top-level types in more than one module, each as a sentence.
    static func breaches(in files: [TextFile]) -> [String] {
        var modules: [String: Set<String>] = [:]
        for file in files {
            guard let module = file.module else { continue }
            for name in names(in: file) { modules[name, default: []].insert(module) }
        }
        return modules.filter { $0.value.count > 1 && exceptions[$0.key] == nil }.sorted { $0.key < $1.key }
            .map { "\($0.key) is a type of \($0.value.sorted().joined(separator: " and "))" }
    }

    /// The top-level types that `file` declares.
    static func names(in file: TextFile) -> [String] {
        file.lines.compactMap { line in
            // Nested types are indented; extensions declare none.
            guard let first = line.first, first.isLetter || first == "@", line.hasAny(of: Array(kinds)) else {
                return nil
            }
            let words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && !"_@".contains($0) })
            guard let kind = words.firstIndex(where: { kinds.contains(String($0)) }), kind + 1 < words.count,
                words[..<kind].allSatisfy({ $0.hasPrefix("@") || modifiers.contains(String($0)) })
            else { return nil }
            return String(words[kind + 1])
        }
    }

    private static let kinds: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    private static let modifiers: Set<String> = [
        "public", "package", "internal", "private", "fileprivate", "final", "indirect", "nonisolated", "open", "unsafe",
    ]
}
