/// Why a local server cannot start, or why a connection failed.
package enum LocalServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It cannot listen, with the system's reason.
    case listen(String)
    /// The certificate or its key cannot be read.
    case identity
    /// A connection failed, with GIO's message.
    case operation(String)

    /// The error as one sentence.
    package var description: String {
        switch self {
        case .listen(let reason): "The server cannot listen: \(reason)"
        case .operation(let reason): "The connection failed: \(reason)"
        case .identity: "The certificate or its key cannot be read; both must be in PEM."
        }
    }
}
