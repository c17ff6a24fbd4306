import Bridge
import WebHost
import WindowTesting

/// The limits on the number of a page's simultaneous requests and on their duration.
@MainActor var limitTests: [PageTest] {
    [
        PageTest("1,024 requests may be pending; the next is refused at once, in either dialect") { stage in
            let answer = try await stage.run(
                PageCode.call("limit", "askTooMany", ["number": stage.number]),
                while: { stage in
                    try await stage.wait("all are asked") { stage.wallet.lateCount == 1_024 }
                    stage.wallet.answerTheLate()
                    await stage.openGate()
                })
            try expectEqual(answer, #"[-32005,"CONNECTION_DENIED","tooMany",0,0,"again"]"#)
        },
        PageTest(
            "the bytes of pending requests are limited, too, before they reach the host",
            limits: .with { $0.bytesInFlightPerDocument = 4 << 20 }
        ) { stage in
            let answer = try await stage.run(
                PageCode.call("limit", "askTooLarge", ["number": stage.number]),
                while: { stage in
                    try await stage.wait("four are asked") { stage.wallet.lateCount == 4 }
                    try expectEqual(stage.messages.count, 4)
                    stage.wallet.answerTheLate()
                    await stage.openGate()
                    try await stage.wait("one more is asked") { stage.wallet.lateCount == 1 }
                    stage.wallet.answerTheLate()
                })
            try expectEqual(answer, "[96,-32005]")
        },
        PageTest(
            "many messages of medium length are limited by their bytes, too, and reach the host in parts",
            limits: .with { $0.bytesInFlightPerDocument = 4 << 20 }
        ) { stage in
            // Two bytes for each unit: what is counted by its length would be twice as much.
            let answer = try await stage.run(
                PageCode.call("limit", "askMediumLength", ["number": stage.number]),
                while: { stage in
                    try await stage.wait("some are asked") { stage.wallet.lateCount == 69 }
                    try expectEqual(stage.messages.count, 69)
                    try expect(stage.turns > 1, "4 MiB came in \(stage.turns) turns")
                    stage.wallet.answerTheLate()
                    await stage.openGate()
                })
            try expectEqual(answer, "[931,true]")
        },
        PageTest(
            "answers for a page that hangs do not accumulate, and each of its requests gets one",
            limits: .with { $0.bytesUnfetchedPerDocument = 1 << 20 }
        ) { stage in
            stage.keepsTraffic = false
            let answer = try await stage.run(
                PageCode.call("limit", "hangBeforeAnswers", ["number": stage.number]),
                while: { stage in
                    try await stage.wait("all are asked") { stage.wallet.lateCount == 200 }
                    await stage.openGate()
                    let loop = "/loop/\(stage.number)"
                    try await waitUntil("the page runs its loop") { await stage.server.hits(of: loop) > 0 }
                    let before = Processes.residentBytes
                    stage.wallet.answerTheLate()
                    try await stage.wait("all are answered") { stage.dispatcher.pendingCount == 0 }
                    let growth = (Processes.residentBytes - before) >> 20
                    TestOptions.note("200 answers of 256 KiB to a page that hangs: \(growth) MiB more")
                    try expect(growth < 16, "\(growth) MiB are kept")
                })
            try expectEqual(answer, #"[200,true,"again"]"#)
        },
        PageTest("100 questions of an origin may wait, across all its views; the next is refused at once") { stage in
            stage.user.answer = { _ in nil }
            let url = try await stage.serve(
                "for (let n = 0; n < 50; n += 1) ethereum.request({ method: 'ask', params: [n] });")
            for _ in 0..<2 {
                stage.makeView()
                try await stage.show(url)
            }
            try await stage.wait("all are asked") { stage.dispatcher.pendingCount == 100 }
            stage.makeView()
            let answer = try await stage.run("ethereum.request({ method: 'ask' }).catch((error) => done(error.code));")
            try expectEqual(answer, "-32005")
            try expectEqual(stage.user.open, 2)
            try expectEqual(stage.user.questions.map(\.waiting), [99, 99])
            stage.makeView()
            try await stage.show(try await stage.serve("ethereum.request({ method: 'ask' })", host: "localhost"))
            try await stage.wait("another origin is asked") { stage.user.open == 3 }
        },
        PageTest("the questions of one page are asked one after the other, in order") { stage in
            stage.user.answer = { question in
                .approved(entry: nil)
            }
            let answer = try await stage.run(
                PageCode.call("limit", "askInOrder"))
            try expectEqual(answer, "[1,2,3,4,5,6,7,8]")
            try expectEqual(stage.user.mostOpen, 1)
        },
        PageTest(
            "after three rejections in a row a site is rejected automatically for a while",
            limits: .with { $0.coolDown = .milliseconds(400) }
        ) { stage in
            stage.user.answer = { _ in .rejected }
            let answer = try await stage.run(
                PageCode.call("limit", "askAfterRejections"),
                while: { stage in
                    try await stage.wait("three are refused") { stage.user.questions.count == 3 }
                    stage.user.answer = { _ in .approved }
                })
            try expectEqual(answer, #"[[4001,4001,4001],4001,"Do"]"#)
            try expectEqual(stage.user.questions.count, 4)
        },
        PageTest(
            "a request that takes too long ends with an error, and its work is cancelled",
            limits: .with { $0.answerTime = .milliseconds(100) }
        ) { stage in
            let answer = try await stage.run(
                PageCode.call("limit", "askTooLong"))
            try expectEqual(answer, #"["REQUEST_TIMEOUT",-32603]"#)
            try await stage.wait("the work is cancelled") { stage.wallet.cancelled == 2 }
        },
        PageTest(
            "a question has a longer time limit, then it closes",
            limits: .with { ($0.answerTime, $0.decisionTime) = (.milliseconds(50), .milliseconds(400)) }
        ) { stage in
            stage.user.answer = { _ in nil }
            let answer = try await stage.run(
                "ethereum.request({ method: 'ask' }).catch((error) => done(error.data.reason));")
            try expectEqual(answer, "timedOut")
            try await stage.wait("the question is closed") { stage.user.open == 0 }
        },
    ]
}
