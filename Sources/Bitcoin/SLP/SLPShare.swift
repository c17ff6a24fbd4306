/// What an output holds of a token, where the transaction that says so is valid.
public struct SLPShare: Hashable, Sendable {
    /// The kind of token.
    public let kind: SLPKind

    /// The token: the name of the transaction that made it.
    public let token: TransactionID

    /// How many of its smallest units.
    public let quantity: UInt64

    /// Whether it is the right to make more.
    public let isBaton: Bool
}
