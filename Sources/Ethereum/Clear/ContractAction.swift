public import BigInt

/// What a known function of a contract does beside transfers and allowances, such as a swap, a deposit or a claim.
public struct ContractAction: Hashable, Sendable {
    /// How binding an amount is.
    public enum Bound: Hashable, Sendable {
        /// This much.
        case exactly
        /// This much or more.
        case atLeast
        /// This much or less.
        case atMost
    }

    /// An amount that is given or received.
    public struct Amount: Hashable, Sendable {
        /// How binding it is.
        public let bound: Bound

        /// The contract of the token; `nil` for the chain's own coin.
        public let token: EthereumAddress?

        /// How much, in the smallest unit, or the number of an item.
        public let units: BigUInt

        /// Whether it is one item with a number.
        public let isItem: Bool
    }

    /// The contract.
    public let contract: EthereumAddress

    /// What is done, such as `Swap`; words of ours.
    public let what: String

    /// What leaves the account.
    public let gives: [Amount]

    /// What comes in return.
    public let gets: [Amount]

    /// Who receives what comes in return, without the placeholders of routers.
    public let recipients: [EthereumAddress]

    /// Whose funds are used, where the call names it.
    public let owner: EthereumAddress?

    /// Whether calls like this have a use for the chain's own coin.
    public let takesCoins: Bool

    /// Whether it can neither take nor give anything.
    public let isHarmless: Bool

    /// Whether what is given is destroyed.
    public var isDestructive = false

    /// Whether what comes in return stays in the contract, where another call can take it.
    public var isHeld = false

    /// Whether what is given comes from what the contract holds, not from the account.
    public var spendsHeld = false

    /// Whether the least that must come in return is zero, where the call does not say of what.
    public var acceptsNothing = false
}

/// Rights that are given to somebody, other than over tokens.
public struct RightsGrant: Hashable, Sendable {
    /// What kind of rights.
    public enum Kind: Hashable, Sendable {
        /// Control of a contract or of its code, or the power to act for the account: all of it can be lost.
        case power
        /// The power to take an account over when its keys are lost: to be given to a service or an account one knows.
        case recovery
        /// A vote or a name: nothing can be taken.
        case voice
    }

    /// What kind.
    public let kind: Kind

    /// The contract that keeps the rights; `nil` where a message names none.
    public let contract: EthereumAddress?

    /// What is done, such as `Transfer the ownership of a contract to {holder}`.
    ///
    /// `{holder}` is the place of the one who gets the rights.
    public let what: String

    /// Who gets them; empty where they are given up or not given to anybody in particular.
    public let to: [EthereumAddress]
}
