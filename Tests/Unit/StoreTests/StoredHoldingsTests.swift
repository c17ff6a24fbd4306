import BigInt
import Bridge
import Ethereum
import EthereumWallet
@testable import Store
import Testing
import WalletCore

@Suite struct StoredHoldingsTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private static let account = AccountID(
        chain: ChainID(eip155: 1), address: "0x52908400098527886E0F7030069857D2E4169EE7")

    private static let ether = HeldAsset(
        AssetID(coin: 60, on: account.chain), symbol: "ETH", decimals: 18, isVouchedFor: true)

    private static func summary(_ units: BigUInt?) -> AccountSummary {
        AccountSummary(
            account, name: "Savings", chainName: "Ethereum", isTest: true,
            balances: [
                AssetBalance(ether, units: units, unconfirmed: 3, at: 1_000, source: "node.example", state: .current)
            ])
    }

    @Test func `balances are there after a restart, as earlier ones, whatever their size`() async throws {
        let large = BigUInt(2).power(256) - 1
        do {
            let store = try Store(folder: folder.path)
            try await store.balances.keep([Self.summary(5)])
            try await store.balances.keep([Self.summary(large)])
        }
        let store = try Store(folder: folder.path)
        let read = try #require(try await store.balances.load().first)
        #expect(read.id == Self.account)
        #expect(read.isTest)
        #expect(read.balances.map(\.units) == [large])
        #expect(read.balances.map(\.state) == [.earlier])
        #expect(read.balances.first?.unconfirmed == 3)
        #expect(read.balances.first?.source == "node.example")
        #expect(read.balances.first?.at == 1_000)
    }

    @Test func `a balance that no server has named is not stored`() async throws {
        let store = try Store(folder: folder.path)
        try await store.balances.keep([Self.summary(nil)])
        #expect(try await store.balances.load().isEmpty)
    }

    @Test func `a note is kept, replaced, cut if it is too long, and removed`() async throws {
        let store = try Store(folder: folder.path)
        try await store.notes.keep("Rent", of: "0x01", on: "eip155:1")
        try await store.notes.keep("Rent of May", of: "0x01", on: "eip155:1")
        try await store.notes.keep(String(repeating: "é", count: 9_999), of: "0x02", on: "eip155:1")
        #expect(try await store.notes.notes(on: "eip155:1")["0x01"] == "Rent of May")
        #expect(try await store.notes.notes(on: "eip155:1")["0x02"]?.count == 4_096)
        #expect(try await store.notes.notes(on: "eip155:5").isEmpty)
        try await store.notes.keep("", of: "0x01", on: "eip155:1")
        #expect(try await store.notes.notes(on: "eip155:1")["0x01"] == nil)
    }

    @Test func `a contact that was never paid is still new, and one that was paid stays known when it is removed`()
        async throws
    {
        let store = try Store(folder: folder.path)
        try await store.contacts.add(Contact(chain: "eip155:1", address: "0x01", name: "Ann"))
        try await store.recipients.remember(Recipient(chain: "eip155:1", address: "0x02", lastUsed: 9))
        try await store.contacts.add(Contact(chain: "eip155:1", address: "0x02", name: "Bea"))
        #expect(try await store.contacts.contacts().map(\.name) == ["Ann", "Bea"])
        #expect(try await store.recipients.recipient("0x01", on: "eip155:1")?.roles == [])
        for address in ["0x01", "0x02"] { try await store.contacts.remove(address, on: "eip155:1") }
        #expect(try await store.contacts.contacts().isEmpty)
        #expect(try await store.recipients.recipient("0x01", on: "eip155:1") == nil)
        #expect(try await store.recipients.recipient("0x02", on: "eip155:1")?.lastUsed == 9)
    }

    @Test func `a blocked site is blocked after a restart, until it is unblocked`() async throws {
        let origin = try Origin(serialized: "https://dapp.example")
        do {
            let rules = try await SiteRules(keptBy: Store(folder: folder.path).sites)
            try await rules.use(by: origin, at: 100)
            try await rules.block(origin, true, at: 200)
            // Forgetting a blocked site must not let it ask again.
            try await rules.forget(origin)
        }
        let rules = try await SiteRules(keptBy: Store(folder: folder.path).sites)
        #expect(await rules.isBlocked(origin))
        #expect(await rules.records[origin] == SiteRecord(since: 100, lastUsed: 100, isBlocked: true))
        try await rules.block(origin, false, at: 300)
        try await rules.forget(origin)
        let store = try Store(folder: folder.path)
        #expect(try store.sites.load().sites.isEmpty)
    }

    @Test func `the network of a site is there after a restart, until it is forgotten`() async throws {
        let origin = try Origin(serialized: "https://dapp.example")
        do {
            let rules = try await SiteRules(keptBy: Store(folder: folder.path).sites)
            try await rules.use(by: origin, at: 100)
            try await rules.move(origin, to: .max, at: 200)
        }
        let rules = try await SiteRules(keptBy: Store(folder: folder.path).sites)
        #expect(await rules.records[origin]?.chain == .max)
        try await rules.block(origin, true, at: 300)
        try await rules.forget(origin)
        #expect(try Store(folder: folder.path).sites.load().sites[origin]?.chain == nil)
    }

    @Test func `a blocked session is blocked after a restart, and is not a site`() async throws {
        let session = Origin.session(String(repeating: "a", count: 64))
        do {
            let rules = try await SiteRules(keptBy: Store(folder: folder.path).sites)
            try await rules.block(session, true, at: 100)
        }
        let rules = try await SiteRules(keptBy: Store(folder: folder.path).sites)
        #expect(await rules.isBlocked(session))
        #expect(session.isSession)
        for text in ["walletconnect://", "walletconnect://A", "walletconnect://a/b", "other://a"] {
            #expect(throws: BridgeError.self) { try Origin(stored: text) }
        }
    }

    @Test func `batches of calls are there after a restart, the latest of each site, for a week`() async throws {
        let site = try Origin(serialized: "https://dapp.example")
        let other = try Origin(serialized: "https://other.example")
        func bundle(_ id: String, at: Int64) -> CallBundles.Bundle {
            CallBundles.Bundle(id: id, chain: .max, hashes: ["0x01", "0x02"], count: 3, at: at)
        }
        let now: Int64 = 1_800_000_000
        do {
            let store = try Store(folder: folder.path)
            try await store.bundles.keep(bundle("old", at: now - CallBundles.age - 1), of: other)
            for number in 0..<210 {
                try await store.bundles.keep(bundle("b\(number)", at: now + Int64(number)), of: site)
            }
        }
        let store = try Store(folder: folder.path)
        let bundles = try await CallBundles(keptBy: store.bundles)
        #expect(await bundles.bundle("b209", of: site) == bundle("b209", at: now + 209))
        #expect(await bundles.bundle("b9", of: site) == nil)
        #expect(await bundles.bundle("b209", of: other) == nil)
        #expect(try store.bundles.load().mapValues(\.count) == [site: 200])
    }
}

