internal import Bitcoin
internal import Network

/// Why one question to one server brought nothing.
enum ElectrumError: Error, Hashable, Sendable {
    /// The server refused the request.
    case fault(ElectrumFault)

    /// The connection had ended before; nothing was handed over.
    case notAsked

    /// No answer came, though the question may have arrived.
    case lost(NetworkError)

    /// The server answered what it must not.
    case nonsense

    /// Whoever asked went away.
    case cancelled

    /// As reported to callers.
    var outside: CoinServerError {
        switch self {
        case .fault: .refused
        case .notAsked: .wire(.closed)
        case .lost(let error): .wire(error)
        case .nonsense: .nonsense
        case .cancelled: .cancelled
        }
    }
}
