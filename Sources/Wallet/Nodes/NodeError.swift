public import Wire

/// Why a node gave no result.
///
/// No case carries a sentence of the node: a message in an error can be anybody's, so what is known of it is told in
/// our own words, and the rest not at all.
public enum NodeError: Error, Hashable, Sendable {
    /// The bytes did not get through.
    case wire(WireError)

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

extension NodeError: CustomStringConvertible {
    /// A sentence for the user or the page.
    public var description: String {
        switch self {
        case .wire(.unreachable): "The node of this chain cannot be reached."
        case .wire(.untrusted): "The identity of this chain's node could not be verified."
        case .wire(.timedOut): "The node of this chain did not answer in time."
        case .wire(.unusableAddress): "The address of this chain's node cannot be used."
        case .wire(.tooLarge): "The node's answer is too long. Ask for less at once."
        case .wire: "The connection to the node of this chain was lost."
        case .status(401), .status(403): "The node of this chain denied access."
        case .status(429): "The node of this chain receives too many requests. Try again later."
        case .status: "The node of this chain returned an HTTP error."
        case .malformed: "The node of this chain sent an invalid answer."
        case .otherChain(let id): "The node that is set for this chain serves a different chain (\(id))."
        case .refused(let refusal): refusal.description
        }
    }
}
