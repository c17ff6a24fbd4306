import Bridge
import WebHost
import WindowTesting

/// Pages call methods by `drawbridge.invoke`.
@MainActor var invokeTests: [PageTest] {
    [
        invokeTest("a page gets results, and errors with a code, a sentence and data") { stage in
            var all: [JSON] = []
            for half in 0...1 {
                let said = try await stage.run(PageCode.call("invoke", "askAll", ["half": half]))
                all += try JSON(parsing: said).array ?? []
            }
            func error(_ code: String, _ message: String) -> JSON {
                ["code": .string(code), "message": .string(message), "name": "InvokeError"]
            }
            let wanted: [JSON] = [
                ["result": "Hello, Ada!"], error("invalidParameters", "“name” must be a string."),
                [
                    "code": "nameTaken", "message": "This name is taken.", "data": ["free": ["taken2"]],
                    "name": "InvokeError",
                ],
                error("failed", "The method failed."),
                error("unknownMethod", "The method “none” does not exist / is not available."),
                ["result": ["text": "\u{1E}\0\u{2028}é", "list": [1, nil]]],
                error("malformed", "The message is not Unicode text."),
                error("invalidParameters", "The method must be a non-empty string."),
                error("invalidParameters", "The parameter is a BigInt, which JSON cannot represent; use a string."),
                error("invalidParameters", "The parameter is a function."),
                error("invalidParameters", "“signal” must be an AbortSignal."),
                error("invalidParameters", "“onProgress” must be a function."),
                error("tooLarge", "The request is larger than the program accepts."),
                "InvokeError,invoke,off,on",
            ]
            try expectEqual(all.count, wanted.count)
            for (found, wanted) in zip(all, wanted) { try expectEqual(found, wanted) }
        },
        invokeTest("a promise is rejected with the signal's reason at once, and the work is cancelled") { stage in
            let said = try await stage.run(
                PageCode.call("invoke", "abort"),
                while: { stage in try await stage.wait("both are cancelled") { stage.methods.cancelled == 2 } })
            try expectEqual(said, #"["early","while","while",0,"TimeoutError"]"#)
            stage.methods.answerTheLate()
            try await stage.wait("nothing is left") { stage.dispatcher.pendingCount == 0 }
        },
        invokeTest("what is aborted in the turn of its call is rejected once, and cancelled") { stage in
            let said = try await stage.run(PageCode.call("invoke", "abortAtOnce"))
            try expectEqual(said, "[true,0]")
            try await stage.wait("all are cancelled") {
                stage.dispatcher.pendingCount == 0 && stage.methods.cancelled == 1_000
            }
        },
        invokeTest("a page with the maximum number of requests can still cancel them") { stage in
            let said = try await stage.run(PageCode.call("invoke", "abortAmongMany"))
            try expectEqual(said, #"["tooMany",0,511]"#)
            try await stage.wait("all are cancelled") {
                stage.dispatcher.pendingCount == 0 && stage.methods.cancelled == 1_023
            }
        },
        invokeTest("progress arrives in order and before the result, and none after an abort") { stage in
            let said = try await stage.run(PageCode.call("invoke", "follow"))
            try expectEqual(said, #"[100,true,100,"enough",3,true]"#)
        },
        invokeTest("events go to the listeners of their name, each once, until they are removed") { stage in
            let said = try await stage.run(
                PageCode.call("invoke", "hear"),
                while: { stage in
                    try await stage.wait("it listens") { stage.methods.asked == 1 }
                    for (name, value) in [("tick", 1), ("tock", 1), ("tick", 2)] {
                        try stage.emit(name, value)
                    }
                    try stage.emit("picture", ["image": BinaryData([1, 255])])
                    try stage.emit("tock", 2)
                })
            try expectEqual(said, #"[1,"tock",1,true,1,255,"tock",2]"#)
        },
        invokeTest("binary values of any size and form arrive as they were sent, both ways") { stage in
            let said = try await stage.run(
                PageCode.call("invoke", "sendBytes", ["sizes": [0, 1, 2, 3, 4, 5, 255, 4_096, 65_537, 780_000]]))
            try expectEqual(said, "[[],900000,true,5]")
        },
        invokeTest("large binary values are beside the text where a socket carries them") { stage in
            var longest = 0
            stage.dispatcher.traffic.add { longest = max(longest, $0.text.utf8.count) }
            let said = try await stage.run(
                PageCode.call("invoke", "sendLarge"),
                while: { stage in
                    try await stage.wait("it listens") { stage.methods.asked == 1 }
                    try stage.emit("picture", ["image": BinaryData([1] + [UInt8](repeating: 0, count: 99_998) + [2])])
                })
            try expectEqual(said, #"[100000,1,2,"tooLarge"]"#)
            let isAttached = longest < 1_000
            try expectEqual(isAttached, stage.view.transportInUse == .socket)
        },
        endingTest("a reload") { stage in stage.view.reload() },
        endingTest("the end of the web process") { stage in stage.view.restart() },
        endingTest("another page") { stage in
            stage.view.load(try await stage.serve(PageCode.call("invoke", "askTwice")))
        },
        invokeTest("a page cancels its own requests, and not those of the same page in another view") { stage in
            let first = stage.view
            try await stage.run(PageCode.call("invoke", "askTwice"))
            stage.makeView(dialects: [.invoke()])
            let said = try await stage.run(PageCode.call("invoke", "abortFirst"))
            try expectEqual(said, "enough")
            try await stage.wait("the work is cancelled") { stage.methods.cancelled == 1 }
            try expectEqual(first.document.map(stage.dispatcher.pendingCount(of:)), 1)
            try expectEqual(stage.dispatcher.pendingCount, 1)
        },
        invokeTest("document.open() ends requests as replaced, and keeps the object") { stage in
            let said = try await stage.run(PageCode.call("invoke", "openDocument"))
            try expectEqual(said, #"[true,"replaced","Hello, Ada!"]"#)
            try await stage.wait("the work is cancelled") { stage.methods.cancelled == 1 }
        },
        invokeTest("of 1,024 requests, one slot is reserved for cancelling, and each ends once") { stage in
            let said = try await stage.run(
                PageCode.call("invoke", "askMany"),
                while: { stage in
                    try await stage.wait("all are asked") { stage.methods.lateCount == 1_023 }
                    stage.methods.answerTheLate()
                })
            try expectEqual(said, "[1024,1]")
        },
        invokeTest("a page of another origin may not call, and no method runs") { stage in
            let said = try await stage.run(PageCode.call("invoke", "askOne", ["method": "greet"]), host: "localhost")
            let origin = try await stage.url("", host: "localhost")
            try expectEqual(said, "unauthorized: Pages of \(origin) may not call this program.")
        },
        invokeTest("frames do not get the object") { stage in
            for host in ["127.0.0.1", "localhost"] {
                let frame = try await stage.serve(PageCode.call("invoke", "tellParent"), host: host)
                let said = try await stage.run(
                    PageCode.call("invoke", "hearFrame"), body: "<iframe src='\(frame)'></iframe>")
                try expectEqual(said, #"["undefined","function"]"#)
            }
        },
        invokeTest(
            "a page that does not fetch its progress is not disconnected, and gets its result",
            limits: .with { $0.bytesUnfetchedPerDocument = 40_000 }
        ) { stage in
            let said = try await stage.run(PageCode.call("invoke", "blockWhileWorking"))
            try expectEqual(said, "[true,true,5000]")
        },
        invokeTest("a question disappears when the page aborts its request") { stage in
            stage.user.answer = { _ in nil }
            try await stage.show(
                try await stage.serve(
                    """
                    const controller = new AbortController();
                    drawbridge.invoke("ask", null, { signal: controller.signal }).catch(done);
                    drawbridge.on("enough", () => controller.abort("enough"));
                    """))
            try await stage.wait("the user is asked") { stage.user.open == 1 }
            try stage.emit("enough", 1)
            try expectEqual(try await stage.said(), "enough")
            try await stage.wait("the question is closed") { stage.user.open == 0 }
            try expectEqual(stage.dispatcher.pendingCount, 0)
        },
        invokeTest("a page that tampers with its own built-ins is served as usual") { stage in
            let names = try JSON(parsing: try await stage.run(PageCode.call("poison", "tellNames")))
            let poisons = names[0]?.array?.compactMap(\.string) ?? []
            try expectEqual(poisons.count, 26)
            for poison in poisons {
                let said = try await stage.run(PageCode.call("poison", "invokePoisoned", ["name": poison]))
                try expectEqual(said, "ok Hello, Ada! 3 7", of: poison)
            }
        },
        PageTest("the object has the name that the program gives it") { stage in
            stage.makeView(dialects: [.invoke(name: "app")])
            let said = try await stage.run("app.invoke('greet', { name: 'Ada' }).then(done)")
            try expectEqual(said, "Hello, Ada!")
        },
    ]
}

/// A test in a view whose pages have `drawbridge`.
@MainActor private func invokeTest(
    _ name: String, limits: Limits = Limits(), _ body: @escaping @MainActor (PageTestContext) async throws -> Void
) -> PageTest {
    PageTest("invoke: \(name)", limits: limits) { stage in
        stage.makeView(dialects: [.invoke()])
        try await body(stage)
    }
}

/// A page that waits for a result comes to an `end`, and another one is served.
@MainActor private func endingTest(
    _ end: String, _ body: @escaping @MainActor (PageTestContext) async throws -> Void
) -> PageTest {
    invokeTest("\(end) ends the requests of the page, once, and the next page is served") { stage in
        try await stage.run(PageCode.call("invoke", "askTwice"))
        let document = stage.view.document
        try await body(stage)
        try await stage.wait("the work is cancelled") { stage.methods.cancelled == 1 }
        try await stage.wait("the next page has asked") { stage.methods.asked == 2 && stage.said != nil }
        try expect(stage.view.document != document, "it is the same document")
        try expectEqual(stage.dispatcher.pendingCount, 1)
        stage.view.close()
        try await stage.wait("the work is cancelled") { stage.methods.cancelled == 2 }
        try expectEqual(stage.dispatcher.pendingCount, 0)
    }
}

extension PageTestContext {
    /// Sends an event to the page that is shown.
    fileprivate func emit<Value: Encodable>(_ name: String, _ value: Value) throws {
        guard let document = view.document else { throw Failure("there is no document") }
        eventBus.announce(.named(name, try EncodedValue(encoding: value)), to: document)
    }
}
