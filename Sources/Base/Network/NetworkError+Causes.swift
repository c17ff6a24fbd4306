internal import CSoup

extension NetworkError {
    /// What this error means once sending has begun: the request or line may have arrived.
    var afterSending: NetworkError {
        switch self {
        case .unreachable, .proxyUnreachable, .needsTor, .untrusted, .privateAddress: .interrupted
        default: self
        }
    }

    /// Converts an error of the underlying libraries.
    init(cause error: any Error) {
        switch error {
        case let error as NetworkError: self = error
        case is CancellationError: self = .closed
        case let error as GLibError: self = Self.meaning(of: error)
        default: self = .interrupted
        }
    }

    private static func meaning(of error: GLibError) -> NetworkError {
        switch error.domain {
        case g_io_error_quark(): meaning(ofIO: GIOErrorEnum(rawValue: UInt32(bitPattern: error.code)))
        // An unexpected end of the connection says nothing about the server's identity.
        case g_tls_error_quark(): error.isTLS(G_TLS_ERROR_EOF) ? .interrupted : .untrusted
        case g_resolver_error_quark(): .unreachable
        case soup_session_error_quark(): meaning(ofSession: error.code)
        default: .interrupted
        }
    }

    private static func meaning(ofIO code: GIOErrorEnum) -> NetworkError {
        switch code {
        case G_IO_ERROR_CONNECTION_REFUSED, G_IO_ERROR_NETWORK_UNREACHABLE, G_IO_ERROR_HOST_UNREACHABLE,
            G_IO_ERROR_HOST_NOT_FOUND, G_IO_ERROR_ADDRESS_IN_USE, G_IO_ERROR_PROXY_FAILED,
            G_IO_ERROR_PROXY_AUTH_FAILED, G_IO_ERROR_PROXY_NEED_AUTH, G_IO_ERROR_PROXY_NOT_ALLOWED:
            .unreachable
        case G_IO_ERROR_TIMED_OUT: .timedOut
        case G_IO_ERROR_CANCELLED: .closed
        default: .interrupted
        }
    }

    private static func meaning(ofSession code: Int32) -> NetworkError {
        switch SoupSessionError(rawValue: UInt32(bitPattern: code)) {
        case SOUP_SESSION_ERROR_PARSING, SOUP_SESSION_ERROR_ENCODING: .malformed
        default: .interrupted
        }
    }
}
