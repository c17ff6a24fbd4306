import Bridge
import Messages
package import WalletCore

/// Whether a node can be used for a chain, for the user.
package enum NodeHealth: Hashable, Sendable {
    /// It works.
    ///
    /// - Parameters:
    ///   - block: The number of its latest block.
    ///   - simulates: Whether it tells what a transaction would change.
    ///   - time: The time of that block, in seconds since 1970; `nil` if it is not known, or if the chain can have no
    ///     new block for a long time: a test network, or one that a site or the user added.
    case works(block: UInt64, simulates: Bool, time: Int64?)

    /// It is a node of another chain, with this ID.
    case otherChain(UInt64)

    /// It cannot be used.
    case fails(NodeError)

    /// Whether it can be used at `now`, in seconds since 1970, and is not behind.
    package func isUsable(now: Int64) -> Bool {
        guard case .works = self else { return false }
        return lag(now: now) == nil
    }

    /// The age of its newest block at `now`, in seconds since 1970, if it is behind.
    package func lag(now: Int64) -> BlockAge? {
        guard case .works(_, _, let time?) = self else { return nil }
        let age = BlockAge(of: time, at: now)
        return age.isBehind ? age : nil
    }

    /// Asks `node` for its chain ID and its latest block, and whether it offers `eth_simulateV1` or `debug_traceCall`.
    package static func of(_ node: any EthereumNode, for chain: Chain) async -> NodeHealth {
        do throws(NodeError) {
            let id = try await ChainNode.chainID(of: node)
            guard id == chain.id else { return .otherChain(id) }
            guard let block = try await node.ask("eth_blockNumber", []).quantity else { throw .malformed }
            let time = hasRegularBlocks(chain) ? await newestTime(node) : nil
            return .works(block: block, simulates: await simulates(node), time: time)
        } catch {
            return .fails(error)
        }
    }

    /// Asks `node` only for its latest block; `nil` if it does not tell, or if the chain can have no new block for a long
    /// time.
    package static func latest(of node: any EthereumNode, for chain: Chain) async -> NodeHealth? {
        guard hasRegularBlocks(chain), let block = try? await node.ask("eth_getBlockByNumber", ["latest", false]),
            let number = block["number"]?.quantity, let time = time(of: block)
        else { return nil }
        return .works(block: number, simulates: false, time: time)
    }

    /// Whether a chain has value, and so a new block every few minutes at most.
    private static func hasRegularBlocks(_ chain: Chain) -> Bool { chain.isWellKnown && !chain.isTest }

    private static func time(of block: JSON) -> Int64? {
        block["timestamp"]?.quantity.flatMap { Int64(exactly: $0) }
    }

    private static func newestTime(_ node: any EthereumNode) async -> Int64? {
        let block = try? await node.ask("eth_getBlockByNumber", ["latest", false])
        return block.flatMap(time)
    }

    private static func simulates(_ node: any EthereumNode) async -> Bool {
        let nothing: JSON = ["to": .string("0x" + String(repeating: "0", count: 40))]
        let simulation: JSON = [["blockStateCalls": [["calls": [nothing]]]], "latest"]
        if (try? await node.ask("eth_simulateV1", simulation).array) != nil { return true }
        let trace: JSON = [nothing, "latest", ["tracer": "callTracer"]]
        return (try? await node.ask("debug_traceCall", trace).object) != nil
    }

    /// It as text at `now`, in seconds since 1970.
    package func text(now: Int64) -> String {
        switch self {
        case .works(let block, let simulates, _):
            if let lag = lag(now: now) { return lag.text(ofBlock: block) }
            return simulates
                ? localized("works, block \(block, as: "block"), with simulations")
                : localized("works, block \(block, as: "block"), without simulations")
        case .otherChain(let id):
            return localized("serves another network: \(Chain.name(of: id).localized, as: "network")")
        case .fails(let error): return error.sentence
        }
    }
}
