/// The instructions for a page, as `Page/bench.js` reads them.
struct Job: Encodable, Sendable {
    let kind: String
    var warm = 0
    let calls: Int
    var width = 1
    var bytes = 0
    /// How often the page is reloaded, in milliseconds; 0 for never.
    var reload = 0
    /// How long the page does nothing else after every 5,000 responses, in milliseconds.
    var hang = 0

    static func sequence(_ calls: Int) -> Job { Job(kind: "sequence", warm: calls / 8, calls: calls) }

    static func flood(_ calls: Int, width: Int = 1_000) -> Job {
        Job(kind: "flood", warm: calls / 10, calls: calls, width: width)
    }

    /// The largest text that fits in a message of this size with its envelope.
    static func echo(_ calls: Int, megabytes: Int = 1) -> Job {
        Job(kind: "echo", warm: megabytes == 1 ? 2 : 1, calls: calls, bytes: (megabytes << 20) - 256)
    }

    /// Binary values of 8 MiB with their message; text for a host that has none.
    static func binaryEcho(_ calls: Int) -> Job {
        Job(kind: "binaryEcho", warm: 1, calls: calls, bytes: (8 << 20) - 256)
    }

    static func soak(_ calls: Int, reload: Int = 0, hang: Int = 0) -> Job {
        Job(kind: "soak", calls: calls, width: 64, reload: reload, hang: hang)
    }
}
