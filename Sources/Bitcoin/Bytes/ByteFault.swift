/// What is wrong with bytes that should be a transaction or a part of one.
public enum ByteFault: String, Hashable, Sendable {
    /// They end before what they announce.
    case ended = "end too early"

    /// Something stands behind the end.
    case trailing = "go on behind the end"

    /// A number is written longer than it must be.
    case padded = "hold a number that is not in its shortest form"

    /// There are more of them than a transaction may have.
    case tooLarge = "are larger than a transaction may be"

    /// They begin as a token's prefix and are none.
    case token = "hold a token that is not well formed"

    /// They are a transaction that no node would take: no inputs, one coin twice, more than all money.
    case rules = "break the rules for every transaction"

    /// They mark a witness and have none.
    case witness = "hold a witness that is not well formed"
}
