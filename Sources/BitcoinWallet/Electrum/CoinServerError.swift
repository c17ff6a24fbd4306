public import Network

/// Why a question about coins was not answered.
public enum CoinServerError: Error, Hashable, Sendable {
    /// There is no server to ask.
    case notConfigured

    /// No server was reached, or none answered to the end: the last reason.
    case wire(NetworkError)

    /// What was asked for is not known.
    case notFound

    /// The server refused the request.
    case refused

    /// The server answered something that cannot be true, or is not the protocol.
    case nonsense

    /// Whoever asked went away.
    case cancelled
}

extension CoinServerError: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .notConfigured: "No Electrum server is set for these coins."
        case .wire(let error): error.sentence(about: Self.server)
        case .notFound: "\(Self.server) did not find it."
        case .refused: "\(Self.server) refused the request."
        case .nonsense: NetworkError.malformed.sentence(about: Self.server)
        case .cancelled: "The request was cancelled."
        }
    }

    private static let server = "The Electrum server"
}

extension CoinServerError {
    /// Whether none of the servers can be used, so that the user may want another one.
    var isOfTheServers: Bool {
        switch self {
        case .wire(.unreachable), .wire(.untrusted), .wire(.unusableAddress), .wire(.timedOut), .nonsense: true
        default: false
        }
    }
}
