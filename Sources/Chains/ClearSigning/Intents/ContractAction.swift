public import Ethereum
public import BigInt

/// An effect of a known function other than a transfer or an allowance, such as a swap, a deposit or a claim.
public struct ContractAction: Hashable, Sendable {
    /// How binding an amount is.
    public enum Bound: Hashable, Sendable {
        /// Exactly this amount.
        case exactly
        /// This amount or more.
        case atLeast
        /// This amount or less.
        case atMost
    }

    /// An amount that is paid or received.
    public struct Amount: Hashable, Sendable {
        /// How binding it is.
        public let bound: Bound

        /// The contract of the token; `nil` for the native coin.
        public let token: EthereumAddress?

        /// The amount in the smallest unit, or the ID of an item.
        public let units: BigUInt

        /// Whether it is an item with an ID.
        public let isItem: Bool

        /// How many of the item; 1 for an amount.
        public let count: BigUInt

        /// Whether the item is a share in an outcome.
        let isOutcome: Bool

        init(
            bound: Bound, token: EthereumAddress?, units: BigUInt, isItem: Bool, count: BigUInt = 1,
            isOutcome: Bool = false
        ) {
            self.bound = bound
            self.token = token
            self.units = units
            self.isItem = isItem
            self.count = count
            self.isOutcome = isOutcome
        }
    }

    /// The contract.
    public let contract: EthereumAddress

    /// What it does, apart from its amounts.
    public let kind: Kind

    /// What leaves the account.
    public internal(set) var gives: [Amount]

    /// What the account receives.
    public internal(set) var gets: [Amount]

    /// The recipients of the proceeds, without the placeholders of routers.
    public let recipients: [EthereumAddress]

    /// The account whose funds are used, if the call names it.
    public let owner: EthereumAddress?

    /// Whether calls of this kind use the native coin.
    public let takesCoins: Bool

    /// Whether it can neither take nor give anything of value.
    public let isHarmless: Bool

    /// Whether the paid tokens are destroyed.
    public var isDestructive = false

    /// Whether what comes in return stays in the contract, where another call can take it.
    public var isHeld = false

    /// Whether what is given comes from what the contract holds, not from the account.
    public var spendsHeld = false

    /// Whether the least that must come in return is next to nothing, or an exchange has no minimum at all.
    public var acceptsNothing = false

    /// The contracts whose code takes part and may have been written by anyone.
    public var code: [EthereumAddress] = []

    /// The contracts that carry out an exchange, as chosen by the author of the call.
    public var executors: [EthereumAddress] = []

    /// What arrives on another chain.
    public var crossing: BridgeTransfer?

    /// The token of a bridge's other chain that stands for what is sent.
    public internal(set) var counterpart: EthereumAddress?

    /// The lending market that gets what is given.
    public var market: LendingMarket?

    /// The exchange, if it names pools instead of the token that it buys.
    public var purchase: PoolPurchase?

    /// Whether it can take more than the amount in the call.
    public var isUnbounded = false

    /// Whether only a service knows who gets what is sent.
    public var isSealed = false

    /// Whether it adds to a position that may belong to anyone.
    public var isAnyonesPosition = false

    /// Whether contracts use the function in different ways.
    public var isAmbiguous = false

    /// The least amounts of tokens that go into a pool, or come out of it.
    public internal(set) var minimums: [BigUInt] = []

    /// Whether it accepts any amounts of tokens that go into a pool, or come out of it.
    public var hasNoMinimums: Bool { !minimums.isEmpty && minimums.allSatisfy { $0 < EffectReader.fewUnits } }

    /// What it takes out of a vault of ERC-4626, or puts into it.
    public internal(set) var vaultTrade: VaultTrade?

    /// The amount that a call of ERC-4626 names.
    public struct VaultTrade: Hashable, Sendable {
        /// The function.
        public enum Kind: Hashable, Sendable { case deposit, mint, withdraw, redeem }

        /// The function.
        public let kind: Kind

        /// The amount: of shares for a mint and a redemption, otherwise of what the vault holds.
        public let units: BigUInt
    }

    /// How many steps a site chose for an exchange that an executor carries out; `nil` if the call does not count them.
    public internal(set) var stepsOfExecutor: Int?

    /// Whether it is a validator deposit: the first deposit for a key decides who gets the withdrawals.
    public var isForValidator = false

    /// What is paid for items of a collection.
    public var purchaseOfItems: ItemPurchase?

    /// A price in the native coin for items that a collection creates.
    public struct ItemPurchase: Hashable, Sendable {
        /// The contract of the collection.
        public let collection: EthereumAddress

        /// The coins that are paid.
        public let coins: BigUInt
    }

    /// Whether it creates a pool at a price in the call.
    public var createsPool = false

    /// Whether the two tokens that it gives should be worth about the same.
    public var isPair = false

    /// Whether the minimum amounts must have a value, because the given amount is not in the call.
    public var needsMinimum = false

    /// Whether it has terms that only code can read.
    public var hasHiddenTerms = false

    /// The operator to whom a stake is delegated: it may be able to have it slashed, and to keep what is slashed.
    public var `operator`: EthereumAddress?

    /// What an order uses of what was sent to a vault before.
    var order: VaultOrder?

    /// The usual fee that it is, of which a call may have several.
    public var share: Share?

    /// A share of the amount of a token.
    public struct Share: Hashable, Sendable {
        /// The share, in basis points.
        public let part: BigUInt

        /// The contract of the token; `nil` for the native coin.
        public let token: EthereumAddress?

        /// Who gets it, without the placeholders of routers.
        public let recipients: [EthereumAddress]
    }

    /// What it does with the funds of a router.
    var router: RouterTraits = []

    /// Whether what is given lies in a vault until an order in the same call uses it.
    public var awaitsOrder: Bool { router.contains(.awaitsOrder) }
}

/// Rights other than token permissions that are granted.
public struct RightsGrant: Hashable, Sendable {
    /// What kind of rights.
    public enum Kind: Hashable, Sendable {
        /// Control of a contract or its code, or the power to act for the account: everything in it can be lost.
        case power
        /// The power to recover an account whose keys are lost; only for a trusted service or account.
        case recovery
        /// A name in an app. The signature can register it for any account, so only the page at `host` should request
        /// it.
        case name(host: String)
        /// A link that others follow from a name.
        case website
        /// A vote: nothing can be taken.
        case voice
    }

    /// What kind of rights.
    public let kind: Kind

    /// The contract that holds the rights; `nil` if a message names none.
    public let contract: EthereumAddress?

    /// What it does.
    public let right: Right

    /// The accounts that get the rights; empty if the rights are renounced or not granted to a specific account.
    public let to: [EthereumAddress]
}
