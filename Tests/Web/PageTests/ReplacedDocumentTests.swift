import Bridge
import WebHost
import WindowTesting

/// A document that replaces itself without a step to another address ends what it asked.
@MainActor var replacedDocumentTests: [PageTest] {
    [
        replacedTest("document.open()", "open"),
        replacedTest("document.write() after the load", "write"),
        replacedTest("document.open() and a script that writes later", "openAndWriteLater"),
        replacedTest("a javascript: address", "javascript"),
        replacedTest("document.open() while it is loading", "open", body: "<img src='/gate/never'>"),
        PageTest("document.open() keeps the interfaces, and sends requests as another document") { stage in
            let answer = try await stage.run(
                PageCode.call("replaced-document", "openDocument"),
                while: { stage in
                    try await stage.wait("both are asked") { stage.wallet.lateCount == 2 }
                    stage.wallet.answerTheLate()
                })
            try expectEqual(answer, #"[true,true,4900,"after"]"#)
            try expect(stage.wallet.requests.first?.peer != stage.wallet.requests.last?.peer, "it is the same document")
        },
        PageTest("a page that removes its elements is the same document") { stage in
            let answer = try await stage.run(
                PageCode.call("replaced-document", "removeElements", ["number": stage.number]),
                while: { stage in
                    try await stage.wait("it is asked") { stage.wallet.lateCount == 1 }
                    try await Task.sleep(for: .milliseconds(300))
                    stage.wallet.answerTheLate()
                })
            try expectEqual(answer, "before")
        },
        PageTest("for a page that opens its document 200 times, at most the last question is asked") { stage in
            stage.user.answer = { _ in nil }
            try await stage.run(
                PageCode.call("replaced-document", "openOften"))
            try await stage.wait("one is left") { stage.dispatcher.pendingCount <= 1 && stage.user.open <= 1 }
        },
    ]
}

/// A page asks a question by either way, replaces itself by `step` with a page that listens: the question disappears,
/// and nothing of it reaches the new page.
@MainActor private func replacedTest(_ name: String, _ step: String, body: String = "") -> PageTest {
    PageTest("a document that replaces itself by \(name) ends its question, and its answer is dropped") { stage in
        let yes = Late<Decision>()
        stage.user.answer = { _ in await yes.value }
        let url = try await stage.serve(
            PageCode.call(
                "replaced-document", "replaceAtGate", ["step": step, "script": listening, "number": stage.number]),
            body: body)
        try await stage.show(url)
        try await stage.wait("it is asked") { stage.user.open == 1 && stage.wallet.lateCount == 2 }
        let document = stage.view.document
        await stage.openGate()
        try await stage.wait("the new document sends a message") { stage.view.document != document }
        try await stage.wait("the question is closed") { stage.user.open == 0 || stage.dispatcher.pendingCount == 0 }
        yes.give(.approved)
        stage.wallet.answerTheLate()
        try expectEqual(try await stage.said(), "[]")
        try expectEqual(stage.wallet.done, 0)
        try expectEqual(stage.commits, [url])
    }
}

/// What the new page runs: it listens by every way there is, asks something under the old page's id, and tells what
/// else it heard.
private let listening = PageCode.call("replaced-document", "listen")
