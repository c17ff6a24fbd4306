/// Why data that must survive a restart could not be written or read.
public enum JournalError: Error, Hashable, Sendable {
    /// The storage does not work, such as a full disk or a damaged file. The sentence is for the log.
    case unavailable(String)

    /// The journal does not contain the transaction.
    case noSuchTransaction

    /// Another transaction of the account on the chain has the nonce.
    case nonceTaken

    /// The journal has other bytes under this id.
    case otherBytes
}
