import Bridge
import WebHost
import WindowTesting

/// Pages that post every millisecond while they are navigated from one to the next.
@MainActor var raceTests: [PageTest] {
    [
        PageTest(
            "in 1,000 navigations under load no message is attributed to another page, and no answer is misdirected"
        ) {
            stage in
            try await race(
                stage, rounds: 1_000, hosts: [try await stage.url("/race"), try await stage.twinURL("/race")])
        },
        PageTest("in 40 navigations between processes nothing is misdirected either") { stage in
            let hosts = [try await stage.url("/race"), try await stage.url("/race", host: "localhost")]
            try await race(stage, rounds: 40, hosts: hosts)
        },
    ]
}

/// Lets pages of `hosts` lead to each other; each posts in a loop, and sees whether what it hears is its own.
@MainActor private func race(_ stage: PageTestContext, rounds: Int, hosts: [String]) async throws {
    let script = PageCode.call("race", "race", ["hosts": hosts, "rounds": rounds])
    await stage.put("/race", script)
    stage.keepsTraffic = false
    // Hidden, for nothing is to be drawn; channels are not slowed as timers are.
    stage.makeView(isShown: false)
    stage.view.load("\(hosts[0])?0,0")
    try await stage.wait("the last round is over", within: .seconds(300)) { stage.said?.isEmpty == false }
    try expectEqual(stage.said, "0")
    let claims = stage.wallet.requests.map { (claim: $0.params.string ?? $0.params[0]?.string ?? "", peer: $0.peer) }
    let wrong = claims.filter { !$0.claim.hasPrefix($0.peer.origin.description + " ") }
    try expectEqual(wrong.count, 0)
    try expect(claims.count > rounds, "only \(claims.count) messages came")
    // Each page has its own peer. On a slow machine, a page can be left before its first message is sent.
    let pages = Dictionary(grouping: claims, by: \.claim).mapValues { Set($0.map(\.peer)) }
    try expectEqual(pages.values.filter { $0.count != 1 }.count, 0)
    try expectEqual(Set(claims.map(\.peer)).count, pages.count)
    try expect(pages.count > rounds / 2, "only \(pages.count) pages sent messages")
}
