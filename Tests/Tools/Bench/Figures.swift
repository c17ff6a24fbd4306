/// The figures of one transport of the bridge, or of the way of another project, beside those of the bare host.
struct Figures {
    /// The transport or the way; also the name of its contestant.
    let transport: String
    var p50: Row
    var p99: Row
    var rate: Row
    var echo: Row
    var largeEcho: Row
    var binaryEcho: Row
    var kept: Row
    var keptByHost: Row
    var keptByPage: Row
    var start: Row
    var startPhases: [Row]
    var work: Row
    var crowdWork: Row

    init(_ transport: String) {
        let isSocket = transport == "socket"
        /// The goal of sockets, or the one of reply handles; other ways have none.
        func goal(_ socket: Goal, _ reply: Goal = .none) -> Goal {
            isSocket ? socket : transport == "reply" ? reply : .none
        }
        self.transport = transport
        p50 = Row("\(transport): round trip, p50", "us", goal: goal(.ratioAtMost(0.35), .ratioAtMost(1.25)))
        p99 = Row("\(transport): round trip, p99", "us", goal: goal(.ratioAtMost(0.5)))
        rate = Row("\(transport): 1,000 in flight", "requests/s", goal: goal(.ratioAtLeast(6), .ratioAtLeast(4)))
        echo = Row("\(transport): echo of 1 MiB", "ms", goal: goal(.ratioAtMost(1)))
        largeEcho = Row("\(transport): echo of 8 MiB", "ms", goal: goal(.ratioAtMost(1)))
        binaryEcho = Row(
            "\(transport): echo of 8 MiB in an ArrayBuffer (bare: text)", "ms", goal: goal(.ratioAtMost(1)))
        kept = Row("\(transport): kept per 100,000 calls", "bytes", goal: .oursAtMost(3_000_000))
        keptByHost = Row("\(transport): kept by the host, a call", "bytes", goal: .oursAtMost(30))
        keptByPage = Row("\(transport): kept by the page, a call", "bytes", goal: .oursAtMost(30))
        start = Row("\(transport): start to first answer", "ms", goal: goal(.ratioAtMost(1.05), .ratioAtMost(1.3)))
        startPhases = ["start until the page is requested", "until its script runs", "until its first answer"].map {
            Row("\(transport): \($0)", "ms")
        }
        work = Row("\(transport): CPU, one by one", "us/request", goal: goal(.ratioAtMost(0.5)))
        crowdWork = Row("\(transport): CPU, 1,000 in flight", "us/request", goal: goal(.ratioAtMost(0.2)))
    }

    /// The rows that were measured.
    var summaries: [Summary] {
        ([p50, p99, rate, echo, largeEcho, binaryEcho, kept, keptByHost, keptByPage, start] + startPhases + [
            work, crowdWork,
        ])
        .filter { !$0.isEmpty }.map(\.summary)
    }
}
