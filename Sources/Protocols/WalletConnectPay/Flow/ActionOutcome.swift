/// The outcome of asking the wallet to sign or to send.
public enum ActionOutcome: Hashable, Sendable {
    /// Done: a signature of typed data, or the hash of a transaction that was sent; `0x` and hexadecimal digits.
    case done(String)

    /// A transaction was sent to a server that did not respond; it may be on its way or not. The hash is `nil` if it is
    /// not known. It is never sent a second time.
    case sentUnknown(hash: String?)

    /// The user rejected it, or the request was withdrawn; nothing was signed or sent, with certainty.
    case refused

    /// The wallet is locked and was not unlocked; nothing was signed or sent.
    case locked

    /// The balance is too low for the amount or for the network fee; nothing was sent.
    case insufficientFunds

    /// The wallet does not support this action, or not on this chain; nothing was signed or sent.
    case unsupported

    /// It failed; nothing was signed or sent, with certainty.
    case failed
}
