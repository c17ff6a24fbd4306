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

    /// The actions that the wallet must perform, compared with the option, and those that it adds itself.
    var actions: [CheckedAction] = []

    /// The actions that are not needed, by their place.
    var skipped: [Int: PaymentAttempt.Step.Progress] = [:]

    /// The option that they were compared with.
    var option: PaymentOption?

    /// The results of the finished actions, in their order; `nil` for one of which the gateway gets none.
    var results: [String?] = []

    /// When the transaction that is awaited now was first awaited, in seconds since 1970.
    var waitingSince: Int64?

    /// How often the allowance was read and was too low although its transaction is in a block.
    var lowReadings = 0

    /// Why it is given up; an action in progress is still awaited.
    var stop: Stop?

    /// The allowance that the payment needs; `nil` if Permit2 does not move the token.
    var need: AllowanceNeed? {
        guard let option, let asset = option.amount.unit.asset, actions.contains(where: \.isPermit2) else { return nil }
        return AllowanceNeed(account: option.account, token: asset, amount: option.amount.value)
    }

    /// The steps of the actions before the first one begins.
    var steps: [PaymentAttempt.Step] {
        actions.enumerated().map { place, action in
            PaymentAttempt.Step(action.kind, skipped[place] ?? .waiting, isOwn: action.isOwn)
        }
    }

    /// The current action among those that are needed.
    var place: PaymentFlow.Waiting.Place {
        let done = results.indices.count { skipped[$0] == nil }
        return PaymentFlow.Waiting.Place(number: done + 1, count: actions.count - skipped.count)
    }
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
