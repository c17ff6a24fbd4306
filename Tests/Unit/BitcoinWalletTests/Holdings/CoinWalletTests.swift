import BigInt
import Bitcoin
import Bridge
import Keys
import Testing
import WalletMethods

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Accounts, addresses, coins and history of the wallet.
@MainActor @Suite struct CoinWalletTests {
    @Test func `balances come from proven transactions, with the server and the time`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoin)
        #expect(holding.wallet.accounts.allSatisfy { $0.balances[0].state == .earlier && $0.balances[0].units == nil })
        holding.bitcoin.pay(70_000, to: try HoldingSite.script(HoldingSite.bitcoinPath + "0/0"))
        holding.bitcoin.mine()
        holding.bitcoin.pay(900, to: try HoldingSite.script(HoldingSite.bitcoinPath + "0/1"))
        await holding.wallet.refresh()
        let summary = try #require(holding.wallet.accounts.first { $0.id == id })
        #expect(summary.balances[0].units == 70_000)
        #expect(summary.balances[0].unconfirmed == 900)
        #expect(summary.balances[0].state == .current)
        #expect(summary.balances[0].source == "a.example:50002")
        await holding.wallet.close()
        #expect(holding.wallet.accounts.isEmpty)
    }

    @Test(arguments: 0..<24)
    func `accounts are read again if another one comes into use while they are read`(pause: Int) async throws {
        let account = try WalletSigner(signer: DemoKeys(), account: Account(name: "First", index: 0))
        let holding = try HoldingSite(account)
        // It fails if the account changes before it has ended.
        let first = Task { try? await holding.wallet.open() }
        for _ in 0..<pause { await Task.yield() }
        try account.open(DemoKeys(), Account(name: "Second", index: 1))
        try await holding.wallet.open()
        await first.value
        #expect(holding.wallet.accounts.first?.name == "Second")
    }

    @Test func `the account on Bitcoin Cash is named without the prefix`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoinCash)
        #expect(!id.address.contains(":"))
        #expect(AccountID(id.description) == id)
    }

    @Test func `a new address has all forms, and each call gives another one`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoinCash)
        let first = try await holding.wallet.newAddress(of: id)
        let second = try await holding.wallet.newAddress(of: id)
        #expect(first.forms.map(\.form) == [.cashAddr, .tokenAware, .legacy])
        #expect(first.text != second.text)
        #expect(first.state == .shown)
        #expect(first.path == HoldingSite.cashPath + "0/0")
        let scripts = try first.forms.map { try Destination($0.text, on: .bitcoinCash).script }
        #expect(Set(scripts) == [try HoldingSite.script(HoldingSite.cashPath + "0/0", .p2pkh)])
        let all = try holding.wallet.addresses(of: id)
        #expect(all.map(\.state) == [.fresh, .shown, .shown])
    }

    @Test func `before a server was asked, there is an address to receive at`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoin)
        let addresses = try holding.wallet.addresses(of: id)
        #expect(addresses.map(\.state) == [.fresh])
        let first = try HoldingSite.script(HoldingSite.bitcoinPath + "0/0")
        #expect(addresses.first?.text == first.destination?.address(on: .bitcoin))
    }

    @Test func `a used address is listed with its label`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoin)
        holding.bitcoin.pay(1_000, to: try HoldingSite.script(HoldingSite.bitcoinPath + "0/1"))
        await holding.wallet.refresh()
        let used = try holding.wallet.addresses(of: id)[1]
        #expect(used.state == .used(1))
        try await holding.wallet.label("rent", onAddress: used.text, of: id)
        #expect(try holding.wallet.addresses(of: id)[1].label == "rent")
        await #expect(throws: RPCError.self) {
            try await holding.wallet.label("x", onAddress: HoldingSite.other.address(on: .bitcoin) ?? "", of: id)
        }
    }

    @Test func `coins are listed by value, and can be frozen and labelled`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoin)
        for value in [1_000, 5_000, 3_000] as [UInt64] {
            holding.bitcoin.pay(value, to: try HoldingSite.script(HoldingSite.bitcoinPath + "0/0"))
        }
        holding.bitcoin.mine(3)
        await holding.wallet.refresh()
        let coins = try await holding.wallet.coins(of: id)
        #expect(coins.map(\.value) == [5_000, 3_000, 1_000])
        #expect(coins.map(\.confirmations) == [3, 3, 3])
        try await holding.wallet.freeze(coins[0].outpoint, true, of: id)
        try await holding.wallet.label("salary\u{0}", on: coins[1].outpoint, of: id)
        let changed = try await holding.wallet.coins(of: id)
        #expect(changed.map(\.isFrozen) == [true, false, false])
        #expect(changed.map(\.label) == ["", "salary", ""])
        let balance = try #require(holding.wallet.accounts.first { $0.id == id }).balances[0]
        #expect(balance.units == 4_000)
        #expect(balance.unavailable == 5_000)
        await #expect(throws: RPCError.self) { try await holding.wallet.freeze("00:1", true, of: id) }
    }

    @Test func `the reward of a block cannot be spent before 100 blocks`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoin)
        holding.bitcoin.pay(
            [Output(50_000, to: try HoldingSite.script(HoldingSite.bitcoinPath + "0/0"))], isCoinbase: true)
        holding.bitcoin.mine(99)
        await holding.wallet.refresh()
        #expect(try await holding.wallet.coins(of: id).first?.obstacle != nil)
        #expect(holding.wallet.accounts.first { $0.id == id }?.balances[0].units == 0)
        holding.bitcoin.mine()
        await holding.wallet.refresh()
        #expect(try await holding.wallet.coins(of: id).first?.obstacle == nil)
        #expect(holding.wallet.accounts.first { $0.id == id }?.balances[0].units == 50_000)
    }

    @Test func `the history has what arrived and what was sent, and can be searched`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoin)
        holding.bitcoin.pay(100_000, to: try HoldingSite.script(HoldingSite.bitcoinPath + "0/0"))
        holding.bitcoin.mine(2)
        await holding.wallet.refresh()
        let recipient = try #require(HoldingSite.other.address(on: .bitcoin))
        let txid = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(
                holding.form(id, [.init(recipient, .units(20_000))], note: "for the bike"), for: request)
        }
        let all = try await holding.wallet.history(HistoryFilter(), limit: 10)
        #expect(all.count == 2)
        #expect(all[0].txid == txid)
        #expect(all[0].note == "for the bike")
        #expect(all[0].others == [recipient])
        #expect(all[0].state == .pending)
        let fee = try #require(all[0].fee?.units)
        #expect(all[0].changes.map(\.units) == [fee - 20_000])
        #expect(all[1].state == .confirmed(2))
        #expect(all[1].changes.map(\.units) == [100_000])
        var filter = HistoryFilter()
        filter.text = "BIKE"
        #expect(try await holding.wallet.history(filter, limit: 10).map(\.txid) == [txid])
        filter = HistoryFilter()
        filter.direction = .incoming
        #expect(try await holding.wallet.history(filter, limit: 10).map(\.txid) == [all[1].txid])
        #expect(try await holding.wallet.history(HistoryFilter(), limit: 1).count == 1)
        #expect(await holding.wallet.raw(txid, of: id) == (try holding.last(holding.bitcoin)).bytes(.witness))
    }

    @Test func `every account of the wallet has its balances, those of the account in use first`() async throws {
        let holding = try HoldingSite()
        let active = holding.site.services.activeAccount
        // This one was found by a search before the second account was added.
        _ = try await holding.account(.bitcoin)
        holding.bitcoin.pay(9_000, to: try HoldingSite.script("m/84'/0'/1'/0/0"))
        holding.bitcoin.mine()
        active.add(others: [Account(name: "Second", index: 1)])
        await holding.wallet.refresh()
        #expect(holding.wallet.accounts.map(\.name) == ["Demo account", "Demo account", "Second", "Second"])
        #expect(holding.wallet.accounts.map(\.isOfOtherAccount) == [false, false, true, true])
        #expect(holding.wallet.accounts.map { $0.balances[0].units } == [0, 0, 9_000, 0])
        // It pays with its own keys.
        let id = holding.wallet.accounts[2].id
        let recipient = try #require(HoldingSite.other.address(on: .bitcoin))
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(holding.form(id, [.init(recipient, .all)]), for: request)
        }
        #expect(try holding.last(holding.bitcoin).outputs.map(\.script) == [HoldingSite.other.script])
        // After a switch, the same accounts are in another order.
        try active.open(DemoKeys(), Account(name: "Second", index: 1))
        active.add(others: [Account(name: "First", index: 0)])
        try await holding.wallet.open()
        #expect(holding.wallet.accounts.map(\.name) == ["Second", "Second", "First", "First"])
        #expect(holding.wallet.accounts.map(\.isOfOtherAccount) == [false, false, true, true])
    }

    @Test func `discovery reports the accounts of other wallets before they are added`() async throws {
        let holding = try HoldingSite()
        _ = try await holding.account(.bitcoin)
        holding.bitcoin.pay(1_000, to: try HoldingSite.script("m/44'/0'/0'/0/3", .p2pkh))
        holding.bitcoin.pay(2_000, to: try HoldingSite.script("m/49'/0'/0'/0/0", .p2shP2wpkh))
        holding.bitcoin.pay(3_000, to: try HoldingSite.script("m/84'/0'/0'/0/0"))
        holding.bitcoin.pay(4_000, to: try HoldingSite.script("m/84'/0'/1'/0/0"))
        holding.cash.pay(5_000, to: try HoldingSite.script("m/44'/0'/0'/1/0", .p2pkh))
        holding.cash.pay(6_000, to: try HoldingSite.script("m/44'/145'/0'/0/0", .p2pkh))
        holding.bitcoin.pay(7_000, to: try HoldingSite.script("m/7'/0/0", .p2wpkh))
        holding.bitcoin.mine()
        holding.cash.mine()
        let discovery = CoinDiscovery(holding.wallet)
        var found: [DiscoveredAccount] = []
        for try await account in discovery.discover(["m/7'"]) { found.append(account) }
        #expect(
            found.map { "\($0.path) \($0.summary.balances[0].units ?? 0) \($0.isAdded)" } == [
                "m/84'/0'/0' 3000 true", "m/84'/0'/1' 4000 false", "m/49'/0'/0' 2000 false", "m/44'/0'/0' 1000 false",
                "m/44'/145'/0' 6000 true", "m/44'/0'/0' 5000 false", "m/7' 7000 false",
            ])
        #expect(holding.wallet.records.count == 2)
        try await discovery.add(found.filter { !$0.isAdded })
        #expect(holding.wallet.records.count == 7)
        await holding.wallet.refresh()
        let total = holding.wallet.accounts.compactMap { $0.balances[0].units }.reduce(0, +)
        #expect(total == 28_000)
    }

    @Test func `a wallet of one key finds the coins at its other addresses`() async throws {
        // The vector of BIP-322.
        let text = "L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k"
        let key = KeySource(try WIF(SecretBytes(copying: text.utf8)))
        let publicKey = try key.publicKey(at: DerivationPath("m"))
        let keys = try WalletSigner(signer: key, account: Account(name: "Paper", index: 0, isSingleKey: true))
        let holding = try HoldingSite(keys)
        _ = try await holding.account(.bitcoin)
        for (value, type) in [(1_000 as UInt64, ScriptType.p2pkh), (2_000, .p2tr)] {
            holding.bitcoin.pay(value, to: try #require(type.script(of: publicKey)))
        }
        holding.bitcoin.mine()
        let discovery = CoinDiscovery(holding.wallet)
        var found: [DiscoveredAccount] = []
        for try await account in discovery.discover([]) { found.append(account) }
        #expect(found.map(\.scheme) == ["P2PKH", "P2TR"])
        try await discovery.add(found)
        await holding.wallet.refresh()
        #expect(holding.wallet.accounts.compactMap { $0.balances[0].units }.reduce(0, +) == 3_000)
    }

    @Test func `coins are listed and found in the store alone, as for a command without a window`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoin)
        let paid = holding.bitcoin.pay(9_000, to: try HoldingSite.script(HoldingSite.bitcoinPath + "0/0"))
        holding.bitcoin.mine()
        await holding.wallet.refresh()
        let coin = OutPoint(paid.id, 0)
        #expect(try await CoinWallet.owner(of: coin, in: holding.store) == id)
        await #expect(throws: RPCError.self) {
            try await CoinWallet.owner(of: OutPoint(paid.id, 1), in: holding.store)
        }
        await holding.store.freeze(coin, true, of: id)
        await holding.store.label("Rent", .coin(coin), of: id)
        let listed = try await CoinWallet.coins(in: holding.store, signed: holding.journal).flatMap(\.coins)
        #expect(listed.map(\.outpoint) == [coin.description])
        #expect(listed.map(\.label) == ["Rent"])
        #expect(listed.map(\.canBeSpent) == [false])
    }

    @Test func `a path is searched only where it can have been used`() throws {
        let all = [ScriptType.p2pkh, .p2shP2wpkh, .p2wpkh, .p2tr]
        let expected: [(String, bitcoin: [ScriptType], bitcoinCash: [ScriptType])] = [
            ("m/44'/0'/5'", all, [.p2pkh]), ("m/49'/0'/5'", [.p2shP2wpkh], []), ("m/84'/0'/5'", [.p2wpkh], []),
            ("m/86'/0'/5'", [.p2tr], []), ("m/44'/145'/5'", [], [.p2pkh]), ("m/44'/245'/5'", [], [.p2pkh]),
            // Those of EVM chains, and those of test networks, which have no value.
            ("m/44'/60'/0'/0/0", [], []), ("m/44'/60'/0'", [], []), ("m/44'/1'/0'", [], []), ("m/84'/1'/0'", [], []),
            // Those of no standard.
            ("m/0'", all, [.p2pkh]), ("m/44/0/5", all, [.p2pkh]), ("m/48'/0'/0'/2'", all, [.p2pkh]),
        ]
        for (text, bitcoin, bitcoinCash) in expected {
            let found = CoinDiscovery.scripts(at: try DerivationPath(text))
            #expect(Set(found.filter { $0.0 == .bitcoin }.flatMap(\.1)) == Set(bitcoin), "\(text)")
            #expect(found.filter { $0.0 == .bitcoinCash }.flatMap(\.1) == bitcoinCash, "\(text)")
        }
    }

    @Test func `a text that is not a path is refused`() async throws {
        let holding = try HoldingSite()
        _ = try await holding.account(.bitcoin)
        await #expect(throws: RPCError.self) {
            for try await _ in CoinDiscovery(holding.wallet).discover(["84/0"]) {}
        }
    }
}
