import WalletUI

/// Asks questions in a window of steps, and waits for a button.
@MainActor final class ScreenPrompt {
    /// What the user did.
    enum Answer: Hashable {
        /// The user pressed the button with this ID.
        case button(String)
        /// The user closed the window, or the one behind it.
        case closed
    }

    /// Whether the window, or the one behind it, was closed.
    var isClosed: Bool { window.isClosed || undelivered == .closed }

    /// The last answer that came while nothing waited for one.
    private var undelivered: Answer?

    private let window: ScreenWindow
    private var waiting: CheckedContinuation<Answer, Never>?

    init(_ window: ScreenWindow) {
        self.window = window
        window.onPress = { [weak self] button, _ in self?.settle(.button(button)) }
        window.onClose = { [weak self] in self?.settle(.closed) }
        window.onGone = { [weak self] in self?.settle(.closed) }
    }

    /// Replaces the current step; its answer is returned by ``ask(_:)`` or ``next()``.
    func show(_ step: Screen) {
        guard !isClosed else { return undelivered = .closed }
        undelivered = nil
        window.show(step)
        window.present()
    }

    /// Shows a step and waits for the answer.
    func ask(_ step: Screen) async -> Answer {
        show(step)
        return await next()
    }

    /// Waits for the answer to what is shown.
    func next() async -> Answer {
        if let answer = undelivered {
            if answer != .closed { undelivered = nil }
            return answer
        }
        return await withCheckedContinuation { waiting = $0 }
    }

    private func settle(_ answer: Answer) {
        if answer == .closed { undelivered = answer }
        guard let waiting else { return undelivered = answer }
        self.waiting = nil
        waiting.resume(returning: answer)
    }
}
