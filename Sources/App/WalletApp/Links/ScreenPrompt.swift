import WalletUI

/// Asks questions in a window of steps, and waits for a button.
@MainActor final class ScreenPrompt {
    /// The answers to a question of yes or no.
    enum Reply: Hashable {
        case yes, no
    }

    /// What the user did; `nil` for closing the window, or the one behind it.
    private typealias Answer = ScreenAction?

    /// Whether the window, or the one behind it, was closed.
    var isClosed: Bool { window.isClosed || undelivered == .some(nil) }

    /// The last answer that came while nothing waited for one.
    private var undelivered: Answer?

    private let window: ScreenWindow
    private var waiting: CheckedContinuation<Answer, Never>?

    init(_ window: ScreenWindow) {
        self.window = window
        window.onPress = { [weak self] action, _ in self?.settle(action) }
        window.onClose = { [weak self] in self?.settle(nil) }
        window.onGone = { [weak self] in self?.settle(nil) }
    }

    /// Replaces the current step; its answer is returned by ``ask(_:)`` or ``next()``.
    func show(_ step: Screen) {
        guard !isClosed else { return undelivered = .some(nil) }
        undelivered = nil
        window.show(step)
        window.present()
    }

    /// Shows a step and waits for the answer; `nil` if the window was closed.
    func ask<Action>(_ step: Screen) async -> Action? {
        show(step)
        return await next()
    }

    /// Waits for the answer to what is shown; `nil` if the window was closed.
    func next<Action>() async -> Action? {
        if let answer = undelivered {
            if answer != nil { undelivered = nil }
            return answer?.of(Action.self)
        }
        return await withCheckedContinuation { waiting = $0 }?.of(Action.self)
    }

    private func settle(_ answer: Answer) {
        if answer == nil { undelivered = .some(nil) }
        guard let waiting else { return undelivered = .some(answer) }
        self.waiting = nil
        waiting.resume(returning: answer)
    }
}
