import Bridge
import Foundation
import Harness
import WindowTesting
import WalletUI

/// Steps as a person meets them, without a payment behind them.
@MainActor let screenJourneys = [
    Journey("a button that may cost money works only after a delay, and only once") { stage in
        let program = try stage.start(["--show", "steps"], of: nil)
        let person = try AccessibilityDriver(using: program.id, patience: waitingLimit)
        try await person.see("push button", "Pay")
        // The running clock does not disable the button.
        try await person.see("label", .holding("Expires in 0:0"))
        try await person.press("push button", "Pay")
        try await person.see("heading", .holding("paid 1 times"))
        // The next step has its button at the same place: the delay starts again.
        try expectEqual(try await person.isSensitive("push button", "Pay again"), false)
        try await portray("00-step-waiting")
        try await person.press("push button", "Pay again")
        try await person.see("heading", .holding("paid 2 times"))
    },
    Journey("untrusted text stays in its place, however long, and its invisible characters are shown") { stage in
        let program = try stage.start(["--show", "steps"], of: nil)
        let person = try AccessibilityDriver(using: program.id, patience: waitingLimit)
        try await person.see("label", .holding("⟨U+202E⟩"))
        try await person.see("push button", .holding("“Long Long Long"))
        try await portray("00-step-untrusted-text")
    },
]

/// Shows a step with a running countdown, and counts the payments.
@MainActor func showSteps() async throws {
    let screen = ScreenFixture()
    while true {
        screen.draw()
        try await Task.sleep(for: .seconds(1))
        screen.seconds = screen.seconds == 0 ? 9 : screen.seconds - 1
    }
}

/// A step that can be paid again and again.
@MainActor private final class ScreenFixture {
    var seconds = 9
    private var paid = 0
    private let origin = try? Origin(serialized: "https://pay.example")
    private let window = ScreenWindow(notice: "demo keys, no value")

    init() {
        window.onPress = { [weak self] action, _ in
            guard action.of(String.self) == "pay" else { return }
            self?.paid += 1
            self?.draw()
        }
    }

    func draw() {
        var step = Screen(title: "Drawbridge – steps", heading: "Pay 25.00 USDC, paid \(paid) times")
        step.source = origin.map { Screen.Source($0, .paymentService) }
        step.rows = [Approval.Row("To", .untrusted("Shop\u{202E}pohS"))]
        step.choices = [
            Screen.Choice(
                "long", label: .untrusted(String(repeating: "Long ", count: 500)), detail: .trusted("on Base"))
        ]
        step.clock = Screen.Clock("Expires in 0:0\(seconds)", isUrgent: true)
        step.buttons = [
            Screen.Button("cancel", label: "Cancel payment"),
            Screen.Button("pay", label: paid == 0 ? "Pay" : "Pay again", .paying),
        ]
        window.show(step)
    }
}
