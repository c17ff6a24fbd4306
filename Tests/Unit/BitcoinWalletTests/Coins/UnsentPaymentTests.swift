import Bitcoin
import Bridge
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network
@testable import WalletTesting

/// Payments that were signed and recorded, but perhaps never sent.
@MainActor @Suite struct UnsentPaymentTests {
    private static let wish: JSON = ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.004"]

    /// A wallet restarted after it was killed between recording a payment and sending it.
    private func killed() async throws -> (wallet: CoinSite, site: TestSite, payment: TransactionRecord) {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        await wallet.cash.behave { $0.fate = .unknown }
        _ = await wallet.send(Self.wish)
        let entry = try #require(await wallet.journal.recent(limit: 1).first)
        try await wallet.journal.setState(.signed, of: entry.txid, on: entry.chain)
        await wallet.cash.behave { $0.fate = nil }
        return (wallet, try wallet.restarted(), try #require(await wallet.journal.recent(limit: 1).first))
    }

    private func states(_ wallet: CoinSite) async -> [TransactionRecord.State] {
        await wallet.journal.recent(limit: 9).map(\.state)
    }

    @Test func `an unsent payment keeps its coins until the user decides`() async throws {
        let (wallet, site, payment) = try await killed()
        await site.services.transactions.resolve()
        #expect(await site.services.transactions.networkStatus(of: payment) == .missing)
        #expect(await site.link("sendAssets", Self.wish)["error"]?["type"] == "SEND_ERROR")
        #expect(await states(wallet) == [.signed])
        #expect(await wallet.cash.broadcasts.count == 1)
    }

    @Test func `a payment that was sent is found at the next start`() async throws {
        let (wallet, site, payment) = try await killed()
        await wallet.cash.add(try BitcoinTransaction(payment.raw, form: .plain), height: nil)
        await site.services.transactions.resolve()
        #expect(await states(wallet) == [.sent])
        #expect(await site.services.transactions.networkStatus(of: payment) == .known)
    }

    @Test func `a payment that is sent again has the same bytes, and is never a new payment`() async throws {
        let (wallet, site, payment) = try await killed()
        try await site.services.transactions.sendAgain(payment)
        #expect(await wallet.cash.broadcasts == [payment.raw, payment.raw])
        #expect(await states(wallet) == [.sent])
        // It is on its way: nothing is sent a third time.
        try await site.services.transactions.sendAgain(payment)
        #expect(await wallet.cash.broadcasts.count == 2)
        #expect(site.shown.isEmpty)
    }

    @Test(arguments: [BroadcastOutcome.refused(.missingInputs), .refused(.other), .notSent(.wire(.unreachable))])
    func `a server's refusal at the second attempt does not settle the outcome`(fate: BroadcastOutcome) async throws {
        let (wallet, site, payment) = try await killed()
        await wallet.cash.behave { $0.fate = fate }
        await #expect(throws: RPCError.self) { try await site.services.transactions.sendAgain(payment) }
        #expect(await states(wallet) == [.signed])
    }

    @Test func `a payment that a server claims to know but does not show has an unknown outcome`() async throws {
        let (wallet, site, payment) = try await killed()
        await wallet.cash.behave { $0.fate = .refused(.alreadyKnown) }
        await #expect(throws: RPCError.self) { try await site.services.transactions.sendAgain(payment) }
        #expect(await states(wallet) == [.unknown])
        await wallet.cash.behave { $0.arrives = true }
        try await site.services.transactions.sendAgain(payment)
        #expect(await states(wallet) == [.sent])
    }

    @Test func `a payment that no server knows can be given up, which frees its coins`() async throws {
        let (wallet, site, payment) = try await killed()
        try await site.services.transactions.giveUp(payment)
        #expect(await states(wallet) == [.abandoned])
        let other: JSON = ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.005"]
        #expect(await site.link("sendAssets", other)["data"] != nil)
        #expect(await states(wallet) == [.sent, .abandoned])
        await #expect(throws: RPCError.self) { try await site.services.transactions.sendAgain(payment) }
    }

    @Test func `a payment that was given up and is made again with the same bytes is pending before it is sent`()
        async throws
    {
        let (wallet, site, payment) = try await killed()
        try await site.services.transactions.giveUp(payment)
        let journal = wallet.journal
        await wallet.cash.behave { server in
            server.onBroadcast = { bytes in
                #expect(bytes == payment.raw)
                #expect(await journal.open().map(\.state) == [.signed])
            }
        }
        #expect(await site.link("sendAssets", Self.wish)["data"] != nil)
        #expect(await states(wallet) == [.sent])
    }

    @Test func `a payment that a server knows cannot be given up`() async throws {
        let (wallet, site, payment) = try await killed()
        await wallet.cash.add(try BitcoinTransaction(payment.raw, form: .plain), height: nil)
        await #expect(throws: RPCError.self) { try await site.services.transactions.giveUp(payment) }
        #expect(await states(wallet) == [.sent])
    }

    @Test func `nothing can be given up while no server can be reached, or the wallet is locked`() async throws {
        let (wallet, site, payment) = try await killed()
        await wallet.cash.behave { $0.problem = .wire(.unreachable) }
        #expect(await site.services.transactions.networkStatus(of: payment) == .unasked)
        await #expect(throws: RPCError.self) { try await site.services.transactions.giveUp(payment) }
        await wallet.cash.behave { $0.problem = nil }
        site.dispatcher.lock()
        await #expect(throws: RPCError.locked) { try await site.services.transactions.giveUp(payment) }
        await #expect(throws: RPCError.locked) { try await site.services.transactions.sendAgain(payment) }
        #expect(await states(wallet) == [.signed])
    }

    @Test func `a payment that was given up but is made anyway is reported, and its coins are no longer free`()
        async throws
    {
        let (wallet, site, payment) = try await killed()
        try await site.services.transactions.giveUp(payment)
        let transaction = try BitcoinTransaction(payment.raw, form: .plain)
        await wallet.cash.add(transaction, height: nil)
        await site.services.transactions.resolve()
        #expect(await states(wallet) == [.sent])
        await wallet.cash.add(transaction, height: 130)
        await site.services.transactions.resolve()
        #expect(await states(wallet) == [.mined(succeeded: true)])
    }

    @Test func `a payment that is being sent to a server cannot be given up meanwhile`() async throws {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let (services, journal) = (wallet.site.services, wallet.journal)
        await wallet.cash.behave { server in
            server.onBroadcast = { _ in
                guard let payment = await journal.recent(limit: 1).first else { return }
                #expect(await services.transactions.networkStatus(of: payment) == .underway)
                await #expect(throws: RPCError.self) { try await services.transactions.giveUp(payment) }
            }
        }
        #expect(await wallet.send(Self.wish)["data"] != nil)
        #expect(await states(wallet) == [.sent])
    }

    @Test func `bytes in the journal that belong to another payment are not sent`() async throws {
        let (wallet, site, payment) = try await killed()
        let other = TransactionRecord(
            chain: payment.chain, txid: String(repeating: "ab", count: 32), raw: payment.raw, from: payment.from,
            kind: .utxo(spends: []), what: "Another", at: 1)
        try await wallet.journal.record(other)
        await #expect(throws: RPCError.self) { try await site.services.transactions.sendAgain(other) }
        #expect(await wallet.cash.broadcasts.count == 1)
    }
}
