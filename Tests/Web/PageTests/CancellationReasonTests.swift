import Bridge
import WebHost
import WindowTesting

/// Locks and closed views end what was asked.
@MainActor var endingTests: [PageTest] {
    [
        PageTest("locking ends every request with an error, and closes the questions") { stage in
            stage.user.answer = { _ in nil }
            let answer = try await stage.run(
                PageCode.call("cancellation-reason", "askUntilLocked"),
                while: { stage in
                    try await stage.wait("all are asked") { stage.dispatcher.pendingCount == 5 && stage.user.open == 1 }
                    stage.dispatcher.lock()
                    try expectEqual(stage.dispatcher.pendingCount, 0)
                })
            try expectEqual(answer, #"["CONNECTION_DENIED",[4100,4100,4100,4100],"locked"]"#)
            try await stage.wait("everything is over") { stage.user.open == 0 && stage.wallet.cancelled == 1 }
            try expectEqual(stage.user.questions.count, 1)
            stage.dispatcher.unlock()
            stage.user.answer = { _ in .approved }
            try expectEqual(try await stage.run("ethereum.request({ method: 'ask' }).then(done)"), "Do")
        },
        PageTest("an approval at the moment of locking has no effect") { stage in
            stage.user.answer = { _ in
                stage.dispatcher.lock()
                return .approved
            }
            let answer = try await stage.run("ethereum.request({ method: 'ask' }).catch((e) => done(e.data.reason))")
            try expectEqual(answer, "locked")
            try expectEqual(stage.wallet.done, 0)
            stage.dispatcher.unlock()
        },
        PageTest("closing a view ends its page's requests, and cancels their work") { stage in
            stage.user.answer = { _ in nil }
            try await stage.show(
                try await stage.serve(
                    "for (const method of ['ask', 'ask', 'sleep', 'late']) ethereum.request({ method }).catch(() => {});"
                ))
            try await stage.wait("all are asked") { stage.dispatcher.pendingCount == 4 && stage.user.open == 1 }
            stage.close()
            try expectEqual(stage.dispatcher.pendingCount, 0)
            try await stage.wait("everything is over") { stage.user.open == 0 && stage.wallet.cancelled == 1 }
            stage.wallet.answerTheLate()
            try expectEqual(stage.answers.count, 4)
        },
        PageTest("releasing a view ends its page's requests") { stage in
            stage.user.answer = { _ in nil }
            try await stage.show(try await stage.serve("ethereum.request({ method: 'ask' }).catch(() => {});"))
            try await stage.wait("it is asked") { stage.user.open == 1 }
            stage.forgetViews()
            try await stage.wait("everything is over") { stage.user.open == 0 && stage.dispatcher.pendingCount == 0 }
        },
        PageTest("closing one view does not affect another") { stage in
            let url = try await stage.serve("ethereum.request({ method: 'late', params: ['served'] }).then(done)")
            let first = stage.makeView()
            try await stage.show(url)
            stage.makeView()
            try await stage.show(url)
            try await stage.wait("both are asked") { stage.wallet.lateCount == 2 }
            first.close()
            try expectEqual(stage.dispatcher.pendingCount, 1)
            stage.wallet.answerTheLate()
            try expectEqual(try await stage.said(), #"["served"]"#)
        },
    ]
}
