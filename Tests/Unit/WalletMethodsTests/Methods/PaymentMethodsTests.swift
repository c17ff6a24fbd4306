import Bridge
import Network
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

/// What may be asked for a payment, and with what account.
@MainActor @Suite struct PaymentMethodsTests {
    private nonisolated static let account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

    private static func payment(_ account: String = "eip155:8453:\(account)") throws -> PaymentPeer {
        PaymentPeer(origin: try Origin(serialized: "https://pay.example"), id: "pay_1", account: account)
    }

    /// Typed data for the chain with this number.
    private static func data(_ chain: Int) -> JSON {
        [
            "types": [
                "EIP712Domain": [["name": "name", "type": "string"], ["name": "chainId", "type": "uint256"]],
                "Note": [["name": "text", "type": "string"]],
            ],
            "primaryType": "Note", "domain": ["name": "Test", "chainId": .number(JSONNumber(chain))],
            "message": ["text": "paid"],
        ]
    }

    private static func params(_ chain: Int) -> JSON { [.string(account), data(chain)] }

    @Test(arguments: ["eth_signTypedData", "eth_signTypedData_v3", "eth_signTypedData_v4"])
    func `typed data is signed on the payment's chain, without a grant`(method: String) async throws {
        let site = try TestSite("https://pay.example")
        let outcome = await site.dispatcher.perform(method, Self.params(8_453), for: try Self.payment()).result
        #expect(try outcome.get().string?.utf8.count == 132)
        let approval = try #require(site.shown.first)
        #expect(approval.rows.first { $0.label == "Network" }?.value == .trusted("Base"))
        #expect(approval.rows.first { $0.label == "Account" }?.value == .exact(Self.account))
    }

    @Test func `the approval names the merchant, quoted, and what they ask for`() async throws {
        let site = try TestSite("https://pay.example")
        let payment = PaymentPeer(
            origin: try Origin(serialized: "https://pay.example"), id: "pay_1", account: "eip155:8453:\(Self.account)",
            merchant: "Corner Shop", invoice: "25.00 USD")
        _ = try await site.dispatcher.perform("eth_signTypedData_v4", Self.params(8_453), for: payment).result.get()
        let rows = try #require(site.shown.first).rows.filter { $0.role == .merchant }
        #expect(rows.map(\.value) == [.untrusted("Corner Shop"), .trusted("25.00 USD")])
        _ = await site.ask("eth_requestAccounts")
        #expect(site.shown.last?.rows.contains { $0.role == .merchant } == false)
    }

    @Test func `a page of the same origin has none of the payment's permissions`() async throws {
        let site = try TestSite("https://pay.example")
        _ = try await site.dispatcher.perform("eth_signTypedData_v4", Self.params(8_453), for: try Self.payment())
            .result.get()
        #expect(await site.ask("eth_signTypedData_v4", Self.params(8_453))["error"]?["code"] == 4_100)
        #expect(await site.ask("eth_accounts")["result"] == [])
        #expect(await site.ask("eth_chainId")["result"] == "0x1")
        #expect(site.shown.count == 1)
    }

    @Test(arguments: [
        "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "eip155:99999:\(account)", "eip155:08453:\(account)",
        "solana:8453:\(account)", "eip155:8453", "eip155:8453:\(account):1", "",
    ])
    func `with another account or an unknown chain nothing is signed`(account: String) async throws {
        let site = try TestSite("https://pay.example")
        // A grant of the service's pages changes nothing.
        _ = await site.ask("eth_requestAccounts")
        let asked = site.shown.count
        for method in ["eth_signTypedData_v4", "personal_sign", "eth_sendTransaction"] {
            let params: JSON =
                method == "eth_sendTransaction"
                ? [["from": .string(Self.account), "to": .string(Self.account)]]
                : method == "personal_sign" ? ["0x00", .string(Self.account)] : Self.params(8_453)
            let outcome = await site.dispatcher.perform(method, params, for: try Self.payment(account)).result
            #expect(throws: RPCError.unauthorized) { try outcome.get() }
        }
        #expect(site.shown.count == asked)
    }

