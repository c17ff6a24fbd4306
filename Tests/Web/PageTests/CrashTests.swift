import Bridge
import WebHost
import WindowTesting

/// Web processes that die, and pages that hang.
@MainActor var crashTests: [PageTest] {
    [
        PageTest(
            "when the web process is killed, 64 requests end at once, none twice, and the page is reloaded",
            limits: .with { $0.waitingPerOrigin = 20 }
        ) { stage in
            stage.user.answer = { _ in nil }
            try await stage.show(
                try await stage.serve(
                    PageCode.call("crash", "askMany")))
            try await stage.wait("all are asked") { stage.dispatcher.pendingCount == 64 && stage.user.open == 1 }
            await stage.put(stage.path, "ethereum.request({ method: 'echo', params: ['again'] }).then(done)")
            let start = ContinuousClock.now
            Processes.end(.web)
            try await stage.wait("all are ended") { stage.dispatcher.pendingCount == 0 }
            TestOptions.note("crash: all ended \(ContinuousClock.now - start) after the kill")
            try expectEqual(stage.crashes, [true])
            let ids = stage.answers.compactMap { (try? JSON(parsing: $0))?["messageId"]?.string }
            try expectEqual(Set(ids), Set((0..<64).map { "m\($0)" }))
            try expectEqual(ids.count, 64)
            try await stage.wait("no question is open") { stage.user.open == 0 && stage.wallet.cancelled == 44 }
            try expectEqual(try await stage.said(), #"["again"]"#)
            try expectEqual(stage.user.questions.count, 1)
        },
        PageTest("a page that keeps crashing is reloaded three times a minute") { stage in
            try await stage.show(try await stage.serve("done('here')"))
            for crash in 1...4 {
                try expectEqual(try await stage.said(), "here")
                let count = stage.commits.count
                Processes.end(.web)
                try await stage.wait("it has crashed") { stage.crashes.count == crash }
                if crash < 4 { try await stage.wait("it is back") { stage.commits.count > count } }
            }
            try expectEqual(stage.crashes, [true, true, true, false])
            stage.view.reload()
            try expectEqual(try await stage.said(), "here")
        },
        PageTest("when the network process is killed, the page is still served, and the next one loads") { stage in
            try await stage.show(
                try await stage.serve("ethereum.request({ method: 'late', params: ['served'] }).then(done)"))
            try await stage.wait("it is asked") { stage.wallet.lateCount == 1 }
            Processes.end(.network)
            stage.wallet.answerTheLate()
            try expectEqual(try await stage.said(), #"["served"]"#)
            // A load that starts before WebKit has noticed the death fails, and that is reported; the next one loads.
            let next = try await stage.serve("done('next')")
            stage.view.load(next)
            try await stage.wait("the next page is reported") { (stage.commits + stage.failures).contains(next) }
            if stage.failures.contains(next) { try await stage.show(next) }
            try expectEqual(try await stage.said(), "next")
            try expectEqual(stage.crashes, [])
        },
        PageTest("a page that hangs is detected, and can be restarted") { stage in
            let url = try await stage.serve(
                "ethereum.request({ method: 'ask' }); ethereum.request({ method: 'echo' }).then(() => { while (true); });"
            )
            stage.user.answer = { _ in nil }
            try await stage.show(url)
            try await stage.wait("it hangs") { stage.responses == [false] }
            try expectEqual(stage.user.open, 1)
            await stage.put(stage.path, "done('fresh')")
            stage.view.restart()
            try expectEqual(try await stage.said(), "fresh")
            try expectEqual(stage.dispatcher.pendingCount, 0)
            try expectEqual(stage.responses, [false, true])
        },
        PageTest("a page that hangs in its first script is detected, and can be restarted") { stage in
            let url = try await stage.serve("while (true);")
            stage.view.load(url)
            try await stage.wait("it hangs") { stage.responses == [false] }
            await stage.put(stage.path, "done('fresh')")
            stage.view.restart()
            try expectEqual(try await stage.said(), "fresh")
            try expectEqual(stage.responses, [false, true])
        },
        PageTest("the process of a page that never rests ends however the page ends") { stage in
            let spinning = "setTimeout(() => { for (;;); }, 20); new Worker('/spin.js');"
            let endings: [(String, @MainActor () async throws -> Void)] = [
                ("restarted", { stage.view.restart() }),
                ("left", { try await stage.show(try await stage.serve("", host: "localhost")) }),
                ("loaded again", { stage.view.reload() }),
                ("closed", { stage.view.close() }),
            ]
            for (name, end) in endings {
                let others = Set(Processes.all(.web))
                stage.makeView(profile: Profile())
                try await stage.show(try await stage.serve(spinning))
                let hangs = stage.responses.count
                try await stage.wait("it hangs") { stage.responses.count > hangs }
                // WebKit may have started another one, for the next page.
                let own = Set(Processes.computing(.web)).subtracting(others)
                try expect(!own.isEmpty, "none computes")
                try await end()
                try await stage.wait("it ends when the page is \(name)") { own.isDisjoint(with: Processes.all(.web)) }
                if name != "closed" { stage.view.close() }
                stage.forgetViews()
            }
        },
        PageTest("a page is shown although the network process ends while it is loaded, at most three times a minute") {
            stage in
            var pages: [String] = []
            for number in 0..<3 { pages.append(try await stage.serve("done('\(number)')")) }
            var dice = SeededDice(seed: 9)
            var round = 0
            while stage.failures.isEmpty {
                try expect(round < 200, "no load fails")
                // WebKit ends this program, too, if the process ends while it is started.
                try await stage.show(pages[2])
                stage.view.load(pages[round % 2])
                try await Task.sleep(for: .microseconds(dice.number(below: 8_000)))
                Processes.end(.network)
                try await stage.wait("page \(round) is shown, or fails") {
                    stage.said == "\(round % 2)" || !stage.failures.isEmpty
                }
                round += 1
            }
            TestOptions.note("\(round) rounds, \(stage.failures)")
            try await stage.show(pages[0])
        },
        PageTest("a page goes on after the network process has ended") { stage in
            try await stage.show(try await stage.serve(PageCode.call("crash", "countAnswers")))
            for round in 0..<5 {
                let before = Int(stage.said ?? "") ?? 0
                try await stage.wait("answers arrive in round \(round)") { (Int(stage.said ?? "") ?? 0) > before + 3 }
                Processes.end(.network)
            }
        },
        PageTest("after a while without an answer, another address is loaded although the network process hangs") {
            stage in
            let pages = [try await stage.serve("done('0')"), try await stage.serve("done('1')")]
            stage.makeView(patience: .seconds(2))
            try await stage.show(pages[0])
            try await stage.wait("it is loaded") { stage.said == "0" }
            Processes.stop(.network)
            defer { Processes.end(.network) }
            let count = stage.loads
            stage.view.load(pages[0])
            try await stage.wait("it begins") { stage.loads > count }
            try await Task.sleep(for: .milliseconds(3_500))
            stage.view.load(pages[1])
            try await stage.wait("the other page is shown") { stage.said == "1" }
        },
        PageTest("the address that was opened last is shown although the network process ends just then") { stage in
            var pages: [String] = []
            for number in 0..<3 { pages.append(try await stage.serve("done('\(number)')")) }
            for _ in 0..<8 {
                stage.makeView()
                try await stage.load(pages[2], until: "a page is shown") { stage.said == "2" }
                Processes.stop(.network)
                let count = stage.loads
                stage.view.load(pages[0])
                try await stage.wait("a load begins") { stage.loads > count }
                Processes.end(.network)
                stage.view.load(pages[1])
                try await stage.wait("the other page is shown", within: .seconds(20)) { stage.said == "1" }
            }
        },
        PageTest("a page that hangs for a while is detected, gets its answers, and is responsive again") { stage in
            let answer = try await stage.run(
                PageCode.call("crash", "hangForAWhile"))
            try expectEqual(answer, #"["awake"]"#)
            try await stage.wait("it is told") { stage.responses == [false, true] }
        },
    ]
}

extension PageTestContext {
    /// Whether the page was loaded again after each crash.
    fileprivate var crashes: [Bool] {
        events.compactMap { event in
            guard case .crashed(let reloads) = event else { return nil }
            return reloads
        }
    }

    /// How many loads have begun.
    fileprivate var loads: Int { events.count { if case .loading = $0 { true } else { false } } }

    /// What was told of the page's answering.
    fileprivate var responses: [Bool] {
        events.compactMap { event in
            guard case .responsive(let isResponsive) = event else { return nil }
            return isResponsive
        }
    }
}
