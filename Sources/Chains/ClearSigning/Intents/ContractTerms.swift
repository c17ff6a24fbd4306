public import Ethereum
public import BigInt

/// What arrives on another chain of what is sent there.
public struct BridgeTransfer: Hashable, Sendable {
    /// The amount that is sent, in the smallest unit.
    public let sent: BigUInt

    /// The least that arrives, in the smallest unit, after the fees in the call.
    public let least: BigUInt

    /// The contract of the token that is sent; `nil` for the native coin, and if the call names none.
    public let token: EthereumAddress?

    /// The contract of the token that arrives, and the ID of its chain; `nil` if the call names none.
    public let arriving: Output?

    /// A token on another chain.
    public struct Output: Hashable, Sendable {
        /// The contract of the token.
        public let token: EthereumAddress

        /// The EIP-155 chain ID.
        public let chainID: UInt64
    }
}

/// A lending market of Morpho, which anyone can open with tokens and a price oracle of their own.
public struct LendingMarket: Hashable, Sendable {
    /// The token that is lent.
    public let loan: EthereumAddress

    /// The token that secures the loans.
    public let collateral: EthereumAddress

    /// The contract that has the price of the collateral.
    public let oracle: EthereumAddress

    /// The contract that sets the interest rate.
    public let rates: EthereumAddress

    /// The part of the collateral's value that can be borrowed, with 18 decimal places.
    public let limit: BigUInt

    /// Creates a market from its terms.
    public init(
        loan: EthereumAddress, collateral: EthereumAddress, oracle: EthereumAddress, rates: EthereumAddress,
        limit: BigUInt
    ) {
        self.loan = loan
        self.collateral = collateral
        self.oracle = oracle
        self.rates = rates
        self.limit = limit
    }
}

/// An exchange in pools that does not name the token that it buys.
public struct PoolPurchase: Hashable, Sendable {
    /// Where the exchange happens.
    public enum Place: Hashable, Sendable {
        /// In these pools, one after another: the address in the low bits, and flags in the others.
        case pools([BigUInt])
        /// Between two coins of the called pool, by their numbers.
        case coins(sold: BigUInt, bought: BigUInt)
    }

    /// Where it happens.
    public let place: Place

    /// Whether the call names the token that is sold; otherwise ``token`` is `nil`.
    public let namesToken: Bool

    /// The contract of the token that is sold; `nil` for the native coin.
    public let token: EthereumAddress?

    /// The amount that is sold, in the smallest unit.
    public let sold: BigUInt

    /// The least amount that is bought, in the smallest unit.
    public let least: BigUInt
}

/// An order that uses what was sent to a vault before.
struct VaultOrder: Hashable, Sendable {
    /// The token that it uses, apart from coins for its fee; `nil` if it uses none.
    let token: EthereumAddress?
}

extension ContractAction {
    /// The same exchange with the tokens that its ``purchase`` does not name; `nil` is the native coin.
    public func naming(sold: EthereumAddress?, bought: EthereumAddress?) -> ContractAction {
        guard let purchase else { return self }
        var action = self
        action.gives = [Amount(bound: .exactly, token: sold, units: purchase.sold, isItem: false)]
        action.gets = [Amount(bound: .atLeast, token: bought, units: purchase.least, isItem: false)]
        return action
    }
}
