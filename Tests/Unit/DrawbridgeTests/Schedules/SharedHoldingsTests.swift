import BigInt
import Bitcoin
import Bridge
import Ethereum
import EthereumWallet
import Foundation
import HeadlessWallet
import Keys
import Network
import Store
import Synchronization
import TestSupport
import Testing
import WalletCore
import WalletMethods

@testable import BitcoinWallet
@testable import WalletWindow

/// Several processes of one wallet, with accounts, contacts, tokens, settings and lists that one of them changes.
@Suite(.serialized, .timeLimit(.minutes(5))) @MainActor final class SharedHoldingsTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/drawbridge-holdings-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    isolated deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static let cold = "0x52908400098527886E0F7030069857D2E4169EE7"

    private func page() throws -> Peer {
        let nonce = String(repeating: "2", count: 32)
        return .page(
            origin: try Origin(serialized: "https://dapp.example"), document: try #require(DocumentID(nonce)))
    }

    private func accounts(of window: WalletInProcess, for peer: Peer) async -> JSON {
        await withCheckedContinuation { continuation in
            window.send("eth_accounts", .null, from: peer) { continuation.resume(returning: $0["result"] ?? .null) }
        }
    }

    @Test func `an address that another process watches is shown at once, and no longer once it is removed`()
        async throws
    {
        let window = try WalletInProcess(folder)
        try window.unlock()
        try window.observe()
        let holdings = window.services.holdings
        await holdings.takeStored()
        let other = try Store(folder: folder)
        try await other.watched.watch(WatchedAddress(Self.cold, name: "Cold"))
        #expect(await eventually { holdings.accounts.contains { $0.name == "Cold" && $0.isWatchOnly } })
        try await other.watched.watch(WatchedAddress(Self.cold, name: "Colder"))
        #expect(await eventually { holdings.accounts.filter(\.isWatchOnly).map(\.name) == ["Colder"] })
        try await other.watched.unwatch(Self.cold)
        #expect(await eventually { !holdings.accounts.contains(where: \.isWatchOnly) })
    }

    @Test func `a page sees the account of a device only as long as no process has removed it`() async throws {
        let window = try WalletInProcess(folder)
        try window.unlock()
        let (peer, other) = (try page(), try Store(folder: folder))
        let key = try #require(DeviceKey(fingerprint: 7, "m/44'/60'/0'/0/0"))
        try await other.watched.watch(WatchedAddress(Self.cold, name: "Device", device: key))
        let own = window.services.activeAccount.address(.ethereum)
        #expect(await accounts(of: window, for: peer) == [])
        // The request before it has read the store.
        #expect(window.services.activeAccount.ethereumAddresses.contains { $0.address == Self.cold })
        try await window.services.sites.connect(peer.origin, to: [own, Self.cold])
        #expect(await accounts(of: window, for: peer).array?.count == 2)
        try await other.watched.unwatch(Self.cold)
        #expect(await accounts(of: window, for: peer) == [.string(own.lowercased())])
        #expect(window.told[peer.origin] == [own.lowercased()])
    }

    @Test func `an account on Bitcoin that another process watches or removes is that of every process`() async throws {
        let window = try WalletInProcess(folder)
        try window.unlock()
        try window.observe()
        let wallet = window.services.holdings.coinWallet
        try await wallet.open()
        let before = wallet.accounts.map(\.id)
        #expect(!before.isEmpty)
        let other = try Store(folder: folder)
        let record = try CoinWallet.watched(
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", named: "Vault", on: .bitcoin)
        try await other.coins.add(record)
        #expect(await eventually { wallet.accounts.contains { $0.id == record.id && $0.name == "Vault" } })
        try await other.coins.remove(record.id)
        #expect(await eventually { wallet.accounts.map(\.id) == before })
        // Without waiting for a notice, too: a command that reads the accounts gets those of now.
        try await other.coins.add(record)
        try await wallet.open()
        #expect(wallet.accounts.contains { $0.id == record.id })
    }

    @Test func `labels and frozen coins of another process are those of every process, without another change`()
        async throws
    {
        let (window, other) = (try WalletInProcess(folder), try Store(folder: folder))
        try window.unlock()
        try window.observe()
        let wallet = window.services.holdings.coinWallet
        try await wallet.open()
        let id = try #require(wallet.records.first).id
        let coin = OutPoint(BitcoinTransaction(inputs: [], outputs: []).id, 3)
        let notes = { @MainActor in wallet.snapshots[id]?.notes }
        try await other.coins.label("Rent", .coin(coin), of: id)
        try await other.coins.freeze(coin, true, of: id)
        #expect(await eventually { notes()?.labels[.coin(coin)] == "Rent" && notes()?.frozen == [coin] })
        try await other.coins.freeze(coin, false, of: id)
        #expect(await eventually { notes()?.frozen.isEmpty == true })
        // Without waiting for a notice, too.
        try await other.coins.label("Food", .coin(coin), of: id)
        try await wallet.open()
        #expect(notes()?.labels[.coin(coin)] == "Food")
    }

    @Test func `a balance that a server reported to another process is shown by every process, as an earlier one`()
        async throws
    {
        let (window, other) = (try WalletInProcess(folder), try Store(folder: folder))
        try window.unlock()
        try window.observe()
        let holdings = window.services.holdings
        await holdings.refresh()
        let own = window.services.activeAccount.address(.ethereum)
        let id = try #require(holdings.accounts.first { $0.id.description.hasSuffix(own) }).id
        let balance = { @MainActor in holdings.accounts.first { $0.id == id }?.balances.first }
        #expect(balance()?.units == nil)
        var told = try #require(holdings.accounts.first { $0.id == id })
        for units in [5, 7] as [BigUInt] {
            told.balances[0].units = units
            told.balances[0].state = .current
            try await other.balances.keep([told])
            #expect(await eventually { balance()?.units == units })
            #expect(balance()?.state != .current)
        }
    }

    @Test func `accounts of another wallet in the same store are not shown by one that follows the store`() async throws
    {
        let window = try WalletInProcess(folder)
        try window.unlock()
        let wallet = window.services.holdings.coinWallet
        try await wallet.open()
        let before = wallet.accounts.map(\.id)
        let stranger = try #require(
            try CoinAccountRecord(
                .bitcoin, .p2wpkh, .phrase(DerivationPath("m/84'/0'/0'")),
                first: Destination("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", on: .bitcoin).script, name: "Other"))
        try await Store(folder: folder).coins.add(stranger)
        try await wallet.open()
        #expect(wallet.accounts.map(\.id) == before)
    }

    @Test func `tokens and contacts of another process are known before an answer, and no longer once removed`()
        async throws
    {
        let window = try WalletInProcess(folder)
        try window.unlock()
        var news = 0
        window.services.events.add { if case .tokens = $0 { news += 1 } }
        let (peer, other) = (try page(), try Store(folder: folder))
        let address = try EthereumAddress("0x5FbDB2315678afecb367f032d93F642f64180aa3")
        let token = try #require(Token(chainID: 1, address: address, symbol: "PRAC", decimals: 6))
        let book = try TokenBook(keptBy: other.tokens)
        await book.add(token)
        _ = await accounts(of: window, for: peer)
        #expect(window.services.knowledge.tokens.token(address, on: 1) == token)
        #expect(news == 1)
        // A change of something else is no news.
        try await SiteRules(keptBy: other.sites).mute(peer.origin, true)
        _ = await accounts(of: window, for: peer)
        #expect(news == 1)
        try await book.remove(address, on: 1)
        _ = await accounts(of: window, for: peer)
        #expect(window.services.knowledge.tokens.token(address, on: 1) == nil)
        #expect(news == 2)
        // What this process has added itself, another one can remove.
        await window.services.knowledge.tokens.add(token)
        try book.read()
        try await book.remove(address, on: 1)
        _ = await accounts(of: window, for: peer)
        #expect(window.services.knowledge.tokens.token(address, on: 1) == nil)
        let contact = Contact(chain: "eip155:1", address: Self.cold, name: "Carol")
        try await other.contacts.add(contact)
        #expect(try await window.services.holdings.contacts.contacts() == [contact])
    }

    @Test func `servers and the proxy that another process sets are used, and those that it removes are not`()
        async throws
    {
        let file = ConfigurationFile("\(folder)/config.json")
        let copy = SettingsCopy(file)
        let proxy = ProxySetting(.none)
        let wallet = try PageWallet(approver: NoApprover(), file, store: Store(folder: folder), proxy: proxy)
        wallet.services.present.add { () throws(JournalError) in
            guard let settings = copy.read() else { return }
            _ = wallet.use(settings)
            wallet.take(settings.proxy)
        }
        for address in ["https://one.example", "https://two.example"] {
            var settings = try file.read()
            settings.set(.ethereum, try Endpoint(address))
            settings.proxy = try #require(Proxy("socks5://127.0.0.1:9050"))
            settings.set(.bitcoin, [try #require(LineAddress("ssl://\(address.dropFirst(8)):50002"))])
            try file.write(settings)
            try wallet.services.present.read()
            #expect(wallet.services.chains.endpoints[1]?.url == address)
            #expect(wallet.services.coins.addresses[.bitcoin]?.count == 1)
            #expect(proxy.current.address == "socks5://127.0.0.1:9050")
        }
        try file.write(Settings())
        try wallet.services.present.read()
        #expect(wallet.services.chains.endpoints[1] == nil)
        #expect(wallet.services.coins.addresses[.bitcoin] ?? [] == [])
        #expect(proxy.current == .none)
    }

    @Test func `a list or a descriptor that is replaced while the settings stay the same is noticed`() async throws {
        let data = "\(folder)/drawbridge"
        let changes = Mutex(0)
        let watch = ListWatch(data, environment: ["XDG_DATA_HOME": folder, "XDG_DATA_DIRS": folder + "/none"]) {
            changes.withLock { $0 += 1 }
        }
        try await Task.sleep(for: .milliseconds(50))
        var seen = 0
        func expectNotice(_ change: () throws -> Void) async throws {
            try change()
            #expect(await eventually { changes.withLock { $0 } > seen })
            try await Task.sleep(for: .milliseconds(20))
            seen = changes.withLock { $0 }
        }
        let descriptors = "\(data)/descriptors"
        try await expectNotice {
            try #"{"blacklist": []}"#.write(toFile: "\(data)/phishing.json", atomically: true, encoding: .utf8)
        }
        try await expectNotice {
            try FileManager.default.createDirectory(atPath: descriptors, withIntermediateDirectories: false)
        }
        try await expectNotice {
            try FileManager.default.createDirectory(
                atPath: "\(descriptors)/maker", withIntermediateDirectories: false)
        }
        try await expectNotice {
            try "{}".write(toFile: "\(descriptors)/maker/calldata.json", atomically: false, encoding: .utf8)
        }
        try await expectNotice { try FileManager.default.removeItem(atPath: "\(data)/phishing.json") }
        withExtendedLifetime(watch) {}
    }

    private final class NoApprover: Approver {
        func decide(_ question: PendingApproval) async -> Decision { .rejected }
    }
}
