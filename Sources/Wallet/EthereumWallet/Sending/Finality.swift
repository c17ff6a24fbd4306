import Bridge
import WalletCore

/// Whether a nonce is used in a block that can no longer be undone.
///
/// The tag `finalized` is a claim of the node, and some nodes use it for the latest block. Therefore the block must be
/// at least ``depth`` blocks behind the latest, must be younger than the signature, and must not contradict the node's
/// other responses.
struct Finality {
    let node: any EthereumNode
    let chainID: UInt64
    /// The time in seconds since 1970.
    let now: Int64

    /// How many blocks must follow: the number in two epochs of Ethereum.
    private static let depth: UInt64 = 64

    /// The minimum age of a final block in seconds, by chain ID, on chains for which it is known: two epochs.
    private static let leastAge: [UInt64: Int64] = [1: 768, 11_155_111: 768]

    /// How far the time of a block may be ahead of the clock, in seconds.
    private static let clockTolerance: Int64 = 900

    private struct Block {
        let number: UInt64
        let timestamp: Int64
    }

    /// Whether the nonce of `outgoing` is permanently used.
    ///
    /// - Parameters:
    ///   - nonce: The nonce of `outgoing`.
    ///   - outgoing: The transaction.
    ///   - latest: The number of the account's transactions up to the latest block, as counted by the node.
    /// - Returns: Whether it is.
    /// - Throws: An error if the node does not respond or contradicts itself.
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
        // The nonce was free when the transaction was signed, so an older block cannot have used it.
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
