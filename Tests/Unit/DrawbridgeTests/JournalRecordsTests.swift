import BigInt
import Bridge
import Ethereum
import Keys
import Testing
import EthereumWallet
import BitcoinWallet
import WalletMethods
import WalletCore

@testable import WalletConnectPay
@testable import WalletWindow

/// What the journal says of the transactions of a payment after a restart.
@Suite @MainActor struct JournalRecordsTests {
    private static let base = "eip155:8453"
    private static let payer = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    private static let service = "https://pay.example"
    private nonisolated static let hash = "0x" + String(repeating: "ab", count: 32)

    private struct BrokenJournal: Journal {
        func record(_ outgoing: TransactionRecord) async throws(JournalError) { throw .unavailable("a full disk") }
        func claim(_ outgoing: TransactionRecord) async throws(JournalError) { throw .unavailable("a full disk") }
        func setState(_ state: TransactionRecord.State, of txid: String, on chain: String) async throws(JournalError) {}
        func open() async throws(JournalError) -> [TransactionRecord] { throw .unavailable("a full disk") }
        func recent(limit: Int) async throws(JournalError) -> [TransactionRecord] { throw .unavailable("a full disk") }
    }

    private func records(_ journal: any Journal) throws -> JournalRecords {
        JournalRecords(journal: journal, service: try Origin(serialized: Self.service))
    }

    private func outgoing(
        _ state: TransactionRecord.State, hash: String = hash, chain: String = base, origin: String? = service,
        purpose: String? = "a/payment", raw: [UInt8] = [1], at: Int64 = 100
    ) -> TransactionRecord {
        TransactionRecord(
            chain: chain, txid: hash, raw: raw, from: Self.payer, kind: .ethereum(nonce: 1), what: "a payment",
            origin: origin,
            purpose: purpose, at: at, state: state)
    }

    private func attempt(
        _ steps: [PaymentAttempt.Step] = [.init(.payment, .begun)], startedAt: Int64 = 100
    ) throws -> PaymentAttempt {
        let flow = try PaymentSample().flow(.review)
        return PaymentAttempt(
            id: "a", payment: flow.payment, option: "o1", choice: try #require(flow.choice), amount: 1, decimals: 6,
            symbol: "USDC", merchant: "Shop", startedAt: startedAt, expiresAt: startedAt + 300, steps: steps)
    }

    private func found(_ written: [TransactionRecord], startedAt: Int64 = 100) async throws -> EarlierTransaction {
        let journal = MemoryJournal()
        for outgoing in written { try await journal.record(outgoing) }
        let steps: [PaymentAttempt.Step] = [.init(.approval, .done(hash: "0xAA")), .init(.payment, .begun)]
        let attempt = try attempt(steps, startedAt: startedAt)
        return await (try records(journal)).broadcast(of: attempt)
    }

    @Test func `a new transaction of the attempt is found, but not the known one or earlier ones`()
        async throws
    {
        #expect(try await found([]) == .none)
        let approval = outgoing(.sent, hash: "0xaa", purpose: "a/approval")
        #expect(try await found([approval]) == .none)
        #expect(try await found([outgoing(.sent, purpose: "b/payment", at: 99)]) == .none)
        #expect(try await found([outgoing(.refused)]) == .none)
        #expect(try await found([approval, outgoing(.sent)]) == .sent(hash: Self.hash))
        #expect(try await found([outgoing(.replaced(by: "0x1"))]) == .sent(hash: Self.hash))
        // What no node has said that it took is not called sent.
        #expect(try await found([outgoing(.unknown)]) == .signed(hash: Self.hash))
        #expect(try await found([outgoing(.signed)]) == .signed(hash: Self.hash))
        #expect(try await found([outgoing(.mined(succeeded: true))]) == .sent(hash: Self.hash))
    }

    @Test(arguments: [Int64.min, 0, 99, 100, 101, .max])
    func `a transaction is found by its purpose, whatever the clock says`(at: Int64) async throws {
        let other = outgoing(.sent, hash: "0x0b", purpose: "b/payment", at: at)
        let approval = outgoing(.sent, hash: "0xcc", purpose: "a/approval", at: at)
        #expect(try await found([other, outgoing(.sent, at: at)]) == .sent(hash: Self.hash))
        #expect(try await found([outgoing(.sent, at: at), other, approval]) == .sent(hash: Self.hash))
        #expect(try await found([other, approval]) == .none)
    }

    @Test func `a transaction that an older version signed without a purpose is not attributed to this attempt`()
        async throws
    {
        #expect(try await found([outgoing(.sent, purpose: nil)]) == .unknown)
        #expect(try await found([outgoing(.sent, purpose: nil, at: 99)]) == .none)
        #expect(try await found([outgoing(.refused, purpose: nil)]) == .none)
        #expect(try await found([outgoing(.sent, chain: "eip155:1", purpose: nil)]) == .none)
    }

    // MARK: What was replaced

    private func transaction(_ value: BigUInt, gas: UInt64) throws -> SignedTransaction {
        let key = try PrivateKey(SecretBytes(copying: [UInt8](repeating: 1, count: 32)))
        let transaction = try EthereumTransaction(
            chainID: 8_453, nonce: 1, fees: .legacy(gasPrice: 1), gasLimit: gas, to: try EthereumAddress(Self.payer),
            value: value)
        return try SignedTransaction(transaction, try key.sign(transaction.digest))
    }

    @Test func `for a replaced transaction the mined one is submitted, if it does the same`()
        async throws
    {
        let (old, faster, other) = (
            try transaction(5, gas: 21_000), try transaction(5, gas: 22_000), try transaction(6, gas: 21_000)
        )
        func successor(_ state: TransactionRecord.State, _ written: [(String, SignedTransaction)]) async throws
            -> String?
        {
            let journal = MemoryJournal()
            try await journal.record(outgoing(state, hash: "0x01", raw: old.raw))
            for (hash, transaction) in written {
                try await journal.record(
                    outgoing(.mined(succeeded: true), hash: hash, purpose: nil, raw: transaction.raw))
            }
            let attempt = try attempt([.init(.payment, .done(hash: "0x01"))])
            return await (try records(journal)).successor(of: "0x01", of: attempt)
        }
        #expect(try await successor(.sent, []) == "0x01")
        #expect(try await successor(.mined(succeeded: true), [("0x02", faster)]) == "0x01")
        #expect(try await successor(.replaced(by: "0x02"), [("0x02", faster)]) == "0x02")
        #expect(try await successor(.replaced(by: "0x02"), [("0x02", other)]) == nil)
        #expect(try await successor(.replaced(by: "0x02"), []) == nil)
        #expect(try await successor(.replaced(by: ""), [("0x02", faster)]) == nil)
    }

    @Test func `a transaction that was given up may still be sent by others`() async throws {
        #expect(try await found([outgoing(.abandoned)]) == .unknown)
        #expect(try await found([outgoing(.declined)]) == .unknown)
    }

    @Test func `without the journal the outcome is unknown`() async throws {
        let records = try records(BrokenJournal())
        #expect(await records.broadcast(of: try attempt()) == .unknown)
    }
}
