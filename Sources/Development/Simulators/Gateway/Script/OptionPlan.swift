package import Bridge

/// A payment option, offered for each account on the asset's chain.
package struct OptionPlan: Hashable, Sendable {
    /// A difference between the displayed option and its actions.
    package enum Deviation: String, CaseIterable, Sendable {
        /// A higher amount of the token or coin.
        case amount
        /// Another token.
        case token
        /// The typed data or transaction of another account.
        case account
        /// Another chain.
        case chain
        /// The spender of the approval is not Permit2, or the spender of the permit is the payer.
        case spender
        /// A transaction with an unexpected value or unexpected data.
        case value
        /// An action with a method that is not used for payments.
        case method
        /// One additional action.
        case surplus
        /// No action.
        case nothing
    }

    /// The asset that is paid.
    package var asset: PaymentAsset

    /// The amount in the smallest unit, as decimal digits.
    package var value: String

    /// How long the quote is valid, in seconds; `nil` if that is not stated.
    package var quoteSeconds: Int?

    /// The gateway's estimate of the payment's duration in seconds.
    package var eta: Int

    /// The data that this option requires; `nil` for none.
    package var collect: CollectPlan?

    /// Whether a transaction must first approve Permit2 for the token.
    package var approves: Bool

    /// Whether another transaction before that one sets the old allowance to zero.
    package var resets: Bool

    /// Whether the transactions contain fees, a gas limit and a nonce.
    package var namesFees: Bool

    /// The deviation of the actions.
    package var deviation: Deviation?

    /// The actions to use instead of the correct ones.
    package var actions: [JSON]?

    /// Creates a plan.
    package init(
        _ asset: PaymentAsset, value: String, quoteSeconds: Int? = nil, eta: Int = 5, collect: CollectPlan? = nil,
        approves: Bool = false, resets: Bool = false, namesFees: Bool = false, deviation: Deviation? = nil,
        actions: [JSON]? = nil
    ) {
        self.asset = asset
        self.value = value
        self.quoteSeconds = quoteSeconds
        self.eta = eta
        self.collect = collect
        self.approves = approves
        self.resets = resets
        self.namesFees = namesFees
        self.deviation = deviation
        self.actions = actions
    }
}
