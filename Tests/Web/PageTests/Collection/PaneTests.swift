import Bridge
import Foundation
import WalletUI
import WebHost
import WindowTesting

/// The form as a user has it before them, with a real pointer.
@MainActor var paneTests: [PageTest] {
    [
        .form("a click on a link to another site asks first, and the form stays") { stage in
            for link in [
                "<a href='https://terms.example/x?y'>x</a>", "<a target=_blank href='https://terms.example/x?y'>x</a>",
            ] {
                let departures = try await stage.click(on: link)
                try expectEqual(Set(departures.map(\.url)), ["https://terms.example/x?y"], of: link)
                try expectEqual(
                    Set(departures.map { $0.page?.description }), ["https://\(FormTestContext.host)"], of: link)
            }
            // Terms of the service's own are read beside the form, too, and not in its place.
            let own = try await stage.click(on: "<a target=_blank href='/terms'>x</a>")
            try expectEqual(Set(own.map(\.url)), ["https://\(FormTestContext.host)/terms"])
            try expectEqual(stage.strays, [])
        },
        .form("leaving a form asks first if it may have been filled in, and only then") { stage in
            stage.serve("/collect/", "done('here')")
            let pane = CollectionPane(try stage.makeView(isShown: false))
            pane.onEvent = { stage.note($0) }
            let window = CollectionWindow(pane, width: 700, height: 700)
            defer { window.close() }
            var discarded = 0
            // Nothing is there yet that could be lost.
            pane.discard { discarded += 1 }
            try expectEqual(discarded, 1)
            try await stage.wait("it is loaded") { stage.events.contains(.loaded) }
            pane.discard { discarded += 1 }
            try await stage.wait("the question is there") { OnScreen.place(ofButton: "Keep editing") != nil }
            try expectEqual(discarded, 1)
            let pointer = try Pointer()
            try await pointer.answer("Discard form")
            try await stage.wait("the form may go") { discarded == 2 }
        },
        .form("after a window of the wallet has closed, a form is shown only when keys can reach it") { stage in
            stage.serve("/collect/", "", body: "<input autofocus>")
            let unlocking = ScreenWindow()
            Task { _ = await unlocking.ask(Screen(title: "Unlock", heading: "Unlock the wallet", verb: "Unlock")) }
            try await stage.wait("the wallet's window is there") { OnScreen.isShown(window: "Unlock") }
            unlocking.close()
            let start = ContinuousClock.now
            let pane = CollectionPane(try stage.makeView(isShown: false))
            pane.onEvent = { stage.note($0) }
            let window = CollectionWindow(pane, width: 700, height: 700)
            defer { window.close() }
            try await stage.wait("it is shown") { stage.events.contains(.loaded) }
            try expect(ContinuousClock.now - start > PageInputBlock.quiet - .milliseconds(50), "it is shown too early")
        },
        .form("a gesture cannot take a form elsewhere by a redirect, a form, another scheme or a script") {
            stage in
            stage.server.redirect("/away", to: "https://evil.test/")
            for thing in [
                "<a href='/away'>x</a>", "<a href='wc:abc@2'>x</a>", "<a href='sumupmerchant://pay/1.0'>x</a>",
                "<a href='mailto:x@evil.test'>x</a>", "<a href='data:text/html,x'>x</a>", "<a href='intent://x'>x</a>",
                "<a target=_blank href='wc:abc@2'>x</a>",
                "<a onclick=\"location.href = 'https://evil.test/'; return false\">x</a>",
                "<a onclick=\"window.open('https://evil.test/'); return false\">x</a>",
                "<a href='/file' download>x</a>",
                "<form action='https://evil.test/'><button>x</button></form>",
                "<form method=post target=_blank action='https://evil.test/'><button>x</button></form>",
                "<form method=post action='/away'><button>x</button></form>",
            ] {
                let departures = try await stage.click(on: thing)
                try expectEqual(departures.map(\.url), [], of: thing)
                try expect(!stage.blocked.isEmpty, "\(thing) is not refused")
                // The user has clicked on something that looks like a link, so the sentence says what it was.
                if thing.contains("onclick") {
                    try expectHolds(stage.blocked.last ?? "", "in another way than by a link")
                }
            }
            try expectEqual(stage.strays, [])
        },
        .form("the dialogs of a form are answered in its pane, and the form continues") { stage in
            let script = PageCode.call("pane", "askThreeDialogs")
            stage.serve("/collect/", script)
            let pane = CollectionPane(try stage.makeView(isShown: false))
            var endings: [CollectionPane.Ending] = []
            pane.onEnding = { endings.append($0) }
            pane.onEvent = { stage.note($0) }
            let window = CollectionWindow(pane, width: 700, height: 700)
            defer { window.close() }
            try await stage.wait("the dialog is there") { OnScreen.place(ofButton: "OK") != nil }
            // Longer than a page may be silent: it is paused by its dialog, and is not reported as hanging.
            try await Task.sleep(for: .seconds(4))
            try expectEqual(stage.failures, [])
            let pointer = try Pointer()
            let answer = { @MainActor in
                if let place = OnScreen.place(ofButton: "OK") { pointer.click(x: place.x, y: place.y) }
            }
            try await waitUntil("the form ends", every: .milliseconds(100), trying: answer) { !endings.isEmpty }
            try expectEqual(endings, [.form(.complete)])
            try expectEqual(try await stage.said(), #"[true,"four"]"#)
        },
        .form("a pane loads its form, reports its end once, and releases it") { stage in
            stage.serve("/collect/", "complete(); complete()")
            let pane = CollectionPane(try stage.makeView(isShown: false))
            var endings: [CollectionPane.Ending] = []
            pane.onEnding = { endings.append($0) }
            let window = CollectionWindow(pane)
            try await stage.wait("it ends") { !endings.isEmpty }
            try expectEqual(endings, [.form(.complete)])
            pane.close()
            window.close()
            try expectEqual(endings, [.form(.complete)])
        },
    ]
}

extension FormTestContext {
    /// Shows a form that is one big thing to click on, clicks it, and gives what then wanted to leave.
    fileprivate func click(on thing: String) async throws -> [ExternalNavigation] {
        let style = "<style>a, button { position: fixed; inset: 0; width: 100%; height: 100%; }</style>"
        serve("/collect/", "", body: style + thing)
        let form = try makeView(isShown: false)
        let pane = CollectionPane(form)
        pane.onEvent = { [weak self] event in self?.note(event) }
        var departures: [ExternalNavigation] = []
        form.mayLeave = { navigation in
            departures.append(navigation)
            return false
        }
        let window = CollectionWindow(pane, width: 700, height: 700)
        defer { window.close() }
        try await wait("it is loaded") { events.contains(.loaded) }
        let pointer = try Pointer()
        // What has just been loaded may not be drawn yet, and only what is drawn can be clicked.
        try await waitUntil(
            "the click on \(thing) has its effect", repeatingAfter: .seconds(3),
            trying: { pointer.click(x: 350, y: 450) }
        ) {
            !departures.isEmpty || !blocked.isEmpty
        }
        return departures
    }
}
