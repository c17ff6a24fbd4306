public import Network

/// Why a node gave no result.
///
/// No case carries text from the node: an error's message can be anybody's, so what is known of it is expressed in
/// our own words, and the rest not at all.
public enum NodeError: Error, Hashable, Sendable {
    /// The bytes did not get through.
    case wire(NetworkError)

    /// The server answered with this HTTP status instead of a JSON-RPC answer.
    case status(Int)

    /// The answer is not one of JSON-RPC 2.0 to the question that was asked.
    case malformed

    /// The node serves another chain than it is asked about.
    case otherChain(UInt64)

    /// The node says no.
    case refused(NodeRefusal)

    /// Whether the question certainly never reached the node.
    public var isUnasked: Bool {
        switch self {
        case .wire(.unreachable), .wire(.unusableAddress), .wire(.untrusted), .otherChain: true
        default: false
        }
    }
}

extension NodeError {
    /// Whether a smaller request may succeed: the node refused this one, sent too much, or took too long.
    ///
    /// False if the node cannot be reached or limits the rate, or if the wallet itself refused the request.
    var mayAnswerLess: Bool {
        switch self {
        case .wire(.tooLarge), .wire(.timedOut), .refused: true
        default: false
        }
    }
}

extension NodeError: CustomStringConvertible {
    /// A sentence for the user or the page.
    public var description: String {
        switch self {
        case .wire(.tooLarge): "\(NetworkError.tooLarge.sentence(about: Self.server)) Ask for less at once."
        case .wire(let error): error.sentence(about: Self.server)
        case .status(401), .status(403): "\(Self.server) denied access."
        case .status(429): "\(Self.server) receives too many requests. Try again later."
        case .status(let status): "\(Self.server) answered with HTTP status \(status)."
        case .malformed: NetworkError.malformed.sentence(about: Self.server)
        case .otherChain(let id): "\(Self.server) serves a different chain (\(id))."
        case .refused(let refusal): refusal.description
        }
    }

    private static let server = "The node of this chain"

    /// What a page is told: it must not learn what is behind an address, nor what there is between the wallet and a
    /// node.
    ///
    /// Only for what is said: whether the question reached the node is not known by it.
    var concealed: NodeError {
        switch self {
        case .wire(.tooLarge), .status(429), .otherChain, .refused: self
        case .wire, .status, .malformed: .wire(.unreachable)
        }
    }
}

extension NodeError {
    /// Whether the node as a whole cannot be used, so that the user may want another one.
    var isOfTheNode: Bool {
        switch self {
        case .wire(.unreachable), .wire(.untrusted), .wire(.unusableAddress), .wire(.timedOut), .otherChain,
            .status(401), .status(403), .status(404), .status(410):
            true
        default: false
        }
    }
}
