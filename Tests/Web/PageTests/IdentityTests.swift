import Bridge
import TestSupport
import WebHost
import WindowTesting

/// The ids that pages give their messages: echoes, never keys.
@MainActor var identityTests: [PageTest] {
    [
        PageTest("an id that is in use is refused, and the first request continues") { stage in
            let answer = try await stage.run(
                collecting(2) + PageCode.call("identity", "askTwiceLate"),
                while: { stage in
                    try await stage.wait("one is refused") { stage.answers.count == 1 }
                    try await stage.wait("one is asked") { stage.wallet.lateCount == 1 }
                    stage.wallet.answerTheLate()
                })
            try expectEqual(answer, #"["m MALFORMED_INPUT","m first"]"#)
        },
        PageTest("an id may be used by both dialects and by two views at once") { stage in
            let url = try await stage.serve(
                collecting(1) + "_bitcoinWalletApi.sendMessageHandler({ messageId: 'm', command: 'late', data: 'x' });")
            for _ in 0..<2 {
                stage.makeView()
                try await stage.show(url)
            }
            try await stage.wait("both are asked") { stage.wallet.lateCount == 2 }
            stage.wallet.answerTheLate()
            try expectEqual(try await stage.said(), #"["m x"]"#)
        },
        PageTest("the same message after its answer is a new request, with its own question") { stage in
            let answer = try await stage.run(
                PageCode.call("identity", "askAgainAfterAnswer"))
            try expectEqual(answer, #"["Do","Do","Do"]"#)
            try expectEqual(stage.user.questions.count, 3)
            try expectEqual(stage.wallet.done, 3)
        },
        PageTest("a second request with an id in use never affects the open question") { stage in
            let yes = Late<Decision>()
            stage.user.answer = { _ in await yes.value }
            let answer = try await stage.run(
                collecting(2) + PageCode.call("identity", "askTwice"),
                while: { stage in
                    try await stage.wait("the second is refused") { stage.answers.count == 1 }
                    yes.give(.approved)
                })
            try expectEqual(answer, #"["m MALFORMED_INPUT","m Do"]"#)
            try expectEqual(stage.user.questions.count, 1)
            try expectEqual(stage.wallet.requests.map(\.params), ["cheap"])
        },
        PageTest("an id of 128 bytes is echoed in full; a longer one is refused, and no part of it is echoed") {
            stage in
            let answer = try await stage.run(
                PageCode.call("identity", "askWithLongIDs"))
            try expectEqual(
                answer,
                #"["128,ok","64,ok","none,MALFORMED_INPUT","none,MALFORMED_INPUT","none,MALFORMED_INPUT","none,MALFORMED_INPUT"]"#
            )
            try expect(!stage.notes.text.contains { $0.utf8.count > 400 }, "a long id was logged")
        },
        PageTest("ids that are names in JavaScript are treated like any other") { stage in
            let answer = try await stage.run(
                PageCode.call("identity", "askWithSpecialIDs"))
            try expectEqual(answer, "true")
        },
    ]
}

/// Records responses as `id data` or `id error`, and reports them when there are `count`.
private func collecting(_ count: Int) -> String {
    PageCode.call("identity", "collect", ["count": count])
}
