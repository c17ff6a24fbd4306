import Bitcoin
import Bridge
import TestSupport
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network
@testable import WalletTesting

/// Payments that left the wallet signed, and of which those who have them say that they did not take them.
@MainActor @Suite struct DeclinedPaymentTests {
    private func wallet(coins: [UInt64]) async throws -> CoinSite {
        let wallet = try CoinSite()
        for (place, value) in coins.enumerated() {
            await wallet.cash.pay(value, to: try CoinSite.own(CoinSite.receiving + "\(place)"))
        }
        return wallet
    }

    private static func wish(_ value: String) -> JSON {
        ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": .string(value)]
    }

    private func inputs(_ raw: [UInt8]) throws -> Set<OutPoint> {
        Set(try BitcoinTransaction(raw, form: .plain).inputs.map(\.outPoint))
    }

    @Test(arguments: ["0.001", "0.0025", "0.004", "0.009", "0.012"])
    func `the next payment spends a coin of one that was refused, so that only one can happen`(value: String)
        async throws
    {
        let wallet = try await wallet(coins: [1_000_000, 300_000, 150_000])
        await wallet.cash.behave { $0.fate = .refused(.feeTooLow) }
        _ = await wallet.send(Self.wish("0.0012"))
        await wallet.cash.behave { $0.fate = nil }
        #expect(await wallet.send(Self.wish(value))["data"] != nil)
        let sent = await wallet.cash.broadcasts
        #expect(try !inputs(sent[0]).isDisjoint(with: inputs(sent[1])))
        let texts = try #require(wallet.site.shown.last).warnings.map(\.text)
        #expect(texts.contains { $0.contains("only one of the two can be confirmed") })
        #expect(!texts.contains { $0.contains("does not replace it") })
    }

    @Test func `several refused payments are all replaced by the next`() async throws {
        let wallet = try await wallet(coins: [400_000, 300_000, 200_000])
        await wallet.cash.behave { $0.fate = .refused(.other) }
        for value in ["0.0035", "0.0028", "0.0018"] { _ = await wallet.send(Self.wish(value)) }
        await wallet.cash.behave { $0.fate = nil }
        #expect(await wallet.send(Self.wish("0.0005"))["data"] != nil)
        let sent = await wallet.cash.broadcasts
        let last = try inputs(try #require(sent.last))
        for raw in sent.dropLast() { #expect(try !inputs(raw).isDisjoint(with: last)) }
    }

    @Test func `a payment that was given up is replaced by the next`() async throws {
        let wallet = try await wallet(coins: [1_000_000, 300_000])
        await wallet.cash.behave { $0.fate = .unknown }
        _ = await wallet.send(Self.wish("0.0025"))
        let entry = try #require(await wallet.journal.recent(limit: 1).first)
        try await wallet.site.services.transactions.giveUp(entry)
        await wallet.cash.behave { $0.fate = nil }
        #expect(await wallet.send(Self.wish("0.006"))["data"] != nil)
        let sent = await wallet.cash.broadcasts
        #expect(try !inputs(sent[0]).isDisjoint(with: inputs(sent[1])))
    }

    @Test func `if the outcome of one is unknown, the next says that both can happen`() async throws {
        let wallet = try await wallet(coins: [1_000_000, 300_000])
        await wallet.cash.behave { $0.fate = .unknown }
        _ = await wallet.send(Self.wish("0.0025"))
        await wallet.cash.behave { $0.fate = nil }
        #expect(await wallet.send(Self.wish("0.001"))["data"] != nil)
        let sent = await wallet.cash.broadcasts
        #expect(try inputs(sent[0]).isDisjoint(with: inputs(sent[1])))
        let warning = try #require(wallet.site.shown.last).warnings.first { $0.text.contains("does not replace it") }
        #expect(warning?.level == .caution)
    }

    @Test func `a payment that is refused while another one is shown makes the wallet ask again`() async throws {
        let other = try await wallet(coins: [400_000])
        await other.cash.behave { $0.fate = .refused(.other) }
        _ = await other.send(Self.wish("0.001"))
        let declined = try #require(await other.journal.recent(limit: 1).first)
        let wallet = try await wallet(coins: [1_000_000])
        wallet.site.holds = true
        async let answer = wallet.send(Self.wish("0.002"))
        #expect(await eventually { wallet.site.asked == 1 })
        try await wallet.journal.record(declined)
        wallet.site.holds = false
        #expect(await answer["data"] != nil)
        #expect(wallet.site.shown.count == 2)
        let texts = wallet.site.shown.map { $0.warnings.map(\.text) }
        #expect(!texts[0].contains { $0.contains("does not replace it") })
        #expect(texts[1].contains { $0.contains("does not replace it") })
        #expect(texts[1].contains { $0.contains("asked again") })
        #expect(await wallet.cash.broadcasts.count == 1)
    }

    @Test func `a payment that is being sent is taken into account by the next one`() async throws {
        let wallet = try await wallet(coins: [1_000_000, 300_000])
        let order = SpendRequest(
            on: .bitcoinCash, paying: [Output(100_000, to: try CoinSite.own(CoinSite.change + "9"))],
            sentence: "Pay.", verb: "Pay", what: "Pay", amount: 100_000)
        _ = await wallet.site.dispatcher.run("pay") { request throws(RPCError) in
            _ = try await wallet.site.services.coins.sign(order, for: request)
            return .null
        }
        #expect(await wallet.journal.open().map(\.state) == [.signed])
        #expect(await wallet.send(Self.wish("0.001"))["data"] != nil)
        let texts = try #require(wallet.site.shown.last).warnings.map(\.text)
        #expect(texts.contains { $0.contains("does not replace it") })
    }

    @Test func `if the coins of a refused payment are gone, the next one says so`() async throws {
        let wallet = try await wallet(coins: [300_000])
        await wallet.cash.behave { $0.fate = .refused(.other) }
        _ = await wallet.send(Self.wish("0.0025"))
        // A server that hides the coin: what it says to be gone need not be.
        let other = CoinSite.receiving + "1"
        let again = try CoinSite(journal: wallet.journal)
        await again.cash.pay(900_000, to: try CoinSite.own(other))
        #expect(await again.send(Self.wish("0.003"))["data"] != nil)
        let texts = try #require(again.site.shown.last).warnings.map(\.text)
        #expect(texts.contains { $0.contains("does not replace it") })
    }

    @Test func `a payment that a server refuses but shows counts as sent`() async throws {
        let wallet = try await wallet(coins: [1_000_000])
        await wallet.cash.behave {
            $0.fate = .refused(.other)
            $0.arrives = true
        }
        #expect(await wallet.send(Self.wish("0.001"))["data"] != nil)
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.sent])
    }

