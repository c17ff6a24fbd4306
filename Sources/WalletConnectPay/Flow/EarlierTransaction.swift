/// What a wallet remembers of the transaction of an attempt that a restart broke off.
public enum EarlierTransaction: Hashable, Sendable {
    /// None was signed: nothing can be on its way.
    case none

    /// One was signed, and the network has it; with its hash.
    case sent(hash: String)

    /// One was signed, and the network does not know it, or could not be asked: it was perhaps never sent.
    case signed(hash: String)

    /// The wallet cannot say.
    case unknown
}
