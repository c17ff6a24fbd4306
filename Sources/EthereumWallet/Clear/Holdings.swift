public import BigInt
public import Ethereum

/// The token standard that a contract follows.
public enum TokenStandard: Hashable, Sendable {
    /// Fungible amounts.
    case erc20
    /// Single items with IDs.
    case erc721
    /// Amounts of items with IDs.
    case erc1155
}

/// What a node reports about the tokens and addresses in a request.
public struct Holdings: Hashable, Sendable {
    /// The account's balance of each token, in its smallest unit.
    public var balances: [EthereumAddress: BigUInt]

    /// The total supply of each token, in its smallest unit.
    public var supplies: [EthereumAddress: BigUInt]

    /// The account's balance of the native coin; `nil` if no node was asked.
    public var coins: BigUInt?

    /// The standard of each token, if the contract reports it (ERC-165, or `decimals()`).
    public var standards: [EthereumAddress: TokenStandard]

    /// Whether an address has code; an address without code belongs to a person, not to a contract.
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