extension StoredHoldingsTests {
    private static func movement(_ block: UInt64, part: Int = 0, units: BigUInt = 7) -> TokenMovement {
        TokenMovement(
            standard: "erc1155", contract: "0x8617E340B3D01FA5F11F306F4090FD50E238070D", item: BigUInt(2).power(255),
            txid: "0xaa", place: TokenMovement.Place(block: block, log: 3, part: part), from: "0x01",
            to: account.address, units: units)
    }

    @Test func `movements are there after a restart with the blocks that were searched, until they are replaced`()
        async throws
    {
        let all = [Self.movement(900), Self.movement(50, part: 1), Self.movement(50)]
        var searched = SearchedBlocks(scope: "x", site: "dapp.example")
        searched.blocks.add(40...90)
        searched.blocks.add(800...1_000)
        (searched.anchor, searched.since) = (SearchedBlocks.Anchor(block: 930, hash: "0xbb"), 1_000)
        do {
            let store = try Store(folder: folder.path)
            #expect(try await store.movements.searched(for: Self.account) == nil)
            try await store.movements.keep(all, of: Self.account, in: 0...1_000, searched: searched)
        }
        let store = try Store(folder: folder.path).movements
        #expect(try await store.movements(of: Self.account) == all)
        #expect(try await store.searched(for: Self.account) == searched)
        var dated = Self.movement(900)
        (dated.at, dated.isSigned) = (77, true)
        try await store.update([dated], of: Self.account)
        let large = Self.movement(50, units: BigUInt(2).power(256) - 1)
        try await store.keep([large], of: Self.account, in: 50...60, searched: SearchedBlocks())
        #expect(try await store.movements(of: Self.account) == [dated, large])
        #expect(try await store.searched(for: Self.account) == SearchedBlocks())
        try await store.forget(Self.account)
        #expect(try await store.movements(of: Self.account).isEmpty)
        #expect(try await store.searched(for: Self.account) == nil)
    }

