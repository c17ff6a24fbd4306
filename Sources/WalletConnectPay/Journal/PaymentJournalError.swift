/// Why a journal did not keep what it was given.
public enum PaymentJournalError: Error, Hashable, Sendable {
    /// The place where it is kept does not work: a full disk, a damaged file. The sentence is for the log.
    case unavailable(String)

    /// Another attempt at the same payment stands there, and it is not over, or the payment is paid.
    case taken
}
