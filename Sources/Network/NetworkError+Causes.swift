internal import AsyncHTTPClient
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

extension NetworkError {
    /// What this error means once a request or a line has been given to the connection: it may have arrived.
    var afterSending: NetworkError {
        switch self {
        case .unreachable, .untrusted: .interrupted
        default: self
        }
    }

    /// What `error` of the libraries below means for the caller.
    init(cause error: any Error) {
        switch error {
        case let error as NetworkError: self = error
        case is CancellationError: self = .closed
        case let error as NIOSSLError: self = Self.meaning(of: error)
        case let error as NIOSSLExtraError: self = Self.meaning(of: error)
        case let error as HTTPClientError: self = Self.meaning(of: error)
        case HTTPParserError.invalidEOFState: self = .interrupted
        case is HTTPParserError: self = .malformed
        case let error as NIOConnectionError: self = Self.meaning(of: error)
        case is SocketAddressError: self = .unreachable
        case let error as IOError: self = Self.meaning(of: error)
        case ChannelError.connectTimeout: self = .timedOut
        default: self = .interrupted
        }
    }

    private static func meaning(of error: NIOSSLError) -> NetworkError {
        switch error {
        // The other side left, or the system broke off, before it had proved anything: no verdict about it.
        case .handshakeFailed(.syscallError), .handshakeFailed(.zeroReturn): .interrupted
        case .handshakeFailed(.sslError(let stack)) where stack == [.eofDuringHandshake]: .interrupted
        case .handshakeFailed: .untrusted
        // After the handshake, as every bare `BoringSSLError`: a request may have arrived.
        default: .interrupted
        }
    }

    private static func meaning(of error: NIOSSLExtraError) -> NetworkError {
        switch error {
        case .failedToValidateHostname, .serverHostnameImpossibleToMatch, .cannotUseIPAddressInSNI, .invalidSNIHostname:
            .untrusted
        default: .interrupted
        }
    }

    private static func meaning(of error: HTTPClientError) -> NetworkError {
        switch error {
        case .deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout, .tlsHandshakeTimeout,
            .getConnectionFromPoolTimeout:
            .timedOut
        case .cancelled, .alreadyShutdown, .requestStreamCancelled: .closed
        case .invalidURL, .emptyHost, .emptyScheme: .unusableAddress
        case .contentLengthMissing: .malformed
        default: .interrupted
        }
    }

    private static func meaning(of error: NIOConnectionError) -> NetworkError {
        let hasTimedOut = error.connectionErrors.contains {
            if case ChannelError.connectTimeout = $0.error { true } else { false }
        }
        return hasTimedOut ? .timedOut : .unreachable
    }

    private static func meaning(of error: IOError) -> NetworkError {
        switch error.errnoCode {
        case ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: .unreachable
        case ETIMEDOUT: .timedOut
        default: .interrupted
        }
    }
}
