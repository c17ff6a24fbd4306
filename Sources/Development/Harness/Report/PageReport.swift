/// The results and remarks of one page, in order.
struct PageReport {
    /// One line or block of the report.
    enum Entry {
        case result(TestResult)
        case remark(String)
    }

    /// The page's name.
    let page: String

    private(set) var entries: [Entry] = []

    /// The console output, for build servers.
    private(set) var remarks = ""

    /// Whether the page has ended.
    var isComplete = false

    init(page: String) {
        self.page = page
    }

    mutating func add(_ entry: Entry) {
        // Limited, because a page may write endlessly.
        if case .remark(let text) = entry {
            guard remarks.utf8.count < Self.mostRemarks else { return }
            remarks += text + "\n"
        }
        entries.append(entry)
    }

    private static let mostRemarks = 1 << 16
}
