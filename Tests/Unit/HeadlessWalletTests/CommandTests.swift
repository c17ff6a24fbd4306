import Bridge
import Bitcoin
import BitcoinWallet
import EthereumWallet
import Keys
import Testing
import WalletCore
import WalletMethods

@testable import HeadlessWallet
@testable import WalletTesting

/// Commands as values on their way to the wallet and back, without a window.
@MainActor @Suite struct CommandTests {
    private nonisolated static let recipient = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    private let node = FakeNode.quiet()
    private let site: TestSite
    private let wallet: Wallet

    init() throws {
        node.set("eth_blockNumber", "0x10")
        let node = node
        site = try TestSite(chains: ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node })
        wallet = Wallet(site.services, site.dispatcher)
    }

    /// Carries out a command by way of its coding.
    private func ask<Command: WalletCommand>(_ command: Command) async throws -> Command.Outcome {
        let request = try JSON(parsing: Array(CommandCoding.request(command).text.utf8))
        let answer = await CommandCoding.answer(request, by: wallet)
        return try CommandCoding.outcome(of: Command.self, in: JSON(parsing: Array(answer.text.utf8)))
    }

    private func send(
        _ to: String = recipient, _ amount: String = "0.25", fee: String = "normal"
    ) async throws -> Send.Outcome {
        try await ask(
            Send(
                AssetReference("ETH", AccountReference(network: "1")), to: [.init(to, .init(amount))],
                fee: SendForm.Fee(fee)))
    }

    @Test func `a wallet without a window shows what it has, receives, and sends after the approval`() async throws {
        let accounts = try await ask(Balance(refresh: true))
        let account = try #require(accounts.first { $0.chain == "eip155:1" })
        #expect(account.balances.first?.amount == "1" && account.balances.first?.state == "current")
        let address = try await ask(Receive(AssetReference("ETH", AccountReference(network: "1"))))
        #expect(address.address == account.address)
        let asked = try address.asked(form: nil, amount: "0.5", label: nil)
        #expect(asked.link == "ethereum:\(account.address)@1?value=500000000000000000")
        guard case .sent(let sent) = try await send() else { throw WalletError("It was not sent.") }
        #expect(sent.state == .sent && sent.chain == "eip155:1" && sent.txid.utf8.count == 66)
        #expect(site.shown.count == 1 && node.sent.count == 1)
        #expect(try await ask(History(limit: 1)).map(\.txid) == [sent.txid])
    }

    @Test func `a wallet that does not exist is not called locked`() async throws {
        let host = ListingHost()
        wallet.host = host
        site.dispatcher.lock()
        #expect(
            await #expect(throws: WalletError.self) { try await ask(Balance()) }?.description
                == Wallet.locked.description)
        host.hasWallet = false
        let error = await #expect(throws: WalletError.self) { try await ask(Balance()) }
        #expect(error == WalletError(.locked, Wallet.absence))
    }

    @Test func `an address that no payment link can name has no amount and no name`() throws {
        let text = """
            {"chain":"bip122:000000000000000000651ef99cb9fcbe","network":"Bitcoin Cash","test":false,\
            "asset":"bip122:000000000000000000651ef99cb9fcbe/slip44:145","symbol":"BCH","decimals":8,"known":true,\
            "address":"bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",\
            "forms":{"legacy":"1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu"}}
            """
        let address: ReceivingAddress = try JSON(parsing: Array(text.utf8)).decoded(whole: "The address")
        #expect(try address.asked(form: nil, amount: "1", label: "Me").link?.hasSuffix("?amount=1&label=Me") == true)
        #expect(try address.asked(form: "legacy", amount: nil, label: nil).link == "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu")
        for (amount, label) in [("1", nil), (nil, "Me")] as [(String?, String?)] {
            let error = #expect(throws: WalletError.self) {
                try address.asked(form: "legacy", amount: amount, label: label)
            }
            #expect(error?.field == .form)
        }
    }

    @Test func `why a fee cannot be bumped is said`() async throws {
        _ = try await ask(Balance(refresh: true))
        guard case .sent(let sent) = try await send() else { throw WalletError("It was not sent.") }
        func refusal(_ txid: String, _ way: BumpFee.Way) async -> String? {
            await #expect(throws: WalletError.self) { try await ask(BumpFee(txid, way)) }?.description
        }
        #expect(await refusal("0xdead", .usual)?.contains("does not know this transaction") == true)
        #expect(await refusal(sent.txid, .child)?.contains("no output") == true)
    }

    @Test func `what the user rejects is not sent, and is told from a failure`() async throws {
        _ = try await ask(Balance(refresh: true))
        site.decision = .rejected
        let error = await #expect(throws: WalletError.self) { try await send() }
        #expect(error?.kind == .rejected && error?.field == nil)
        #expect(node.sent.isEmpty)
    }

    @Test(arguments: [
        ("", "1", "normal", "to"), ("nobody", "1", "normal", "to"), ("0x7099", "1", "normal", "to"),
        ("bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "1", "normal", "to"),
        (recipient, "", "normal", "amount"), (recipient, "0", "normal", "amount"),
        (recipient, "-1", "normal", "amount"),
        (recipient, "1e3", "normal", "amount"), (recipient, "0.0000000000000000001", "normal", "amount"),
        (recipient, "1,234", "normal", "amount"), (recipient, String(repeating: "9", count: 400), "normal", "amount"),
        (recipient, "1", "", "rate"), (recipient, "1", "1,234", "rate"),
    ])
    func `an entry that cannot be used is named, and nobody is asked`(
        to: String, amount: String, fee: String, field: String
    ) async throws {
        _ = try await ask(Balance(refresh: true))
        let error = await #expect(throws: WalletError.self) { try await send(to, amount, fee: fee) }
        #expect(error?.field?.rawValue == field && error?.kind == .usage, "\(error?.description ?? "")")
        #expect(site.asked == 0)
    }

    @Test(arguments: [
        (
            "ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=\(recipient)&uint256=1",
            "0xdac17f958d2ee523a2206206994597c13d831ec7"
        ),
        ("bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "another network"),
    ])
    func `a link for another asset than the one to send is named`(link: String, asset: String) async throws {
        _ = try await ask(Balance(refresh: true))
        let error = await #expect(throws: WalletError.self) { try await send(link, "") }
        #expect(error?.field == .to && error?.description.lowercased().contains(asset) == true)
    }

    @Test func `the number of recipients has one limit for each kind of network`() async throws {
        _ = try await ask(Balance(refresh: true))
        let asset = AssetReference("ETH", AccountReference(network: "1"))
        for count in [0, 2] {
            let payees = [Send.Payee](repeating: .init(Self.recipient, .typed("0.1")), count: count)
            let error = await #expect(throws: WalletError.self) { try await ask(Send(asset, to: payees)) }
            #expect(error?.kind == .usage)
        }
        #expect(SendForm.mostPayees(on: UTXOChain.bitcoin.chainID) == 250)
        #expect(SendForm.mostPayees(on: UTXOChain.bitcoinCash.chainID) == 250)
    }

    @Test(arguments: [
        ("null", "usage"), ("[]", "usage"), (#"{"version":1}"#, "usage"), (#"{"version":1,"command":7}"#, "usage"),
        (#"{"version":1,"command":"shout"}"#, "usage"), (#"{"command":"balance"}"#, "failed"),
        (#"{"version":2,"command":"balance"}"#, "failed"), (#"{"version":"1","command":"balance"}"#, "failed"),
        (#"{"version":1e400,"command":"balance"}"#, "failed"), (#"{"version":1,"command":"balance"}"#, "usage"),
        (#"{"version":1,"command":"balance","parameters":[]}"#, "usage"),
        (#"{"version":1,"command":"balance","parameters":{"refresh":"yes"}}"#, "usage"),
        (#"{"version":1,"command":"balance","parameters":{"refresh":1}}"#, "usage"),
        (
            #"{"version":1,"command":"history","parameters":{"text":"","place":{"network":"","account":""},"limit":1e30}}"#,
            "usage"
        ),
        (
            #"{"version":1,"command":"history","parameters":{"text":"","place":{"network":"","account":""},"state":"lost"}}"#,
            "usage"
        ),
        (#"{"version":1,"command":"bump","parameters":{"txid":"ab","way":"sideways","fee":""}}"#, "usage"),
        (#"{"version":1,"command":"send","parameters":{"asset":"ETH"}}"#, "usage"),
        (#"{"version":1,"command":"psbt","parameters":{"transaction":{"psbt":"AAAA"}}}"#, "usage"),
        (#"{"version":1,"command":"site","parameters":{"origin":"x","change":{"revoke":{}}}}"#, "failed"),
        (#"{"version":1,"command":"coin","parameters":{"coin":"x","change":{"melt":{}}}}"#, "usage"),
    ])
    func `a request that is none gets one answer with a kind and a sentence`(text: String, kind: String) async throws {
        let answer = await CommandCoding.answer(try JSON(parsing: Array(text.utf8)), by: wallet)
        #expect(answer["kind"]?.string == kind, "\(answer.text)")
        #expect(answer["error"]?.string?.isEmpty == false && answer["result"] == nil)
    }

    @Test func `a locked wallet lists and revokes what sites may do, and does nothing else`() async throws {
        site.services.sites.forgetKeys()
        #expect(try await ask(ListSites()).isEmpty)
        #expect(try await ask(ReloadSettings()) == Done())
        #expect(await #expect(throws: WalletError.self) { try await ask(Balance()) }?.kind == .locked)
        #expect(await #expect(throws: WalletError.self) { try await send() }?.kind == .locked)
        let change = ChangeSite(try Origin(serialized: "https://dapp.example"), .revoke)
        #expect(await #expect(throws: WalletError.self) { try await ask(change) }?.kind == .failed)
    }

    @Test func `what makes no sense is refused before the wallet is asked, also by a locked one`() async throws {
        site.services.sites.forgetKeys()
        for (command, field) in [
            (WatchAccount("xpub", type: "p2xyz"), "type"), (WatchAccount("xpub", network: "mars"), "network"),
            (WatchAccount(" "), "text"),
        ] {
            #expect(await #expect(throws: WalletError.self) { try await ask(command) }?.field?.rawValue == field)
        }
        let device = AddDevice("", number: "x")
        #expect(await #expect(throws: WalletError.self) { try await ask(device) }?.field == .number)
    }

    @Test func `a change without an open wallet says only that something was changed`() throws {
        let stored = CommandCoding.json(Changed<ListedSite>.stored)
        #expect(stored == ["changed": true])
        let site = ListedSite(kind: "site", state: "blocked", sees: [])
        let changed = CommandCoding.json(Changed.now(site))
        guard case .now(let same) = try changed.decoded(as: Changed<ListedSite>.self) else {
            throw WalletError("The site was lost.")
        }
        #expect(same == site && changed.text == #"{"state":"blocked","sees":[],"kind":"site"}"#)
        guard case .stored = try stored.decoded(as: Changed<ListedSite>.self) else {
            throw WalletError("There is no site.")
        }
    }

    @Test func `without a window, nothing asks for a private key`() async throws {
        #expect(await #expect(throws: WalletError.self) { try await ask(Sweep()) }?.kind == .locked)
    }

    @Test func `an answer that is not one of the coding is an error`() {
        for answer: JSON in [.null, [:], ["result": .null], ["result": ["txid": "ab"]], ["result": []]] {
            #expect(throws: WalletError.self) { try CommandCoding.outcome(of: BumpFee.self, in: answer) }
        }
        let refused: JSON = ["error": "No.", "kind": "rejected"]
        #expect(throws: WalletError(.rejected, "No.")) { try CommandCoding.outcome(of: BumpFee.self, in: refused) }
        let named: JSON = ["error": "No.", "kind": "usage", "field": "amount"]
        #expect(throws: WalletError(field: .amount, "No.")) { try CommandCoding.outcome(of: Send.self, in: named) }
    }
}
