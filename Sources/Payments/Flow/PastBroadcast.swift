/// What a wallet remembers of the transaction of an attempt that a restart broke off.
public enum PastBroadcast: Hashable, Sendable {
    /// None was signed: nothing can be on its way.
    case none

    /// One was signed, and sent or about to be; with its hash.
    case sent(hash: String)

    /// The wallet cannot say.
    case unknown
}
