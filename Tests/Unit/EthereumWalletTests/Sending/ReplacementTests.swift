import BigInt
import Bridge
import Ethereum
import Primitives
import Keys
import Network
import Testing

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

@MainActor @Suite struct ReplacementTests {
    /// A handler that replaces the newest transaction, so that a test has a request to do it for.
    private struct Replacing: Handler {
        let services: WalletServices
        let way: Replacement

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            guard let newest = try? await services.journal.recent(limit: 1).first else { throw .rejected }
            return .string(try await services.sending.replace(newest, by: way, for: request))
        }
    }

    private func replace(_ way: Replacement, node: FakeNode) async throws -> (TestSite, JSON) {
        let site = try await TestSite.connected(node)
        _ = await site.send(["gas": "0x7530"])
        return (site, await site.ask(Replacing(services: site.services, way: way)))
    }

    @Test func `the same transaction is sent again with a higher fee and the same nonce`() async throws {
        let node = FakeNode.quiet()
        let (site, answer) = try await replace(.faster, node: node)
        let (old, new) = (try #require(node.sent.first?.transaction), try #require(node.sent.last))
        #expect(answer["result"]?.string == HexText.of(new.hash.bytes))
        #expect(new.transaction.nonce == old.nonce)
        #expect(new.transaction.to == old.to)
        #expect(new.transaction.value == old.value)
        #expect(new.transaction.gasLimit == old.gasLimit)
        #expect(new.transaction.fees == .dynamic(maxFee: 4_500_000_000, maxPriorityFee: 2_000_000_000))
        #expect(new.transaction.payload == site.shown.last?.payload)
        #expect(try await site.services.journal.open().count == 2)
    }

    @Test func `a cancellation is a payment of zero to the own account`() async throws {
        let node = FakeNode.quiet()
        let (site, _) = try await replace(.cancelling, node: node)
        let new = try #require(node.sent.last)
        #expect(new.transaction.to == new.sender)
        #expect(new.transaction.value == 0)
        #expect(new.transaction.data.isEmpty)
        #expect(new.transaction.nonce == 5)
        #expect(site.shown.last?.sentence == "Cancel a pending transaction.")
    }

    @Test(
        arguments: [Replacement.faster, .cancelling], [NodeError.wire(.timedOut), .wire(.interrupted), .status(503)])
    func `an unknown outcome of a replacement is told and kept, and the next one has the same nonce`(
        _ way: Replacement, _ failure: NodeError
    ) async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        site.services.time = TimeSource(now: { .zero }, sleep: { _ in })
        _ = await site.send(["gas": "0x7530"])
        let old = try #require(try await site.services.journal.recent(limit: 1).first)
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw failure }
        node.set("eth_getTransactionByHash", .null)
        let answer = await site.dispatcher.send("bump") { request throws(RPCError) in
            .string(try await site.services.sending.replace(old, by: way, for: request))
        }
        guard case .failure(let error) = answer.result else {
            Issue.record("it is called sent")
            return
        }
        #expect(error.kind == .timedOut)
        #expect(answer.transaction?.fate == .unknown)
        let txid = try #require(answer.transaction?.hash)
        #expect(try await site.services.journal.open().first { $0.txid == txid }?.state == .unknown)
        #expect(node.sent.count == 2, "it is offered once")
        node.acceptTransactions()
        _ = await site.dispatcher.send("bump") { request throws(RPCError) in
            .string(try await site.services.sending.replace(old, by: way, for: request))
        }
        #expect(Set(node.sent.map(\.transaction.nonce)) == [5])
    }

    @Test func `both parts of the fee rise by at least a tenth`() {
        let gwei = BigUInt(1_000_000_000)
        let proposal = EthereumTransaction.Fees.dynamic(maxFee: 3 * gwei, maxPriorityFee: gwei)
        let old = EthereumTransaction.Fees.dynamic(maxFee: 100 * gwei, maxPriorityFee: 10 * gwei)
        #expect(
            EthereumSending.higher(proposal, than: old)
                == .dynamic(maxFee: 110 * gwei + 1, maxPriorityFee: 11 * gwei + 1))
        #expect(
            EthereumSending.higher(.legacy(gasPrice: 1), than: .legacy(gasPrice: 9)) == .legacy(gasPrice: 10))
    }

    @Test func `a transaction that is no longer pending is not replaced`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        _ = await site.send()
        let newest = try #require(try await site.services.journal.recent(limit: 1).first)
        try await site.services.journal.setState(.mined(succeeded: true), of: newest.txid, on: newest.chain)
        let answer = await site.ask(Replacing(services: site.services, way: .faster))
        #expect(answer["error"]?["code"] == -32602)
        #expect(node.sent.count == 1)
    }

    @Test func `a replacement is shown with its own network, and as requested by no site`() async throws {
        let node = FakeNode.quiet(chainID: 137)
        let site = try TestSite(
            chains: ChainBook(endpoints: [137: try Endpoint("https://node.example")]) { _ in node })
        _ = await site.ask("eth_requestAccounts")
        try await site.services.ethereum.choose("0x89", for: site.peer.origin)
        _ = await site.send()
        let newest = try #require(try await site.services.journal.recent(limit: 1).first)
        #expect(newest.origin == "https://dapp.example")
        let outcome = await site.dispatcher.run("faster") { request throws(RPCError) in
            .string(try await site.services.sending.replace(newest, by: .faster, for: request))
        }
        let hash = try outcome.get().string
        #expect(
            site.shown.last?.rows.first { $0.label == "Network" }?.value == site.services.chains.chain(id: 137)?.words)
        #expect(try await site.services.journal.recent(limit: 1).map(\.txid) == [hash])
        #expect(try await site.services.journal.recent(limit: 1).map(\.origin) == [nil])
    }

    @Test func `of several transactions with one nonce, the mined one is shown to have replaced the others`()
        async throws
    {
        let node = FakeNode.quiet()
        let (site, _) = try await replace(.faster, node: node)
        _ = await site.ask(Replacing(services: site.services, way: .cancelling))
        let hashes = node.sent.map { HexText.of($0.hash.bytes) }
        #expect(Set(hashes).count == 3)
        node.set("eth_getTransactionCount", "0x6")
        node.set("eth_getTransactionReceipt") { params in
            guard params[0]?.string == hashes[1] else { return .null }
            return ["transactionHash": .string(hashes[1]), "blockNumber": "0x10", "status": "0x1"]
        }
        await site.services.transactions.resolve()
        let states = try await site.services.journal.recent(limit: 3).map(\.state)
        #expect(states == [.replaced(by: hashes[1]), .mined(succeeded: true), .replaced(by: hashes[1])])
    }
}