    @Test func `a refused payment that the network has later is reported by the next one, whatever it pays`()
        async throws
    {
        let wallet = try await wallet(coins: [1_000_000, 300_000])
        await wallet.cash.behave { $0.fate = .refused(.other) }
        _ = await wallet.send(Self.wish("0.0025"))
        await wallet.cash.add(try await wallet.last(), height: nil)
        await wallet.cash.behave { $0.fate = nil }
        func named() throws -> Approval.Warning? {
            try #require(wallet.site.shown.last).warnings.first { $0.text.contains("the network has it now") }
        }
        #expect(await wallet.send(Self.wish("0.001"))["data"] != nil)
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.sent, .sent])
        #expect(try named()?.level == .danger)
        let destination = try #require(try CoinSite.own(CoinSite.change + "99").destination)
        let other = try #require(destination.address(on: .bitcoinCash))
        #expect(await wallet.send(["to": .string(other), "protocol": "BCH", "value": "0.0007"])["data"] != nil)
        #expect(try named()?.level == .caution)
    }

    @Test func `a history entry without the payment's bytes does not count as sent`() async throws {
        let wallet = try await wallet(coins: [1_000_000])
        await wallet.cash.behave { $0.fate = .refused(.other) }
        _ = await wallet.send(Self.wish("0.001"))
        await wallet.cash.add(try await wallet.last(), height: nil)
        await wallet.cash.behave { $0.hidesWaiting = true }
        await wallet.site.services.transactions.resolve()
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.declined])
        await wallet.cash.behave { $0.hidesWaiting = false }
        await wallet.site.services.transactions.resolve()
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.sent])
    }

    @Test func `a refused payment that is mined anyway is reported`() async throws {
        let wallet = try await wallet(coins: [1_000_000])
        await wallet.cash.behave { $0.fate = .refused(.other) }
        _ = await wallet.send(Self.wish("0.001"))
        await wallet.cash.add(try await wallet.last(), height: 130)
        await wallet.site.services.transactions.resolve()
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.mined(succeeded: true)])
    }

    @Test func `repeated identical requests are paid at most once`() async throws {
        let wallet = try await wallet(coins: [1_000_000, 300_000])
        await wallet.cash.behave { $0.fate = .refused(.other) }
        for _ in 0..<3 { _ = await wallet.send(Self.wish("0.001")) }
        let sent = try await wallet.cash.broadcasts.map(inputs)
        #expect(sent.count == 3)
        for (place, one) in sent.enumerated() {
            for other in sent.dropFirst(place + 1) { #expect(!one.isDisjoint(with: other)) }
        }
    }
}
