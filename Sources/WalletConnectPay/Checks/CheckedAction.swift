/// An action that was compared with the option that was shown, and with what it does.
public struct CheckedAction: Hashable, Sendable {
    /// The action.
    public let action: PaymentAction

    /// What it does.
    public let kind: PaymentAttempt.Step.Kind

    init(_ action: PaymentAction, _ kind: PaymentAttempt.Step.Kind) {
        self.action = action
        self.kind = kind
    }
}
