public import BigInt
public import Ethereum

/// The standard that the contract of a token follows.
public enum TokenStandard: Hashable, Sendable {
    /// Amounts.
    case erc20
    /// Single items with numbers.
    case erc721
    /// Amounts of items with numbers.
    case erc1155
}

/// What a node of the chain says of the tokens and addresses in a request.
public struct Holdings: Hashable, Sendable {
    /// How much of each token the account has, in its smallest unit.
    public var balances: [EthereumAddress: BigUInt]

    /// How much of each token there is, in its smallest unit.
    public var supplies: [EthereumAddress: BigUInt]

    /// How much of the chain's own coin the account has; `nil` where nobody was asked.
    public var coins: BigUInt?

    /// The standard of each token, where the contract says so itself (ERC-165, or `decimals()`).
    public var standards: [EthereumAddress: TokenStandard]

    /// Whether there is code at an address; an allowance for an address without code is one for a person.
    public var hasCode: [EthereumAddress: Bool]

    /// Creates holdings.
    public init(
        balances: [EthereumAddress: BigUInt] = [:], supplies: [EthereumAddress: BigUInt] = [:], coins: BigUInt? = nil,
        standards: [EthereumAddress: TokenStandard] = [:], hasCode: [EthereumAddress: Bool] = [:]
    ) {
        self.balances = balances
        self.supplies = supplies
        self.coins = coins
        self.standards = standards
        self.hasCode = hasCode
    }

    /// Nothing is known.
    public static let unknown = Holdings()
}
