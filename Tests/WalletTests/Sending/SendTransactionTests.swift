import BigInt
import Bridge
import Ethereum
import Keys
import Props
import Testing
import Wallet
import Wire

@MainActor @Suite struct SendTransactionTests {
    @Test func `what is sent is what was shown, and its hash is the answer`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let answer = await site.send()
        let sent = try #require(node.sent.first)
        let shown = try #require(site.shown.last)
        #expect(answer["result"]?.string == "0x" + Hex.encode(sent.hash.bytes))
        #expect(shown.payload == sent.transaction.payload)
        #expect(sent.sender.description == TestSite.account.string)
        #expect(sent.transaction.nonce == 5)
        #expect(sent.transaction.chainID == 1)
        #expect(sent.transaction.value == 1_000_000_000_000_000)
        #expect(sent.transaction.gasLimit == 21_000)
        #expect(sent.transaction.fees == .dynamic(maxFee: 3_000_000_000, maxPriorityFee: 1_000_000_000))
        // Nobody was sent anything before, and nothing else is to be said.
        #expect(shown.warnings.map(\.level) == [.caution])
        #expect(shown.rows.contains { $0.value.text == "at most 0.000063 ETH" })
        let recorded = try await site.desk.journal.recent(limit: 9)
        #expect(recorded.map(\.state) == [.sent])
        #expect(recorded.first?.raw == sent.raw)
        #expect(recorded.first?.origin == "https://dapp.example")
    }

    @Test func `a transaction is in the journal before a node hears of it`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node, journal: BrokenJournal())
        #expect(await site.send()["error"]?["code"] == -32603)
        #expect(node.sent.isEmpty)
    }

    @Test func `a signed transaction goes to the site and to no node`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let answer = await site.send(by: "eth_signTransaction")
        let raw = try #require((answer["result"]?.string).flatMap { Hex.decode($0) })
        let signed = try SignedTransaction(raw: raw)
        #expect(signed.sender.description == TestSite.account.string)
        #expect(signed.transaction.payload == site.shown.last?.payload)
        #expect(node.sent.isEmpty)
        #expect(try await site.desk.journal.recent(limit: 9).isEmpty)
    }

    @Test func `a no sends nothing, and its number goes to the next`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        site.decision = .rejected
        #expect(await site.send()["error"]?["code"] == 4001)
        #expect(node.sent.isEmpty)
        site.decision = .approved
        _ = await site.send()
        #expect(node.sent.map(\.transaction.nonce) == [5])
    }

    @Test func `transactions that are on their way have their numbers`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        for _ in 0..<3 { _ = await site.send() }
        #expect(node.sent.map(\.transaction.nonce) == [5, 6, 7])
        #expect(site.shown.last?.warnings.contains { $0.text.contains("waits for 2 earlier ones") } == true)
    }

    @Test func `two at once have different numbers`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let answers = await sendTwice(site)
        #expect(answers.allSatisfy { $0["result"]?.string?.count == 66 })
        #expect(Set(node.sent.map(\.transaction.nonce)) == [5, 6])
        #expect(site.shown.count == 3)
    }

    /// Sends a second time while the first is on the screen.
    private func sendTwice(_ site: TestSite) async -> [JSON] {
        site.holds = true
        async let first = site.send()
        async let second = site.send()
        _ = await eventually { site.hall.pendingCount == 2 }
        for _ in 0..<100 { await Task.yield() }
        site.holds = false
        return await [first, second]
    }

    @Test func `after a no the one behind is shown again with its new number`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        site.earlier = [.rejected, .approved]
        let answers = await sendTwice(site)
        #expect(answers.contains { $0["error"]?["code"] == 4001 })
        #expect(node.sent.map(\.transaction.nonce) == [5])
        #expect(site.shown.count == 4)
        #expect(site.shown.last?.warnings.contains { $0.text.contains("Look again") } == true)
        #expect(site.shown.last?.payload == node.sent.first?.transaction.payload)
    }

    @Test(arguments: [
        ("chainId", "\"0x2\"", -32602), ("from", "\"0x70997970C51812dc3A010C7d01b50e0d17dc79C8\"", 4100),
        ("to", "\"0x70997970C51812dc3A010C7d01b50e0d17dc79C9\"", -32602), ("to", "\"vitalik.eth\"", -32602),
        ("to", "null", -32602), ("value", "5", -32602), ("value", "\"5\"", -32602), ("value", "\"0x\"", -32602),
        ("value", "\"-0x1\"", -32602), ("data", "\"0x1\"", -32602), ("data", "\"hello\"", -32602),
        ("type", "\"0x4\"", 4200), ("type", "\"0x3\"", 4200), ("authorizationList", "[]", 4200),
        ("gas", "\"0xffffffffffffffffff\"", -32602), ("nonce", "\"0xffffffffffffffff\"", -32602),
        ("surprise", "1", -32602),
    ])
    func `a transaction that is not right is refused before anybody is asked`(
        key: String, value: String, code: Int
    ) async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let answer = await site.send([key: try JSON(parsing: value)])
        #expect(answer["error"]?["code"]?.number?.integer == code, "\(answer)")
        #expect(site.shown.count == 1)
        #expect(node.sent.isEmpty)
    }

    @Test func `a site that is not connected sends nothing, and learns nothing`() async throws {
        let site = try TestSite()
        #expect(await site.send()["error"]?["code"] == 4100)
        #expect(site.shown.isEmpty)
    }

    @Test func `without a node nothing is sent`() async throws {
        let site = try TestSite()
        _ = await site.ask("eth_requestAccounts")
        #expect(await site.send()["error"]?["code"] == 4900)
        // What says everything can be signed without one.
        let whole: JSONObject = ["gas": "0x5208", "gasPrice": "0x1", "nonce": "0x0"]
        let answer = await site.send(whole, by: "eth_signTransaction")
        let raw = try #require((answer["result"]?.string).flatMap { Hex.decode($0) })
        #expect(try SignedTransaction(raw: raw).transaction.fees == .legacy(gasPrice: 1))
    }

    @Test func `what would fail is said as a danger, with the contract's reason quoted`() async throws {
        let node = FakeNode.quiet()
        let reason = try ABIFunction("Error(string reason)").call([.string("no\u{202E}pe")])
        node.set("eth_call") { _ throws(NodeError) in throw .refused(.reverted(reason)) }
        let site = try await TestSite.connected(node)
        _ = await site.send(["data": "0x12345678"])
        let warning = try #require(site.shown.last?.warnings.first { $0.text.contains("would fail") })
        #expect(warning.level == .danger)
        #expect(warning.text.contains("“no⟨U+202E⟩pe”"))
    }

    @Test func `too little money is said before the yes`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_getBalance", "0x1")
        let site = try await TestSite.connected(node)
        _ = await site.send()
        #expect(site.shown.last?.level == .danger)
        #expect(site.shown.last?.warnings.first?.text.contains("The account has 0.000000000000000001 ETH") == true)
    }

    @Test func `fees and gas of the user are what is signed`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        site.earlier = [
            .adjusted(["pace": "fast"]), .adjusted(["gas": "30000", "tip": "0.5"]), .adjusted(["nonce": "9"]),
            .approved,
        ]
        _ = await site.send()
        let sent = try #require(node.sent.first?.transaction)
        #expect(sent.fees == .dynamic(maxFee: 4_500_000_000, maxPriorityFee: 500_000_000))
        #expect(sent.gasLimit == 30_000)
        #expect(sent.nonce == 9)
        #expect(sent.payload == site.shown.last?.payload)
    }

    @Test func `Link sends by the JSON text of a transaction`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let message: JSON = .string(#"{"to":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","value":"0x1"}"#)
        let data: JSONObject = [
            "address": TestSite.account, "message": message, "signType": "eth_sendTransaction",
        ]
        let answer = await site.link("requestWeb3Sign", .object(data))
        #expect(answer["data"]?["message"] == message)
        let hash = try #require(node.sent.first?.hash)
        #expect(answer["data"]?["signature"]?.string == "0x" + Hex.encode(hash.bytes))
    }
}

/// A journal that cannot write.
private struct BrokenJournal: Journal {
    func record(_ outgoing: Outgoing) async throws(JournalError) { throw .unavailable("no") }
    func setState(_ state: Outgoing.State, of txid: String, on chain: String) async throws(JournalError) {}
    func open() async throws(JournalError) -> [Outgoing] { [] }
    func recent(limit: Int) async throws(JournalError) -> [Outgoing] { [] }
}
