import Bridge
import Messages
import WalletUI
import WebHost
import WindowTesting

/// Untrusted text is in quotation marks in every bar, percent-encoded and short.
@MainActor var noticeTests: [PageTest] {
    [
        noticeTest("an address for another program", "location.href = 'x:\(plea)'", holding: "“x:"),
        noticeTest("a local address", "location.href = 'view-source:\(plea)'", holding: "“view-source:"),
        noticeTest("an address without an origin", "location.href = 'data:text/html,\(plea)'", holding: "“data:"),
        noticeTest("a download", "location.href = '/download?\(plea)'", holding: "/download?"),
        noticeTest("a download by a link", download, holding: "“http://127.0.0.1:"),
        noticeTest("a payment link", "location.href = 'taken:\(plea)'", holding: "“taken:"),
        noticeTest("a long host", "location.href = 'http://\(longHost)/\(plea)'", holding: ".attacker.invalid/"),
        PageTest("an address that cannot be loaded is quoted, with a reason in the wallet's own words") { stage in
            let window = stage.showWindow()
            for (address, reason) in [
                ("http://127.0.0.1:59999/\(plea)", "does not accept connections"),
                ("http://nobody.invalid/\(plea)", "was not found"),
            ] {
                stage.view.load(address)
                try await stage.wait("\(address) fails") { window.notice?.contains(reason) == true }
                try expectQuoted(window.notice)
                try expect(window.isNoticeError, "the error is shown as something else")
            }
            stage.view.load("javascript:\(plea)")
            try await stage.wait("it is refused") { window.notice?.contains("“javascript:") == true }
            try expectQuoted(window.notice)
            try expect(!window.isNoticeError, "the warning is shown as an error")
        },
        PageTest("a window of another process is above the window that it was given, and above no other") { stage in
            let window = stage.showWindow()
            var handle: String?
            try await waitUntil("the window has a handle", trying: { handle = await window.handle() }) { handle != nil }
            guard let name = handle else { return }
            for (given, parent) in [
                (name, name), ("x11:", nil), ("x11:0", nil), ("x11:zz", nil), ("", nil), ("y", nil),
            ] {
                let form = ScreenWindow()
                form.attach(to: given)
                let asked = Task { await form.ask(Screen(title: "Above", heading: "Above", verb: "Done")) }
                try await stage.wait("the form is on the screen") { OnScreen.isShown(window: "Above") }
                try expectEqual(OnScreen.parent(ofWindow: "Above"), parent, of: given)
                form.close()
                _ = await asked.value
            }
        },
        PageTest("an address from another program must be confirmed, and the question stays open") { stage in
            let window = stage.showWindow()
            try await stage.show(try await stage.serve("done('first')"))
            let address = try await stage.serve("done('second')")
            let answer = Task { await window.offer(address) }
            try await stage.wait("it is asked") { OnScreen.place(ofButton: "Open") != nil }
            // A second one does not take its place, and a page that is loaded takes nothing away.
            try expectEqual(await window.offer("http://evil.example/"), false)
            stage.view.reload()
            let pointer = try Pointer()
            try await pointer.answer("Open")
            try expectEqual(await answer.value, true)
        },
        PageTest("the question to unlock keeps its sentence until it is answered or withdrawn") { stage in
            let window = stage.showWindow()
            window.askToUnlock("The first site wants to use the wallet.") { _ in }
            window.askToUnlock("The second site wants to use the wallet.") { _ in }
            try expect(window.unlockSentence?.contains("The first site") == true, window.unlockSentence ?? "")
            window.stopAskingToUnlock()
            try expectEqual(window.unlockSentence, nil)
            window.askToUnlock("The second site wants to use the wallet.") { _ in }
            try expect(window.unlockSentence?.contains("The second site") == true, window.unlockSentence ?? "")
        },
        PageTest("a notice replaces an earlier one about the same, and is removed by its identifier") { stage in
            let window = stage.showWindow()
            let (lock, node) = (NoticeID("lock"), NoticeID("node"))
            window.showNotice(lock, "The same text.")
            window.showNotice(node, "The same text.")
            try expectEqual(window.shownNotices, ["The same text.", "The same text."])
            window.showNotice(lock, "Another text.")
            try expectEqual(window.shownNotices, ["The same text.", "Another text."])
            window.showNotice(node, "The same text.")
            try expectEqual(window.shownNotices, ["The same text.", "Another text."])
            window.removeNotice(node)
            try expectEqual(window.shownNotices, ["Another text."])
            for number in 1...3 { window.showNotice(NoticeID("\(number)"), "\(number)") }
            try expectEqual(window.shownNotices, ["1", "2", "3"])
        },
        PageTest("a page that appears is known to be drawn, with the graphics hardware and without it") { stage in
            stage.showWindow()
            var drawn: [Bool] = []
            stage.view.onFrames = { drawn.append($0) }
            try await stage.show(try await stage.serve("document.documentElement.append('one')"))
            try await stage.wait("it is drawn") { drawn == [true] }
            stage.view.drawWithoutHardware()
            try expect(stage.view.drawsWithoutHardware, "the hardware is used")
            try await stage.show(try await stage.serve("document.documentElement.append('two')"))
            try await stage.wait("it is drawn without the hardware") { drawn == [true, true] }
        },
        PageTest("an address that another program opened is quoted") { stage in
            let window = stage.showWindow()
            window.report("Another program tried to open \(Quotation.of(address: "x:\(plea)")).")
            try expectQuoted(window.reported)
        },
        PageTest("a page's title is quoted in the window's title") { stage in
            let window = stage.showWindow()
            try await stage.show(try await stage.serve("document.title = \"\(plea)\" + '\\u201D'"))
            try await stage.wait("the title is there") { window.title.contains("Your wallet") }
            try expect(window.title.hasPrefix("“"), window.title)
            try expect(window.title.hasSuffix("” – Drawbridge"), window.title)
            try expect(window.title.dropFirst().filter { $0 == "”" }.count == 1, window.title)
            try expect(window.title.count < 110, window.title)
        },
        PageTest("the question before another program is opened quotes its address") { stage in
            let window = stage.showWindow()
            try await stage.clickEverywhere(on: "<a href='wc:\(plea)'>x</a>") { window.question != nil }
            // It is shown whole, since all of it would be opened.
            let encoded = plea.replacing(" ", with: "%20")
            try expect(window.question?.contains("“wc:\(encoded)”") == true, window.question ?? "")
        },
        PageTest("the address of a new window that a page requests is quoted") { stage in
            let window = stage.showWindow()
            let link = "<a target=_blank href='data:text/html,\(plea)'>x</a>"
            try await stage.clickEverywhere(on: link) { window.notice != nil }
            try expectQuoted(window.notice)
            try expect(window.notice?.contains("new window with “data:") == true, window.notice ?? "")
        },
        PageTest("an address that is too long to be shown is not opened") { stage in
            let window = stage.showWindow()
            let address = "wc:" + String(repeating: "x", count: 2_000)
            try await stage.clickEverywhere(on: "<a href='\(address)'>x</a>") { window.notice != nil }
            try expect(window.notice?.contains("too long") == true, window.notice ?? "")
        },
    ]
}

