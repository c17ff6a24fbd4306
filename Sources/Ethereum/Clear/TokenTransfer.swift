public import BigInt

/// Tokens that change hands.
public struct TokenTransfer: Hashable, Sendable {
    /// What kind of tokens a contract keeps.
    public enum Kind: Hashable, Sendable {
        /// Amounts (ERC-20).
        case amount
        /// Single items with numbers (ERC-721).
        case item
        /// Amounts of items with numbers (ERC-1155).
        case items
        /// An amount or the number of an item: the call is the same for both.
        case amountOrItem
    }

    /// An amount, or an item.
    public struct Part: Hashable, Sendable {
        /// The number of the item; `nil` for an amount.
        public let item: BigUInt?

        /// How much, in the token's smallest unit; 1 for a single item.
        public let amount: BigUInt

        /// Creates a part.
        public init(item: BigUInt? = nil, amount: BigUInt) {
            self.item = item
            self.amount = amount
        }
    }

    /// What kind of tokens.
    public let kind: Kind

    /// The contract of the token.
    public let token: EthereumAddress

    /// Whose tokens; `nil` for those of who signs.
    public let from: EthereumAddress?

    /// Who gets them.
    public let to: EthereumAddress

    /// What is moved.
    public let parts: [Part]

    /// Until when it can be carried out, in seconds since 1970; `nil` where it happens at once.
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
