import BigInt
import Bitcoin
import Bridge
import HeadlessWallet
import Testing
import WalletCore
import WalletUI

@testable import BitcoinWallet
@testable import WalletWindow

/// The screens about coins, swept keys and replaced payments, without a window.
@Suite struct CoinScreensTests {
    private static let asset = HeldAsset(
        AssetID(coin: 0, on: UTXOChain.bitcoin.chainID), symbol: "BTC", decimals: 8, isVouchedFor: true)

    private static func account(
        _ address: String = "bc1qa", on utxoChain: UTXOChain = .bitcoin, isWatchOnly: Bool = false
    ) -> AccountSummary {
        AccountSummary(
            AccountID(chain: utxoChain.chainID, address: address), name: "Savings", chainName: utxoChain.name,
            isWatchOnly: isWatchOnly, balances: [AssetBalance(asset, units: 7, state: .current)])
    }

    private static func coin(_ number: Int, isFrozen: Bool = false, obstacle: String? = nil, label: String = "")
        -> HeldCoin
    {
        HeldCoin(
            String(repeating: "a", count: 64) + ":\(number)", value: UInt64(10_000 + number), address: "bc1q\(number)",
            confirmations: 1, isFrozen: isFrozen, obstacle: obstacle, label: label)
    }

    @Test func `the list of coins shows at most 200, and finds others by label, address and ID`() {
        var screens = CoinScreens(account: Self.account(), asset: Self.asset)
        screens.coins = (0..<500).map { Self.coin($0, label: $0 == 499 ? "Rent <b>" : "") }
        #expect(screens.list.choices.count == 200)
        #expect(screens.list.paragraphs.count == 2)
        for text in ["rent", "BC1Q499", ":499"] {
            screens.search = text
            #expect(
                screens.list.choices.map(\.action) == [ScreenAction(CoinsPage.Action.coin(screens.coins[499].outpoint))]
            )
        }
        screens.search = "nothing like it"
        #expect(screens.list.choices.isEmpty)
        screens.coins = []
        #expect(screens.list.buttons.map(\.label) == ["Back", "Search"])
    }

    @Test func `only coins that can be spent are offered for a payment`() {
        let held = [Self.coin(0), Self.coin(1, isFrozen: true), Self.coin(2, obstacle: "It carries tokens.")]
        let balance = AssetBalance(Self.asset, units: 7, state: .current)
        let choice = SendScreens(account: Self.account(), balance: balance).choose(held, chosen: [held[0].outpoint])
        #expect(choice.fields.map(\.id.rawValue) == [held[0].outpoint])
        #expect(choice.paragraphs.count == 2)
        var screens = CoinScreens(account: Self.account(isWatchOnly: true), asset: Self.asset)
        screens.coins = held
        #expect(screens.list.buttons.count == 2)
        #expect(screens.list.choices.map(\.badge) == [nil, "Frozen", "Not available"])
        for coin in held.dropFirst() {
            let details = CoinScreens(account: Self.account(), asset: Self.asset).details(of: coin)
            #expect(!details.actions(of: CoinPage.Action.self).contains(.send))
        }
    }

    @Test func `a swept key pays to an account of its network only`() throws {
        let holding = CoinSweep.Holding(
            address: "1a", scriptType: .p2pkh, balance: CoinBalance(confirmed: 5, unconfirmed: 0))
        let (first, second, cash) = (Self.account(), Self.account("bc1qb"), Self.account("qa", on: .bitcoinCash))
        let one = SweepScreens(holdings: [(.bitcoin, holding)], accounts: [cash, first], proposed: cash.id)
        #expect(one.choice.fields.count == 1)
        #expect(try one.read([.holding: "0"]).account == first.id)
        for place in ["1", "-1", "", "x"] {
            #expect(throws: WalletError.self) { _ = try one.read([.holding: place]) }
        }
        let two = SweepScreens(holdings: [(.bitcoin, holding)], accounts: [first, second, cash], proposed: second.id)
        #expect(two.choice.fields.count == 2)
        #expect(try two.read([.holding: "0", .account: second.id.description]).account == second.id)
        #expect(throws: WalletError.self) {
            _ = try two.read([.holding: "0", .account: cash.id.description])
        }
        #expect(throws: WalletError.self) {
            _ = try SweepScreens(holdings: [(.bitcoin, holding)], accounts: [cash], proposed: nil)
                .read([.holding: "0"])
        }
    }

    @Test func `the list of payments has the beginning of the ID of a replacement, and the details all of it`() {
        let id = String(repeating: "cd", count: 32)
        let item = HistoryItem(
            Self.account().id, txid: String(repeating: "ab", count: 32), at: 0, changes: [],
            state: .dropped(.replaced(by: id)))
        let screens = HistoryScreens(accounts: [Self.account()], now: 0)
        #expect(screens.list([item], HistoryFilter()).choices.map(\.badge) == ["Replaced by cdcdcdcdcdcd…"])
        let details = screens.details(of: item, raw: nil, explorer: nil)
        #expect(details.rows.first?.value == .trusted("Replaced by \(id)"))
        #expect(HistoryScreens.state(.dropped(.replaced(by: "")), isShort: true) == "Replaced by another transaction")
    }
}
