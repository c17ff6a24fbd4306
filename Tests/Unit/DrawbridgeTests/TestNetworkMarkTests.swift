import BigInt
import Bitcoin
import Bridge
import EthereumWallet
import Testing
import WalletCore
import WalletUI

@testable import BitcoinWallet
@testable import HeadlessWallet
@testable import WalletWindow

/// The mark of test networks on every screen about an account there, and in the terminal.
@MainActor @Suite struct TestNetworkMarkTests {
    private static let sentence = "This is a test network. Its coins have no value."

    private static func account(_ chain: ChainID, _ name: String, isTest: Bool) -> AccountSummary {
        let coin = HeldAsset(AssetID(coin: 1, on: chain), symbol: "COIN", decimals: 8, isVouchedFor: true)
        return AccountSummary(
            AccountID(chain: chain, address: "address"), name: "Savings", chainName: name, isTest: isTest,
            balances: [AssetBalance(coin, units: 7, state: .current)])
    }

    private static let accounts =
        UTXOChain.allCases.map { account($0.chainID, $0.name, isTest: $0.isTest) }
        + (Chain.wellKnown + [Chain(id: 990_099, name: "Ours", isTest: true), Chain(id: 17_000, name: "Mainnet")]).map {
            account(ChainID(eip155: $0.id), $0.name, isTest: $0.isTest)
        }

    private static func item(_ account: AccountSummary) -> HistoryItem {
        HistoryItem(account.id, txid: "ab", at: 0, changes: [], state: .pending)
    }

    @Test func `screens about an account on a test network say so, and no others`() throws {
        #expect(Self.accounts.filter(\.isTest).count > 8 && Self.accounts.filter { !$0.isTest }.count > 8)
        for account in Self.accounts {
            let home = HomeScreens(accounts: [account], name: "A", others: [], proxy: nil, now: 0)
            let history = HistoryScreens(accounts: Self.accounts, now: 0)
            let item = Self.item(account)
            let receive = ReceiveScreens(account: account, asset: account.balances[0].asset)
            let address = ReceiveAddress(account.id, forms: [.init(.usual, "address")], path: "", state: .fresh)
            let send = SendScreens(account: account, balance: account.balances[0])
            for screen in [
                home.details(of: account.balances[0], in: account), receive.receive(address), send.form(),
                history.details(of: item, raw: nil, explorer: nil),
            ] {
                let isMarked = screen.paragraphs.contains { $0.text == Self.sentence }
                #expect(isMarked == account.isTest, "\(account.chainName): \(screen.heading)")
            }
            for screen in [home.home, home.choose(for: .send), history.list([item], HistoryFilter())] {
                let badge = try #require(screen.choices.first).badge ?? ""
                #expect(badge.hasPrefix("Test network") == account.isTest, "\(account.chainName): \(badge)")
            }
        }
    }

    @Test func `the history in files and in the terminal says what has no value, also of a network no longer used`()
        async throws
    {
        for account in Self.accounts {
            let entries = await ListedTransaction.list([Self.item(account)], among: Self.accounts)
            #expect(entries.map(\.test) == [account.isTest], "\(account.chainName)")
            let csv = HistoryExport.text(of: entries, as: .csv)
            #expect(csv.hasSuffix(account.isTest ? ",test,\r\n" : ",,\r\n"))
            guard account.id.chain.eip155 != 990_099 else { continue }
            let alone = await ListedTransaction.list([Self.item(account)], among: [])
            #expect(alone.map(\.test) == [account.isTest], "\(account.chainName)")
        }
    }

    @Test func `the terminal says of each balance and address whether it has value`() {
        for account in Self.accounts {
            #expect(ListedAccount(account).test == account.isTest)
            let address = ReceiveAddress(account.id, forms: [.init(.usual, "address")], path: "", state: .fresh)
            let receiving = ReceivingAddress(address, account.balances[0].asset, of: account)
            #expect(receiving.test == account.isTest)
            #expect(receiving.network == account.chainName)
        }
    }
}
