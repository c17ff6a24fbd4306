import Foundation

/// The protocol documents and the types in `web/types`, as far as golden messages determine their contents.
enum GoldenDocuments {
    /// The golden messages of each method of `dialect`, without those that name no method.
    static func methods(of dialect: String) throws -> [String: [GoldenValue]] {
        let folder = "Tests/Data/Golden/\(dialect)/"
        var methods: [String: [GoldenValue]] = [:]
        for file in Repository.files where file.path.hasPrefix(folder) && file.isNamed(".json") {
            let name = String(file.path.dropFirst(folder.count).dropLast(".json".count))
            if !name.hasPrefix("_") { methods[name] = try value(file.text).array }
        }
        return methods
    }

    /// The values in the file `name` of golden messages.
    static func values(_ name: String) throws -> [GoldenValue] {
        try Repository.file("Tests/Data/Golden/\(name).json").map { try value($0.text).array } ?? []
    }

    /// Every message and event in the golden messages.
    static func messages() throws -> Set<GoldenValue> {
        var messages: Set<GoldenValue> = []
        for file in Repository.files where file.isIn("Tests/Data/Golden") && file.isNamed(".json") {
            for exchange in try value(file.text).array {
                for member in ["request", "reply", "event"] { exchange[member].map { _ = messages.insert($0) } }
                messages.formUnion(exchange["events"]?.array ?? [])
            }
        }
        return messages
    }

    /// The value of JSON text.
    static func value(_ text: String) throws -> GoldenValue {
        try JSONDecoder().decode(GoldenValue.self, from: Data(text.utf8))
    }

    /// The JSON examples in `document`: code blocks, each as its text.
    static func examples(in document: TextFile) -> [String] {
        document.text.matches(of: /(?m)^```json\n((?:.*\n)*?)```$/).map { String($0.1) }
    }

    /// The rows of the tables in the section of `document` with this heading, each as its cells; without header rows.
    static func rows(under heading: String, in document: TextFile) -> [[String]] {
        let lines = document.lines.drop { $0 != "## \(heading)" }.dropFirst().prefix { !$0.hasPrefix("## ") }
        var rows: [[String]] = []
        for line in lines where line.hasPrefix("|") {
            if line.hasPrefix("|---") {
                rows = rows.dropLast()
            } else {
                rows.append(line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
            }
        }
        return rows
    }

    /// The code spans in `text`.
    static func names(in text: String) -> [String] {
        text.matches(of: /`(\w+)`/).map { String($0.1) }
    }

    /// The names of the members of the interface `name` in `declarations`.
    static func members(of name: String, in declarations: TextFile) -> Set<String> {
        let lines = declarations.lines.drop { $0 != "export interface \(name) {" }.dropFirst().prefix { $0 != "}" }
        return Set(lines.compactMap { $0.wholeMatch(of: /\ {4}(\w+)\??: .*/).map { String($0.1) } })
    }

    /// The strings of the union type `name` in `declarations`.
    static func cases(of name: String, in declarations: TextFile) -> Set<String> {
        let lines = declarations.lines.drop { $0 != "export type \(name) =" }.dropFirst().prefix {
            $0.hasPrefix("    |")
        }
        return Set(lines.compactMap { $0.wholeMatch(of: /\ {4}\| "?([\w-]+)"?;?/).map { String($0.1) } })
    }
}
