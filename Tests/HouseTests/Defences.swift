import Glibc

/// The defences of `docs/security.md`, and whether the tests that they name exist.
enum Defences {
    /// The names of tests in `document` that no test has, each as a sentence.
    ///
    /// A name is between “ and ”; an … in it stands for a test's argument.
    static func breaches(in document: TextFile, tests: [TextFile]) -> [String] {
        names(in: document).filter { name in
            let parts = name.split(separator: "…").map { String($0.trimmingPrefix(" ")) }
            return !tests.contains { file in
                // Only lines with all the words are compared: there are hundreds of names and tens of thousands of
                // lines.
                parts.allSatisfy { strstr(file.text, $0) != nil } && file.lines.contains { stands(parts, in: $0) }
            }
        }.map { "\(document.path) names the test “\($0)”, which is not there" }
    }

    /// The names of tests in the tables of `document`, and after a colon in its lists.
    static func names(in document: TextFile) -> [String] {
        document.text.matches(of: /(?:[|,:]\s)“([^”]+)”/).map { String($0.1) }
    }

    /// Whether `line` contains `parts` in order.
    private static func stands(_ parts: [String], in line: Substring) -> Bool {
        guard parts.allSatisfy(line.has) else { return false }
        var rest = line[...]
        for part in parts {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return !parts.isEmpty
    }
}
