import Bridge
import TestSupport
import WindowTesting

/// Messages of every shape: each gets one clear error, or is dropped if there is no caller.
@MainActor var messageShapeTests: [PageTest] {
    [
        PageTest("every kind of malformed object gets one answer, or is dropped and logged") { stage in
            try await expectAnswers(stage, to: "objects", count: 56)
            try expect(stage.notes.mentions("was not answered"), "nothing was noted")
        },
        PageTest("every kind of malformed text gets one answer, or is dropped and logged") { stage in
            try await expectAnswers(stage, to: "texts", count: 41)
            try expect(stage.notes.mentions("was not answered"), "nothing was noted")
        },
        PageTest("a message of 1 MiB is accepted, one byte more is not") { stage in
            let answer = try await stage.run(
                PageCode.call("message-shape", "askAtLimit"))
            try expectEqual(answer, #"["ok","ok","ok","tooLarge","tooLarge","tooLarge"]"#)
            try expectEqual(stage.messages.map(\.utf8.count), [1 << 20, 1 << 20, 1 << 20])
        },
        PageTest("an Ethereum request that is too large, too deep or not Unicode is rejected") { stage in
            let answer = try await stage.run(
                PageCode.call("message-shape", "askWithBadParams"))
            try expectEqual(answer, #"[-32600,-32600,-32602,-32602,-32600,"ok"]"#)
        },
    ]
}

/// Lets a page send all messages of one kind, and compares the answers with the expected ones.
@MainActor private func expectAnswers(_ stage: PageTestContext, to kind: String, count: Int) async throws {
    let found = try await stage.run(PageCode.call("message-shape", "sendAll", ["way": kind]), body: "<body>")
    try expectEqual(found, "[\(count),[]]")
}
