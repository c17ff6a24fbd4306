import Bridge
import TestSupport
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// What the error of a node means for a transaction that was offered to it.
@MainActor @Suite struct BroadcastRefusalTests {
    /// The state in the journal after a node answered with an error, and how often the transaction was looked for.
    private func state(_ code: Int, _ message: String) async throws -> (state: TransactionRecord.State?, looks: Int) {
        let node = FakeNode.quiet()
        let refusal = NodeRefusal(["code": .number(JSONNumber(code)), "message": .string(message)])
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(refusal) }
        let site = try await TestSite.connected(node)
        site.services.time = TimeSource(now: { .zero }, sleep: { _ in })
        let answer = await site.send()
        #expect(answer["error"] != nil)
        let looks = node.methods.count { $0 == "eth_getTransactionByHash" }
        return (try await site.services.journal.recent(limit: 1).first?.state, looks)
    }

    @Test(arguments: [
        (-32_603, "Internal error"), (-32_603, "Internal JSON-RPC error."), (-32_000, "context deadline exceeded"),
        (-32_000, "header not found"), (-32_002, "request timed out"), (-32_005, "limit exceeded"),
        (429, "Too Many Requests"), (-32_016, "over rate limit"), (-32_000, "upstream request failed"),
        (19, "Temporary internal error. Please retry"), (-32_000, "project ID is suspended"), (-32_000, ""),
        (-32_603, "VM Exception while processing transaction: reverted with reason string 'no'"),
        (-32_603, "daily request count exceeded, request rate limited"), (-32_001, "Unauthorized"),
    ])
    func `an error that is not about the transaction leaves its outcome unknown`(
        code: Int, message: String
    ) async throws {
        let (state, looks) = try await state(code, message)
        #expect(state == .unknown)
        #expect(looks >= 3)
    }

    @Test(arguments: [
        // Geth and Reth.
        (-32_000, "invalid sender"), (-32_000, "txpool is full"), (-32_000, "account limit exceeded"),
        (-32_000, "future transaction tries to replace pending"), (-32_000, "oversized data: transaction size 140000"),
        (-32_000, "max initcode size exceeded: code size 60000, limit 49152"), (-32_000, "address already reserved"),
        (-32_000, "tx fee (1.20 ether) exceeds the configured cap (1.00 ether)"),
        (-32_000, "only replay-protected (EIP-155) transactions allowed over RPC"),
        (-32_000, "transaction type not supported"), (-32_000, "rlp: expected input list for types.LegacyTx"),
        (-32_000, "insufficient gas for floor data gas cost: have 21000, want 22000"),
        (-32_000, "in-flight transaction limit reached for delegated accounts"), (-32_000, "sender not an eoa"),
        (-32_003, "transaction rejected"), (-32_603, "nonce too low: next nonce 5, tx nonce 3"),
        (-32_000, "invalid transaction v, r, s values"), (-32_000, "transaction gas limit too high (cap: 16777216)"),
        // Erigon.
        (-32_000, "pending sub-pool is full"), (-32_000, "fee too low"), (-32_000, "RLP too long"),
        (-32_000, "initcode too large"),
        // Nethermind, all of whose refusals have one code.
        (-32_010, "OldNonce, Current nonce: 5"), (-32_010, "Invalid, Txn signature is invalid"),
        (-32_010, "SenderIsContract"), (-32_010, "NonceTooFarInFuture"), (-32_010, "Int256Overflow"),
        (-32_010, "FailedToResolveSender"), (-32_010, "Syncing"),
        // Besu.
        (-32_001, "Nonce too low"), (-32_002, "Invalid signature"), (-32_003, "Intrinsic gas exceeds gas limit"),
        (-32_004, "Upfront cost exceeds account balance"), (-32_005, "Transaction gas limit exceeds block gas limit"),
        (-32_006, "Transaction nonce is too distant from current sender nonce"),
        (-32_009, "Gas price below configured minimum"),
        (-32_000, "Transaction fee cap exceeded"), (-32_000, "Plugin has marked the transaction as invalid"),
        (-32_601, "the method eth_sendRawTransaction does not exist"), (-32_602, "invalid argument 0"),
    ])
    func `a reason that a node gives only for a transaction that it did not take means that it was rejected`(
        code: Int, message: String
    ) async throws {
        let (state, looks) = try await state(code, message)
        #expect(state == .declined)
        #expect(looks == 1)
    }

    @Test func `a transaction that a node has although it failed at the answer is sent`() async throws {
        let node = FakeNode.quiet()
        let refusal = NodeRefusal(["code": -32_603, "message": "reverted"])
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(refusal) }
        node.set("eth_getTransactionByHash") { params in ["hash": params[0] ?? .null] }
        let site = try await TestSite.connected(node)
        #expect(await site.send()["result"] != nil)
        #expect(try await site.services.journal.recent(limit: 1).map(\.state) == [.sent])
    }

    @Test func `of two nodes, one that fails keeps the outcome unknown although the other one rejects it`() async throws
    {
        for (first, second) in [(NodeRefusal.other, .underpriced), (.underpriced, .other)]
            as [(NodeRefusal, NodeRefusal)]
        {
            let nodes = [FakeNode.quiet(), FakeNode.quiet()]
            for (node, refusal) in zip(nodes, [first, second]) {
                node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(refusal) }
            }
            let site = try await TestSite.connected(nodes[0])
            let journal = site.services.journal
            let record = TransactionRecord(
                chain: "eip155:1", txid: "0x" + String(repeating: "ab", count: 32), raw: [1], from: "0x0",
                kind: .ethereum(nonce: 1), what: "", origin: nil, at: 0)
            let broadcast = Broadcast(
                journal: journal, node: NodeGroup(nodes[0], [nodes[1]]),
                time: TimeSource(now: { .zero }, sleep: { _ in }), names: ["a", "b"])
            #expect(await broadcast.run(record).state == .unknown)
            #expect(try await journal.recent(limit: 1).first?.replies.map(\.name).sorted() == ["noAnswer", "refused"])
        }
    }
}
