public import Ethereum
public import BigInt

/// A transfer of tokens.
public struct TokenTransfer: Hashable, Sendable {
    /// The kind of tokens that a contract manages.
    public enum Kind: Hashable, Sendable {
        /// Fungible amounts (ERC-20).
        case amount
        /// Single items with IDs (ERC-721).
        case item
        /// Amounts of items with IDs (ERC-1155).
        case items
        /// An amount or the ID of an item: the call is the same for both.
        case amountOrItem
    }

    /// An amount, or an item.
    public struct Part: Hashable, Sendable {
        /// The ID of the item; `nil` for an amount.
        public let item: BigUInt?

        /// The amount in the token's smallest unit; 1 for a single item.
        public let amount: BigUInt

        /// Creates a part.
        public init(item: BigUInt? = nil, amount: BigUInt) {
            self.item = item
            self.amount = amount
        }
    }

    /// The kind of tokens.
    public let kind: Kind

    /// The contract of the token.
    public let token: EthereumAddress

    /// The owner of the tokens; `nil` for the signer.
    public let from: EthereumAddress?

    /// The recipient.
    public let to: EthereumAddress

    /// What is transferred.
    public let parts: [Part]

    /// The deadline, in seconds since 1970; `nil` if the transfer is immediate.
    public let deadline: BigUInt?

    init(
        _ kind: Kind, token: EthereumAddress, from: EthereumAddress? = nil, to: EthereumAddress, parts: [Part],
        deadline: BigUInt? = nil
    ) {
        self.kind = kind
        self.token = token
        self.from = from
        self.to = to
        self.parts = parts
        self.deadline = deadline
    }
}
