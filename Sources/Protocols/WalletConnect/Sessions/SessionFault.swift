extension WalletConnectError {
    /// Why something cannot be done with a pairing or a session.
    public enum Session: Hashable, Sendable {
        /// There is no such proposal, or it was answered.
        case unknownProposal
        /// There is no such session, or it has ended.
        case unknownSession
        /// There is no such request, or it was answered.
        case unknownRequest
        /// Only the other side of a session can do this.
        case otherRole
        /// There would be more than the limit.
        case tooMany
        /// The message is larger than any relay accepts.
        case tooLarge
        /// It was not answered before it expired.
        case expired
        /// The peer answered with an error.
        case rejected(ErrorResponse)
        /// The session has ended while an answer was waited for.
        case ended(ErrorResponse)
        /// The peer's answer does not have the form that the method has.
        case malformedAnswer
        /// The relay did not accept the message.
        case undelivered
        /// The keys cannot be opened, because the wallet is locked.
        case locked
        /// What must survive a restart could not be stored.
        case storage
        /// The engine is not running.
        case stopped
        /// The caller was cancelled.
        case cancelled
        /// Another program, or another client, uses the storage.
        case inUse
        /// The version of the session has no such thing, or is not configured.
        case unsupported
    }
}

extension WalletConnectError.Session: CustomStringConvertible {
    /// A sentence in English, for logs; the text of a peer is left out.
    public var description: String {
        switch self {
        case .unknownProposal: "There is no such proposal, or it was answered."
        case .unknownSession: "There is no such session, or it has ended."
        case .unknownRequest: "There is no such request, or it was answered."
        case .otherRole: "Only the other side of a session can do this."
        case .tooMany: "There are too many pairings, sessions, requests or messages."
        case .tooLarge: "The message is too large for a relay."
        case .expired: "It was not answered before it expired."
        case .rejected(let response): "The peer answered with the error \(response.code)."
        case .ended(let reason): "The session has ended: \(reason.code)."
        case .malformedAnswer: "The peer's answer does not have the form that the method has."
        case .undelivered: "The relay did not accept the message."
        case .locked: "The keys cannot be opened, because the wallet is locked."
        case .storage: "What must survive a restart could not be stored."
        case .stopped: "The engine is not running."
        case .cancelled: "The caller was cancelled."
        case .inUse: "Another program uses the storage."
        case .unsupported: "The version of the protocol does not support this, or is not configured."
        }
    }
}
