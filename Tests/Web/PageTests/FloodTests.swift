import Bridge
import WindowTesting

/// Pages that ask far too much.
@MainActor var floodTests: [PageTest] {
    [
        PageTest("100,000 requests in one loop are each answered once, and the window stays responsive") { stage in
            let ticker = Ticker()
            stage.keepsTraffic = false
            try await stage.run("ethereum.request({ method: 'echo' }).then(() => done(''))")
            let before = (bytes: Processes.residentBytes, beats: ticker.beats)
            let start = ContinuousClock.now
            let answer = try await stage.run(flood(100_000))
            TestOptions.note("flood: \(ContinuousClock.now - start), \(answer), longest gap \(ticker.longestGap)")
            ticker.stop()
            try expect(answer.hasPrefix("[100000,0,"), answer)
            try expect(ticker.beats > before.beats, "the main loop was blocked")
            try expectEqual(stage.dispatcher.pendingCount, 0)
            let growth = (Processes.residentBytes - before.bytes) >> 20
            TestOptions.note("flood: \(growth) MiB more than before")
            try expect(growth < 64, "\(growth) MiB are kept")
            try expectEqual(try await stage.run("ethereum.request({ method: 'echo', params: [1] }).then(done)"), "[1]")
        },
        PageTest("a page that floods, hangs and requests large answers does not increase the host's memory") { stage in
            (stage.keepsTraffic, stage.wallet.keepsRequests) = (false, false)
            let seconds = TestOptions.current.isThorough ? 600 : 5
            try await stage.run("ethereum.request({ method: 'echo' }).then(() => done(''))")
            let before = Processes.residentBytes
            let page = try await stage.serve(
                PageCode.call("flood", "floodAndHang", ["milliseconds": seconds * 1_000]))
            try await stage.show(page)
            let limit = ContinuousClock.now + .seconds(seconds + 60)
            var most = 0
            while stage.said == nil {
                guard ContinuousClock.now < limit else { throw Failure("the page does not speak") }
                stage.wallet.answerTheLate()
                most = max(most, Processes.residentBytes - before)
                try await Task.sleep(for: .milliseconds(10))
            }
            stage.wallet.answerTheLate()
            try expectEqual(stage.said, "true")
            TestOptions.note("flood, hang and large answers for \(seconds) s: at most \(most >> 20) MiB more")
            try expect(most >> 20 < 50, "\(most >> 20) MiB more")
        },
        PageTest("a page that sends 2,000 requests that need the user gets 100 questions") { stage in
            stage.user.answer = { _ in nil }
            let answer = try await stage.run(
                PageCode.call("flood", "askUserMany"))
            try expectEqual(answer, "1900")
            try expectEqual(stage.user.open, 1)
            try expectEqual(stage.dispatcher.pendingCount, 100)
        },
    ]
}

/// Sends `count` requests in one loop; reports how many got a response, how many got two, and how many were served.
private func flood(_ count: Int) -> String {
    PageCode.call("flood", "askInOneLoop", ["count": count])
}
