/// What came of asking the wallet to sign or to send.
public enum ActionOutcome: Hashable, Sendable {
    /// Done: a signature of typed data, or the hash of a transaction that was sent; `0x` and hexadecimal digits.
    case done(String)

    /// A transaction was sent to a server that did not answer: it may be on its way, or not. With its hash where it
    /// is known. It is never sent a second time.
    case sentUnknown(hash: String?)

    /// The user said no, or the asking was given up; surely nothing was signed or sent.
    case refused

    /// The wallet is locked and stays so; nothing was signed or sent.
    case locked

    /// The account has too little, for the amount or for the network's fee; nothing was sent.
    case insufficientFunds

    /// The wallet does not do this, or not on this chain; nothing was signed or sent.
    case unsupported

    /// It could not be done; surely nothing was signed or sent.
    case failed
}
