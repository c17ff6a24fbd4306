import Bridge
import WebHost
import WindowTesting

/// An answer reaches the document that asked, or is dropped.
@MainActor var nextDocumentTests: [PageTest] {
    [
        nextDocumentTest("of the same origin") { stage in
            stage.view.load(try await stage.serve(listening))
        },
        nextDocumentTest("of another origin") { stage in
            stage.view.load(try await stage.serve(listening, host: "localhost"))
        },
        nextDocumentTest("of another port") { stage in
            stage.view.load(try await stage.twin(PageTestContext.html(listening)))
        },
        nextDocumentTest("after a reload") { stage in
            await stage.put(stage.path, listening)
            stage.view.reload()
        },
        nextDocumentTest("after the page's own step") { stage in
            let next = try await stage.serve(listening)
            await stage.redirect("/next-\(stage.number)", to: next)
            await stage.openGate()
        },
        PageTest("an answer never reaches the page that the user goes back to") { stage in
            try await stage.show(try await stage.serve(listening))
            try expectEqual(try await stage.said(), "[]")
            let asking = "_bitcoinWalletApi.sendMessageHandler({ messageId: 'm', command: 'late', data: 'secret' });"
            try await stage.show(try await stage.serve(asking))
            try await stage.wait("it is asked") { stage.wallet.lateCount == 1 }
            let count = stage.commits.count
            stage.view.goBack()
            try await stage.wait("it is back") { stage.commits.count > count }
            stage.wallet.answerTheLate()
            try expectEqual(try await stage.said(), "[]")
        },
        PageTest("a request ends with its document, and its question disappears") { stage in
            stage.user.answer = { _ in nil }
            try await stage.show(
                try await stage.serve("ethereum.request({ method: 'ask' }); ethereum.request({ method: 'sleep' });"))
            try await stage.wait("the question is put") { stage.user.open == 1 && stage.dispatcher.pendingCount == 2 }
            try await stage.run(listening)
            try await stage.wait("the work is cancelled") { stage.user.open == 0 && stage.wallet.cancelled == 1 }
            try expectEqual(stage.dispatcher.pendingCount, 0)
            try expectEqual(stage.wallet.done, 0)
        },
        PageTest("an approval after the document is gone has no effect") { stage in
            let yes = Late<Decision>()
            stage.user.answer = { _ in await yes.value }
            try await stage.show(try await stage.serve("ethereum.request({ method: 'ask' })"))
            try await stage.wait("the question is put") { stage.user.open == 1 }
            try await stage.run(listening)
            yes.give(.approved)
            try await stage.wait("the user's answer is received") { stage.user.open == 0 }
            try expectEqual(stage.wallet.done, 0)
            try expectEqual(stage.answers.filter { $0.contains("Do") }, [])
        },
        PageTest("a page that the user goes back to is a new document") { stage in
            let script =
                "window.known = (window.known ?? 0) + 1; onpageshow = (event) => done([window.known, event.persisted]);"
            let first = try await stage.serve(script)
            try await stage.show(first)
            try expectEqual(try await stage.said(), "[1,false]")
            try await stage.wait("it has spoken") { stage.view.document != nil }
            let document = stage.view.document
            try await stage.run("done('')")
            let count = stage.commits.count
            stage.view.goBack()
            try await stage.wait("it is back") { stage.commits.count > count && stage.view.document != nil }
            try expectEqual(stage.view.url, first)
            try expectEqual(try await stage.said(), "[1,false]")
            try expect(stage.view.document != document, "the old document came back")
        },
        PageTest("a request that a page sends while it unloads is never executed, nor shown as the next page's") {
            stage in
            let next = try await stage.twin(PageTestContext.html(listening))
            for event in ["pagehide", "beforeunload", "visibilitychange", "unload"] {
                let count = stage.commits.count
                let url = try await stage.serve(
                    PageCode.call("next-document", "askWhileLeaving", ["event": event, "next": next]))
                stage.view.load(url)
                try await stage.wait("the next page is shown") { stage.commits.count == count + 2 }
                try expectEqual(try await stage.said(), "[]", of: event)
            }
            let first = try await stage.url("")
            try expect(
                stage.user.questions.allSatisfy { $0.peer.origin.description == first }, "a question in another's name")
            try expectEqual(stage.user.open, 0)
        },
        PageTest("a message that a page posts during a redirect is attributed to that page") { stage in
            await stage.redirect("/slow", to: "/gate/\(stage.number)")
            let url = try await stage.serve(
                PageCode.call("next-document", "askDuringRedirect"))
            try await stage.show(url)
            let gate = "/gate/\(stage.number)"
            try await waitUntil("the redirect is followed") { await stage.server.hits(of: gate) > 0 }
            let before = stage.messages.count
            try await stage.wait("it has posted much meanwhile") { stage.messages.count > before + 30 }
            let origin = try await stage.url("")
            try expect(
                stage.wallet.requests.allSatisfy {
                    $0.peer.origin.description == origin && $0.params == [.string(origin)]
                },
                "its message counted for another document")
            try expectEqual(stage.view.origin?.description, origin)
            await stage.openGate()
        },
        PageTest("work that finishes after its document has ended is not reported to the next one") { stage in
            try await stage.show(
                try await stage.serve(
                    "for (const n of [1, 2, 3]) _bitcoinWalletApi.sendMessageHandler({ messageId: 'm' + n, command: 'late' });"
                ))
            try await stage.wait("it is asked") { stage.wallet.lateCount == 3 }
            try await stage.show(try await stage.serve(listening))
            stage.wallet.answerTheLate()
            try expectEqual(try await stage.said(), "[]")
            try expectEqual(stage.answers.count { $0.contains("CONNECTION_DENIED") }, 3)
        },
    ]
}

/// A page that listens by every way there is, asks something under the old page's id, and tells what else it heard.
private let listening = PageCode.call("next-document", "listen")

/// A page asks for what takes long, `leave` shows another, and only then the work is done.
@MainActor private func nextDocumentTest(
    _ kind: String, _ leave: @escaping @MainActor (PageTestContext) async throws -> Void
) -> PageTest {
    PageTest("an answer never reaches the next document \(kind)") { stage in
        try await stage.show(
            try await stage.serve(
                PageCode.call("next-document", "askAndLeave", ["number": stage.number])))
        try await stage.wait("it is asked") { stage.wallet.lateCount == 2 }
        let count = stage.commits.count
        try await leave(stage)
        try await stage.wait("the next document is shown") { stage.commits.count > count }
        stage.wallet.answerTheLate()
        try expectEqual(try await stage.said(), "[]")
        try expectEqual(stage.dispatcher.pendingCount, 0)
    }
}
