/// The figures of one transport of the bridge, beside those of the bare host.
struct Figures {
    /// The transport; also the name of its contestant.
    let transport: String
    var p50: Row
    var p99: Row
    var rate: Row
    var echo: Row
    var largeEcho: Row
    var kept: Row
    var keptByHost: Row
    var keptByPage: Row
    var start: Row
    var work: Row
    var crowdWork: Row

    init(_ transport: String) {
        let isSocket = transport == "socket"
        self.transport = transport
        p50 = Row("\(transport): round trip, p50", "us", goal: .ratioAtMost(isSocket ? 0.35 : 1.25))
        p99 = Row("\(transport): round trip, p99", "us", goal: isSocket ? .ratioAtMost(0.5) : .none)
        rate = Row("\(transport): 1,000 in flight", "requests/s", goal: .ratioAtLeast(isSocket ? 6 : 4))
        echo = Row("\(transport): echo of 1 MiB", "ms", goal: isSocket ? .ratioAtMost(1) : .none)
        largeEcho = Row("\(transport): echo of 8 MiB", "ms", goal: isSocket ? .ratioAtMost(1) : .none)
        kept = Row("\(transport): kept per 100,000 calls", "bytes", goal: .oursAtMost(3_000_000))
        keptByHost = Row("\(transport): kept by the host, a call", "bytes", goal: .oursAtMost(30))
        keptByPage = Row("\(transport): kept by the page, a call", "bytes", goal: .oursAtMost(30))
        start = Row("\(transport): start to first answer", "ms", goal: .ratioAtMost(isSocket ? 1.05 : 1.3))
        work = Row("\(transport): CPU, one by one", "us/request", goal: isSocket ? .ratioAtMost(0.5) : .none)
        crowdWork = Row(
            "\(transport): CPU, 1,000 in flight", "us/request", goal: isSocket ? .ratioAtMost(0.2) : .none)
    }

    /// The rows that were measured.
    var summaries: [Summary] {
        [p50, p99, rate, echo, largeEcho, kept, keptByHost, keptByPage, start, work, crowdWork]
            .filter { !$0.isEmpty }.map(\.summary)
    }
}
