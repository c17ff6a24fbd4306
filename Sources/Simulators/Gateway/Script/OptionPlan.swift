public import Bridge

/// A way to pay that a payment offers to each account on the asset's chain.
public struct OptionPlan: Hashable, Sendable {
    /// A difference between the option that is shown and the actions that are to be signed.
    public enum Deviation: String, CaseIterable, Sendable {
        /// More of the token or coin.
        case amount
        /// Another token.
        case token
        /// The typed data or transaction of another account.
        case account
        /// Another chain.
        case chain
        /// The receiver of the approval is not Permit2, or the receiver of the permission is the payer's own choice.
        case spender
        /// A transaction with value where there should be none, or with data where there should be none.
        case value
        /// An action of a kind that has no business in a payment.
        case method
        /// One action more.
        case surplus
        /// No action.
        case nothing
    }

    /// What is paid with.
    public var asset: PaymentAsset

    /// How much, in the smallest unit, as decimal digits.
    public var value: String

    /// How long the offer holds, in seconds; `nil` if it has no stated end.
    public var quoteSeconds: Int?

    /// How long payment takes, in seconds, as the gateway guesses.
    public var eta: Int

    /// The data that this option wants; `nil` for none.
    public var collect: CollectPlan?

    /// Whether Permit2 has to be allowed the token first, by a transaction.
    public var approves: Bool

    /// What is wrong with the actions.
    public var deviation: Deviation?

    /// The actions instead of those that fit, as they are.
    public var actions: [JSON]?

    /// Creates a plan.
    public init(
        _ asset: PaymentAsset, value: String, quoteSeconds: Int? = nil, eta: Int = 5, collect: CollectPlan? = nil,
        approves: Bool = false, deviation: Deviation? = nil, actions: [JSON]? = nil
    ) {
        self.asset = asset
        self.value = value
        self.quoteSeconds = quoteSeconds
        self.eta = eta
        self.collect = collect
        self.approves = approves
        self.deviation = deviation
        self.actions = actions
    }
}
