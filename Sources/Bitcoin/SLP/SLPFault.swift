/// Why an output is no message of the Simple Ledger Protocol.
public enum SLPFault: String, Hashable, Sendable {
    /// It does not begin as one.
    case other = "is something else"

    /// It is not `OP_RETURN` and pushes in the forms that the protocol takes.
    case form = "is not a row of data as the protocol has it"

    /// A part has a length that it cannot have.
    case size = "has a part of the wrong length"

    /// A part has a value that it cannot have.
    case value = "has a part with a wrong value"

    /// It has more parts than there are, or fewer.
    case parts = "has too many or too few parts"

    /// It is of a kind of token that this wallet does not know.
    case kind = "is about a kind of token that the wallet does not know"
}
