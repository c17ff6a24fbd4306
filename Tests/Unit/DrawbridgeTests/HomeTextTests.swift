import ArgumentParser
import BigInt
import Bitcoin
import Bridge
import Foundation
import HeadlessWallet
import Testing
import WalletCore
import WalletUI

@testable import BitcoinWallet
@testable import WalletTerminal
@testable import WalletWindow

/// The sentences and screens about what the wallet holds, receives and has done.
@Suite struct HomeTextTests {
    private static let coin = HeldAsset(
        AssetID(coin: 0, on: UTXOChain.bitcoin.chainID), symbol: "BTC", decimals: 8, isVouchedFor: true)
    private static let cash = HeldAsset(
        AssetID(coin: 145, on: UTXOChain.bitcoinCash.chainID), symbol: "BCH", decimals: 8, isVouchedFor: true)
    private static let account = AccountSummary(
        AccountID(chain: UTXOChain.bitcoin.chainID, address: "bc1qa"), name: "Savings", chainName: "Bitcoin",
        balances: [AssetBalance(coin, units: 7, state: .current)])

    private static func balance(_ claims: [AssetBalance.Claim]) -> AssetBalance {
        AssetBalance(coin, units: 6_500_000, source: "a.example", state: .disagreement(claims))
    }

    @Test func `of two servers that disagree, each is named with its own balance`() {
        let text = HomeText.disagreement(
            Self.balance([.init(source: "a.example", units: 6_000_000), .init(source: "b.example", units: 6_500_000)]))
        #expect(text?.contains("a.example says 0.06 BTC, and b.example says 0.065 BTC") == true)
    }

    @Test func `of one server that hides a payment, it is said so, and never that it contradicts itself`() {
        let text = HomeText.disagreement(Self.balance([.init(source: "a.example", units: 6_000_000)]))
        #expect(text?.hasPrefix("a.example says 0.06 BTC, and hides a payment") == true)
        #expect(HomeText.disagreement(Self.balance([])) == nil)
        #expect(HomeText.disagreement(AssetBalance(Self.coin, units: 7, state: .current)) == nil)
    }

    @Test(arguments: [
        (BigUInt(7), "No server can be reached. These are the last known balances. Check your internet connection"),
        (nil, "No server can be reached. Your balances are not known. Check your internet connection"),
    ])
    func `while no server can be reached, only a balance that was heard once is the last known one`(
        units: BigUInt?, beginning: String
    ) {
        let summary = AccountSummary(
            Self.account.id, name: "Savings", chainName: "Bitcoin",
            balances: [AssetBalance(Self.coin, units: units, state: .offline)])
        #expect(HomeText.state(of: [summary], proxy: nil).first?.text.hasPrefix(beginning) == true)
        let proxied = HomeText.state(of: [summary], proxy: "socks5://127.0.0.1:9050").first?.text
        #expect(proxied?.contains("known balances.") == (units != nil))
    }

