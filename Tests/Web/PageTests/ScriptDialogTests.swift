import Bridge
import WalletUI
import WebHost
import WindowTesting

/// Dialogs of pages in a window: they show the site that they belong to, and do not block the user.
@MainActor var scriptDialogTests: [PageTest] {
    [
        PageTest("a dialog is answered with its buttons in the window") { stage in
            stage.showDialogs()
            let script = PageCode.call("script-dialog", "askThreeDialogs", ["number": stage.number])
            try await stage.show(try await stage.serve(script))
            await stage.openGate()
            let pointer = try Pointer()
            // A click may come while the bar changes from one dialog to the next.
            let answer = { @MainActor in
                if let place = OnScreen.place(ofButton: "OK") { pointer.click(x: place.x, y: place.y) }
            }
            try await waitUntil("all are answered", every: .milliseconds(100), trying: answer) { stage.said != nil }
            try expectEqual(try await stage.said(), #"[true,"four"]"#)
        },
        PageTest("a page that waits for an answer to its dialog is not reported as unresponsive") { stage in
            stage.showDialogs()
            try await stage.show(try await stage.serve("setTimeout(() => alert('x'), 50);"))
            try await stage.wait("the dialog is there") { OnScreen.place(ofButton: "OK") != nil }
            // Longer than a page may be silent.
            try await Task.sleep(for: .seconds(4))
            try expectEqual(stage.hangs, 0)
        },
        PageTest("a page that shows dialogs in a loop cannot keep the user from leaving it") { stage in
            stage.showDialogs()
            let next = try await stage.serve("done('next');")
            try await stage.show(try await stage.serve("setTimeout(() => { for (;;) alert('again'); }, 50);"))
            let pointer = try Pointer()
            try await stage.click("OK", with: pointer)
            try await stage.wait("the second dialog is there") {
                OnScreen.place(ofButton: "Stop this page’s dialogs") != nil
            }
            stage.view.load(next)
            try await stage.wait("the dialog is gone with its page") { OnScreen.place(ofButton: "OK") == nil }
        },
        PageTest("dialogs that the user has stopped do not return, even after the page reloads itself") { stage in
            stage.showDialogs()
            let script = PageCode.call("script-dialog", "reloadAfterDialogs")
            try await stage.show(try await stage.serve(script))
            let pointer = try Pointer()
            try await stage.click("OK", with: pointer)
            try await stage.click("Stop this page’s dialogs", with: pointer)
            try expectEqual(try await stage.said(), "[false,null]")
            try expect(OnScreen.place(ofButton: "OK") == nil, "a dialog is shown")
        },
        PageTest("a dialog closes with its document, and when the page crashes") { stage in
            stage.showDialogs()
            let page = try await stage.serve("setTimeout(() => alert('x'), 50);")
            let other = try await stage.serve("done('here');")
            for crashes in [false, true] {
                try await stage.show(page)
                try await stage.wait("the dialog is there") { OnScreen.place(ofButton: "OK") != nil }
                if crashes { stage.view.restart() } else { stage.view.load(other) }
                try await stage.wait("the dialog is gone") { OnScreen.place(ofButton: "OK") == nil }
            }
        },
        PageTest("no dialog is shown while a window of the wallet is open, or if no window shows the page") {
            stage in
            let window = stage.showDialogs()
            let steps = ScreenWindow(over: window)
            steps.show(Screen(title: "Payment", heading: "Pay"))
            defer { steps.close() }
            try await stage.wait("the step is there") { OnScreen.isShown(window: "Payment") }
            let script = "setTimeout(() => { alert('x'); done([confirm('y'), prompt('z')]); }, 50);"
            try await stage.show(try await stage.serve(script))
            try expectEqual(try await stage.said(), "[false,null]")
            let hidden = stage.makeView()
            hidden.dismissesDialogs = false
            try await stage.show(try await stage.serve(script))
            try expectEqual(try await stage.said(), "[false,null]")
        },
        PageTest("a page that asks for confirmation before leaving cannot keep the user") { stage in
            stage.showDialogs()
            let next = try await stage.serve("done('next');")
            let page = PageCode.call("script-dialog", "askToStay")
            let pointer = try Pointer()
            for leaves in [true, false] {
                try await stage.show(try await stage.serve(page))
                // WebKit asks only for pages that the user has touched.
                try await waitUntil("the page is touched", trying: { pointer.click(x: 500, y: 500) }) {
                    stage.said != nil
                }
                stage.view.load(next)
                if leaves {
                    try await stage.click("Leave", with: pointer)
                } else {
                    try await stage.wait("the page asks") { OnScreen.place(ofButton: "Leave") != nil }
                    stage.view.load(next)
                }
                try await stage.wait("the next page is there") { stage.said == "next" }
            }
        },
    ]
}

extension PageTestContext {
    /// Puts a view into a window in which dialogs of pages are shown.
    @discardableResult fileprivate func showDialogs() -> BrowserWindow {
        let window = showWindow()
        view.dismissesDialogs = false
        return window
    }

    /// How often the page was said not to respond.
    fileprivate var hangs: Int {
        events.count { event in
            if case .responsive(false) = event { true } else { false }
        }
    }

    fileprivate func click(_ button: String, with pointer: Pointer) async throws {
        try await wait("“\(button)” is there") { OnScreen.place(ofButton: button) != nil }
        // The bar may still be growing.
        var last = OnScreen.place(ofButton: button)
        for _ in 0..<20 {
            try await Task.sleep(for: .milliseconds(10))
            last = OnScreen.place(ofButton: button) ?? last
        }
        guard let last else { return }
        pointer.click(x: last.x, y: last.y)
        try await Task.sleep(for: .milliseconds(50))
    }
}
