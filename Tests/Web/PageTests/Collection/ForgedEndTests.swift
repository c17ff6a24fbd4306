import Bridge
import TestServers
import TestSupport
import WebHost
import WindowTesting

/// Completions of a form that do not come from the form itself.
@MainActor var forgedEndTests: [PageTest] {
    [
        .form("none of 10,000 completions that frames forge is accepted") { stage in
            stage.serve("/frame", frame)
            try await stage.open(
                PageCode.call("forged-end", "addForgingFrames", ["script": frame]))
            try expectEqual(try await stage.said(), "10000")
            try expectEqual(stage.ends, [])
            try expectEqual(stage.strays, [])
        },
        .form("a page of another origin in the same view cannot end the form") { stage in
            stage.serve("/collect/", "location.href = 'https://staging.pay.walletconnect.com/other'")
            stage.serve(
                "/other",
                "complete(); AndroidWallet.onDataCollectionComplete('{\"type\":\"IC_COMPLETE\"}'); done('other')")
            // As if the rule for where a form may go had failed.
            try stage.makeView(rule: AnywhereRule()).load()
            try await stage.wait("the other page is there") { stage.server.said.contains("other") }
            try await stage.wait("it was received") { stage.notes.mentions("unauthorized") }
            try expectEqual(stage.ends, [])
        },
        .form("a form that was closed, or has ended, has no further effect") { stage in
            let view = try await stage.open("setInterval(() => complete(), 1); done('here')")
            try expectEqual(try await stage.said(), "here")
            try await stage.wait("the form ends") { !stage.ends.isEmpty }
            for _ in 0..<50 { try await Task.sleep(for: .milliseconds(2)) }
            try expectEqual(stage.ends, [.complete])
            view.close()
            let closed = try await stage.open("setTimeout(() => setInterval(() => complete(), 1), 300); done('here')")
            _ = try await stage.said()
            closed.close()
            for _ in 0..<300 { try await Task.sleep(for: .milliseconds(2)) }
            try expectEqual(stage.ends, [])
            try expect(closed.ending == nil, "it has ended")
        },
        .form("the end of a form belongs to the payment of that form") { stage in
            var ended: [String] = []
            let first = try await stage.open("done('first'); setTimeout(() => complete(), 400)", payment: "pay_1")
            first.onEvent = { event in if case .ended = event { ended.append(first.payment) } }
            let second = try await stage.open("done('second')", payment: "pay_2")
            second.onEvent = { event in if case .ended = event { ended.append(second.payment) } }
            try await stage.wait("the first ends") { !ended.isEmpty }
            try expectEqual(ended, ["pay_1"])
            try expect(second.ending == nil, "the other has ended")
        },
        .form("a form that is not open cannot be completed") { stage in
            let view = try stage.makeView()
            for _ in 0..<20 { try await Task.sleep(for: .milliseconds(5)) }
            try expectEqual(stage.events, [])
            view.close()
            view.load()
            view.retry()
            try expectEqual(stage.events, [])
            try expectEqual(stage.proxy.wanted, [])
        },
    ]
}

/// The code that a frame tries 2,000 times in its own realm.
private let frame = PageCode.call("forged-end", "forgeEnds")

private func json(_ text: String) -> String { JSON.string(text).text }

/// A rule that lets a view go anywhere.
private struct AnywhereRule: NavigationRule {
    func verdict(on url: String) -> NavigationVerdict { .allow }
}
