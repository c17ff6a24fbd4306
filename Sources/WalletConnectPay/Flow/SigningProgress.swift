/// What was signed so far, and what comes next.
struct SigningProgress: Sendable {
    /// Why signing is given up.
    enum Stop: Sendable {
        /// The user called the payment off.
        case cancelled
        /// The user went away.
        case left
        /// The payment's time is over.
        case expired
        /// The price has expired.
        case stale
    }

    /// What the wallet has to do, compared with the option.
    var actions: [CheckedAction] = []

    /// The option that they were compared with.
    var option: PaymentOption?

    /// What each came to, in their order.
    var results: [String] = []

    /// Why it is given up; what is under way is still waited for.
    var stop: Stop?
}

extension PaymentFlow {
    /// What follows the options that are asked for.
    enum OptionsPurpose: Sendable {
        /// Begins with whatever there is to choose.
        case show
        /// Shows the list again.
        case list
        /// Shows the choice again, and says what has changed.
        case review(isForced: Bool)
        /// Continues with signing if the amount is the one that was shown.
        case pay
    }
}
