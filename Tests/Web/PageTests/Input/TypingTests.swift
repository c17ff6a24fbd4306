import Bridge
import Foundation
import TestSupport
import WalletUI
import WebHost
import WindowTesting

/// Keys that were typed for a window of the wallet: no page gets one of them.
@MainActor var typingTests: [PageTest] {
    [
        PageTest("no character of 500 passphrases, typed while pages load and send requests, reaches a page") {
            stage in
            let typist = try await Typist(on: stage)
            for round in 0..<500 { try await typist.typePassphrase(round) }
            try await typist.expectNoLeak()
            // The control: after a click into the page, typing goes to it.
            try await typist.typeIntoPage()
        },
        PageTest("a passphrase that is typed while pages load and send requests arrives complete in its form") {
            stage in
            let typist = try await Typist(on: stage)
            for _ in 0..<20 { try await typist.typeIntoForm() }
            try await typist.expectNoLeak()
        },
    ]
}

/// A user who types a passphrase and looks at the keys, not at the screen.
@MainActor private final class Typist {
    private let stage: PageTestContext
    private let keyboard: Keyboard
    private let pointer: Pointer
    private let window: BrowserWindow
    private let presenter: ApprovalPresenter
    private let clock: ManualClock
    private let leaks = "/leak-\(UUID().uuidString.lowercased())"
    private var pages: [String] = []
    private var dice = SeededDice(seed: 500)

    init(on stage: PageTestContext) async throws {
        self.stage = stage
        keyboard = try Keyboard()
        pointer = try Pointer()
        window = stage.showWindow()
        presenter = ApprovalPresenter(parent: window, notice: nil)
        stage.user.answer = { [presenter] question in await presenter.decide(question) }
        clock = stage.stopInputClock()
        await stage.server.serve(leaks, html: "")
        for asks in [true, false] { pages.append(try await page(asks: asks)) }
        try await stage.show(pages[1])
        // Keys go to the window under the pointer if no window has the focus.
        pointer.move(x: 500, y: 700)
    }

    /// A page that waits for keys in every way there is, and tells its server of each.
    private func page(asks: Bool) async throws -> String {
        try await stage.serve(
            PageCode.call("typing", "waitForKeys", ["leaks": leaks, "asks": asks]), body: "<input autofocus>")
    }

    /// Types a passphrase into a window of the wallet that goes away at a random moment, and the rest of it after that.
    func typePassphrase(_ round: Int) async throws {
        let length = 6 + dice.number(below: 8)
        let end = dice.number(below: length)
        let window = try await open(round)
        for index in 0..<length {
            if index == end { try await window.close() }
            if dice.number(below: 4) == 0 { try await disturb() }
            clock.advance(by: .milliseconds(20 + dice.number(below: 600)))
            try await type(Character(UnicodeScalar(UInt8(97 + dice.number(below: 26)))))
        }
    }

    /// Types a whole passphrase into a form.
    func typeIntoForm() async throws {
        // The last form may have closed before Enter was released, so Enter can count as held for a while.
        clock.advance(by: KeyRepeatFilter.memory)
        let form = ScreenWindow(over: window)
        var answers: ScreenAnswers?
        Task { answers = await form.ask(Self.form) }
        defer { form.close() }
        try await focus("Unlock")
        let passphrase = String((0..<12).map { _ in Character(UnicodeScalar(UInt8(97 + dice.number(below: 26)))) })
        for character in passphrase {
            try await disturb()
            try await type(character)
        }
        keyboard.tap(.enter)
        try await stage.wait("the form is answered") { answers != nil }
        let typed = answers?.withSecret(FieldID("passphrase")) { String(decoding: $0, as: UTF8.self) }
        try expectEqual(typed, passphrase)
    }

    /// What a page and its person do meanwhile.
    private func disturb() async throws {
        switch dice.number(below: 4) {
        case 0: stage.view.reload()
        case 1, 2: stage.view.load(pages[dice.number(below: 2)])
        default: stage.view.goBack()
        }
        // Some of it happens before the next key, some after it.
        for _ in 0..<dice.number(below: 10) { await Task.yield() }
    }

    private struct Shown {
        let close: @MainActor () async throws -> Void
    }

    private static let form = Screen(
        title: "Unlock", heading: "Unlock the wallet",
        fields: [FormField(FieldID("passphrase"), label: "Passphrase", .secret)],
        verb: "Unlock")

    /// Opens a window of the wallet, which goes away in one of the ways that there are.
    private func open(_ round: Int) async throws -> Shown {
        switch round % 5 {
        case 0:
            // The program closes the form.
            let form = ScreenWindow(over: window)
            Task { await form.ask(Self.form) }
            try await focus("Unlock")
            return Shown { form.close() }
        case 1:
            // The user closes it by a key.
            let form = ScreenWindow(over: window)
            Task { await form.ask(Self.form) }
            try await focus("Unlock")
            return Shown { [keyboard] in keyboard.tap(.escape) }
        case 2:
            // Its button closes it.
            let form = ScreenWindow(over: window)
            Task {
                _ = await form.ask(Self.form)
                form.close()
            }
            try await focus("Unlock")
            return Shown { [keyboard] in keyboard.tap(.enter) }
        case 3:
            let steps = ScreenWindow(over: window)
            var step = Screen(title: "Payment", heading: "Your details")
            step.fields = [FormField(FieldID("name"), label: "Name", .text())]
            step.buttons = [.init("next", label: "Next", .next)]
            steps.show(step)
            // A window that opens while the user types does not take the focus; here the user activates it.
            try await stage.wait("the step is there") { OnScreen.place(ofButton: "Next") != nil }
            OnScreen.focus(window: "Payment")
            try await focus("Payment")
            return Shown { steps.close() }
        default:
            // An approval, which goes away with its page.
            try await stage.load(pages[0], until: "the approval is there") { OnScreen.place(ofButton: "Do") != nil }
            return Shown { [stage, pages] in stage.view.load(pages[1]) }
        }
    }

    private func focus(_ title: String) async throws {
        try await stage.wait("“\(title)” has the focus") { OnScreen.isActive(window: title) }
    }

    /// Types a character, and waits until it has come to the program.
    ///
    /// One that reaches a closing window is lost.
    private func type(_ character: Character) async throws {
        let count = OnScreen.presses
        keyboard.type(character)
        for _ in 0..<50 where OnScreen.presses == count { try await Task.sleep(for: .milliseconds(1)) }
    }

    func expectNoLeak() async throws {
        // What a page tells comes before what it asks for later.
        let marker = "/marker-\(UUID().uuidString.lowercased())"
        try await stage.show(try await stage.serve("fetch('\(marker)').finally(() => done('told'));"))
        _ = try await stage.said()
        try expectEqual(await stage.server.hits(of: leaks), 0, of: "keys that reached a page")
    }

    /// Clicks into the page and types, as one may.
    func typeIntoPage() async throws {
        try await stage.show(pages[1])
        try await waitUntil("the page hears a key", every: .milliseconds(10)) {
            clock.advance(by: PageInputBlock.quiet)
            pointer.click(x: 500, y: 700)
            try await type("x")
        } _: {
            await stage.server.hits(of: leaks) > 0
        }
    }
}
