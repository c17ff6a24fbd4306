package import Bridge
import Network

extension RPCError {
    /// The error for a node's failure: the wallet's message, never the node's, and a contract's revert data.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - method: The method that the node was asked; a node that does not have it is answered as one that no wallet has.
    init(_ error: NodeError, method: String? = nil) {
        switch error {
        case .refused(.reverted(let data)): self.init(revert: data)
        case .wire(.timedOut): self.init(.timedOut, error.description)
        case .wire(.tooLarge), .refused(.invalidParameters): self.init(.invalidParameters, error.description)
        case .wire, .status(401), .status(403), .otherChain: self.init(.disconnected, error.description)
        case .status(429), .refused(.limit): self.init(.tooMany, error.description, phrase: error.phrase)
        case .refused(.unsupported):
            self.init(.unknownMethod, error.description, phrase: method.map(Self.unavailable))
        default: self.init(.failed, error.description, phrase: error.phrase)
        }
    }

    /// The words by which libraries know that a method is missing.
    package static func unavailable(_ method: String) -> String {
        "the method \(method) does not exist / is not available"
    }
}
