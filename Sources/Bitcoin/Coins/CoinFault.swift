/// Why coins cannot pay; each a whole sentence.
public enum CoinFault: String, Hashable, Sendable {
    /// All of them together are less than amount and fee.
    case notEnough = "The coins that may be spent are not enough for the amount and the network fee."

    /// It would take more of them than one transaction may spend.
    case tooMany = "The amount would take too many small coins; send less, or several times."

    /// The transaction would be larger than nodes relay.
    case tooLarge = "The transaction would be larger than the network relays."

    /// A coin with another lock than a key's own.
    case locked = "A coin has a lock that this wallet cannot open."
}
