import BigInt
import Bridge
import Ethereum
import EthereumWallet
import Primitives
import Testing
import WalletCore

@testable import WalletMethods
@testable import WalletTesting

/// The history of what this wallet signed, with what nodes tell.
@MainActor @Suite struct JournalHistoryTests {
    private static let own = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    private static let other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    private static let token = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"

    private let journal = MemoryJournal()
    private let notes = MemoryHoldings()
    private let ether = Chain.ethereum.coin
    private let account = AccountID(chain: ChainID(eip155: 1), address: own)

    private func history(_ sources: JournalHistory.Sources = .init()) -> JournalHistory {
        JournalHistory(journal: journal, chains: ChainBook(), notes: notes, sources)
    }

    /// A signed payment; its signature is any bytes, which the history does not check.
    private func record(
        _ txid: String, to: String = other, value: BigUInt = 5, data: [UInt8] = [], from: String = own, at: Int64 = 100,
        state: TransactionRecord.State = .mined(succeeded: true), chain: String = "eip155:1",
        inclusion: TransactionRecord.Inclusion? = nil
    ) async throws {
        let transaction = try EthereumTransaction(
            chainID: 1, nonce: 0, fees: .legacy(gasPrice: 1), gasLimit: 21_000, to: EthereumAddress(to), value: value,
            data: data)
        let one = [UInt8](repeating: 0, count: 31) + [1]
        let signature = try RecoverableSignature(signature: Signature(compact: one + one), recoveryID: 0)
        try await journal.record(
            TransactionRecord(
                chain: chain, txid: txid, raw: transaction.signed(signature), from: from,
                kind: .ethereum(nonce: UInt64(at)), what: "Send 5 wei", at: at, state: state, inclusion: inclusion))
    }

    private func transfer(_ selector: [UInt8], _ words: [[UInt8]]) -> [UInt8] {
        selector + words.flatMap { [UInt8](repeating: 0, count: 32 - $0.count) + $0 }
    }

    @Test func `the recipient of a token is shown, not its contract`() async throws {
        let to = try EthereumAddress(Self.other).bytes
        let own = try EthereumAddress(Self.own).bytes
        try await record("0x1", to: Self.token, value: 0, data: transfer([0xA9, 0x05, 0x9C, 0xBB], [to, [7]]))
        try await record("0x2", to: Self.token, value: 0, data: transfer([0x23, 0xB8, 0x72, 0xDD], [own, to, [7]]))
        // Other data, and an address with something before it, name no recipient.
        try await record("0x3", to: Self.token, value: 0, data: [0xA9, 0x05, 0x9C, 0xBB] + to)
        try await record(
            "0x4", to: Self.token, value: 0,
            data: transfer([0xA9, 0x05, 0x9C, 0xBB], [[1] + [UInt8](repeating: 0, count: 11) + to, [7]]))
        let items = try await history().history(HistoryFilter(), limit: 9)
        let others = Dictionary(uniqueKeysWithValues: items.map { ($0.txid, $0.others) })
        #expect(others["0x1"] == [Self.other])
        #expect(others["0x2"] == [Self.other])
        #expect(others["0x3"] == [Self.token])
        #expect(others["0x4"] == [Self.token])
    }

    @Test func `bytes that are not a transaction are listed without an effect`() async throws {
        try await journal.record(
            TransactionRecord(
                chain: "eip155:1", txid: "0x9", raw: [0x02, 0xF8], from: Self.own, kind: .ethereum(nonce: 1),
                what: "Revoke", at: 1, state: .sent))
        let item = try #require(try await history().history(HistoryFilter(), limit: 9).first)
        #expect(item.changes.isEmpty && item.others.isEmpty)
        #expect(item.state == .pending)
    }

    @Test func `transactions of other wallets on this computer are not listed`() async throws {
        try await record("0x1")
        try await record("0x2", from: Self.other, at: 101)
        let sources = JournalHistory.Sources(owners: { [Self.own.lowercased()] })
        #expect(try await history(sources).history(HistoryFilter(), limit: 9).map(\.txid) == ["0x1"])
        #expect(try await history().history(HistoryFilter(), limit: 9).map(\.txid) == ["0x2", "0x1"])
    }

    @Test func `fees and confirmations come from the receipt and the latest block`() async throws {
        try await record("0x1", inclusion: .init(block: 90, fee: 42))
        try await record("0x2", at: 99, state: .mined(succeeded: false), inclusion: .init(block: 91, fee: 7))
        // A block above the latest one, and one that no node has named.
        try await record("0x3", at: 98, inclusion: .init(block: .max, fee: nil))
        try await record("0x4", at: 97)
        let items = try await history(.init(heads: { [1: 100] })).history(HistoryFilter(), limit: 9)
        #expect(items.map(\.state) == [.confirmed(11), .failed, .confirmed(1), .confirmed(1)])
        #expect(items.map(\.fee) == [AssetChange(ether, -42), AssetChange(ether, -7), nil, nil])
        #expect(items.map(\.changes.count) == [1, 0, 1, 1])
    }

    @Test func `what moved is merged with what was signed, and each transaction is listed once`() async throws {
        try await record("0xAA", value: 0)
        await notes.keep("Gift", of: "0xbb", on: "eip155:1")
        let moved = [
            HistoryItem(
                account, txid: "0xaa", at: 100, changes: [AssetChange(ether, -9)], state: .confirmed(5)),
            HistoryItem(account, txid: "0xbb", at: 50, changes: [AssetChange(ether, 3)], state: .confirmed(6)),
        ]
        let items = try await history(.init(moved: { moved })).history(HistoryFilter(), limit: 9)
        #expect(items.map(\.txid) == ["0xAA", "0xbb"])
        #expect(items[0].changes == moved[0].changes)
        #expect(items[0].state == .confirmed(5))
        #expect(items[1].note == "Gift")
        #expect(items[1].direction == .incoming)
    }

    @Test func `the filter sees the direction, the state, the time, the network and the recipient`() async throws {
        try await record("0x1", at: 100)
        try await record("0x2", to: Self.token, at: 200, state: .sent)
        try await record("0x3", at: 300, chain: "eip155:8453")
        func found(_ change: (inout HistoryFilter) -> Void) async throws -> [String] {
            var filter = HistoryFilter()
            change(&filter)
            return try await history().history(filter, limit: 9).map(\.txid)
        }
        #expect(try await found { $0.direction = .incoming }.isEmpty)
        #expect(try await found { $0.state = .pending } == ["0x2"])
        #expect(try await found { ($0.from, $0.until) = (100, 200) } == ["0x1"])
        #expect(try await found { $0.network = ChainID(eip155: 8_453) } == ["0x3"])
        #expect(try await found { $0.text = Self.token.uppercased() } == ["0x2"])
        #expect(try await found { $0.account = account } == ["0x2", "0x1"])
        #expect(try await history().history(HistoryFilter(), limit: 1).map(\.txid) == ["0x3"])
        #expect(try await history().history(HistoryFilter(), limit: -1).isEmpty)
    }
}
