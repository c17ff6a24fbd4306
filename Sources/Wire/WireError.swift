/// Why bytes did not get through.
///
/// No case carries text of the other side, so each may be shown; whoever logs adds the address.
public enum WireError: Error, Hashable, Sendable {
    /// The address is not one that may be asked: not https, malformed, or with a name and password in it.
    case unusableAddress

    /// There was no connection: no such name, refused, unreachable. The question did not leave.
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

    /// The asker went away or the connection was closed by us.
    case closed
}

extension WireError: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .unusableAddress: "The address of the server cannot be used."
        case .unreachable: "The server cannot be reached."
        case .untrusted: "The identity of the server could not be verified."
        case .timedOut: "The server did not answer in time."
        case .interrupted: "The connection to the server was lost."
        case .tooLarge: "The answer of the server is too long."
        case .malformed: "The server sent an invalid answer."
        case .closed: "The connection to the server is closed."
        }
    }
}
