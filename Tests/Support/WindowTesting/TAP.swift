import Foundation

/// The Test Anything Protocol, version 14 (testanything.org), on standard output.
///
/// Each line is written at once, so that none is lost when the program crashes.
enum TAP {
    /// The version and the plan.
    static func head(count: Int) -> [String] { ["TAP version 14", "1..\(count)"] }

    /// The result of a test, with a diagnostic block for a failure.
    static func result(_ number: Int, _ name: String, _ problem: TestProblem?) -> [String] {
        guard let problem else { return ["ok \(number) - \(escaped(name))"] }
        var lines = ["not ok \(number) - \(escaped(name))", "  ---", "  message: \(quoted(problem.message))"]
        if !problem.record.isEmpty { lines += ["  record:"] + problem.record.map { "    - \(quoted($0))" } }
        return lines + ["  ..."]
    }

    /// Writes lines.
    static func write(_ lines: [String]) {
        FileHandle.standardOutput.write(Data(lines.map { "\($0)\n" }.joined().utf8))
    }

    /// A name in which nothing begins a directive.
    static func escaped(_ name: String) -> String {
        name.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    }

    /// A text as a double-quoted scalar of YAML, on one line.
    static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": quoted += "\\u" + hex(scalar)
            case "\u{2028}", "\u{2029}", "\u{FEFF}": quoted += "\\u" + hex(scalar)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return "\"\(quoted)\""
    }

    private static func hex(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
