import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import Foundation
import Store
import Testing
import WalletCore
import WalletMethods

@testable import HeadlessWallet
@testable import WalletTesting

/// Commands on the store, without a window.
@MainActor @Suite struct StoredCommandTests {
    private static let address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    private let folder = FileManager.default.temporaryDirectory.appending(path: "stored-commands-\(UUID().uuidString)")
    private let wallet: StoredWallet

    init() throws {
        wallet = StoredWallet(
            try Store(folder: folder.path), ConfigurationFile(folder.appending(path: "config.json").path))
    }

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    @Test func `contacts are added, renamed, listed and removed, by their name or their address`() async throws {
        defer { remove() }
        let added = try await AddContact(" Alice ", Self.address.lowercased()).run(in: wallet)
        #expect([added.name, added.chain, added.address] == ["Alice", "eip155:1", Self.address])
        _ = try await AddContact("Alice", Self.address, network: "8453").run(in: wallet)
        #expect(try await ListContacts().run(in: wallet).map(\.chain) == ["eip155:1", "eip155:8453"])
        // Two networks have this name.
        let unclear = RenameContact("alice", to: "Bob")
        #expect(await #expect(throws: WalletError.self) { try await unclear.run(in: wallet) }?.kind == .usage)
        #expect(try await RenameContact("alice", to: "Bob", network: "base").run(in: wallet).name == "Bob")
        #expect(try await RemoveContact(Self.address, network: "1").run(in: wallet).name == "Alice")
        let rest = try await ListContacts().run(in: wallet)
        #expect(
            CommandCoding.json(rest).text == #"[{"name":"Bob","chain":"eip155:8453","address":"\#(Self.address)"}]"#)
        #expect(
            await #expect(throws: WalletError.self) { try await RemoveContact("x").run(in: wallet) }?.kind == .failed)
        let unnamed = AddContact("", Self.address)
        #expect(await #expect(throws: WalletError.self) { try await unnamed.run(in: wallet) }?.field == .name)
    }

    @Test func `a locked wallet has the contacts, too`() async throws {
        defer { remove() }
        let site = try TestSite()
        site.services.sites.forgetKeys()
        let open = Wallet(site.services, site.dispatcher)
        #expect(try await open.perform(ListContacts()).isEmpty)
        let added = try await open.perform(AddContact("Alice", Self.address))
        #expect(try await open.perform(ListContacts()) == [added])
    }

    @Test(arguments: [
        ("nowhere", "", "The wallet has no account on this network."), ("", "Savings", "There is no such account."),
        ("1", "Savings", "There is no such account."),
    ])
    func `an error names what does not exist, the network or the account`(
        network: String, account: String, sentence: String
    ) async throws {
        defer { remove() }
        let site = try TestSite()
        let open = Wallet(site.services, site.dispatcher)
        await site.services.holdings.open()
        let place = AccountReference(network: network, account: account)
        let history = await #expect(throws: WalletError.self) { try await open.perform(History(of: place)) }
        #expect(history?.description.hasPrefix(sentence) == true, "\(String(describing: history))")
        let receive = await #expect(throws: WalletError.self) {
            try await open.perform(Receive(AssetReference("ETH", place)))
        }
        #expect(receive?.description.hasPrefix(sentence) == true, "\(String(describing: receive))")
    }

    @Test func `networks of coins are recognised by their names and identifiers`() {
        for network in [
            "BTC", "btc", "Bitcoin", "bitcoin cash", "bitcoinCash", "regtest", "Bitcoin signet",
            UTXOChain.bitcoin.chainID.description,
        ] {
            #expect(AccountReference(network: network).isOfCoins, "\(network)")
        }
        for network in ["nowhere", "eip155:1", "1", "ethereum"] {
            #expect(!AccountReference(network: network).isOfCoins, "\(network)")
        }
        #expect(AccountReference(network: "BTC").isMeant(UTXOChain.bitcoin.chainID, named: ""))
        #expect(!AccountReference(network: "BTC").isMeant(UTXOChain.bitcoinCash.chainID, named: "Bitcoin Cash"))
    }

    @Test func `a standard for an address that has none to choose is refused`() async throws {
        defer { remove() }
        let site = try TestSite()
        let open = Wallet(site.services, site.dispatcher)
        let command = SignMessage("Hello", with: Self.address, form: "bip322")
        #expect(await #expect(throws: WalletError.self) { try await open.perform(command) }?.field == .form)
    }

    @Test func `without a window and without accounts, commands say so, and change nothing`() async throws {
        defer { remove() }
        #expect(try await Balance().run(in: wallet).isEmpty)
        #expect(try await ListTokens().run(in: wallet).isEmpty)
        let receive = Receive(AssetReference("ETH"))
        #expect(await #expect(throws: WalletError.self) { try await receive.run(in: wallet) }?.kind == .locked)
        let token = RemoveToken(Self.address, network: "77")
        #expect(await #expect(throws: WalletError.self) { try await token.run(in: wallet) }?.kind == .usage)
        let account = RemoveAccount("nobody")
        #expect(await #expect(throws: WalletError.self) { try await account.run(in: wallet) }?.kind == .failed)
    }

    @Test func `sites are listed with what is stored about them, and so is the payment service`() async throws {
        defer { remove() }
        let origin = try Origin(serialized: "https://dapp.example")
        try await SiteRules(keptBy: wallet.store.sites).block(origin, true, at: 7)
        var site = ListedSite(kind: "site", state: "blocked", sees: [])
        site.origin = "https://dapp.example"
        site.note(since: 7, lastUsed: 7)
        var service = ListedSite(kind: "paymentService", state: "connected", sees: [])
        (service.origin, service.opensLinks, service.forms) = ("https://pay.walletconnect.com", true, [])
        #expect(try await ListSites().run(in: wallet) == [site, service])
    }

    @Test func `an allowance that is not there is not revoked, and nobody is asked`() async throws {
        defer { remove() }
        let node = FakeNode.quiet()
        node.set("eth_blockNumber", "0x10")
        node.set("eth_getLogs", [])
        let site = try TestSite(chains: ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node })
        let open = Wallet(site.services, site.dispatcher)
        let place = AccountReference(network: "1")
        let listed = try await open.perform(ListAllowances(place))
        #expect(listed == ListAllowances.Outcome(allowances: [], gaps: []))
        let revoke = RevokeAllowance("eip155:1/erc20:\(Self.address.lowercased())", of: Self.address, place)
        #expect(await #expect(throws: WalletError.self) { try await open.perform(revoke) }?.kind == .failed)
        #expect(site.asked == 0)
    }
}
