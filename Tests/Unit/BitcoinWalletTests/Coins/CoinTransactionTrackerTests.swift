import Bitcoin
import Bridge
import Messages
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network
@testable import WalletTesting

@MainActor @Suite struct CoinTransactionTrackerTests {
    private static let wish: JSON = ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.004"]

    private func wallet(coins: Int = 1) async throws -> CoinSite {
        let wallet = try CoinSite()
        for index in 0..<coins {
            await wallet.cash.pay(1_000_000, to: try CoinSite.own("\(CoinSite.receiving)\(index)"))
        }
        return wallet
    }

    @Test func `a payment is recorded before any server is contacted`() async throws {
        let wallet = try await wallet()
        let journal = wallet.journal
        await wallet.cash.behave { server in
            server.onBroadcast = { bytes in
                let entries = await journal.recent(limit: 9)
                #expect(entries.map(\.raw) == [bytes])
                #expect(entries.map(\.state) == [.signed])
            }
        }
        _ = await wallet.send(Self.wish)
        let entry = try #require(await wallet.journal.recent(limit: 9).first)
        #expect(entry.state == .sent)
        #expect(entry.chain == UTXOChain.bitcoinCash.chain)
        #expect(entry.origin == "https://dapp.example")
        #expect(entry.spends.count == 1)
    }

    @Test func `a payment that cannot be recorded is not sent`() async throws {
        let cash = FakeCoinServer(.bitcoinCash)
        await cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let site = try TestSite(servers: [.bitcoinCash: cash], journal: FullJournal())
        let answer = await site.link("sendAssets", Self.wish)
        #expect(answer["error"]?["type"] == "SEND_ERROR")
        #expect(await cash.broadcasts.isEmpty)
    }

