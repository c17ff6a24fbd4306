import Bridge
import Wire

extension RPCError {
    /// What an asker is told of a node's failure: our sentence, never the node's, and what a contract gave back.
    init(_ error: NodeError) {
        switch error {
        case .refused(.reverted(let data)): self.init(revert: data)
        case .wire(.timedOut): self.init(.timedOut, error.description)
        case .wire(.tooLarge), .refused(.invalidParameters): self.init(.invalidParameters, error.description)
        case .wire, .status(401), .status(403), .otherChain: self.init(.disconnected, error.description)
        case .status(429), .refused(.limit): self.init(.tooMany, error.description)
        case .refused(.unsupported): self.init(.unsupported, error.description)
        default: self.init(.failed, error.description)
        }
    }
}
