import Bridge
import WebHost
import WindowTesting

/// Pages that look for the wire between the worlds, and documents that may not use it.
@MainActor var forgeryTests: [PageTest] {
    [
        PageTest("events with the bridge's internal names reveal nothing and change nothing") { stage in
            let answer = try await stage.run(
                PageCode.call("forgery", "forgeEvents"))
            try expectEqual(answer, #"[true,[],[],["still"]]"#)
            try expectEqual(stage.messages.count, 1)
        },
        PageTest("a page that triggers the initial event again receives nothing") { stage in
            let answer = try await stage.run(
                PageCode.call("forgery", "greetAgain"))
            try expectEqual(answer, "0")
        },
        PageTest("the page's script world cannot reach the host's handler") { stage in
            let answer = try await stage.run(
                "done([Object.keys(webkit.messageHandlers), typeof webkit.messageHandlers.drawbridge, typeof drawbridgeNode])"
            )
            try expectEqual(answer, #"[["sendMessageHandler"],"undefined","undefined"]"#)
        },
        PageTest("a document with an opaque origin is refused by both dialects, and nothing from it reaches the host") {
            stage in
            let answer = try await stage.run(
                PageCode.call("forgery", "askWithOpaqueOrigin"),
                headers: ["Content-Security-Policy": "sandbox allow-scripts"])
            try expectEqual(answer, #"["null","CONNECTION_DENIED",true,4100]"#)
            try expectEqual(stage.messages, [])
            try expect(stage.view.document == nil, "it has spoken")
        },
        PageTest("a page that lies about its origin is shown with its real one") { stage in
            stage.user.answer = { _ in .rejected }
            try await stage.run(
                PageCode.call("forgery", "lieAboutOrigin"))
            let origin = try stage.user.onlyQuestion.peer.origin.description
            try expectEqual(origin, try await stage.url(""))
        },
    ]
}
