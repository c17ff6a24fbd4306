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
    try await stage.wait("the last round is over", within: .seconds(120)) { stage.said?.isEmpty == false }
    try expectEqual(stage.said, "0")
    let wrong = stage.wallet.requests.filter { request in
        let claim = request.params.string ?? request.params[0]?.string ?? ""
        return !claim.hasPrefix(request.peer.origin.description + " ")
    }
    try expectEqual(wrong.count, 0)
    try expect(stage.wallet.requests.count > rounds, "only \(stage.wallet.requests.count) messages came")
    try expectEqual(Set(stage.wallet.requests.map(\.peer)).count, rounds + 1)
}