/// What a page would like the wallet to say.
private let plea =
    "Your wallet is out of date. Enter your recovery phrase on this page. It is safe; we have checked it."

private let longHost = String(repeating: "bank.example.", count: 15) + "attacker.invalid"

private let download =
    "const a = document.createElement('a'); a.href = '/x?\(plea)'; a.download = 'y'; document.body.append(a); a.click()"

@MainActor private func noticeTest(_ name: String, _ step: String, holding part: String) -> PageTest {
    PageTest("\(name) that a page requests is quoted") { stage in
        let window = stage.showWindow(
            interceptor: NavigationInterceptor(takes: { $0.hasPrefix("taken:") }, take: { _, _ in }))
        await stage.server.serve(
            "/download", type: "application/octet-stream", "x",
            headers: ["Content-Disposition": "attachment"])
        try await stage.show(try await stage.serve("setTimeout(() => { \(step); }, 50);", body: "<body>"))
        try await stage.wait("it is told") { window.notice != nil }
        try expectQuoted(window.notice)
        try expect(window.notice?.contains(part) == true, window.notice ?? "")
    }
}

/// Checks that nothing of the plea is outside quotation marks, and that the text in them is one word.
private func expectQuoted(_ notice: String?, line: Int = #line) throws(Failure) {
    let notice = notice ?? ""
    try expect(notice.contains("“") && notice.contains("”"), "nothing is quoted: \(notice)", line: line)
    for (index, part) in notice.split(omittingEmptySubsequences: false, whereSeparator: { "“”".contains($0) })
        .enumerated()
    {
        if index % 2 == 0 {
            try expect(!part.contains("wallet") && !part.contains("recovery"), notice, line: line)
        } else {
            try expect(!part.contains(" ") && part.count <= 80, notice, line: line)
        }
    }
}

extension PageTestContext {
    /// Shows a page that is one big link, and clicks it until `condition` holds.
    fileprivate func clickEverywhere(on link: String, until condition: @MainActor () -> Bool) async throws {
        let body = "<style>a { position: fixed; inset: 0; }</style>\(link)"
        try await show(try await serve("ignoreFurtherClicks();", body: body))
        let pointer = try Pointer()
        try await waitUntil("a click counts", trying: { pointer.click(x: 500, y: 500) }) { condition() }
    }
}
