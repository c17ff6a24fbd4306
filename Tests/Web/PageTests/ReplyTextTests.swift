import WindowTesting

/// The page gets exactly the text that the wallet sends.
@MainActor var replyTextTests: [PageTest] {
    [
        PageTest("every text arrives unchanged, in both directions and both dialects") { stage in
            let answer = try await stage.run(
                PageCode.call("reply-text", "askWithTexts"))
            try expectEqual(answer, "[]")
        },
        PageTest("every text arrives unchanged in an id, and an error quotes it in one plain line") { stage in
            let answer = try await stage.run(
                PageCode.call("reply-text", "askWithTextsAsIDs"))
            try expectEqual(answer, "[]")
        },
        PageTest("a reply cannot change the page's prototypes") { stage in
            let answer = try await stage.run(
                PageCode.call("reply-text", "askWithProto"))
            try expectEqual(answer, "[true,true,true]")
        },
        PageTest("numbers keep their exact text when they pass through the wallet") { stage in
            try await stage.run(
                PageCode.call("reply-text", "askWithNumbers"))
            try expectEqual(
                stage.answers.last,
                #"{"messageId":"m","command":"echo","data":[1e400,-0,0.10,123456789012345678901234567890,1E+2]}"#)
        },
    ]
}
