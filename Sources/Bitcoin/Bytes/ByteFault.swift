/// Why bytes are not a valid transaction or a valid part of one.
public enum ByteFault: String, Hashable, Sendable {
    /// They end before the announced length.
    case ended = "end too early"

    /// There are extra bytes at the end.
    case trailing = "continue after the end"

    /// A number is not in its shortest form.
    case padded = "contain a number that is not in its shortest form"

    /// They exceed the maximum size of a transaction.
    case tooLarge = "are larger than a transaction can be"

    /// They start with a token prefix, but the token is malformed.
    case token = "contain a token that is not well formed"

    /// They are a transaction that no node accepts: no inputs, a duplicate input, or more than the total supply.
    case rules = "violate the rules for transactions"

    /// They have a witness marker but no witness.
    case witness = "contain a witness that is not well formed"
}
