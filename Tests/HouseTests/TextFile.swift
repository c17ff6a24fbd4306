/// A text file of the repository, or an invented one for testing a rule.
struct TextFile: Sendable {
    /// The path from the repository's root, such as `Sources/Keys/Hex.swift`.
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The number of lines as an editor counts them.
    var length: Int {
        let breaks = text.utf8.count { $0 == 0x0A }
        return text.isEmpty || text.utf8.last == 0x0A ? breaks : breaks + 1
    }

    /// Whether the path ends in one of `endings`, such as `.swift`.
    func isNamed(_ endings: String...) -> Bool {
        endings.contains { path.hasSuffix($0) }
    }

    /// Whether the file is in one of `folders`.
    func isIn(_ folders: String...) -> Bool {
        folders.contains { path.hasPrefix($0 + "/") }
    }
}
