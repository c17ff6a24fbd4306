/// What was signed so far, and what is next.
struct SigningProgress: Sendable {
    /// Why signing is given up.
    enum Stop: Sendable {
        /// The user cancelled the payment.
        case cancelled
        /// The user left.
        case left
        /// The payment has expired.
        case expired
        /// The price has expired.
        case stale
    }

    /// The actions that the wallet must perform, compared with the option.
    var actions: [CheckedAction] = []

    /// The option that they were compared with.
    var option: PaymentOption?

    /// The results of the actions, in their order.
    var results: [String] = []

    /// Why it is given up; an action in progress is still awaited.
    var stop: Stop?
}

extension PaymentFlow {
    /// What to do with the requested options.
    enum OptionsPurpose: Sendable {
        /// Starts with the available options.
        case show
        /// Shows the list again.
        case list
        /// Shows the choice again, with what has changed.
        case review(isForced: Bool)
        /// Continues with signing if the amount is the one that was shown.
        case pay
    }
}
