import Bridge
import Ethereum
import EthereumWallet
import Network
import Testing
import WalletCore

@testable import WalletTesting

/// What a site learns of the wallet's own transactions while its node does not show them.
@MainActor @Suite struct AskAboutOwnTests {
    private func hash(_ site: TestSite) async throws -> JSON { try #require(await site.send()["result"]) }

    @Test func `a transaction that the node hides is answered from the journal until the node shows it`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let hash = try await hash(site)
        let own = await site.ask("eth_getTransactionByHash", [hash])["result"]
        let signed = try #require(node.sent.first)
        #expect(own?["hash"] == hash)
        #expect(own?["blockNumber"] == .null && own?["blockHash"] == .null && own?["transactionIndex"] == .null)
        #expect(own?["from"] == "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266")
        #expect(own?["to"] == "0x70997970c51812dc3a010c7d01b50e0d17dc79c8")
        #expect(own?["nonce"] == "0x5" && own?["value"] == "0x38d7ea4c68000" && own?["input"] == "0x")
        #expect(own?["type"] == "0x2" && own?["chainId"] == "0x1" && own?["accessList"] == [])
        #expect(own?["maxFeePerGas"] == own?["gasPrice"])
        #expect(own?["v"] == own?["yParity"] && own?["r"]?.string?.hasPrefix("0x") == true)
        #expect(signed.transaction.nonce == 5)
        // A page may write the hash in capitals.
        let capitals: JSON = .string("0x" + (hash.string ?? "").dropFirst(2).uppercased())
        #expect(await site.ask("eth_getTransactionByHash", [capitals])["result"] == own)
        node.set("eth_getTransactionByHash", ["hash": hash, "blockNumber": "0x7"])
        #expect(await site.ask("eth_getTransactionByHash", [hash])["result"]?["blockNumber"] == "0x7")
    }

    @Test func `a node that cannot be reached does not hide it either, and a limit stays a limit`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let hash = try await hash(site)
        for (error, isAnswered): (NodeError, Bool) in [(.wire(.unreachable), true), (.refused(.limit), false)] {
            node.set("eth_getTransactionByHash") { _ throws(NodeError) in throw error }
            #expect((await site.ask("eth_getTransactionByHash", [hash])["result"] != nil) == isAnswered)
        }
    }

    @Test func `a transaction that was not accepted, or was replaced, is not called pending`() async throws {
        let journal = MemoryJournal()
        let site = try await TestSite.connected(.quiet(), journal: journal)
        let hash = try await hash(site)
        let txid = hash.string ?? ""
        for (state, isAnswered): (TransactionRecord.State, Bool) in [
            (.signed, false), (.unknown, false), (.replaced(by: "0x00"), false), (.refused, false),
            (.declined, false), (.abandoned, false), (.mined(succeeded: true), true), (.sent, true),
        ] {
            try await journal.setState(state, of: txid, on: "eip155:1")
            let answer = await site.ask("eth_getTransactionByHash", [hash])["result"]
            #expect((answer != .null) == isAnswered, "\(state)")
        }
    }

    @Test func `another site learns nothing`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let hash = try await hash(site)
        let document = try #require(DocumentID(String(repeating: "7", count: 32)))
        let other = Peer.page(origin: try Origin(serialized: "https://other.example"), document: document)
        func ask(_ method: String, _ params: JSON) async -> JSON? {
            await site.send(["method": .string(method), "params": params], in: EthereumDialect(), from: other)["result"]
        }
        #expect(await ask("eth_getTransactionByHash", [hash]) == .null)
        #expect(await ask("eth_getTransactionCount", [TestSite.account, "pending"]) == "0x5")
        _ = await site.send(["method": "eth_requestAccounts"], in: EthereumDialect(), from: other)
        #expect(await ask("eth_getTransactionByHash", [hash])?["hash"] == hash)
        #expect(await ask("eth_getTransactionCount", [TestSite.account, "pending"]) == "0x6")
    }

    @Test func `the pending nonce counts what the wallet has sent, and the latest does not`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        for _ in 0..<2 { _ = try await hash(site) }
        #expect(await site.ask("eth_getTransactionCount", [TestSite.account, "pending"])["result"] == "0x7")
        #expect(await site.ask("eth_getTransactionCount", [TestSite.account, "latest"])["result"] == "0x5")
        #expect(await site.ask("eth_getTransactionCount", [TestSite.account])["result"] == "0x5")
        #expect(await site.ask("eth_getTransactionCount", [TestSite.other, "pending"])["result"] == "0x5")
        // A node that knows more is believed.
        node.set("eth_getTransactionCount", "0x9")
        #expect(await site.ask("eth_getTransactionCount", [TestSite.account, "pending"])["result"] == "0x9")
    }

    @Test func `ten transactions at once are asked in order, each with its nonce`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let tasks = (1...10).map { value in
            Task { await site.send(["value": .string("0x" + String(value, radix: 16))])["result"] }
        }
        for task in tasks { #expect(await task.value != nil) }
        #expect(node.sent.map(\.transaction.nonce) == Array(5..<15))
        #expect(site.shown.count == 11)
    }
}
