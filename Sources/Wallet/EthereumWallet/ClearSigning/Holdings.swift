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

/// The code at an address, which shows whether a person or a contract has it.
package enum AccountCode: Hashable, Sendable {
    /// No code: the address belongs to a person, or is not used yet.
    case empty

    /// The account of a person that runs the code of a contract (EIP-7702).
    case delegation(AccountDelegation)

    /// A contract.
    case contract

    /// No node that the user chose has reported it.
    case notReported

    /// Whether the address belongs to a person.
    var isPerson: Bool {
        switch self {
        case .empty, .delegation: true
        case .contract, .notReported: false
        }
    }
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

    /// The code at the addresses that get something or may spend something; none if no node was asked.
    package var codes: [EthereumAddress: AccountCode]

    /// What tokens are worth.
    package var prices = Prices.unknown

    /// Creates holdings.
    package init(
        balances: [EthereumAddress: BigUInt] = [:], supplies: [EthereumAddress: BigUInt] = [:], coins: BigUInt? = nil,
        standards: [EthereumAddress: TokenStandard] = [:], codes: [EthereumAddress: AccountCode] = [:]
    ) {
        self.balances = balances
        self.supplies = supplies
        self.coins = coins
        self.standards = standards
        self.codes = codes
    }

    /// Nothing is known.
    package static let unknown = Holdings()
}
