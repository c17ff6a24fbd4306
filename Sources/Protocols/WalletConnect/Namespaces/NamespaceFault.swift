/// Why namespaces are not valid, do not satisfy a proposal, or do not allow a request.
public enum NamespaceFault: Hashable, Sendable, CaseIterable {
    case emptyChains
    case malformedChain
    case otherNamespaceOfChain
    case malformedKey

    case emptyAccounts
    case malformedAccount
    case otherNamespaceOfAccount
    case missingMethod
    case missingAccount
    case missingNamespace
    case missingEvent

    /// A wallet does not support what a proposal requires.
    case unsupportedNamespace
    case unsupportedChain
    case unsupportedMethod
    case unsupportedEvent
    case noAccount

    /// A request or an event is outside what the session allows.
    case unauthorizedChain
    case unauthorizedMethod
    case unauthorizedEvent

    /// The code with which the other side is answered.
    public var code: PeerErrorCode {
        switch self {
        case .emptyChains, .malformedChain, .otherNamespaceOfChain, .unsupportedChain: .unsupportedChains
        case .malformedKey, .unsupportedNamespace: .unsupportedNamespaceKey
        case .emptyAccounts, .malformedAccount, .missingAccount: .userRejectedChains
        case .otherNamespaceOfAccount, .noAccount: .unsupportedAccounts
        case .missingMethod: .userRejectedMethods
        case .missingEvent: .userRejectedEvents
        case .missingNamespace: .userRejected
        case .unsupportedMethod: .unsupportedMethods
        case .unsupportedEvent: .unsupportedEvents
        case .unauthorizedChain: .unauthorizedChain
        case .unauthorizedMethod: .unauthorizedMethod
        case .unauthorizedEvent: .unauthorizedEvent
        }
    }

    /// The message with which the other side is answered, without the full stop.
    public var message: String {
        switch self {
        case .emptyChains: "Chains must not be empty"
        case .malformedChain: "Chains must be CAIP-2 compliant"
        case .otherNamespaceOfChain: "Chains must be defined in matching namespace"
        case .malformedKey: "Namespace formatting must match CAIP-2"
        case .emptyAccounts: "Accounts must not be empty"
        case .malformedAccount: "Accounts must be CAIP-10 compliant"
        case .otherNamespaceOfAccount: "Accounts must be defined in matching namespace"
        case .missingMethod: "All methods must be approved"
        case .missingAccount: "All chains must have at least one account"
        case .missingNamespace: "All namespaces must be approved"
        case .missingEvent: "All events must be approved"
        case .unsupportedNamespace: "The wallet does not support a required namespace"
        case .unsupportedChain: "The wallet does not support a required chain"
        case .unsupportedMethod: "The wallet does not support a required method"
        case .unsupportedEvent: "The wallet does not support a required event"
        case .noAccount: "The wallet has no account on a required chain"
        case .unauthorizedChain: "The session does not include this chain"
        case .unauthorizedMethod: "The session does not include this method"
        case .unauthorizedEvent: "The session does not include this event"
        }
    }

    /// The answer to the other side.
    public var response: ErrorResponse { ErrorResponse(code, message + ".") }
}
