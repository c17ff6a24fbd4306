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
            try expect(ticker.beats > before.beats, "the main loop stood still")
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
                """
                const end = Date.now() + \(seconds * 1_000), body = "x".repeat(30000);
                let asked = 0, answered = 0;
                function round() {
                    for (let n = 0; n < 400; n += 1) {
                        asked += 2;
                        const count = () => { answered += 1; };
                        ethereum.request({ method: "large", params: [65536] }).then(count, count);
                        ethereum.request({ method: "echo", params: [body] }).then(count, count);
                    }
                    setTimeout(() => {
                        const wake = Date.now() + 300;
                        while (Date.now() < wake);
                        if (Date.now() < end) setTimeout(round);
                        else check();
                    });
                }
                function check() {
                    if (asked === answered) done(asked > 800);
                    else setTimeout(check, 50);
                }
                round();
                """)
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
        PageTest("a page that sends 2,000 requests that need the user gets eight questions") { stage in
            stage.user.answer = { _ in nil }
            let answer = try await stage.run(
                """
                let refused = 0;
                for (let n = 0; n < 2000; n += 1) {
                    ethereum.request({ method: "ask" }).catch(() => { refused += 1; if (refused === 1992) done(refused); });
                }
                """)
            try expectEqual(answer, "1992")
            try expectEqual(stage.user.open, 1)
            try expectEqual(stage.dispatcher.pendingCount, 8)
        },
    ]
}

/// Asks `count` things in one loop; says how many were answered, how many twice, and how many were served.
private func flood(_ count: Int) -> String {
    """
    const seen = new Uint8Array(\(count));
    let answered = 0, twice = 0, served = 0;
    _bitcoinWalletApi.receiveMessage = (message) => {
        const n = Number(message.messageId);
        if (seen[n]) twice += 1;
        seen[n] = 1;
        answered += 1;
        if (!message.error) served += 1;
        if (answered === \(count)) setTimeout(() => done([answered, twice, served]));
    };
    for (let n = 0; n < \(count); n += 1) {
        _bitcoinWalletApi.messageHandler(`{"messageId":"${n}","command":"hop","data":"${n}"}`);
    }
    """
}
