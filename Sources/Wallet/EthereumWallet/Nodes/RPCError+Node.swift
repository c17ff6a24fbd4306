package import Bridge
import Ethereum
import Network

extension RPCError {
    /// The error for a node's failure: the wallet's message, never the node's, and a contract's revert data and reason.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - method: The method that the node was asked for; if the node does not have it, the error is the same as for a
    ///     method that no wallet has.
    init(_ error: NodeError, method: String? = nil) {
        switch error {
        case .refused(.reverted(let data)): self.init(revert: data, reason: RevertReason.read(data))
        case .wire(.timedOut): self.init(.timedOut, sentence: error.text)
        case .wire(.tooLarge), .refused(.invalidParameters): self.init(.invalidParameters, sentence: error.text)
        case .wire, .status(401), .status(403), .otherChain: self.init(.disconnected, sentence: error.text)
        case .status(429), .refused(.limit): self.init(.tooMany, sentence: error.text, phrase: error.phrase)
        case .refused(.unsupported):
            self.init(.unknownMethod, sentence: error.text, phrase: method.map(Self.unavailable))
        default: self.init(.failed, sentence: error.text, phrase: error.phrase)
        }
    }

    /// The phrase by which libraries recognise that a method is missing.
    package static func unavailable(_ method: String) -> String {
        "the method \(method) does not exist / is not available"
    }
}
