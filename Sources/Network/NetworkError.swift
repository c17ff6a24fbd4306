/// Why bytes did not get through.
///
/// No case contains text from the server, so each may be shown; a log adds the address.
public enum NetworkError: Error, Hashable, Sendable {
    /// The address is not one that may be asked: not https, malformed, or with a name and password in it.
    case unusableAddress

    /// There was no connection: no such name, refused, unreachable, none in time. The question did not leave.
    case unreachable

    /// The TLS handshake failed: the other side could not prove who it is. The question did not leave.
    case untrusted

    /// There was no answer, or not all of it, in time. Whether the question arrived is not known.
    case timedOut

    /// The connection ended in the middle. Whether the question arrived is not known.
    case interrupted

    /// The answer is longer than the limit.
    case tooLarge

    /// The answer is not what the protocol allows.
    case malformed

    /// The requester went away or the connection was closed by us.
    case closed
}

extension NetworkError: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String { sentence(about: "The server") }

    /// A sentence for the user that says who did not answer, and what happened.
    ///
    /// - Parameter server: Who it is, such as `The node of this chain`.
    /// - Returns: The sentence.
    public func sentence(about server: String) -> String {
        switch self {
        case .unusableAddress: "\(server) does not have an address that can be used."
        case .unreachable: "\(server) cannot be reached."
        case .untrusted: "\(server) could not prove its identity."
        case .timedOut: "\(server) did not answer in time."
        case .interrupted, .closed: "\(server) did not answer: the connection was lost."
        case .tooLarge: "\(server) sent an answer that is too long."
        case .malformed: "\(server) sent an invalid answer."
        }
    }
}
