public import Bitcoin
package import Bridge
package import Messages
public import Network

/// Why the wallet cannot see or move its coins.
///
/// No case contains text from a server: all sentences are the wallet's own.
public enum CoinError: Error, Hashable, Sendable {
    // The servers.
    /// There is no server to ask.
    case notConfigured

    /// No server was reached, or none sent a complete response; with the last reason.
    ///
    /// For one request to one server: no response came, but the request may have arrived.
    case wire(NetworkError)

    /// The connection had ended before the request was sent.
    case notAsked

    /// The transaction is not known.
    case notFound

    /// The server refused the request; its reason is not shown.
    case refused(ElectrumFault)

    /// A server lists a transaction of the account, and none provides it: what the account holds is not known.
    case withheld

    /// The server serves another chain than `wanted`; `nil` for one that the wallet does not know.
    case otherChain(UTXOChain?, wanted: UTXOChain)

    /// The server's response cannot be true, or violates the protocol.
    case nonsense

    /// The request was cancelled.
    case cancelled

    // The wallet.
    /// The journal could not be read or written.
    case journal

    /// A key could not be derived.
    case keys
}

extension CoinError: CustomStringConvertible {
    /// The sentence for users and pages.
    package var text: Message {
        switch self {
        case .notConfigured: localizable("No Electrum server is set for these coins.")
        case .wire(let error): Self.text(error)
        case .notAsked: Self.text(.closed)
        case .notFound: localizable("The Electrum server did not find the transaction.")
        case .refused: localizable("The Electrum server refused the request.")
        case .withheld:
            localizable("The Electrum server reports a transaction of this account, and does not provide it.")
        case .otherChain(let served?, let wanted):
            localizable(
                """
                The Electrum server serves \(served.name, as: "network"), not \(wanted.name, as: "otherNetwork").
                """)
        case .otherChain(nil, let wanted):
            localizable("The Electrum server does not serve \(wanted.name, as: "network").")
        case .nonsense: Self.text(.malformed)
        case .cancelled: localizable("The request was cancelled.")
        case .journal: localizable("The wallet could not write its journal, so it did nothing.")
        case .keys: localizable("The wallet could not derive its addresses.")
        }
    }

    private static func text(_ error: NetworkError) -> Message {
        switch error {
        case .unusableAddress: localizable("The Electrum server does not have an address that can be used.")
        case .unreachable: localizable("The Electrum server cannot be reached.")
        case .proxyUnreachable: localizable("The proxy cannot be reached.")
        case .needsTor:
            localizable("The Electrum server has an .onion address: set the SOCKS5 proxy of Tor to reach it.")
        case .untrusted: localizable("The Electrum server could not prove its identity.")
        case .privateAddress: localizable("The Electrum server is in a private network, which is not allowed here.")
        case .timedOut: localizable("The Electrum server did not answer in time.")
        case .interrupted, .closed: localizable("The Electrum server did not answer: the connection was lost.")
        case .tooLarge: localizable("The Electrum server sent an answer that is too long.")
        case .malformed: localizable("The Electrum server sent an invalid answer.")
        }
    }

    /// The sentence in English, for pages and logs.
    public var description: String { text.english }

    /// The sentence for the user.
    public var sentence: String { text.localized }
}

extension CoinError {
    /// Whether none of the servers can be used, so that the user may want another one.
    var isOfTheServers: Bool {
        switch self {
        case .wire(.unreachable), .wire(.proxyUnreachable), .wire(.needsTor), .wire(.untrusted),
            .wire(.unusableAddress),
            .wire(.timedOut), .nonsense, .withheld, .otherChain:
            true
        default: false
        }
    }

    /// Whether a server responded that it has no result for this request.
    var isAnswer: Bool {
        switch self {
        case .notFound, .refused: true
        default: false
        }
    }
}

extension RPCError {
    /// The error for a payment that left the wallet signed and that its receivers refused; `reason` is a sentence of
    /// the wallet.
    static func declined(_ kind: Kind, _ reason: Message, forUser detail: Message? = nil) -> RPCError {
        func sentence(_ reason: Message) -> Message {
            localizable(
                """
                \(reason, as: "reason") The signed payment has left the wallet and could still be sent. The next payment \
                is made so that only one of the two can be confirmed; if that is impossible, the wallet warns before \
                you sign.
                """)
        }
        return RPCError(kind, sentence: sentence(reason)).telling(sentence(detail ?? reason))
    }

    /// The error for a payment that never left the wallet.
    static func unsent(because error: CoinError) -> RPCError {
        RPCError(.notSent, sentence: localizable("Nothing was sent. \(error.text, as: "reason")"))
    }

    /// The error for a page: nothing was sent.
    package init(_ error: CoinError) {
        switch error {
        case .journal: self.init(.notSent, sentence: error.text)
        case .keys: self.init(.failed, sentence: error.text)
        default: self = .unsent(because: error)
        }
    }

    /// The error for a page about an invalid value in its request, or about insufficient coins.
    package init(_ error: BitcoinError) {
        if case .coins(let fault) = error {
            self.init(.notSent, sentence: fault.text)
        } else {
            self.init(.malformed, error.description)
        }
    }
}
