/// Why the relay ends a connection: the code and the text of the close frame.
///
/// Codes below 3000 are those of RFC 6455, section 7.4.1; the others are those of the public WalletConnect relay.
enum CloseReason: Hashable, Sendable {
    /// The client closed the connection.
    case normal
    /// The process ends.
    case terminating
    /// A frame breaks RFC 6455.
    case protocolError
    /// A frame, or all fragments of one, are too large.
    case tooLarge
    /// Too many requests.
    case tooManyRequests
    /// The credentials are refused.
    case unauthorized(String)
    /// There was no subscription and no traffic, or the client has newer connections.
    case stale
    /// The connections of this process move to other processes.
    case rebalancing

    var code: UInt16 {
        switch self {
        case .normal: 1000
        case .terminating: 1001
        case .protocolError: 1002
        case .tooLarge: 1009
        case .tooManyRequests: 1013
        case .unauthorized: 3000
        case .stale: 4008
        case .rebalancing: 4010
        }
    }

    var text: String {
        switch self {
        case .normal: ""
        case .terminating: "The relay is stopping. Connect again."
        case .protocolError: "The frame is not allowed by RFC 6455."
        case .tooLarge: "The frame is too large."
        case .tooManyRequests: "Too many requests. Try again later."
        case .unauthorized(let reason): reason
        case .stale: "The connection is not in use."
        case .rebalancing: "Connect again, to another process."
        }
    }
}