    @Test func `data for another chain than the payment's is refused without a question`() async throws {
        let site = try TestSite("https://pay.example")
        for chain in [1, 137] {
            let outcome = await site.dispatcher.perform(
                "eth_signTypedData_v4", Self.params(chain), for: try Self.payment()
            ).result
            #expect(throws: RPCError.self) { try outcome.get() }
        }
        #expect(site.shown.isEmpty)
    }

    @Test(arguments: [
        "eth_sign", "eth_signTransaction", "eth_accounts", "eth_requestAccounts", "wallet_switchEthereumChain",
        "wallet_addEthereumChain", "eth_call", "eth_sendRawTransaction", "getAddress", "sendAssets",
        "solana_signTransaction", "",
    ])
    func `no other request is accepted for a payment`(method: String) async throws {
        let site = try TestSite("https://pay.example")
        let outcome = await site.dispatcher.perform(method, Self.params(8_453), for: try Self.payment()).result
        #expect(throws: RPCError.unknownMethod(method)) { try outcome.get() }
        #expect(site.shown.isEmpty)
    }

    @Test func `the call of a payment that the wallet cannot read still says the amount and who gets it`() async throws
    {
        let site = try await TestSite.connected(FakeNode.quiet())
        let router = "0x1111000000000000000000000000000000002222"
        let call: JSON = [
            "from": .string(Self.account), "to": .string(router), "value": "0x2386f26fc10000",
            "data": .string("0xa1b2c3d4" + String(repeating: "0", count: 64)),
        ]
        let payment = PaymentPeer(
            origin: try Origin(serialized: "https://pay.example"), id: "pay_1", account: "eip155:1:\(Self.account)",
            merchant: "Corner Shop", invoice: "25.00 USD")
        _ = await site.dispatcher.perform("eth_sendTransaction", [call], for: payment)
        let approval = try #require(site.shown.last)
        #expect(approval.sentence == "Pay 0.01 ETH with a call that the wallet cannot explain.")
        #expect(approval.verb == "Pay")
        #expect(approval.rows.first { $0.role == .amount }?.value == .trusted("0.01 ETH"))
        #expect(approval.rows.contains { $0.value == .exact(router) })
        #expect(approval.level == .danger)
        // The same call of a page is no payment.
        _ = await site.ask("eth_sendTransaction", [call])
        #expect(site.shown.last?.sentence.hasPrefix("Pay") == false)
    }

    @Test func `the signature of a payment by Permit2 names that contract`() async throws {
        let site = try TestSite("https://pay.example")
        let fields: [(String, String)] = [("name", "string"), ("chainId", "uint256"), ("verifyingContract", "address")]
        let data: JSON = [
            "types": [
                "EIP712Domain": .array(fields.map { ["name": .string($0.0), "type": .string($0.1)] }),
                "TokenPermissions": [
                    ["name": "token", "type": "address"], ["name": "amount", "type": "uint256"],
                ],
                "PermitTransferFrom": [
                    ["name": "permitted", "type": "TokenPermissions"], ["name": "spender", "type": "address"],
                    ["name": "nonce", "type": "uint256"], ["name": "deadline", "type": "uint256"],
                ],
            ],
            "primaryType": "PermitTransferFrom",
            "domain": [
                "name": "Permit2", "chainId": 8_453,
                "verifyingContract": "0x000000000022D473030F116dDEE9F6B43aC78BA3",
            ],
            "message": [
                "permitted": ["token": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "amount": "25000000"],
                "spender": "0x1111000000000000000000000000000000002222", "nonce": "1", "deadline": "1800000000",
            ],
        ]
        _ = await site.dispatcher.perform(
            "eth_signTypedData_v4", [.string(Self.account), data], for: try Self.payment())
        let row = try #require(site.shown.last?.rows.first { $0.role == .contract })
        #expect(row.value == .exact("0x000000000022D473030F116dDEE9F6B43aC78BA3"))
        #expect(row.note == "Permit2")
    }

