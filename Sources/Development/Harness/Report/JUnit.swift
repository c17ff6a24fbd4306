/// Writes results as XML for build servers, in the format of JUnit's Ant task.
enum JUnit {
    /// The whole document: one suite for each page, with the page's console output.
    static func document(_ results: [TestResult], remarks: [String: String] = [:]) -> String {
        var pages: [String] = []
        for result in results where !pages.contains(result.page) { pages.append(result.page) }
        let suites = pages.map { page in suite(page, results.filter { $0.page == page }, remarks[page] ?? "") }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"drawbridge\" \(counts(results))>\n"
            + suites.joined() + "</testsuites>\n"
    }

    private static func suite(_ page: String, _ results: [TestResult], _ remarks: String) -> String {
        "  <testsuite name=\"\(escaped(page))\" \(counts(results))>\n" + results.map(testcase).joined()
            + (remarks.isEmpty ? "" : "    <system-out>\(escaped(remarks))</system-out>\n") + "  </testsuite>\n"
    }

    private static func counts(_ results: [TestResult]) -> String {
        let failures = results.count { $0.failure != nil && $0.isTest }
        let errors = results.count { $0.failure != nil && !$0.isTest }
        let skipped = results.count { $0.outcome == .skipped }
        let time = results.reduce(Duration.zero) { $0 + $1.duration }
        return "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
            + " time=\"\(time.secondsText)\""
    }

    private static func testcase(_ result: TestResult) -> String {
        let head =
            "    <testcase classname=\"\(escaped(result.page))\" name=\"\(escaped(result.name))\""
            + " time=\"\(result.duration.secondsText)\""
        switch result.outcome {
        case .passed: return head + "/>\n"
        case .skipped: return head + "><skipped/></testcase>\n"
        case .failed(let failure):
            let element = result.isTest ? "failure" : "error"
            let details = failure.details.map { $0.name == "stack" ? $0.text : "\($0.name): \($0.text)" }
                .joined(separator: "\n")
            return head + ">\n      <\(element) message=\"\(escaped(failure.message))\">\(escaped(details))"
                + "</\(element)>\n    </testcase>\n"
        }
    }

    /// `text` for an attribute or an element, without the characters that XML 1.0 (section 2.2) does not allow.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&apos;"
            case "\n", "\t", "\r": escaped += "&#\(scalar.value);"
            default:
                let isAllowed =
                    scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                    && scalar.value & 0xFFFE != 0xFFFE
                if isAllowed { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }
}