    @Test func `the list has what other accounts hold, and says of the rest that it is nothing or not known`() {
        func summary(_ name: String, _ units: BigUInt?, other: Bool) -> AccountSummary {
            var balance = AssetBalance(Self.coin, units: units, state: .current)
            balance.at = units == nil ? nil : 0
            var summary = AccountSummary(Self.account.id, name: name, chainName: "Bitcoin", balances: [balance])
            summary.isOfOtherAccount = other
            return summary
        }
        let others = ["Second", "Third", "Fourth"].enumerated().map {
            WalletAddress(Account(name: $1, index: UInt32($0 + 1)), "0x\($0)")
        }
        let screens = HomeScreens(
            accounts: [
                summary("Found", 4, other: false), summary("First", nil, other: false),
                summary("Second", 5, other: true), summary("Third", 0, other: true),
                summary("Fourth", nil, other: true),
            ], name: "First", others: others, proxy: nil, now: 0)
        let choices = screens.home.choices
        #expect(choices.map(\.group) == [nil, "Second", "Second", "Third", "Fourth", "Found"])
        #expect(
            choices.map(\.label.text) == [
                "BTC: not known", "0.00000005 BTC", "Use “Second”", "Use “Third”", "Use “Fourth”", "0.00000004 BTC",
            ])
        #expect(choices[2].detail?.text.hasPrefix("Nothing else on any network") == true)
        #expect(choices[3].detail?.text.hasPrefix("Nothing on any network") == true)
        #expect(choices[4].detail?.text == "Balances not known")
        // What another account has can be sent, too.
        #expect(screens.choose(for: .send).choices.map(\.group) == [nil, "Found", "Second", "Third", "Fourth"])
    }

    @Test func `accounts of devices are told apart by their addresses, whatever the devices claim`() throws {
        let key = try #require(DeviceKey(fingerprint: 0xD34D_B33F, "m/44'/60'/0'/0/0"))
        let others = [
            WalletAddress(Account(name: "Savings", index: 1), "0xA"),
            WalletAddress(Account(name: "Savings", device: key), "0xB"),
            WalletAddress(Account(name: "Savings", device: key), "0xC"),
        ]
        let accounts = zip(others, [BigUInt(1), 2, 3]).map { other, units in
            var balance = AssetBalance(Self.coin, units: units, state: .current)
            balance.at = 0
            var summary = AccountSummary(
                AccountID(chain: ChainID(eip155: 1), address: other.address), name: "Savings", chainName: "Ethereum",
                isOnDevice: other.account.device != nil, balances: [balance])
            summary.isOfOtherAccount = true
            return summary
        }
        let choices = HomeScreens(accounts: accounts, name: "First", others: others, proxy: nil, now: 0).home.choices
        #expect(choices.map(\.label.text).filter { $0.hasSuffix("BTC") } == (1...3).map { "0.0000000\($0) BTC" })
        let uses = choices.filter { $0.label.text.hasPrefix("Use “") }
        #expect(
            uses.map(\.action)
                == [HomePage.Action.account(1), .device("0xB"), .device("0xC")].map { ScreenAction($0) })
        for (use, address) in zip(uses, ["0xA", "0xB", "0xC"]) {
            #expect(use.detail?.text.hasPrefix("\(address) · Nothing else on any network") == true)
        }
    }

    @Test(arguments: ["", "2026-13-01", "2026-02-29", "26-01-01", "0000-01-01"])
    func `what is not a date does not limit the history`(text: String) {
        #expect(HistoryScreens.filter(in: [.from: text, .until: text]) == HistoryFilter())
    }

    @Test func `the values of the filters are the filter, and show it again`() throws {
        let values: [FieldID: String] = [
            .text: " rent ", .account: Self.account.id.description, .direction: "incoming", .state: "pending",
            .from: "2026-11-01", .until: "2026-11-24",
        ]
        let filter = HistoryScreens.filter(in: values)
        #expect(filter.text == "rent")
        #expect(filter.account == Self.account.id)
        #expect(filter.state == .pending)
        #expect(try #require(filter.until) - #require(filter.from) > 23 * 86_400)
        let list = HistoryScreens(accounts: [Self.account], now: 0).narrowing(filter)
        let dates = list.fields.compactMap { field -> String? in
            if case .date(let initial) = field.kind { initial } else { nil }
        }
        #expect(dates == ["2026-11-01", "2026-11-24"])
        #expect(HistoryScreens.filter(in: [:]) == HistoryFilter())
    }

    @Test func `what arrived on Bitcoin was received at an own address, which is not its sender`() throws {
        let asset = Self.coin
        let incoming = HistoryItem(
            Self.account.id, txid: "ab", at: 0, changes: [AssetChange(asset, 5)], others: ["bc1qa"], state: .pending)
        let outgoing = HistoryItem(
            Self.account.id, txid: "cd", at: 0, changes: [AssetChange(asset, -5)], others: ["bc1qb", "bc1qc"],
            what: "Send", state: .pending)
        let ether = AccountID(chain: ChainID(eip155: 1), address: "0x01")
        let onEthereum = HistoryItem(
            ether, txid: "ef", at: 0, changes: [AssetChange(asset, 5)], others: ["0x02"], state: .confirmed(1))
        let screens = HistoryScreens(accounts: [Self.account], now: 0)
        func labels(_ item: HistoryItem) -> [String] {
            screens.details(of: item, raw: nil, explorer: nil).rows.filter { $0.role == .recipient }.map(\.label)
        }
        #expect(labels(incoming) == ["Received at"])
        #expect(labels(outgoing) == ["To", "To"])
        #expect(labels(onEthereum) == ["From"])
    }

    @Test func `the list says when it is not complete, and names the account of each transaction`() {
        let items = (0..<HistoryScreens.most).map {
            HistoryItem(Self.account.id, txid: "\($0)", at: 0, changes: [], state: .pending)
        }
        let screens = HistoryScreens(accounts: [Self.account], now: 0)
        #expect(screens.list(items, HistoryFilter()).paragraphs.count == 1)
        #expect(screens.list(Array(items.dropLast()), HistoryFilter()).paragraphs.isEmpty)
        #expect(screens.list(items, HistoryFilter()).choices.first?.detail?.text.contains("Savings · Bitcoin") == true)
    }

    private static func address(_ number: Int, _ state: ReceiveAddress.State) -> ReceiveAddress {
        ReceiveAddress(account.id, forms: [.init(.usual, "bc1q\(number)")], path: "m/\(number)", state: state)
    }

    @Test func `an address that a restore would not find is shown with a warning`() {
        // The newest first: 40 is the one that is shown now.
        func list(used: Int) -> [ReceiveAddress] {
            (0...40).reversed().map { Self.address($0, $0 == used ? .used(1) : .shown) }
        }
        let shown = Self.address(40, .shown)
        #expect(shown.gapWarning(among: list(used: 20)) == nil)
        #expect(shown.gapWarning(among: list(used: 19))?.contains("20 addresses") == true)
        #expect(Self.address(30, .shown).gapWarning(among: list(used: 15)) == nil)
        #expect(shown.gapWarning(among: []) == nil)
    }

    @Test func `an address for tokens has the form that says so, and a legacy one of Bitcoin Cash no link`() throws {
        let token = try #require(HeldAsset.cashToken(BitcoinTransaction(inputs: [], outputs: []).id, on: .bitcoinCash))
        let forms = CoinWallet.forms(
            of: "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", on: .bitcoinCash)
        let address = ReceiveAddress(Self.account.id, forms: forms, path: "", state: .fresh)
        #expect(address.written(for: Self.cash)?.form == .cashAddr)
        #expect(address.written(for: token)?.form == .tokenAware)
        #expect(address.written(for: token)?.text.hasPrefix("bitcoincash:z") == true)
        let legacy = try #require(address.written(for: Self.cash, as: .legacy)?.text)
        #expect(ReceiveLink.text(to: legacy, Self.cash, units: 5) == nil)
        #expect(ReceiveLink.text(to: legacy, Self.coin, units: 5)?.hasPrefix("bitcoin:1") == true)
        let screens = ReceiveScreens(account: Self.account, asset: Self.cash)
        let screen = screens.receive(address, [.form: "legacy", .amount: "1"])
        #expect(!screen.rows.contains { $0.label == "Link" })
        #expect(screen.image != nil)
    }

    @Test func `what arrives is on the screen of the address, before it is confirmed`() {
        let item = HistoryItem(
            Self.account.id, txid: "ab", at: 0, changes: [AssetChange(Self.coin, 5_000)], state: .pending)
        let screens = ReceiveScreens(account: Self.account, asset: Self.coin)
        let screen = screens.receive(Self.address(0, .shown), arrived: [item])
        #expect(screen.rows.first?.value == .trusted("+0.00005 BTC"))
        #expect(screen.rows.first?.note == "Pending")
    }

    @Test func `a category with items shows their number`() {
        let token = HeldAsset(Self.coin.id, symbol: "abcd", decimals: 0, isVouchedFor: false)
        #expect(AssetBalance(token, units: 0, items: 1, state: .current).text == "1 item of “abcd”")
        #expect(AssetBalance(token, units: 5, items: 2, state: .current).text == "5 “abcd” and 2 items")
        #expect(AssetBalance(token, units: 5, state: .current).text == "5 “abcd”")
    }

    @Test func `a coin with an item can be sent as an item, unless it is frozen or its outcome is unknown`() throws {
        let category = BitcoinTransaction(inputs: [], outputs: []).id
        let nft = try #require(CashToken(category: category, amount: 3, capability: .mutable, commitment: [0xAB]))
        func coin(isFrozen: Bool = false, isReserved: Bool = false, _ carried: CashToken) -> HeldCoin {
            HeldCoin(
                "ab:0", value: 1_000, address: "q", confirmations: 1, isFrozen: isFrozen,
                obstacle: "It carries tokens.",
                isReserved: isReserved, token: HeldAsset.cashToken(category, on: .bitcoinCash)?.id, carried: carried)
        }
        let screens = CoinScreens(account: Self.account, asset: Self.cash)
        let details = screens.details(of: coin(nft))
        #expect(details.buttons.contains { $0.label == "Send this item…" })
        #expect(details.rows.contains { $0.label == "Commitment" && $0.value == .exact("ab") })
        #expect(details.rows.contains { $0.label == "Capability" })
        let fungible = try #require(CashToken(category: category, amount: 3))
        for other in [coin(isFrozen: true, nft), coin(isReserved: true, nft), coin(fungible)] {
            #expect(!screens.details(of: other).actions(of: CoinPage.Action.self).contains(.send))
        }
        var sending = SendScreens(account: Self.account, balance: AssetBalance(Self.cash, state: .current))
        sending.item = coin(nft)
        #expect(sending.form().fields.map(\.id).contains(.amount) == false)
        #expect(sending.form().rows.contains { $0.label == "Commitment" })
    }
}

/// The options of the commands for the history.
@Suite struct HistoryOptionsTests {
    @Test(arguments: [["--from", "yesterday"], ["--until", "2026-02-30"], ["--state", "lost"]])
    func `options that mean nothing are refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try HistoryCommand.parse(arguments) }
        #expect(throws: (any Error).self) { try ExportHistoryCommand.parse(arguments) }
    }

    @Test func `the options reach the filter`() throws {
        let options = try HistoryOptions.parse(["--from", "2026-11-01", "--until", "2026-11-01", "--state", "failed"])
        let filter = options.filter
        #expect(try #require(filter.until) - #require(filter.from) == 86_400)
        #expect(filter.state == .failed)
    }
}