    @Test func `a payment's transaction is recorded with the purpose of its signature`() async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        let payment = PaymentPeer(
            origin: try Origin(serialized: "https://pay.example"), id: "pay_1", account: "eip155:1:\(Self.account)",
            purpose: "a/payment")
        let answer = try await site.dispatcher.perform(
            "eth_sendTransaction", [["from": .string(Self.account), "to": .string(Self.account), "value": "0x1"]],
            for: payment
        ).result.get()
        let hash = try #require(answer.string)
        #expect(try await site.services.journal.signed(for: "a/payment").map(\.txid) == [hash])
        _ = await site.send()
        #expect(try await site.services.journal.recent(limit: 9).map(\.purpose) == [nil, "a/payment"])
    }

    private func send(_ site: TestSite) async throws -> PaymentAnswer {
        site.services.time = TimeSource(now: { .zero }, sleep: { _ in })
        return await site.dispatcher.perform(
            "eth_sendTransaction", [["from": .string(Self.account), "to": .string(Self.account), "value": "0x1"]],
            for: try Self.payment("eip155:1:\(Self.account)"))
    }

    @Test func `the answer to a payment includes the outcome of its transaction`() async throws {
        let errors: [(NodeError?, SendOutcome.Fate)] = [
            (nil, .sent), (.wire(.timedOut), .unknown), (.refused(.underpriced), .declined),
            (.wire(.unreachable), .notSent),
        ]
        for (error, fate) in errors {
            let node = FakeNode.quiet()
            if let error { node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw error } }
            let site = try await TestSite.connected(node)
            let answer = try await send(site)
            let hash = try #require(try await site.services.journal.recent(limit: 1).first?.txid)
            #expect(answer.transaction == SendOutcome(hash: hash, fate: fate))
            #expect((try? answer.result.get()) == (fate == .sent ? .string(hash) : nil))
        }
    }

    @Test func `if the journal cannot be used, no transaction of a payment is sent`() async throws {
        for canRead in [true, false] {
            let node = FakeNode.quiet()
            let answer = try await send(try await TestSite.connected(node, journal: LostJournal(canRead: canRead)))
            #expect(answer.transaction == nil)
            #expect(throws: RPCError.self) { try answer.result.get() }
            #expect(node.sent.isEmpty)
        }
    }

    @Test func `without a signature there is no transaction to look for`() async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        site.decision = .rejected
        #expect(try await send(site).transaction == nil)
        let signed = await site.dispatcher.perform(
            "eth_signTypedData_v4", Self.params(1), for: try Self.payment("eip155:1:\(Self.account)"))
        #expect(signed.transaction == nil)
    }

    @Test func `a transaction without a node explains how to set one`() async throws {
        let site = try TestSite("https://pay.example")
        let outcome = await site.dispatcher.perform(
            "eth_sendTransaction", [["from": .string(Self.account), "to": .string(Self.account), "value": "0x1"]],
            for: try Self.payment()
        ).result
        guard case .failure(let error) = outcome else { throw RPCError(.failed, "it was sent") }
        #expect(error.kind == .disconnected)
        #expect(error.message.contains("Base"))
    }
}

/// A journal that cannot be written, and perhaps not read.
private struct LostJournal: Journal {
    let canRead: Bool

    func record(_ outgoing: TransactionRecord) async throws(JournalError) { throw .unavailable("no") }
    func claim(_ outgoing: TransactionRecord) async throws(JournalError) { throw .unavailable("no") }
    func setState(_ state: TransactionRecord.State, of txid: String, on chain: String) async throws(JournalError) {}
    func open() async throws(JournalError) -> [TransactionRecord] { try read() }
    func recent(limit: Int) async throws(JournalError) -> [TransactionRecord] { try read() }

    private func read() throws(JournalError) -> [TransactionRecord] {
        guard canRead else { throw .unavailable("no") }
        return []
    }
}
