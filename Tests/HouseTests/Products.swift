/// The public interface of this package: the library products, without hidden types in their signatures.
enum Products {
    /// Modules that are not products and still have public declarations, each with the reason.
    static let exceptions: [String: String] = [:]

    /// The modules that the manifest lists as libraries.
    static func libraries(of manifest: TextFile) -> Set<String> {
        guard let list = manifest.text.firstMatch(of: /let libraries = \[([^\]]*)\]/) else { return [] }
        return Set(list.1.matches(of: /"([^"]+)"/).map { String($0.1) })
    }

    /// The public declarations and imports of a source file that do not match the list of `libraries`, each as a
    /// sentence.
    static func breaches(in file: TextFile, libraries: Set<String>) -> [String] {
        guard let module = file.module, file.isNamed(".swift"), exceptions[module] == nil else { return [] }
        return zip(1..., file.lines).compactMap { number, line in
            guard let declaration = publicDeclaration(in: line) else { return nil }
            guard libraries.contains(module) else {
                return "\(file.path):\(number) is public, but \(module) is not a product"
            }
            guard declaration == "import" else { return nil }
            let hidden = ModuleTable.imports(of: TextFile(path: file.path, text: String(line)))
                .filter { ModuleTable.sources[$0] != nil && !libraries.contains($0) }
            return hidden.isEmpty ? nil : "\(file.path):\(number) exports \(hidden[0]), which is not a product"
        }
    }

    /// The guides that are missing or that belong to no library, each as a sentence.
    static func guideBreaches(paths: [String], libraries: Set<String>) -> [String] {
        let guides = Set(
            paths.compactMap { path in
                path.wholeMatch(of: /Sources\/[^\/]+\/([^\/]+)\/([^\/]+)\.docc\/([^\/]+)\.md/).flatMap { match in
                    match.1 == match.2 && match.1 == match.3 ? String(match.1) : nil
                }
            })
        return libraries.subtracting(guides).sorted().map { "\($0) has no guide" }
            + guides.subtracting(libraries).sorted().map { "\($0) has a guide, but is not a product" }
    }

    /// The keyword of a public declaration or import, ignoring attributes and modifiers.
    private static func publicDeclaration(in line: Substring) -> Substring? {
        guard line.has("public") || line.has("open") else { return nil }
        let modifier = /@\w+(?:\([^)]*\))?|[a-z]+(?:\([a-z]+\))?/
        var words = line.drop(while: \.isWhitespace)
        var isPublic = false
        while let word = words.prefixMatch(of: modifier)?.0 {
            if word == "public" || word == "open" {
                isPublic = true
            } else if keywords.contains(word), !(word == "class" && words.hasPrefix("class func")) {
                return isPublic ? word : nil
            }
            words = words.dropFirst(word.count)
            guard words.first?.isWhitespace == true else { return nil }
            words = words.drop(while: \.isWhitespace)
        }
        return nil
    }

    private static let keywords: Set<Substring> = [
        "import", "class", "struct", "enum", "actor", "protocol", "extension", "typealias", "subscript", "var", "let",
        "func", "init",
    ]
}
