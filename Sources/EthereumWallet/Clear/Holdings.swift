package import BigInt
package import Ethereum

/// The token standard that a contract follows.
package enum TokenStandard: Hashable, Sendable {
    /// Fungible amounts.
    case erc20
    /// Single items with IDs.
    case erc721
    /// Amounts of items with IDs.
    case erc1155
}

/// What a node reports about the tokens and addresses in a request.
package struct Holdings: Hashable, Sendable {
    /// The account's balance of each token, in its smallest unit.
    package var balances: [EthereumAddress: BigUInt]

    /// The total supply of each token, in its smallest unit.
    package var supplies: [EthereumAddress: BigUInt]

    /// The account's balance of the native coin; `nil` if no node was asked.
    package var coins: BigUInt?

    /// The standard of each token, if the contract reports it (ERC-165, or `decimals()`).
    package var standards: [EthereumAddress: TokenStandard]

    /// Whether an address has code; an address without code belongs to a person, not to a contract.
    package var hasCode: [EthereumAddress: Bool]

    /// Creates holdings.
    package init(
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
    package static let unknown = Holdings()
}
