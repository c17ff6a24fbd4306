import Bridge
import TestSupport
import Messages
import WalletUI
import WebHost
import WindowTesting

/// Clicks and keys that were meant for something else: none of them answers a question.
@MainActor var hastyPressTests: [PageTest] {
    let kinds: [(name: String, ask: @MainActor (PageTestContext, ManualClock) async throws -> Asked)] = [
        ("an approval", { try await $0.askApproval($1) }), ("a payment step", { try await $0.askStep($1) }),
        ("the question about another program", { try await $0.askToOpen($1) }),
        ("the question whether to unlock the wallet", { try await $0.askToUnlock($1) }),
    ]
    return kinds.flatMap { kind in
        [
            PageTest("presses every 50 to 200 ms for 10 s on the button of \(kind.name) have no effect") { stage in
                let clock = ManualClock()
                let asked = try await kind.ask(stage, clock)
                let hasty = try ImpulsiveUser(asked, clock, on: stage)
                for way in ImpulsiveUser.Way.allCases {
                    for interval in [50, 100, 200] {
                        try await hasty.press(way, every: .milliseconds(interval), for: .seconds(10))
                        try expectEqual(asked.answers(), [], of: "\(way) every \(interval) ms")
                    }
                }
                // The control: a click after waiting and moving the pointer counts.
                try await hasty.pressDeliberately()
                try expectEqual(asked.answers(), [true])
            },
            PageTest("a button that was pressed too early does not answer \(kind.name) when it is released later") {
                stage in
                let clock = ManualClock()
                let asked = try await kind.ask(stage, clock)
                let hasty = try ImpulsiveUser(asked, clock, on: stage)
                try await hasty.holdButton()
                try expectEqual(asked.answers(), [])
                try await hasty.pressDeliberately()
                try expectEqual(asked.answers(), [true])
            },
            PageTest(
                "a keyboard user answers \(kind.name) with a fresh key press after the delay, but not with a held key"
            ) {
                stage in
                let clock = ManualClock()
                let asked = try await kind.ask(stage, clock)
                let hasty = try ImpulsiveUser(asked, clock, on: stage)
                try await hasty.holdKey()
                try expectEqual(asked.answers(), [])
                try await hasty.pressKeyDeliberately()
                try expectEqual(asked.answers(), [true])
            },
            PageTest("a click with a pointer that has not moved does not answer \(kind.name), however late") { stage in
                let clock = ManualClock()
                let asked = try await kind.ask(stage, clock)
                let hasty = try ImpulsiveUser(asked, clock, on: stage)
                try await hasty.clickWithoutMoving()
                try expectEqual(asked.answers(), [])
            },
        ]
    }
}

/// A question that is on the screen, in a test.
@MainActor struct Asked {
    /// The title of the button that does something.
    let button: String

    /// What was answered so far.
    let answers: @MainActor () -> [Bool]

    /// Asks again as if for the first time, without moving the pointer.
    let again: @MainActor () async throws -> Void
}

/// A user who presses without looking.
@MainActor private final class ImpulsiveUser {
    /// What is pressed.
    enum Way: CaseIterable {
        case stillPointer, movingPointer, keys
    }

    private let asked: Asked
    private let clock: ManualClock
    private let stage: PageTestContext
    private let pointer: Pointer
    private let keyboard: Keyboard
    private var dice = SeededDice(seed: 10)

    init(_ asked: Asked, _ clock: ManualClock, on stage: PageTestContext) throws {
        (self.asked, self.clock, self.stage) = (asked, clock, stage)
        pointer = try Pointer()
        keyboard = try Keyboard()
    }

    /// Where the button is, once it stays there.
    private var place: (x: Int, y: Int) {
        get async throws {
            var (last, count) = ((x: 0, y: 0), 0)
            try await stage.wait("the button has its place") {
                guard let now = OnScreen.place(ofButton: asked.button) else { return false }
                count = now == last ? count + 1 : 0
                last = now
                return count > 30
            }
            return last
        }
    }

    /// Presses the place of the button again and again, with a clock that advances between the presses.
    func press(_ way: Way, every interval: Duration, for time: Duration) async throws {
        let place = try await place
        pointer.move(x: place.x, y: place.y)
        let end = clock.time.now() + time
        var number = 0
        while clock.time.now() < end {
            clock.advance(by: interval)
            number += 1
            try await heard {
                switch way {
                case .stillPointer: pointer.click()
                case .movingPointer:
                    pointer.move(x: place.x + dice.number(below: 120) - 60, y: place.y - dice.number(below: 60))
                    pointer.click(x: place.x + dice.number(below: 7) - 3, y: place.y + dice.number(below: 5) - 2)
                case .keys: keyboard.tap(number % 2 == 0 ? .enter : .space)
                }
            }
            guard asked.answers().isEmpty else { return }
        }
    }

    /// Presses the button early, and releases it when a press would count.
    func holdButton() async throws {
        let place = try await place
        pointer.move(x: place.x - 40, y: place.y)
        pointer.move(x: place.x, y: place.y)
        defer { pointer.press(false) }
        try await heard { pointer.press(true) }
        try await armed()
        pointer.press(false)
        // Later entries in the same queue are processed later.
        try await heard { keyboard.tap(.tab) }
    }

    /// Holds a key that was pressed too early until its repeats could count.
    func holdKey() async throws {
        let place = try await place
        pointer.move(x: place.x, y: place.y - 40)
        try await heard { keyboard.press(.space, true) }
        defer { keyboard.press(.space, false) }
        try await armed()
        OnScreen.focus(button: asked.button)
        // A repeat is a press without a release, as the display sends them while a key is held. None comes so late that
        // the wallet may take the key for released: a window can lose the focus in between.
        for _ in 0..<5 {
            try await armed()
            try await heard { keyboard.press(.space, true) }
        }
    }

