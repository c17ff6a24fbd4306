/// What an account holds on a ledger, in satoshis.
public struct CoinBalance: Hashable, Sendable {
    /// In blocks, free to be spent.
    public var confirmed: UInt64 = 0

    /// Waiting for a block.
    public var unconfirmed: UInt64 = 0

    /// In coins that carry tokens, which are not spent for their satoshis.
    public var withTokens: UInt64 = 0

    /// In coins that a payment spends whose fate is not known yet.
    public var reserved: UInt64 = 0
}
