package import Bitcoin
package import Bridge

/// Why the wallet cannot see or move its coins.
enum CoinError: Error, Hashable {
    /// A server did not help.
    case server(CoinServerError)
    /// The journal could not be read or written.
    case journal
    /// A key could not be derived.
    case keys
}

extension RPCError {
    /// What is said of a payment that left the wallet signed and that those who have it refused, for a `reason` that is
    /// a sentence of ours.
    static func declined(_ kind: Kind, _ reason: String) -> RPCError {
        RPCError(
            kind,
            "\(reason) The signed payment has left the wallet and could still be sent. The next payment is made so "
                + "that only one of the two can be confirmed; if that is impossible, the wallet warns before you sign.")
    }

    /// The error for a page: nothing was sent.
    init(_ trouble: CoinError) {
        switch trouble {
        case .server(let error): self.init(.notSent, "Nothing was sent. \(error)")
        case .journal: self.init(.notSent, "The wallet could not write its journal, so it did nothing.")
        case .keys: self.init(.failed, "The wallet could not derive its addresses.")
        }
    }

    /// The error for a page about its invalid value, or about insufficient coins.
    package init(_ error: BitcoinError) {
        if case .coins = error {
            self.init(.notSent, error.description)
        } else {
            self.init(.malformed, error.description)
        }
    }
}
