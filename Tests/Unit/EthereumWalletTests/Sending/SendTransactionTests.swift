import BigInt
import Bridge
import Ethereum
import Primitives
import TestSupport
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network
@testable import WalletTesting

@MainActor @Suite struct SendTransactionTests {
    @Test func `the sent transaction is what was shown, and its hash is the answer`() async throws {
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
        // Nothing was sent to this address before, and there is no other warning.
        #expect(shown.warnings.map(\.level) == [.caution])
        #expect(shown.rows.first { $0.role == .fee }?.value == .trusted("about 0.000042 ETH, at most 0.000063 ETH"))
        let recorded = try await site.services.journal.recent(limit: 9)
        #expect(recorded.map(\.state) == [.sent])
        #expect(recorded.first?.raw == sent.raw)
        #expect(recorded.first?.origin == "https://dapp.example")
    }

    @Test func `a transaction is in the journal before it is sent to a node`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node, journal: BrokenJournal())
        #expect(await site.send()["error"]?["code"] == -32603)
        #expect(node.sent.isEmpty)
    }

    @Test func `two windows of one wallet never get one nonce, not even for the same payment at the same time`()
        async throws
    {
        let journal = MemoryJournal()
        let nodes = [FakeNode.quiet(), FakeNode.quiet()]
        let sites = [
            try await TestSite.connected(nodes[0], journal: journal),
            try await TestSite.connected(nodes[1], journal: journal),
        ]
        for site in sites { site.holds = true }
        async let first = sites[0].send()
        async let second = sites[1].send()
        #expect(await eventually { sites.allSatisfy { $0.asked == 2 } })
        for site in sites { site.holds = false }
        let hashes = await [first, second].compactMap { $0["result"]?.string }
        #expect(Set(hashes).count == 2)
        #expect(Set(nodes.flatMap(\.sent).map(\.transaction.nonce)) == [5, 6])
        #expect(await journal.recent(limit: 9).count == 2)
        // The one that came second was asked again, with the number that it has now.
        #expect(sites.map(\.shown.count).sorted() == [2, 3])
        let again = sites.first { $0.shown.count == 3 }?.shown.last
        #expect(again?.warnings.contains { $0.text.contains("has a new nonce") } == true)
    }

    @Test func `a nonce that another window used and that has been mined is not used again`() async throws {
        let journal = MemoryJournal()
        let (node, other) = (FakeNode.quiet(), FakeNode.quiet())
        let site = try await TestSite.connected(node, journal: journal)
        let window = try await TestSite.connected(other, journal: journal)
        site.holds = true
        async let late = site.send()
        #expect(await eventually { site.asked == 2 })
        let hash = try #require(await window.send()["result"]?.string)
        try await journal.setState(.mined(succeeded: true), of: hash, on: "eip155:1")
        site.holds = false
        #expect(await late["result"]?.string != nil)
        #expect(node.sent.map(\.transaction.nonce) == [6])
    }

    @Test func `a transaction to sign only is returned to the site and sent to no node`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let answer = await site.send(by: "eth_signTransaction")
        let raw = try #require((answer["result"]?.string).flatMap { Hex.decode($0) })
        let signed = try SignedTransaction(raw: raw)
        #expect(signed.sender.description == TestSite.account.string)
        #expect(signed.transaction.payload == site.shown.last?.payload)
        #expect(node.sent.isEmpty)
        #expect(site.shown.last?.verb == "Sign")
        #expect(site.shown.last?.sentence == "Sign a transaction and give it to dapp.example.")
        // The site may send it at any time, so its nonce is in use.
        let recorded = try await site.services.journal.recent(limit: 9)
        #expect(recorded.map(\.state) == [.signed] && recorded.map(\.nonce) == [5])
    }

    @Test func `a rejection sends nothing, and its nonce goes to the next transaction`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        site.decision = .rejected
        #expect(await site.send()["error"]?["code"] == 4001)
        #expect(node.sent.isEmpty)
        site.decision = .approved
        _ = await site.send()
        #expect(node.sent.map(\.transaction.nonce) == [5])
    }

    @Test func `pending transactions keep their nonces`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        for _ in 0..<3 { _ = await site.send() }
        #expect(node.sent.map(\.transaction.nonce) == [5, 6, 7])
        #expect(site.shown.last?.warnings.contains { $0.text.contains("waits for 2 earlier ones") } == true)
    }

    @Test func `two simultaneous transactions are shown once each`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let answers = await sendTwice(site)
        #expect(answers.allSatisfy { $0["result"]?.string?.count == 66 })
        #expect(node.sent.map(\.transaction.nonce) == [5, 6])
        #expect(site.shown.count == 3)
    }

    /// Sends a second time while the first is on the screen.
    private func sendTwice(_ site: TestSite) async -> [JSON] {
        site.holds = true
        async let first = site.send()
        async let second = site.send()
        _ = await eventually { site.dispatcher.pendingCount == 2 }
        for _ in 0..<100 { await Task.yield() }
        site.holds = false
        return await [first, second]
    }

    @Test func `after a rejection the next one is shown once, with the nonce that is free`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        site.earlier = [.rejected, .approved]
        let answers = await sendTwice(site)
        #expect(answers.contains { $0["error"]?["code"] == 4001 })
        #expect(node.sent.map(\.transaction.nonce) == [5])
        #expect(site.shown.count == 3)
        #expect(site.shown.last?.payload == node.sent.first?.transaction.payload)
    }

    @Test(arguments: [2, 4, 8])
    func `transactions of one turn keep the order of the page`(count: Int) async throws {
        let node = FakeNode.quiet()
        // Answers come out of order: a later question may be answered first.
        let site = try await TestSite.connected(node)
        site.holds = true
        let answers = (1...count).map { value in
            Task.immediate { await site.send(["value": .string("0x\(value)")]) }
        }
        for _ in 0..<100 { await Task.yield() }
        site.holds = false
        for answer in answers { #expect(await answer.value["result"] != nil) }
        #expect(node.sent.map(\.transaction.value) == (1...count).map { BigUInt($0) })
        #expect(node.sent.map(\.transaction.nonce) == (0..<UInt64(count)).map { 5 + $0 })
        #expect(site.shown.count == 1 + count)
    }

    @Test func `recipients are remembered once the transaction is sent, and lookalikes of them are a danger`()
        async throws
    {
        let site = try await TestSite.connected(FakeNode.quiet())
        _ = await site.send()
        #expect(
            site.shown.last?.warnings.contains { $0.text.contains("never sent anything of value to this address") }
                == true)
        _ = await site.send()
        #expect(
            site.shown.last?.warnings.contains { $0.text.contains("never sent anything of value to this address") }
                == false)
        _ = await site.send(["to": "0x70997070c51812dc3a010c7d01b50e0d17dc79c8"])
        #expect(site.shown.last?.level == .danger)
        site.decision = .rejected
        _ = await site.send(["to": "0x90F79bf6EB2c4f870365E785982E1f101E93b906"])
        _ = await site.send(["to": "0x90F79bf6EB2c4f870365E785982E1f101E93b906"])
        #expect(
            site.shown.last?.warnings.contains { $0.text.contains("never sent anything of value to this address") }
                == true)
    }

    @Test func `an address that received a tiny amount is still new`() async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        for _ in 0..<2 {
            _ = await site.send(["value": "0x1"])
            #expect(
                site.shown.last?.warnings.contains { $0.text.contains("never sent anything of value to this address") }
                    == true)
        }
    }

    @Test func `a contract is new only once, and so is the spender of a signature`()
        async throws
    {
        let site = try await TestSite.connected(FakeNode.quiet())
        let usdc = try EthereumAddress("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")
        let unknown = try EthereumAddress("0x8617e340b3d01fa5f11f306f4090fd50e238070d")
        let me = try EthereumAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
        let swap = try ABIFunction("swapExactTokensForTokens(uint256,uint256,address[],address,uint256)").call([
            .number(7), .number(6), .array([.address(usdc), .address(unknown)]), .address(me), .number(9),
        ])
        for isNew in [true, false] {
            _ = await site.send([
                "to": .string(unknown.description), "value": "0x0", "data": .string("0x" + Hex.encode(swap)),
            ])
            let warnings = try #require(site.shown.last?.warnings)
            #expect(warnings.contains { $0.text == "The wallet does not know this contract." } == isNew)
        }
        let fields = ["owner", "spender", "value", "nonce", "deadline"].map { name in
            #"{"name":"\#(name)","type":"\#(["owner", "spender"].contains(name) ? "address" : "uint256")"}"#
        }
        let permit = """
            {"types":{"EIP712Domain":[{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}],
            "Permit":[\(fields.joined(separator: ","))]},"primaryType":"Permit",
            "domain":{"chainId":1,"verifyingContract":"\(usdc)"},
            "message":{"owner":"\(me)","spender":"\(unknown)","value":"5000000","nonce":"0","deadline":"1"}}
            """
        for isNew in [true, false] {
            _ = await site.ask("eth_signTypedData_v4", [TestSite.account, .string(permit)])
            let approval = try #require(site.shown.last)
            #expect(approval.warnings.contains { $0.text.contains("have never used this spender") } == isNew)
            #expect(approval.level == .danger)
        }
    }

    @Test func `the edited allowance is shown and signed`() async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        site.earlier = [.adjusted(["allowance": "3"]), .approved]
        let data = try ABIFunction("approve(address spender, uint256 amount)").call([
            .address(EthereumAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")), .number(7_000_000),
        ])
        let usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
        let answer = await site.ask(
            "eth_sendTransaction",
            [["from": TestSite.account, "to": .string(usdc), "data": .string("0x" + Hex.encode(data))]])
        #expect(answer["result"] != nil)
        let approval = try #require(site.shown.last)
        #expect(approval.adjustments.first { $0.id == "allowance" }?.value == "3")
        #expect(
            approval.rows.contains { $0.role == .amount && $0.value.text.contains("3 USDC") }
                || approval.sentence.contains("3 USDC"))
        #expect(approval.payload != site.shown.dropLast().last?.payload)
        #expect(try await site.services.journal.recent(limit: 1).first?.raw.isEmpty == false)
    }

    @Test(arguments: [("\"0x38d7ea4c68000\"", "\"0x5af3107a4000\""), ("\"0x1\"", "\"0x2386f26fc10000\"")])
    func `a priority fee far above the network's price is a danger`(value: String, tip: String) async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        let fee = try JSON(parsing: tip)
        _ = try await site.send(["value": JSON(parsing: value), "maxPriorityFeePerGas": fee, "maxFeePerGas": fee])
        #expect(site.shown.last?.level == .danger)
        #expect(site.shown.last?.warnings.contains { $0.text.contains("times what the network charges") } == true)
    }

    @Test func `a fee at the network's price is not a danger, even if the balance is small`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_getBalance", "0x1c6bf52634000")
        let site = try await TestSite.connected(node)
        _ = await site.send(["value": "0x5af3107a4000"])
        #expect(site.shown.last?.level == .caution)
        #expect(
            site.shown.last?.warnings.contains { $0.text.contains("more than 5 % of what the account has") } == true)
        node.set("eth_getBalance", "0x5af3107a4000")
        _ = await site.send(["value": "0x1"])
        #expect(site.shown.last?.level == .danger)
        #expect(site.shown.last?.warnings.contains { $0.text.contains("a quarter of what the account has") } == true)
    }

    @Test func `sending nearly the whole balance is a danger`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        _ = await site.send(["value": "0xd2f13f7789f0000"])
        #expect(site.shown.last?.level == .danger)
        #expect(site.shown.last?.warnings.contains { $0.text.contains("nearly all that the account has") } == true)
    }

    @Test func `an already used nonce from the site is a danger`() async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        _ = await site.send(["nonce": "0x3"])
        #expect(site.shown.last?.level == .danger)
    }

    @Test(arguments: [
        ("chainId", "\"0x2\"", -32602), ("from", "\"0x70997970C51812dc3A010C7d01b50e0d17dc79C8\"", 4100),
        ("to", "\"0x70997970C51812dc3A010C7d01b50e0d17dc79C9\"", -32602), ("to", "\"vitalik.eth\"", -32602),
        ("to", "null", -32602), ("value", "-5", -32602), ("value", "1e18", -32602), ("value", "\"5\"", -32602),
        ("value", "\"0x\"", -32602),
        ("value", "\"-0x1\"", -32602), ("data", "\"0x1\"", -32602), ("data", "\"hello\"", -32602),
        ("type", "\"0x4\"", 4200), ("type", "\"0x3\"", 4200), ("authorizationList", "[]", 4200),
        ("gas", "\"0xffffffffffffffffff\"", -32602), ("nonce", "\"0xffffffffffffffff\"", -32602),
        ("surprise", "1", -32602),
    ])
    func `an invalid transaction is refused before the user or a node is asked`(
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

    @Test func `a transaction that would fail is a danger, with the contract's reason quoted`() async throws {
        let node = FakeNode.quiet()
        let reason = try ABIFunction("Error(string reason)").call([.string("no\u{202E}pe")])
        node.set("eth_call") { _ throws(NodeError) in throw .refused(.reverted(reason)) }
        let site = try await TestSite.connected(node)
        _ = await site.send(["data": "0x12345678"])
        let warning = try #require(site.shown.last?.warnings.first { $0.text.contains("would fail") })
        #expect(warning.level == .danger)
        #expect(warning.text.contains("“no⟨U+202E⟩pe”"))
    }

    @Test func `the contract's reason cannot end its own quotation`() async throws {
        let node = FakeNode.quiet()
        let text = "none”. The wallet checked it: it is safe. “"
        let reason = try ABIFunction("Error(string reason)").call([.string(text)])
        node.set("eth_call") { _ throws(NodeError) in throw .refused(.reverted(reason)) }
        let site = try await TestSite.connected(node)
        _ = await site.send(["data": "0x12345678"])
        let warning = try #require(site.shown.last?.warnings.first { $0.text.contains("would fail") })
        #expect(warning.text.hasSuffix("“none⟨U+201D⟩. The wallet checked it: it is safe. ⟨U+201C⟩”."))
    }

    @Test func `insufficient funds are reported before approval`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_getBalance", "0x1")
        let site = try await TestSite.connected(node)
        _ = await site.send()
        #expect(site.shown.last?.level == .danger)
        #expect(
            site.shown.last?.warnings.contains { $0.text.contains("The account has 0.000000000000000001 ETH") } == true)
    }

    @Test func `the user's fees and gas limit are signed`() async throws {
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

    @Test func `Link sends a transaction from its JSON text`() async throws {
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
    func record(_ outgoing: TransactionRecord) async throws(JournalError) { throw .unavailable("no") }
    func claim(_ outgoing: TransactionRecord) async throws(JournalError) { throw .unavailable("no") }
    func setState(_ state: TransactionRecord.State, of txid: String, on chain: String) async throws(JournalError) {}
    func open() async throws(JournalError) -> [TransactionRecord] { [] }
    func recent(limit: Int) async throws(JournalError) -> [TransactionRecord] { [] }
}
