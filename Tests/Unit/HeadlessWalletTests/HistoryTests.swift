import Bridge
import Testing
import WalletCore

@testable import HeadlessWallet

@Suite struct HistoryTests {
    private static func account(_ chain: UInt64, _ name: String) -> AccountSummary {
        AccountSummary(
            AccountID(chain: ChainID(eip155: chain), address: "0x0\(chain)"), name: name, chainName: "Chain \(chain)",
            balances: [])
    }

    @Test func `an account and a network are found by their names, and unknown ones are refused`() throws {
        let accounts = [Self.account(1, "A"), Self.account(2, "A"), Self.account(3, "B")]
        func found(account: String = "", network: String = "") throws -> [AccountID?] {
            try History(of: AccountReference(network: network, account: account)).filters(among: accounts)
                .map(\.account)
        }
        #expect(try found() == [nil])
        #expect(try found(account: "A") == [accounts[0].id, accounts[1].id])
        #expect(try found(account: "A", network: "2") == [accounts[1].id])
        #expect(try found(network: "chain 3") == [accounts[2].id])
        #expect(throws: WalletError.self) { try found(account: "C") }
    }
}
