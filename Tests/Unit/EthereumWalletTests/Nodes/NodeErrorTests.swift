import BitcoinWallet
import Bridge
import Messages
import Network
import Testing

@testable import EthereumWallet

/// The sentences about servers: one for each case, the same for people and in English for pages.
struct NodeErrorTests {
    private static let network: [NetworkError] = [
        .unusableAddress, .unreachable, .untrusted, .privateAddress, .timedOut, .interrupted, .closed, .tooLarge,
        .malformed,
    ]

    @Test func `a node's error says who did not answer, and what happened`() {
        let errors =
            Self.network.map { NodeError.wire($0) } + [.status(401), .status(429), .status(502), .otherChain(5)]
        for error in errors {
            #expect(error.description.hasPrefix("The node of this chain "), "\(error)")
            #expect(error.description.hasSuffix("."), "\(error)")
            #expect(error.sentence == error.text.localized && error.description == error.text.english)
        }
        #expect(NodeError.wire(.proxyUnreachable).description == "The proxy cannot be reached.")
        #expect(CoinError.wire(.proxyUnreachable).description == "The proxy cannot be reached.")
        #expect(NodeError.status(418).description == "The node of this chain answered with HTTP status 418.")
        #expect(
            NodeError.wire(.tooLarge).description
                == "The node of this chain sent an answer that is too long. Ask for less at once.")
    }

    @Test func `an Electrum server's error says who did not answer, and what happened`() {
        for error in Self.network.map({ CoinError.wire($0) }) + [.notAsked, .notFound, .nonsense] {
            #expect(error.description.hasPrefix("The Electrum server "), "\(error)")
            #expect(error.description.hasSuffix("."), "\(error)")
            #expect(error.sentence == error.text.localized && error.description == error.text.english)
        }
    }

    @Test func `the user gets an error's sentence in their language, and the page gets it in English`() {
        let error = RPCError(NodeError.wire(.untrusted))
        #expect(error.message == "The node of this chain could not prove its identity.")
        #expect(error.sentence == localized("The node of this chain could not prove its identity."))
        #expect(error == RPCError(.disconnected, error.message), "peers get the same")
        #expect(RPCError(.failed, "For peers.").sentence == "For peers.")
    }
}
