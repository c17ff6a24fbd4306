import Network

/// Why the user should set a server for a network.
public enum ServerProblem: Hashable, Sendable {
    /// None is set.
    case missing

    /// The one that is set cannot be reached or used.
    case failing
}

extension NodeError {
    /// Whether the node as a whole cannot be used, so that the user may want another one.
    var isOfTheNode: Bool {
        switch self {
        case .wire(.unreachable), .wire(.untrusted), .wire(.unusableAddress), .wire(.timedOut), .otherChain,
            .status(401), .status(403), .status(404), .status(410):
            true
        default: false
        }
    }
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
