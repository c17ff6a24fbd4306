public import BigInt

/// An exchange that others may carry out with the signature (Seaport's orders).
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

        /// Who receives it; `nil` for what is given.
        public let recipient: EthereumAddress?
    }

    /// Who offers.
    public let offerer: EthereumAddress

    /// What the offerer gives.
    public let gives: [Item]

    /// What others get for it or the offerer receives, by recipient.
    public let gets: [Item]

    /// When the offer ends, in seconds since 1970.
    public let end: BigUInt
}
