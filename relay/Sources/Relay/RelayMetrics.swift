/// What the relay counts.
final class RelayMetrics {
    var open: [Session.Version: Int] = [:]
    var connected: [Session.Version: Int] = [:]
    var refused: [Int: Int] = [:]
    var closes: [UInt16: Int] = [:]
    var errors: [String: Int] = [:]
    var subscriptions = 0
    var framesReceived = 0
    var framesSent = 0
    var requests = 0
    var published = 0
    var delivered = 0
    var repeated = 0
    var undelivered = 0
    var fetched = 0
    var mailboxRefused = 0
    var legacyRefused = 0
    var dropped = 0
    var slow = 0
    var silent = 0

    /// The upper bounds of the histogram of confirmations, in milliseconds.
    private static let bounds: [UInt64] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000]
    private var confirmations = [Int](repeating: 0, count: bounds.count + 1)
    private(set) var confirmed = 0
    private var waited: UInt64 = 0

    func opened(_ version: Session.Version) {
        open[version, default: 0] += 1
        connected[version, default: 0] += 1
    }

    func closed(_ version: Session.Version) { open[version, default: 0] -= 1 }

    /// A delivery was confirmed `milliseconds` after it was sent last.
    func confirmed(after milliseconds: UInt64) {
        confirmed += 1
        waited &+= milliseconds
        confirmations[Self.bounds.firstIndex { milliseconds <= $0 } ?? Self.bounds.count] += 1
    }

    /// The numbers in the text format of Prometheus.
    func text(mailbox: any Mailbox) -> String {
        var text = PrometheusText()
        for version in [Session.Version.two, .legacy] {
            text.add(
                "connections", .gauge, "Open connections, by protocol version.", open[version, default: 0],
                "version", version.rawValue)
        }
        for version in [Session.Version.two, .legacy] {
            text.add(
                "connections_total", .counter, "Connections so far, by protocol version.",
                connected[version, default: 0], "version", version.rawValue)
        }
        for (status, count) in refused.sorted(by: { $0.key < $1.key }) {
            text.add("refused_total", .counter, "Refused connections, by HTTP status.", count, "status", "\(status)")
        }
        for (code, count) in closes.sorted(by: { $0.key < $1.key }) {
            text.add("closed_total", .counter, "Connections that the relay closed, by code.", count, "code", "\(code)")
        }
        for (name, count) in errors.sorted(by: { $0.key < $1.key }) {
            text.add("errors_total", .counter, "Requests answered with an error, by name.", count, "name", name)
        }
        let numbers: [(String, PrometheusText.Kind, String, Int)] = [
            ("dropped_total", .counter, "Connections closed at once because there were too many.", dropped),
            ("subscriptions", .gauge, "Subscriptions.", subscriptions),
            ("frames_received_total", .counter, "Frames received.", framesReceived),
            ("frames_sent_total", .counter, "Frames sent.", framesSent),
            ("requests_total", .counter, "Requests performed.", requests),
            ("published_total", .counter, "Messages published, with repetitions.", published),
            ("delivered_total", .counter, "Messages sent to a subscriber for the first time.", delivered),
            ("repeated_total", .counter, "Deliveries sent again.", repeated),
            ("undelivered_total", .counter, "Deliveries given up on a connection.", undelivered),
            ("fetched_total", .counter, "Messages fetched.", fetched),
            ("mailbox_refused_total", .counter, "Messages for which the mailbox had no room.", mailboxRefused),
            ("legacy_refused_total", .counter, "Invalid frames of the legacy bridge.", legacyRefused),
            ("slow_total", .counter, "Connections ended because the client did not read.", slow),
            ("silent_total", .counter, "Connections ended without an answer to a ping.", silent),
            ("mailbox_available", .gauge, "Whether messages can be stored.", mailbox.isAvailable ? 1 : 0),
        ]
        for (name, kind, help, value) in numbers { text.add(name, kind, help, value) }
        if let contents = mailbox.contents {
            text.add("mailbox_messages", .gauge, "Messages in the mailbox.", contents.messages)
            text.add("mailbox_bytes", .gauge, "Bytes in the mailbox.", contents.bytes)
            text.add("mailbox_topics", .gauge, "Topics with a message in the mailbox.", contents.topics)
        }
        text.addHistogram(
            "confirmation_seconds", "Time from a delivery to its confirmation.", bounds: Self.bounds,
            counts: confirmations, sum: waited)
        return text.text
    }
}

/// Text in the exposition format of Prometheus, version 0.0.4.
struct PrometheusText {
    enum Kind: String {
        case counter, gauge, histogram
    }

    private(set) var text = ""
    private var described: Set<String> = []

    private mutating func describe(_ name: String, _ kind: Kind, _ help: String) {
        guard described.insert(name).inserted else { return }
        text += "# HELP drawbridge_relay_\(name) \(help)\n# TYPE drawbridge_relay_\(name) \(kind.rawValue)\n"
    }

    mutating func add(
        _ name: String, _ kind: Kind, _ help: String, _ value: Int, _ label: String? = nil, _ content: String = ""
    ) {
        describe(name, kind, help)
        text += "drawbridge_relay_\(name)\(label.map { "{\($0)=\"\(content)\"}" } ?? "") \(value)\n"
    }

    /// Adds a histogram; `bounds` and `sum` are in milliseconds, `counts` has one element more than `bounds`.
    mutating func addHistogram(_ name: String, _ help: String, bounds: [UInt64], counts: [Int], sum: UInt64) {
        describe(name, .histogram, help)
        var total = 0
        for (bound, count) in zip(bounds.map { "\(Double($0) / 1000)" } + ["+Inf"], counts) {
            total += count
            text += "drawbridge_relay_\(name)_bucket{le=\"\(bound)\"} \(total)\n"
        }
        text += "drawbridge_relay_\(name)_sum \(Double(sum) / 1000)\ndrawbridge_relay_\(name)_count \(total)\n"
    }
}
