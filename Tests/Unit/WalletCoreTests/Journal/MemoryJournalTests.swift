import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

@Suite struct MemoryJournalTests {
    private let journal = MemoryJournal()

    @Test func `a recorded transaction is pending until its outcome is known`() async throws {
        try await journal.record(.sample("a"))
        try await journal.record(.sample("b"))
        try await journal.setState(.unknown, of: "a", on: "eip155:1")
        #expect(await journal.open().map(\.state) == [.unknown, .signed])
        try await journal.setState(.mined(succeeded: false), of: "a", on: "eip155:1")
        #expect(await journal.open().map(\.txid) == ["b"])
        #expect(await journal.recent(limit: 9).map(\.txid) == ["b", "a"])
        #expect(await journal.recent(limit: 1).map(\.txid) == ["b"])
    }

    @Test func `recording again changes nothing, and other bytes are refused`() async throws {
        try await journal.record(.sample("a"))
        try await journal.setState(.sent, of: "a", on: "eip155:1")
        try await journal.record(.sample("a"))
        #expect(await journal.open().map(\.state) == [.sent])
        await #expect(throws: JournalError.otherBytes) { try await journal.record(.sample("a", raw: [9])) }
    }

    @Test func `the same id on another chain is another transaction`() async throws {
        try await journal.record(.sample("a"))
        try await journal.record(.sample("a", chain: "eip155:5", raw: [9]))
        try await journal.setState(.refused, of: "a", on: "eip155:5")
        #expect(await journal.open().map(\.chain) == ["eip155:1"])
    }

    @Test func `an unrecorded transaction cannot have an outcome`() async {
        await #expect(throws: JournalError.noSuchTransaction) {
            try await journal.setState(.sent, of: "a", on: "eip155:1")
        }
    }
}

extension TransactionRecord {
    fileprivate static func sample(_ txid: String, chain: String = "eip155:1", raw: [UInt8] = [1, 2])
        -> TransactionRecord
    {
        TransactionRecord(
            chain: chain, txid: txid, raw: raw, from: "0x00", kind: .ethereum(nonce: 1), what: "Send 1 ETH",
            at: 1_700_000_000)
    }
}
