public import BigInt
public import Ethereum

/// What is known of tokens on the chain, where somebody asked: how much the account has, and how much there is.
public struct Holdings: Hashable, Sendable {
    /// How much of each token the account has, in its smallest unit.
    public var balances: [EthereumAddress: BigUInt]

    /// How much of each token there is, in its smallest unit.
    public var supplies: [EthereumAddress: BigUInt]

    /// Which standard each contract implements; a contract of which nobody knows is not in it.
    public var standards: [EthereumAddress: TokenStandard]

    /// Creates holdings.
    public init(
        balances: [EthereumAddress: BigUInt] = [:], supplies: [EthereumAddress: BigUInt] = [:],
        standards: [EthereumAddress: TokenStandard] = [:]
    ) {
        self.balances = balances
        self.supplies = supplies
        self.standards = standards
    }

    /// Nothing is known.
    public static let unknown = Holdings()
}

/// The standard that a token's contract implements.
public enum TokenStandard: Hashable, Sendable {
    /// Amounts (ERC-20).
    case erc20
    /// Single items with numbers (ERC-721).
    case erc721
    /// Amounts of items with numbers (ERC-1155).
    case erc1155
}