    @Test func `movements of coins are there after a restart, with how far they were searched`() async throws {
        func movement(_ txid: String, _ block: UInt64, _ units: BigInt) -> NativeMovement {
            NativeMovement(
                Self.account, txid: txid, block: block, at: nil, other: "0x01", units: units, hasFailed: units == 0)
        }
        var searched = SearchedBlocks(scope: "balances")
        searched.blocks.add(40...90)
        let coins = SearchedCoins(searched, balance: .init(block: 90, units: BigUInt(2).power(256) - 1))
        let all = [movement("0xaa", 80, -7), movement("0xbb", 50, 0)]
        do {
            let store = try Store(folder: folder.path)
            #expect(try await store.coinMovements.searchedCoins(for: Self.account) == nil)
            try await store.coinMovements.keep(all, of: Self.account, in: 40...90, coins)
        }
        let store = try Store(folder: folder.path).coinMovements
        #expect(try await store.coinMovements(of: Self.account) == all)
        #expect(try await store.searchedCoins(for: Self.account) == coins)
        // The same transaction is in another block now.
        try await store.keep([movement("0xaa", 95, -7)], of: Self.account, in: 91...95, SearchedCoins(searched))
        #expect(try await store.coinMovements(of: Self.account).map(\.block) == [95, 50])
        #expect(try await store.searchedCoins(for: Self.account)?.balance == nil)
        try await store.forgetCoins(of: Self.account)
        #expect(try await store.coinMovements(of: Self.account).isEmpty)
    }

    @Test func `watched addresses are there after a restart, in their order, until they are removed`() async throws {
        let (first, second) = (
            "0x52908400098527886E0F7030069857D2E4169EE7", "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
        )
        do {
            let store = try Store(folder: folder.path)
            try await store.watched.watch(WatchedAddress(second, name: "Cold"))
            try await store.watched.watch(WatchedAddress(first, name: "Old"))
            try await store.watched.watch(WatchedAddress(second, name: "Cold wallet"))
        }
        let store = try Store(folder: folder.path)
        #expect(
            try store.watched.watchedAddresses() == [
                WatchedAddress(second, name: "Cold wallet"), WatchedAddress(first, name: "Old"),
            ])
        try await store.watched.unwatch(second)
        #expect(try store.watched.watchedAddresses().map(\.address) == [first])
        let key = try #require(DeviceKey(fingerprint: .max, "m/44'/60'/0'/0/3"))
        try await store.watched.watch(WatchedAddress(first, name: "Device", device: key))
        #expect(
            try store.watched.watchedAddresses() == [WatchedAddress(first, name: "Device", device: key)])
    }

    @Test func `a removed token is gone after a restart, and the site that asked for one is kept`() async throws {
        let address = try EthereumAddress("0x5FbDB2315678afecb367f032d93F642f64180aa3")
        let token = try #require(Token(chainID: .max, address: address, symbol: "PRAC", decimals: 6))
        let known = try #require(TokenBook().all.first { $0.isVouchedFor })
        do {
            let book = try TokenBook(keptBy: Store(folder: folder.path).tokens)
            await book.add(token, askedBy: "dapp.example")
        }
        do {
            let book = try TokenBook(keptBy: Store(folder: folder.path).tokens)
            #expect(book.added == [AddedToken(token, site: "dapp.example")])
            #expect(try await book.remove(address, on: .max))
            #expect(try await !book.remove(address, on: .max))
            // What the wallet itself knows stays.
            #expect(try await !book.remove(known.address, on: known.chainID))
            #expect(book.added.isEmpty)
        }
        #expect(try Store(folder: folder.path).tokens.load().isEmpty)
    }
}
