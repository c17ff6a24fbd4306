/// The codes of errors between clients, and the reasons for which a session ends.
///
/// Source: WalletConnect's "Error codes" of Sign, EIP-1193, CAIP-25 and JSON-RPC 2.0; 10001 and 14001 as clients in
/// use send them, 1006 as the documentation of namespaces has it.
public enum PeerErrorCode: Int64, Sendable, CaseIterable {
    case invalidMethod = 1001
    case invalidEvent = 1002
    case invalidUpdateRequest = 1003
    case invalidExtendRequest = 1004
    case invalidSettleRequest = 1005
    case invalidProposal = 1006

    case unauthorizedMethod = 3001
    case unauthorizedEvent = 3002
    case unauthorizedUpdateRequest = 3003
    case unauthorizedExtendRequest = 3004
    case unauthorizedChain = 3005

    /// The user rejected a request to a wallet of Ethereum (EIP-1193).
    case userRejectedRequest = 4001

    /// The user rejected a proposal.
    case userRejected = 5000
    case userRejectedChains = 5001
    case userRejectedMethods = 5002
    case userRejectedEvents = 5003

    case unsupportedChains = 5100
    case unsupportedMethods = 5101
    case unsupportedEvents = 5102
    case unsupportedAccounts = 5103
    case unsupportedNamespaceKey = 5104

    /// One side ended the session.
    case userDisconnected = 6000

    case settlementFailed = 7000
    case noSessionForTopic = 7001

    /// A request was not answered before it expired.
    case requestExpired = 8000

    /// A method of the protocol that the wallet does not know; an app then waits for the older way to connect.
    case unsupportedProtocolMethod = 10001

    case malformedResponse = 11001
    case malformedRequest = 11002
    case messageCompromised = 11003
    case signatureVerificationFailed = 11004
    case signInExpired = 11005
    case missingIssuer = 11006

    case userRejectedSignIn = 12001
    case userDisconnectedSignIn = 12002

    /// A rejected sign-in, as wallets with the Swift kit send it.
    case userRejectedSignInOfSwiftKit = 14001

    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case internalError = -32603

    /// The message that the peer gets, in English.
    public var message: String {
        switch self {
        case .invalidMethod: "Invalid method."
        case .invalidEvent: "Invalid event."
        case .invalidUpdateRequest: "Invalid update request."
        case .invalidExtendRequest: "Invalid extend request."
        case .invalidSettleRequest: "Invalid session settle request."
        case .invalidProposal: "Invalid session proposal."
        case .unauthorizedMethod: "Unauthorized method."
        case .unauthorizedEvent: "Unauthorized event."
        case .unauthorizedUpdateRequest: "Unauthorized update request."
        case .unauthorizedExtendRequest: "Unauthorized extend request."
        case .unauthorizedChain: "Unauthorized chain."
        case .userRejectedRequest: "User rejected the request."
        case .userRejected: "User rejected."
        case .userRejectedChains: "User disapproved requested chains."
        case .userRejectedMethods: "User disapproved requested methods."
        case .userRejectedEvents: "User disapproved requested events."
        case .unsupportedChains: "Unsupported chains."
        case .unsupportedMethods: "Unsupported methods."
        case .unsupportedEvents: "Unsupported events."
        case .unsupportedAccounts: "Unsupported accounts."
        case .unsupportedNamespaceKey: "Unsupported namespace key."
        case .userDisconnected: "User disconnected."
        case .settlementFailed: "Session settlement failed."
        case .noSessionForTopic: "No session for topic."
        case .requestExpired: "Session request expired."
        case .unsupportedProtocolMethod: "Unsupported wc_ method."
        case .malformedResponse: "Malformed response parameters."
        case .malformedRequest: "Malformed request parameters."
        case .messageCompromised: "The message is not the one that was requested."
        case .signatureVerificationFailed: "The signature is not valid."
        case .signInExpired: "The authentication request expired."
        case .missingIssuer: "The issuer is missing."
        case .userRejectedSignIn, .userRejectedSignInOfSwiftKit: "User rejected the authentication request."
        case .userDisconnectedSignIn: "User disconnected."
        case .parseError: "Parse error."
        case .invalidRequest: "Invalid request."
        case .methodNotFound: "Method not found."
        case .invalidParameters: "Invalid parameters."
        case .internalError: "Internal error."
        }
    }

    /// Whether the other side's user rejected something: a proposal, a request, or a part of either.
    public var isRejection: Bool {
        switch self {
        case .userRejectedRequest, .userRejected, .userRejectedChains, .userRejectedMethods, .userRejectedEvents,
            .userRejectedSignIn, .userRejectedSignInOfSwiftKit:
            true
        default: false
        }
    }
}
