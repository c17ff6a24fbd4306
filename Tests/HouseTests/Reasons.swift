/// Code that the compiler cannot check must have a comment that gives the reason why it is correct.
enum Reasons {
    static let promises = ["nonisolated(unsafe)", "@unchecked", "unsafeBitCast"]

    /// The lines of `file` with unchecked code without a "because".
    ///
    /// The comment stands on the line, within the four lines above, or in the block of comments and attributes that
    /// ends right above the line.
    static func breaches(in file: TextFile) -> [String] {
        let lines = file.lines
        return lines.indices.filter { index in
            guard lines[index].hasAny(of: promises) else { return false }
            let code = lines[index].trimmingPrefix { $0.isWhitespace }
            guard !code.hasPrefix("//") else { return false }
            return !reasons(above: index, in: lines)
        }.map { "\(file.path):\($0 + 1) promises without a because" }
    }

    private static func reasons(above index: Int, in lines: [Substring]) -> Bool {
        if lines[max(0, index - 4)...index].contains(where: isReason) { return true }
        return lines[..<index].reversed()
            .prefix { line in
                let text = line.trimmingPrefix { $0.isWhitespace }
                return text.hasPrefix("//") || text.hasPrefix("@")
            }
            .contains(where: isReason)
    }

    private static func isReason(_ line: Substring) -> Bool {
        guard let comment = line.ranges(of: "//").first else { return false }
        return line[comment.upperBound...].lowercased().contains("because")
    }
}
