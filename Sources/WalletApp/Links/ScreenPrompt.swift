import WalletUI

/// Asks in a window of steps: by waiting for a button, or by looking now and then whether one was pressed.
@MainActor final class ScreenPrompt {
    /// What the user did.
    enum Answer: Hashable {
        /// Pressed the button with this id.
        case button(String)
        /// Closed the window, or the one behind it.
        case closed
    }

    /// The last answer that nobody waited for.
    private(set) var unheard: Answer?

    private let window: ScreenWindow
    private var waiting: CheckedContinuation<Answer, Never>?

    init(_ window: ScreenWindow) {
        self.window = window
        window.onPress = { [weak self] button, _ in self?.settle(.button(button)) }
        window.onClose = { [weak self] in self?.settle(.closed) }
        window.onGone = { [weak self] in self?.settle(.closed) }
    }

    /// Shows a step; what is answered to it is in ``unheard``.
    func show(_ step: Screen) {
        unheard = nil
        guard !window.isClosed else { return unheard = .closed }
        window.show(step)
        window.present()
    }

    /// Shows a step and waits for the answer.
    func ask(_ step: Screen) async -> Answer {
        show(step)
        if let unheard { return unheard }
        return await withCheckedContinuation { waiting = $0 }
    }

    private func settle(_ answer: Answer) {
        guard let waiting else { return unheard = answer }
        self.waiting = nil
        waiting.resume(returning: answer)
    }
}