    @Test func `a broadcast with an unknown outcome is not called failed, not repeated, and keeps its coins`()
        async throws
    {
        let wallet = try await wallet(coins: 1)
        await wallet.cash.behave { $0.fate = .unknown }
        let first = await wallet.send(Self.wish)
        #expect(first["error"]?["type"] == "REQUEST_TIMEOUT")
        let sentence = try #require(first["error"]?["description"]?.string)
        #expect(sentence.contains(try await wallet.last().id.description) && sentence.contains("may be on its way"))
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.unknown])
        let second = await wallet.send(Self.wish)
        #expect(second["error"]?["type"] == "SEND_ERROR")
        #expect(await wallet.cash.broadcasts.count == 1)
        let site = try wallet.restarted()
        #expect(await site.link("sendAssets", Self.wish)["error"]?["type"] == "SEND_ERROR")
        #expect(await wallet.cash.broadcasts.count == 1)
    }

    @Test func `a broadcast whose answer was lost is found on the network`() async throws {
        let wallet = try await wallet(coins: 2)
        await wallet.cash.behave { $0.fate = .unknown }
        await wallet.cash.behave { $0.arrives = true }
        #expect(await wallet.send(Self.wish)["data"] != nil)
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.sent])
    }

    @Test func `a payment that arrives late is found later, and then its change may be spent`() async throws {
        let wallet = try await wallet(coins: 1)
        await wallet.cash.behave { $0.fate = .unknown }
        _ = await wallet.send(Self.wish)
        let sent = try await wallet.last()
        await wallet.cash.add(sent, height: nil)
        await wallet.cash.behave { $0.fate = nil }
        let site = try wallet.restarted()
        #expect(await site.link("sendAssets", Self.wish)["data"] != nil)
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.sent, .sent])
        #expect(try await wallet.last().inputs.map(\.outPoint) == [OutPoint(sent.id, 1)])
        for entry in [sent, try await wallet.last()] { await wallet.cash.add(entry, height: 200) }
        await site.services.coins.resolve()
        #expect(
            await wallet.journal.recent(limit: 9).map(\.state) == [.mined(succeeded: true), .mined(succeeded: true)])
    }

    @Test func `a payment whose coin was spent by another is marked as replaced`() async throws {
        let wallet = try await wallet(coins: 1)
        await wallet.cash.behave { $0.fate = .unknown }
        _ = await wallet.send(Self.wish)
        let sent = try await wallet.last()
        let other = BitcoinTransaction(inputs: sent.inputs, outputs: [Output(5, to: Script([0x51]))])
        await wallet.cash.add(other, height: 120)
        let site = try wallet.restarted()
        await site.services.coins.resolve()
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.replaced(by: other.id.description)])
    }

    @Test(arguments: BroadcastOutcome.Refusal.allCases.filter { $0 != .alreadyKnown })
    func `a refusal is reported in the wallet's words, but not as unsent: the server has the transaction`(
        refusal: BroadcastOutcome.Refusal
    ) async throws {
        let wallet = try await wallet(coins: 1)
        await wallet.cash.behave { $0.fate = .refused(refusal) }
        let answer = await wallet.send(Self.wish)
        #expect(answer["error"]?["type"] == "SEND_ERROR")
        let sentence = try #require(answer["error"]?["description"]?.string)
        #expect(sentence.contains(refusal.text.english) && sentence.contains("could still be sent"))
        #expect(!sentence.contains("Nothing was sent"))
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.declined])
        await wallet.cash.behave { $0.fate = nil }
        #expect(await wallet.send(Self.wish)["data"] != nil)
    }

    @Test func `a transaction that the network already knows counts as sent`() async throws {
        let wallet = try await wallet(coins: 1)
        await wallet.cash.behave { $0.fate = .refused(.alreadyKnown) }
        await wallet.cash.behave { $0.arrives = true }
        #expect(await wallet.send(Self.wish)["data"] != nil)
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.sent])
    }

    @Test func `a transaction that a server claims to know but does not show does not count as sent`() async throws {
        let wallet = try await wallet(coins: 1)
        await wallet.cash.behave { $0.fate = .refused(.alreadyKnown) }
        _ = await wallet.send(Self.wish)
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.unknown])
    }

    @Test func `a transaction that never left the wallet is unsent`() async throws {
        let wallet = try await wallet(coins: 1)
        await wallet.cash.behave { $0.fate = .notSent(.wire(.unreachable)) }
        #expect(await wallet.send(Self.wish)["error"]?["type"] == "SEND_ERROR")
        #expect(await wallet.journal.recent(limit: 9).map(\.state) == [.refused])
    }

    @Test func `of two simultaneous payments one spends the coin, and the other must be requested again`() async throws
    {
        let wallet = try await wallet(coins: 1)
        let document = try #require(DocumentID(String(repeating: "1", count: 32)))
        let other = Peer.page(origin: try Origin(serialized: "https://other.example"), document: document)
        async let first = wallet.send(Self.wish)
        async let second = wallet.site.send(
            ["messageId": "m2", "command": "sendAssets", "data": Self.wish], in: LinkDialect(), from: other)
        let types = await [first, second].map { $0["error"]?["type"]?.string ?? "sent" }
        #expect(types.sorted() == ["SEND_ERROR", "sent"])
        #expect(await wallet.cash.broadcasts.count == 1)
    }

    @Test func `the second of two payments of one page is prepared after the first`() async throws {
        let wallet = try await wallet(coins: 1)
        async let first = wallet.send(Self.wish)
        async let second = wallet.site.send(
            ["messageId": "m2", "command": "sendAssets", "data": Self.wish], in: LinkDialect())
        for answer in await [first, second] { #expect(answer["error"] == nil) }
        let sent = try await wallet.cash.broadcasts.map { try BitcoinTransaction($0, form: .plain) }
        #expect(sent.count == 2)
        #expect(Set(sent.flatMap(\.inputs).map(\.outPoint)).count == sent.flatMap(\.inputs).count)
    }

    @Test func `change goes to a new address each time`() async throws {
        let wallet = try await wallet(coins: 3)
        var scripts: Set<Script> = []
        for _ in 0..<3 {
            _ = await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.008"])
            scripts.insert(try await wallet.last().outputs[1].script)
        }
        #expect(scripts.count == 3)
        #expect(scripts == Set(try (0..<3).map { try CoinSite.own("\(CoinSite.change)\($0)") }))
    }
}

/// A journal on a full disk.
private struct FullJournal: Journal {
    func record(_ outgoing: TransactionRecord) throws(JournalError) { throw .unavailable("full") }
    func claim(_ outgoing: TransactionRecord) throws(JournalError) { throw .unavailable("full") }
    func setState(_ state: TransactionRecord.State, of txid: String, on chain: String) throws(JournalError) {}
    func open() -> [TransactionRecord] { [] }
    func recent(limit: Int) -> [TransactionRecord] { [] }
}