    /// Waits, and presses the button by a key.
    func pressKeyDeliberately() async throws {
        try await armed()
        OnScreen.focus(button: asked.button)
        keyboard.tap(.space)
        try await stage.wait("the answer is there") { !asked.answers().isEmpty }
    }

    /// Clicks long after the question has appeared under the pointer.
    func clickWithoutMoving() async throws {
        let place = try await place
        pointer.move(x: place.x, y: place.y)
        try await asked.again()
        try await armed()
        try await heard { pointer.click() }
        try await stage.wait("the window says that the click does not count") {
            OnScreen.isShown(label: "Too early.")
        }
        try await portray("too-early")
        try await asked.again()
        pointer.move(x: place.x - 100, y: place.y - 30)
        try await heard { pointer.click() }
        try expect(!OnScreen.isShown(label: "Too early."), "a click beside the buttons is not a press of one")
        try await heard { keyboard.tap(.tab) }
    }

    /// Waits, moves the pointer to the button and clicks it.
    func pressDeliberately() async throws {
        let place = try await place
        pointer.move(x: place.x - 60, y: place.y - 30)
        try await armed()
        for step in 0...6 { pointer.move(x: place.x - 60 + step * 10, y: place.y - 30 + step * 5) }
        pointer.click()
        try await stage.wait("the answer is there") { !asked.answers().isEmpty }
    }

    /// Waits until the button can be pressed.
    private func armed() async throws {
        try await stage.wait("the button can be pressed") {
            clock.advance(by: .milliseconds(100))
            return OnScreen.isSensitive(button: asked.button)
        }
    }

    /// Waits until a press that `body` makes has come to the program.
    private func heard(_ body: () -> Void) async throws {
        let count = OnScreen.presses
        body()
        try await stage.wait("the press is received") { OnScreen.presses > count }
    }
}

extension PageTestContext {
    fileprivate func askApproval(_ clock: ManualClock) async throws -> Asked {
        let window = showWindow(time: clock.time)
        let presenter = ApprovalPresenter(parent: window, notice: nil, time: clock.time)
        let answers = Answers()
        user.answer = { question in
            let decision = await presenter.decide(question)
            if case .approved = decision { answers.all.append(true) } else { answers.all.append(false) }
            return decision
        }
        let page = try await serve("ethereum.request({ method: 'ask' }).catch(() => {});")
        let again: @MainActor () async throws -> Void = {
            let hadOne = OnScreen.place(ofButton: "Do") != nil
            try await self.show(page)
            if hadOne { try await self.wait("the approval before has ended") { !answers.all.isEmpty } }
            answers.all = []
            try await self.wait("the approval is there") { OnScreen.place(ofButton: "Do") != nil }
        }
        try await again()
        return Asked(button: "Do", answers: { answers.all }, again: again)
    }

    fileprivate func askStep(_ clock: ManualClock) async throws -> Asked {
        let answers = Answers()
        let again: @MainActor () async throws -> Void = {
            answers.window?.close()
            let steps = ScreenWindow(time: clock.time)
            answers.window = steps
            steps.onPress = { action, _ in answers.all.append(action.of(String.self) == "pay") }
            steps.onClose = { answers.all.append(false) }
            var step = Screen(title: "Payment", heading: "Pay 25.00 USDC")
            step.buttons = [.init("cancel", label: "Cancel"), .init("pay", label: "Pay", .paying)]
            steps.show(step)
            try await self.wait("the step is there") { OnScreen.place(ofButton: "Pay") != nil }
        }
        atEnd { answers.window?.close() }
        try await again()
        return Asked(button: "Pay", answers: { answers.all }, again: again)
    }

    /// A page that is one big link: the click on it is the gesture, and lands where the button will be.
    fileprivate func askToOpen(_ clock: ManualClock) async throws -> Asked {
        let answers = Answers()
        showWindow(time: clock.time)
        let ask = view.mayLeave
        view.mayLeave = { navigation in
            answers.all.append(await ask?(navigation) ?? false)
            // Nothing is opened in a test.
            return false
        }
        let link = "<style>a { position: fixed; inset: 0; }</style><a href='wc:abc@2?x=y'>x</a>"
        let page = try await serve("ignoreFurtherClicks();", body: link)
        let pointer = try Pointer()
        let again: @MainActor () async throws -> Void = {
            let before = OnScreen.place(ofButton: "Open")
            let place = before ?? (500, 500)
            try await self.show(page)
            try await self.wait("the question before is gone") {
                OnScreen.place(ofButton: "Open") == nil && (before == nil || !answers.all.isEmpty)
            }
            answers.all = []
            // Only what is drawn can be clicked.
            try await waitUntil("the question is there", trying: { pointer.click(x: place.0, y: place.1) }) {
                OnScreen.place(ofButton: "Open") != nil
            }
        }
        try await again()
        return Asked(button: "Open", answers: { answers.all }, again: again)
    }

    fileprivate func askToUnlock(_ clock: ManualClock) async throws -> Asked {
        let answers = Answers()
        let window = showWindow(time: clock.time)
        try await show(try await serve(""))
        let again: @MainActor () async throws -> Void = {
            window.stopAskingToUnlock()
            window.askToUnlock("A site wants to use the wallet. Unlock it to answer.") { answers.all.append($0) }
            try await self.wait("the question is there") { OnScreen.place(ofButton: "Unlock") != nil }
        }
        try await again()
        return Asked(button: "Unlock", answers: { answers.all }, again: again)
    }
}

/// What was answered in a test.
@MainActor private final class Answers {
    var all: [Bool] = []
    var window: ScreenWindow?
}
