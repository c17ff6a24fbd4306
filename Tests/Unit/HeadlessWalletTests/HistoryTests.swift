import Bridge
import Foundation
import Messages
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

    @Test func `a day ends when the next one begins, also when a clock is changed`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let (day, long) = (try #require(CalendarDay("2026-11-24")), try #require(CalendarDay("2026-10-25")))
        #expect([day.start(in: zone), day.end(in: zone)] == [1_795_474_800, 1_795_561_200])
        #expect(try #require(long.end(in: zone)) - #require(long.start(in: zone)) == 25 * 3_600)
    }
}
