import BigInt
import Bitcoin
import BitcoinKeys
import Bridge
import Keys
import Primitives
import Testing

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Accounts whose keys are in another wallet.
@MainActor @Suite struct CoinWatchingTests {
    /// The account key of another account of the test phrase, as another wallet would export it.
    static func exported(_ path: String = "m/84'/0'/1'") throws -> String {
        let keys = try DemoKeys()
        let root = try keys.extendedPublicKey(at: DerivationPath("m")).fingerprint
        let origin = KeyOrigin(fingerprint: root, path: try DerivationPath(path))
        return origin.text + (try keys.extendedPublicKey(at: DerivationPath(path))).text()
    }

    @Test func `what cannot be watched is refused, and nothing is stored`() async throws {
        let holding = try HoldingSite()
        try await holding.wallet.open()
        let before = await holding.store.accounts().count
        let key = try Self.exported()
        for text in [
            "", "x", "wpkh(", "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq", "multi(1,\(key)/0/*)", "addr(x)",
            "wpkh(\(key))",
        ] {
            await #expect(throws: RPCError.self, "\(text)") {
                try await holding.wallet.watch(text, named: "", on: .bitcoin)
            }
        }
        await #expect(throws: RPCError.self) {
            try await holding.wallet.watch("wpkh(\(key)/0/*)", named: "", on: .bitcoinCash)
        }
        await #expect(throws: RPCError.self) {
            try await holding.wallet.watch(key, named: "\u{202E}", on: .bitcoin)
        }
        // A mistyped address is not reported as a key.
        let fault = await #expect(throws: RPCError.self) {
            try await holding.wallet.watch("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T5", named: "", on: .bitcoin)
        }
        #expect(fault?.sentence == "This is not an address of Bitcoin.")
        // An account whose keys are here.
        await #expect(throws: RPCError.self) {
            try await holding.wallet.watch(Self.exported("m/84'/0'/0'"), named: "", on: .bitcoin)
        }
        #expect(await holding.store.accounts().count == before)
    }

    @Test func `a watched account has its balance, addresses and history, and is stored`() async throws {
        let holding = try HoldingSite()
        try await holding.wallet.open()
        let id = try await holding.wallet.watch(Self.exported(), named: "Cold", on: .bitcoin)
        let first = try HoldingSite.script("m/84'/0'/1'/0/0")
        holding.bitcoin.pay(70_000, to: first)
        holding.bitcoin.pay(5_000, to: try HoldingSite.script("m/84'/0'/1'/1/0"))
        holding.bitcoin.mine()
        await holding.wallet.refresh()
        let account = try #require(holding.wallet.accounts.first { $0.id == id })
        #expect(account.isWatchOnly)
        #expect(account.name == "Cold")
        #expect(account.balances.first?.units == 75_000)
        #expect(id.address == first.destination?.address(on: .bitcoin))
        let next = try await holding.wallet.newAddress(of: id)
        #expect(next.text == (try HoldingSite.script("m/84'/0'/1'/0/1")).destination?.address(on: .bitcoin))
        #expect(try await holding.wallet.history(HistoryFilter(), limit: 9).count { $0.account == id } == 2)
        // It comes back from the store, and is found only once.
        await holding.wallet.close()
        try await holding.wallet.open()
        #expect(holding.wallet.accounts.contains { $0.id == id && $0.isWatchOnly })
        await #expect(throws: RPCError.self) {
            try await holding.wallet.watch(Self.exported(), named: "", on: .bitcoin)
        }
        try await holding.wallet.unwatch(id)
        #expect(!holding.wallet.accounts.contains { $0.id == id })
        let own = try await holding.account(.bitcoin)
        await #expect(throws: RPCError.self) { try await holding.wallet.unwatch(own) }
    }

    @Test(arguments: ScriptType.allCases)
    func `keys of each type, single addresses and those of Bitcoin Cash are watched`(_ type: ScriptType) async throws {
        let holding = try HoldingSite()
        try await holding.wallet.open()
        let id = try await holding.wallet.watch(Self.exported(), named: "", on: .bitcoin, type: type)
        let script = try HoldingSite.script("m/84'/0'/1'/0/0", type)
        #expect(id.address == script.destination?.address(on: .bitcoin))
        let address = try #require(try HoldingSite.script("m/84'/0'/2'/0/0", type).destination?.address(on: .bitcoin))
        #expect(try await holding.wallet.watch(address, named: "", on: .bitcoin).address == address)
        holding.bitcoin.pay(1_000, to: try HoldingSite.script("m/84'/0'/2'/0/0", type))
        holding.bitcoin.mine()
        await holding.wallet.refresh()
        #expect(holding.wallet.accounts.first { $0.id.address == address }?.balances.first?.units == 1_000)
        let cash = try await holding.wallet.watch(Self.exported("m/44'/145'/3'"), named: "", on: .bitcoinCash)
        let destination = try HoldingSite.script("m/44'/145'/3'/0/0", .p2pkh).destination
        #expect(destination?.address(on: .bitcoinCash) == "bitcoincash:\(cash.address)")
    }

    @Test func `an account without addresses for change is synchronised`() async throws {
        let holding = try HoldingSite()
        try await holding.wallet.open()
        let key = try Self.exported("m/84'/0'/1'/0")
        let id = try await holding.wallet.watch("wpkh(\(key)/*)", named: "", on: .bitcoin)
        holding.bitcoin.pay(1_000, to: try HoldingSite.script("m/84'/0'/1'/0/19"))
        holding.bitcoin.mine()
        await holding.wallet.refresh()
        #expect(holding.wallet.accounts.first { $0.id == id }?.balances.first?.units == 1_000)
    }
}
