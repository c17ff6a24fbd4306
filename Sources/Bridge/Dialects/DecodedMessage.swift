/// What was understood of one message.
public enum DecodedMessage: Equatable, Sendable {
    /// A call to make, and what its answer must repeat.
    case call(Call, ReplyID)

    /// Not a valid call, but the sender gets an error with the reason.
    case refusal(RPCError, ReplyID)

    /// Nothing that could be answered; the reason is for the log.
    case silence(String)
}
