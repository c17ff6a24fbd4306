import Bridge
import TestSupport
import WalletUI
import WebHost
import WindowTesting

/// What asks for the user's attention: one thing at a time, where the user is, and nothing for longer than it is needed.
@MainActor var attentionTests: [PageTest] {
    [
        PageTest("one click asks one question, also of different kinds") { stage in
            let asked = Departures()
            let hook = NavigationInterceptor(
                takes: { $0.hasPrefix("taken:") }, take: { navigation, _ in asked.urls.append(navigation.url) })
            for (first, others) in [
                ("taken:1", ["wc:2", "taken:3"]), ("wc:1", ["taken:2", "wc:3", "mailto:x@y.example"]),
            ] {
                asked.urls = []
                let window = stage.showWindow(interceptor: hook)
                stage.view.mayLeave = { navigation in
                    asked.urls.append(navigation.url)
                    return false
                }
                let opened = ([first] + others).map { "window.open('\($0)');" }.joined()
                let count = stage.refusals.count
                try await stage.clickOnce(on: "<a href='#' onclick=\"\(opened) return false\">x</a>")
                try await stage.wait("the rest is refused") { stage.refusals.count >= count + others.count }
                try expectEqual(asked.urls, [first])
                window.close()
            }
        },
        PageTest("a second click while a question is open is not called one click") { stage in
            let window = stage.showWindow()
            try await stage.clickOnce(on: "<a href='wc:1'>x</a>")
            try await stage.wait("it is asked") { window.question != nil }
            let pointer = try Pointer()
            let count = stage.refusals.count
            try await waitUntil("the second is refused", trying: { pointer.click(x: 500, y: 600) }) {
                stage.refusals.count > count
            }
            try expectHolds(stage.refusals.last ?? "", "while another question is open")
        },
        PageTest("before the first page there is nothing to reload, and nothing is said about it") { stage in
            let window = stage.showWindow()
            stage.view.reload()
            try await Task.sleep(for: .milliseconds(200))
            try expectEqual(window.notice, nil)
            try expectEqual(stage.refusals, [])
            let url = try await stage.serve("done(1)")
            try await stage.show(url)
            stage.view.reload()
            try await stage.wait("it is loaded again") { stage.commits.count == 2 }
        },
        PageTest("an approval takes the focus when the form that the user has ended closes") { stage in
            let window = stage.showWindow()
            // The page may take longer than the time in which the focus is on its way back.
            _ = stage.stopInputClock()
            let presenter = ApprovalPresenter(parent: window, notice: nil)
            stage.user.answer = { [presenter] question in await presenter.decide(question) }
            for isAskedBefore in [true, false] {
                let form = ScreenWindow(over: window)
                Task { await form.ask(Screen(title: "Unlock", heading: "Unlock the wallet", verb: "Unlock")) }
                try await stage.wait("the form has the focus") { OnScreen.isActive(window: "Unlock") }
                let page = try await stage.serve("ethereum.request({ method: 'ask' }).catch(() => {});")
                if !isAskedBefore { form.close() }
                stage.view.load(page)
                try await stage.wait("the approval is there") { OnScreen.place(ofButton: "Do") != nil }
                if isAskedBefore {
                    try expect(!presenter.takesFocus, "it takes the focus from the form")
                    form.close()
                }
                try await stage.wait("the approval has the focus") { presenter.takesFocus }
                try await stage.show(try await stage.serve(""))
                try await stage.wait("the approval is gone") { OnScreen.place(ofButton: "Do") == nil }
            }
        },
        PageTest("an approval that waits does not take the focus from the form that follows the first one") { stage in
            let window = stage.showWindow()
            _ = stage.stopInputClock()
            let presenter = ApprovalPresenter(parent: window, notice: nil)
            stage.user.answer = { [presenter] question in await presenter.decide(question) }
            let forms = [ScreenWindow(over: window), ScreenWindow(over: window)]
            let form = Screen(title: "Unlock", heading: "Unlock the wallet", verb: "Unlock")
            Task { await forms[0].ask(form) }
            try await stage.wait("the form has the focus") { OnScreen.isActive(window: "Unlock") }
            stage.view.load(try await stage.serve("ethereum.request({ method: 'ask' }).catch(() => {});"))
            try await stage.wait("the approval is there") { OnScreen.place(ofButton: "Do") != nil }
            Task { await forms[1].ask(form) }
            Task { forms[0].close() }
            for _ in 0..<10 { await Task.yield() }
            try await stage.wait("the next form has the focus") { OnScreen.isActive(window: "Unlock") }
            try await Task.sleep(for: .milliseconds(100))
            try expect(!presenter.takesFocus, "the approval takes the focus from the next form")
            forms[1].close()
            try await stage.wait("the approval has the focus") { presenter.takesFocus }
        },
        PageTest("a copied secret leaves the clipboard when its window closes, whichever screen it shows then") { _ in
            var words = Screen(title: "Words", heading: "Words", verb: "Next")
            let done = Screen(title: "Words", heading: "Done", verb: "Close")
            for isSecret in [true, false] {
                words.fields = [
                    FormField(FieldID("key"), label: "Key", isSecret ? .shownWords(["spot card"]) : .text())
                ]
                let window = ScreenWindow()
                Task { await window.ask(words) }
                try await waitUntil("the words are shown") { OnScreen.isActive(window: "Words") }
                var text = "spot card"
                text.withUTF8 { SecretClipboard.copy(UnsafeRawBufferPointer($0)) }
                Task { await window.ask(done) }
                try await waitUntil("the last screen is shown") { OnScreen.place(ofButton: "Close") != nil }
                try expectEqual(SecretClipboard.shownText, "spot card")
                window.close()
                // It may be from another window.
                try expectEqual(SecretClipboard.shownText, isSecret ? nil : "spot card")
            }
            SecretClipboard.clear()
        },
        PageTest("a copied secret leaves the clipboard after a minute, unless something else was copied") { stage in
            let clock = ManualClock()
            let copy = { (text: String) in
                var text = text
                text.withUTF8 { SecretClipboard.copy(UnsafeRawBufferPointer($0), clock: clock.time) }
            }
            copy("spot card")
            try expectEqual(SecretClipboard.shownText, "spot card")
            try await stage.wait("its end is set") { clock.sleeperCount == 1 }
            clock.advance(by: SecretClipboard.time - .seconds(1))
            try expectEqual(SecretClipboard.shownText, "spot card")
            // Another secret has its own minute.
            copy("photo baby")
            try await stage.wait("its end is set") { clock.sleeperCount == 1 }
            clock.advance(by: .seconds(2))
            try expectEqual(SecretClipboard.shownText, "photo baby")
            clock.advance(by: SecretClipboard.time)
            try await stage.wait("it is gone") { SecretClipboard.shownText == nil }
            copy("photo baby")
            SecretClipboard.copyOther("an address")
            clock.advance(by: SecretClipboard.time * 2)
            SecretClipboard.clear()
            try expectEqual(SecretClipboard.shownText, "an address")
            copy("photo baby")
            SecretClipboard.clear()
            try expectEqual(SecretClipboard.shownText, nil)
        },
    ]
}

/// What the user was asked about.
@MainActor private final class Departures {
    var urls: [String] = []
}

extension PageTestContext {
    /// Shows a page with one large link, and clicks it until the page reports the click; only the first click has an effect.
    fileprivate func clickOnce(on link: String) async throws {
        let body = "<style>a { position: fixed; inset: 0; }</style>\(link)"
        let script = "document.links[0].addEventListener('click', () => done('clicked'));"
        try await show(try await serve(script, body: body))
        let pointer = try Pointer()
        try await waitUntil(
            "the page is clicked", repeatingAfter: .seconds(3), trying: { pointer.click(x: 500, y: 500) }
        ) {
            said != nil
        }
    }
}
