public import BigInt

/// An exchange of tokens that others may carry out with a signature, such as an order of Seaport.
public struct TokenOrder: Hashable, Sendable {
    /// Something that is given or received.
    public struct Item: Hashable, Sendable {
        /// The contract of the token; `nil` for the chain's own coin.
        public let token: EthereumAddress?

        /// The number of the item; `nil` for an amount.
        public let item: BigUInt?

        /// Whether any item of the contract may be taken.
        public let isAnyItem: Bool

        /// The least that it may be: of what is received the smaller, of what is given the larger of both ends.
        public let amount: BigUInt

        /// Who receives it; `nil` for what is given, and for the offerer where nobody else is named.
        public let recipient: EthereumAddress?
    }

    /// Who offers; `nil` for who signs.
    public let offerer: EthereumAddress?

    /// What the offerer gives.
    public let gives: [Item]

    /// What others get for it or the offerer receives, by recipient.
    public let gets: [Item]

    /// When the offer ends, in seconds since 1970; `nil` where it never does.
    public let end: BigUInt?

    /// Whether the call carries the exchange out, rather than only offering it.
    public var isTaken = false

    /// Who takes what is given, and is bound to the order by nothing but its code; `nil` where it is the contract that
    /// keeps the orders.
    public var spender: EthereumAddress?

    /// The order as one that the call carries out.
    var taken: TokenOrder {
        var order = self
        order.isTaken = true
        return order
    }

    init(offerer: EthereumAddress?, gives: [Item], gets: [Item], end: BigUInt?) {
        self.offerer = offerer
        self.gives = gives
        self.gets = gets
        self.end = end
    }
}
