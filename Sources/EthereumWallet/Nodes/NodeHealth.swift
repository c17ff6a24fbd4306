import Bridge
import Messages

/// Whether a node can be used for a chain, for the user.
package enum NodeHealth: Hashable, Sendable {
    /// It works.
    ///
    /// - Parameters:
    ///   - block: The number of its latest block.
    ///   - simulates: Whether it tells what a transaction would change.
    case works(block: UInt64, simulates: Bool)

    /// It is a node of another chain, with this ID.
    case otherChain(UInt64)

    /// It cannot be used.
    case fails(NodeError)

    /// Whether it can be used.
    package var isUsable: Bool {
        if case .works = self { true } else { false }
    }

    /// Asks `node` for its chain ID and its latest block, and whether it offers `eth_simulateV1` or `debug_traceCall`.
    package static func of(_ node: any EthereumNode, chainID: UInt64) async -> NodeHealth {
        do throws(NodeError) {
            let id = try await ChainNode.chainID(of: node)
            guard id == chainID else { return .otherChain(id) }
            guard let block = try await node.ask("eth_blockNumber", []).quantity else { throw .malformed }
            return .works(block: block, simulates: await simulates(node))
        } catch {
            return .fails(error)
        }
    }

    private static func simulates(_ node: any EthereumNode) async -> Bool {
        let nothing: JSON = ["to": .string("0x" + String(repeating: "0", count: 40))]
        let simulation: JSON = [["blockStateCalls": [["calls": [nothing]]]], "latest"]
        if (try? await node.ask("eth_simulateV1", simulation).array) != nil { return true }
        let trace: JSON = [nothing, "latest", ["tracer": "callTracer"]]
        return (try? await node.ask("debug_traceCall", trace).object) != nil
    }

    /// It as text.
    package var text: String {
        switch self {
        case .works(let block, true): localized("works, block \(block, as: "block"), with simulations")
        case .works(let block, false): localized("works, block \(block, as: "block"), without simulations")
        case .otherChain(let id): localized("a node of another network, chain \(id, as: "chainID")")
        case .fails(let error): error.sentence
        }
    }
}
