import Bridge
import WindowTesting

/// What a page may do to the object through which it is answered.
@MainActor var receiverTests: [PageTest] {
    [
        PageTest("an answer without a receiver is dropped, and the request ends") { stage in
            let answer = try await stage.run(
                PageCode.call("receiver", "askWithoutReceiver"))
            try expectEqual(answer, "m1")
            try expectEqual(stage.dispatcher.pendingCount, 0)
            try expectEqual(stage.wallet.requests.count, 3)
        },
        PageTest("a receiver that throws is reported and does not stop other answers") { stage in
            let answer = try await stage.run(
                PageCode.call("receiver", "throwInReceiver"))
            try expectEqual(answer, "[[1,2,3],3]")
        },
        PageTest("a receiver whose getter throws does not stop other answers") { stage in
            let answer = try await stage.run(
                PageCode.call("receiver", "throwInGetter"))
            try expectEqual(answer, #"[1,"after"]"#)
        },
        PageTest("the receiver is the one that is installed when the answer arrives") { stage in
            let answer = try await stage.run(
                PageCode.call("receiver", "changeReceiver"),
                while: { stage in
                    try await stage.wait("it is asked") { stage.wallet.lateCount == 1 }
                    stage.wallet.answerTheLate()
                })
            try expectEqual(answer, "the new one")
        },
        PageTest("a replaced object gets answers through its own receiver, or as events") { stage in
            let answer = try await stage.run(
                PageCode.call("receiver", "replaceObject"))
            try expectEqual(answer, #"["own 1 true","event 2","event 3"]"#)
        },
        PageTest("a page that freezes the objects is still answered") { stage in
            let answer = try await stage.run(
                PageCode.call("receiver", "freezeObjects"))
            try expectEqual(answer, #"["1","2"]"#)
        },
        PageTest("a page may use the window's property for itself") { stage in
            let answer = try await stage.run(
                PageCode.call("receiver", "replaceProperty"))
            try expectEqual(answer, "mine 1")
        },
    ]
}
