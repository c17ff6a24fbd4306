import Bridge
import WalletCore

/// Whether a nonce is used in a block that can no longer be undone.
///
/// The tag `finalized` is a node's claim, and some nodes use it for the latest block. So the block must be some way
/// behind the latest, must be younger than the signature, and nothing that the node says of it may contradict the rest.
struct Finality {
    let node: any EthereumNode
    let chainID: UInt64
    /// The time in seconds since 1970.
    let now: Int64

    /// How many blocks there must be above: what two epochs of Ethereum have.
    private static let depth: UInt64 = 64

    /// How old a final block is at least, in seconds, on chains where that is known: two epochs.
    private static let leastAge: [UInt64: Int64] = [1: 768, 11_155_111: 768]

    /// How far the time of a block may be ahead of the clock, in seconds.
    private static let clockTolerance: Int64 = 900

    private struct Block {
        let number: UInt64
        let timestamp: Int64
    }

    /// Whether the nonce of `outgoing` is used for ever.
    ///
    /// - Parameters:
    ///   - nonce: The nonce of `outgoing`.
    ///   - outgoing: The transaction.
    ///   - latest: How many transactions of the account the node has counted up to the latest block.
    /// - Returns: Whether it is.
    /// - Throws: Where the node does not say, or contradicts itself.
    func hasUsed(_ nonce: UInt64, of outgoing: TransactionRecord, latest: UInt64) async throws(NodeError) -> Bool {
        let counted = try await count(of: outgoing.from, at: "finalized")
        guard counted <= latest else { throw .malformed }
        guard counted > nonce else { return false }
        let (head, claimed) = (try await block("latest"), try await block("finalized"))
        guard claimed.number <= head.number, claimed.timestamp <= head.timestamp,
            head.timestamp <= now + Self.clockTolerance
        else { throw .malformed }
        var final = claimed
        if head.number - claimed.number < Self.depth {
            guard head.number >= Self.depth else { return false }
            let (number, tag) = (head.number - Self.depth, JSON.string(HexNumber.text(head.number - Self.depth)))
            final = try await block(tag)
            guard final.number == number, final.timestamp <= claimed.timestamp else { throw .malformed }
            let deep = try await count(of: outgoing.from, at: tag)
            guard deep <= counted else { throw .malformed }
            guard deep > nonce else { return false }
        }
        // The nonce was free when it was signed, so an older block cannot have used it.
        return final.timestamp >= outgoing.at && final.timestamp <= now - (Self.leastAge[chainID] ?? 0)
    }

    /// How many transactions of `account` are in blocks up to `block`.
    func count(of account: String, at block: JSON) async throws(NodeError) -> UInt64 {
        let answer = try await node.ask("eth_getTransactionCount", [.string(account), block])
        guard let count = answer.quantity else { throw .malformed }
        return count
    }

    private func block(_ tag: JSON) async throws(NodeError) -> Block {
        let answer = try await node.ask("eth_getBlockByNumber", [tag, false])
        guard let number = answer["number"]?.quantity,
            let timestamp = answer["timestamp"]?.quantity.flatMap({ Int64(exactly: $0) })
        else { throw .malformed }
        return Block(number: number, timestamp: timestamp)
    }
}
