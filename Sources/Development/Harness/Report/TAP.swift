import Bridge

/// Writes results in the Test Anything Protocol, version 14.
enum TAP {
    static let head = "TAP version 14"

    /// The plan, which comes last, because the number of tests is not known before.
    static func plan(_ count: Int) -> String { "1..\(count)" }

    /// The numbers of results, for people.
    static func summary(_ results: [TestResult]) -> String {
        let (failed, skipped) = (results.count { $0.failure != nil }, results.count { $0.outcome == .skipped })
        return "# passed \(results.count - failed - skipped), failed \(failed), skipped \(skipped)"
    }

    /// One test point, with a YAML diagnostic block if it failed.
    static func point(_ result: TestResult, number: Int) -> String {
        let name = "\(description(result.page)) - \(description(result.name))"
        switch result.outcome {
        case .passed: return "ok \(number) - \(name) # time=\(result.duration.milliseconds)ms"
        case .skipped: return "ok \(number) - \(name) # SKIP"
        case .failed(let failure):
            let lines = ([("message", failure.message)] + failure.details).map { "  \($0): \(quoted($1))" }
            return
                (["not ok \(number) - \(name)", "  ---"] + lines
                + ["  duration_ms: \(result.duration.milliseconds)", "  ..."])
                .joined(separator: "\n")
        }
    }

    /// A remark, with `#` before each line.
    static func comment(_ text: String) -> String {
        VisibleText.lines(of: text).map { "# \($0)" }.joined(separator: "\n")
    }

    /// Text of a page as a description: one line in which nothing can start a directive.
    static func description(_ text: String) -> String {
        VisibleText.of(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    }

    /// A YAML scalar (1.2, section 7.3): a text with quotation marks in single quotes, if that needs no escape; any
    /// other in double quotes, in which only printable characters are unescaped.
    static func quoted(_ text: String) -> String {
        if text.contains("\""), !text.contains("'"), text.unicodeScalars.allSatisfy(isPrintable) { return "'\(text)'" }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            default:
                if isPrintable(scalar) {
                    quoted.unicodeScalars.append(scalar)
                } else {
                    quoted += escape(scalar)
                }
            }
        }
        return quoted + "\""
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        let (letter, width) = scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x1_0000 ? ("u", 4) : ("U", 8)
        return "\\\(letter)" + String(repeating: "0", count: width - digits.utf8.count) + digits
    }
}
