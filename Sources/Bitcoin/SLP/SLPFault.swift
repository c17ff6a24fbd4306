/// Why an output is not a valid message of the Simple Ledger Protocol.
public enum SLPFault: String, Hashable, Sendable {
    /// It does not have the prefix of the protocol.
    case other = "is not a message of this protocol"

    /// It is not an `OP_RETURN` with pushes in the allowed forms.
    case form = "is not encoded as the protocol requires"

    /// A field has an invalid length.
    case size = "has a part of the wrong length"

    /// A field has an invalid value.
    case value = "has a part with a wrong value"

    /// It has the wrong number of fields.
    case parts = "has too many or too few parts"

    /// Its token type is unknown.
    case kind = "has an unknown token type"
}
