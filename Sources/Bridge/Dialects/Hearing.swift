/// What was understood of one message.
public enum Hearing: Equatable, Sendable {
    /// A call to make, and what its answer must repeat.
    case call(Call, Echo)

    /// Nothing to make a call of, but there is an asker to be told why.
    case refusal(RPCError, Echo)

    /// Nothing that could be answered; the reason is for the log.
    case silence(String)
}
