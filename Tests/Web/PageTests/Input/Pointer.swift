import WalletUI
import WindowTesting

/// A mouse that the display takes for a real one.
@MainActor final class Pointer {
    private let hand: XTest

    init() throws(Failure) { hand = try XTest() }

    /// Moves to a point of the screen, in pixels.
    func move(x: Int, y: Int) {
        hand.move(x: x, y: y)
    }

    /// Clicks where it is.
    func click() {
        hand.button(isDown: true)
        hand.button(isDown: false)
    }

    /// Clicks at a point of the screen, in pixels.
    func click(x: Int, y: Int) {
        move(x: x, y: y)
        click()
    }

    /// Presses a button of the program's own that answers a question, as a person does: when it can be pressed, after
    /// the pointer has come from elsewhere.
    func answer(_ button: String) async throws {
        for _ in 0..<100 {
            guard let place = OnScreen.place(ofButton: button) else { return }
            move(x: place.x + 60, y: place.y + 60)
            try await Task.sleep(for: .milliseconds(100))
            move(x: place.x, y: place.y)
            // Longer than the question is protected: each press before that would start the time again.
            try await Task.sleep(for: .milliseconds(1_300))
            if OnScreen.isSensitive(button: button) { click() }
            try await Task.sleep(for: .milliseconds(200))
        }
        throw Failure("“\(button)” cannot be pressed")
    }

    /// Presses or releases the button.
    func press(_ isDown: Bool) {
        hand.button(isDown: isDown)
    }
}
