import BigInt
import Bridge
import Primitives
import Ethereum
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// Batches of calls (EIP-5792).
@MainActor @Suite struct SendCallsTests {
    private func batch(_ count: Int, id: String = "b1") -> JSON {
        let calls = (1...count).map { number -> JSON in
            ["to": TestSite.other, "value": .string("0x" + String(number, radix: 16))]
        }
        return [
            ["version": "2.0.0", "id": .string(id), "chainId": "0x1", "atomicRequired": false, "calls": .array(calls)]
        ]
    }

    private func status(_ site: TestSite, _ id: String = "b1") async -> JSON? {
        await site.ask("wallet_getCallsStatus", [.string(id)])["result"]?["status"]
    }

    private nonisolated static func receipt(_ hash: String, _ status: JSON) -> JSON {
        [
            "transactionHash": .string(hash), "blockHash": "0x01", "blockNumber": "0x2", "gasUsed": "0x5208",
            "status": status, "logs": [], "from": "0x", "cumulativeGasUsed": "0x0",
        ]
    }

    @Test func `each call is approved, and nothing is sent before the last one was`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        var sentMeanwhile: [Int] = []
        site.onDecide = { sentMeanwhile.append(node.sent.count) }
        #expect(await site.ask("wallet_sendCalls", batch(3))["result"] == ["id": "b1"])
        #expect(sentMeanwhile == [0, 0, 0])
        #expect(node.sent.map(\.transaction.nonce) == [5, 6, 7])
        #expect(node.sent.map(\.transaction.value) == [1, 2, 3])
        let batches = site.shown.compactMap { $0.rows.first { $0.label == "Batch" }?.value.text }
        #expect(batches == ["transaction 1 of 3", "transaction 2 of 3", "transaction 3 of 3"])
    }

    @Test func `an ID has at most 4,096 bytes in hexadecimal digits`() async throws {
        let site = try await TestSite.connected(.quiet())
        let longest = "0x" + String(repeating: "a", count: 8_192)
        #expect(await site.ask("wallet_sendCalls", batch(1, id: longest))["result"] == ["id": .string(longest)])
        #expect(await status(site, longest) == 100)
        #expect(await site.ask("wallet_sendCalls", batch(1, id: longest + "a"))["error"]?["code"] == -32602)
        #expect(await site.ask("wallet_getCallsStatus", [.string(longest + "a")])["error"]?["code"] == -32602)
    }

    @Test func `numbers and empty texts in calls mean the same as in transactions`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        var batch: JSONObject = ["version": "2.0.0", "chainId": "0x1", "atomicRequired": false]
        batch["calls"] = [
            ["to": TestSite.other, "value": 0, "data": "0x01"], ["to": TestSite.other, "value": 5, "data": ""],
        ]
        #expect(await site.ask("wallet_sendCalls", [.object(batch)])["error"] == nil)
        #expect(node.sent.map(\.transaction.value) == [0, 5])
        batch["calls"] = [["to": TestSite.other, "value": -5]]
        #expect(await site.ask("wallet_sendCalls", [.object(batch)])["error"]?["code"] == -32602)
    }

    @Test func `after a rejection nothing is sent, and the nonces are free`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        site.earlier = [.approved, .approved, .rejected]
        #expect(await site.ask("wallet_sendCalls", batch(3))["error"]?["code"] == 4001)
        #expect(node.sent.isEmpty)
        #expect(await site.ask("wallet_getCallsStatus", ["b1"])["error"]?["code"] == 5730)
        #expect(try await site.services.journal.open().isEmpty)
        _ = await site.send()
        #expect(node.sent.map(\.transaction.nonce) == [5])
    }

    @Test func `the status follows the receipts`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        _ = await site.ask("wallet_sendCalls", batch(2))
        #expect(await status(site) == 100)
        for (second, code) in [("0x1", 200), ("0x0", 600)] as [(JSON, JSON)] {
            let first = try #require(node.sent.first.map { HexText.of($0.hash.bytes) })
            node.set("eth_getTransactionReceipt") { params in
                let hash = params[0]?.string ?? ""
                return Self.receipt(hash, hash == first ? "0x1" : second)
            }
            #expect(await status(site) == code)
        }
        node.set("eth_getTransactionReceipt") { params in Self.receipt(params[0]?.string ?? "", "0x0") }
        #expect(await status(site) == 500)
        let answer = await site.ask("wallet_getCallsStatus", ["b1"])["result"]
        #expect(answer?["atomic"] == false)
        #expect(answer?["chainId"] == "0x1")
        #expect(answer?["receipts"]?[0]?.object?.keys.count == 6)
        // A receipt of another transaction is none.
        node.set("eth_getTransactionReceipt", Self.receipt("0x00", "0x1"))
        #expect(await status(site) == 100)
    }

    @Test func `if the node does not take the second transaction, the third is not sent`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        node.set("eth_sendRawTransaction") { [node] params throws(NodeError) in
            guard node.methods.count(where: { $0 == "eth_sendRawTransaction" }) == 1 else {
                throw .refused(.underpriced)
            }
            return "0x"
        }
        #expect(await site.ask("wallet_sendCalls", batch(3))["result"] == ["id": "b1"])
        #expect(node.methods.count { $0 == "eth_sendRawTransaction" } == 2)
        node.set("eth_getTransactionReceipt") { params in Self.receipt(params[0]?.string ?? "", "0x1") }
        #expect(await status(site) == 600)
    }

    @Test func `later calls are simulated after the earlier ones`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_simulateV1") { params in
            let calls = params[0]?["blockStateCalls"]?[0]?["calls"]?.array ?? []
            let result: JSON = ["status": "0x1", "returnData": "0x", "gasUsed": "0x186a0", "logs": []]
            return [["calls": .array(calls.map { _ in result })]]
        }
        let site = try await TestSite.connected(node)
        _ = await site.ask("wallet_sendCalls", batch(2))
        #expect(node.sent.map(\.transaction.gasLimit) == [21_000, 156_251])
        let simulated = node.asked.filter { $0.method == "eth_simulateV1" }.map {
            $0.params[0]?["blockStateCalls"]?[0]?["calls"]?.array?.count
        }
        #expect(simulated == [1, 2])
    }

    @Test func `a call that the user sped up is confirmed by its replacement, and one that was cancelled is not`()
        async throws
    {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        _ = await site.ask("wallet_sendCalls", batch(1))
        node.set("eth_getTransactionReceipt") { params in
            let hash = params[0]?.string ?? ""
            return hash == node.sent.last.map { HexText.of($0.hash.bytes) } ? Self.receipt(hash, "0x1") : .null
        }
        let newest = try #require(try await site.services.journal.recent(limit: 1).first)
        for (way, code) in [(Replacement.faster, 200), (.cancelling, 400)] as [(Replacement, JSON)] {
            let (services, chain) = (site.services, newest.chain)
            let latest = try #require(try await services.journal.recent(limit: 1).first)
            let answer = await site.ask(Replacing(services: services, record: latest, way: way))
            let hash = try #require(answer["result"]?.string)
            try await services.journal.setState(.replaced(by: hash), of: latest.txid, on: chain)
            #expect(await status(site) == code)
        }
    }

    private struct Replacing: Handler {
        let services: WalletServices
        let record: TransactionRecord
        let way: Replacement

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            .string(try await services.sending.replace(record, by: way, for: request))
        }
    }

    @Test func `showing a batch asks the window once, and only for the site that sent it`() async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        var shown: [Peer] = []
        site.services.bundles.shows.add { shown.append($0) }
        _ = await site.ask("wallet_sendCalls", batch(1))
        #expect(await site.ask("wallet_showCallsStatus", ["b2"])["error"]?["code"] == 5730)
        #expect(await site.ask("wallet_showCallsStatus", ["b1"])["result"] == .null)
        #expect(shown == [site.peer])
    }

    @Test func `another site does not learn of a batch`() async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        _ = await site.ask("wallet_sendCalls", batch(1))
        let document = try #require(DocumentID(String(repeating: "1", count: 32)))
        let other = Peer.page(origin: try Origin(serialized: "https://other.example"), document: document)
        let answer = await site.send(
            ["method": "wallet_getCallsStatus", "params": ["b1"]], in: EthereumDialect(), from: other)
        #expect(answer["error"]?["code"] == 5730)
    }
}
