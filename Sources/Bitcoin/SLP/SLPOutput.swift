/// The tokens of an output, if its transaction is valid.
public struct SLPOutput: Hashable, Sendable {
    /// The token type.
    public let kind: SLPKind

    /// The token ID: the ID of its genesis transaction.
    public let token: TransactionID

    /// The amount in its smallest unit.
    public let quantity: UInt64

    /// Whether it is the minting baton.
    public let isBaton: Bool
}
