internal import Messages

/// Why coins cannot pay an amount; each is a whole sentence.
public enum CoinFault: String, Hashable, Sendable {
    /// Their total value is less than the amount and the fee.
    case notEnough = "The spendable coins are not enough for the amount and the network fee."

    /// The payment would need more coins than one transaction may spend.
    case tooMany = "The amount would need too many small coins. Send less, or in several payments."

    /// The transaction would exceed the maximum size that nodes relay.
    case tooLarge = "The transaction would be larger than the network relays."

    /// A coin has a locking script that the wallet cannot spend.
    case locked = "A coin has a locking script that this wallet cannot spend."

    /// A sentence for the user.
    var sentence: String {
        switch self {
        case .notEnough: localized("The spendable coins are not enough for the amount and the network fee.")
        case .tooMany: localized("The amount would need too many small coins. Send less, or in several payments.")
        case .tooLarge: localized("The transaction would be larger than the network relays.")
        case .locked: localized("A coin has a locking script that this wallet cannot spend.")
        }
    }
}
