/// Why a request or a connection failed.
///
/// No case contains text from the server, so each can be shown; a log adds the address.
public enum NetworkError: Error, Hashable, Sendable {
    /// The URL is not allowed: not https, malformed, or with a user name and password.
    case unusableAddress

    /// No connection: the name was not found, or the connection was refused, unreachable or timed out. Nothing was
    /// sent.
    case unreachable

    /// No connection to the configured proxy; no direct connection is tried. Nothing was sent.
    case proxyUnreachable

    /// The name of an onion service, and no SOCKS5 proxy such as Tor's is set. Nothing was sent, and no name was resolved.
    case needsTor

    /// The TLS handshake failed: the server could not prove its identity. Nothing was sent.
    case untrusted

    /// The name of the server resolves to a private network, where the request must not go. Nothing was sent.
    case privateAddress

    /// No complete response in time. Whether the request arrived is unknown.
    case timedOut

    /// The connection ended before the response was complete. Whether the request arrived is unknown.
    case interrupted

    /// The response exceeds the limit.
    case tooLarge

    /// The response violates the protocol.
    case malformed

    /// The task was cancelled, or this side closed the connection.
    case closed
}

extension NetworkError: CustomStringConvertible {
    /// A sentence in English, for logs; other modules name the server in their own messages.
    public var description: String {
        switch self {
        case .unusableAddress: "The server does not have an address that can be used."
        case .unreachable: "The server cannot be reached."
        case .proxyUnreachable: "The proxy cannot be reached."
        case .needsTor: "A server with an .onion address is reached through Tor only: set its SOCKS5 proxy."
        case .untrusted: "The server could not prove its identity."
        case .privateAddress: "The server is in a private network, which is not allowed here."
        case .timedOut: "The server did not answer in time."
        case .interrupted, .closed: "The server did not answer: the connection was lost."
        case .tooLarge: "The server sent an answer that is too long."
        case .malformed: "The server sent an invalid answer."
        }
    }
}
