import Bitcoin
import Bridge
import Primitives
import TestServers
import Synchronization
import Testing
import Network

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

/// Payments over real sockets with TLS.
@MainActor @Suite(.timeLimit(.minutes(15))) struct SendOverElectrumTests {
    private static let wish: JSON = ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.004"]

    /// A peer on which the wallet has one coin of 1,000,000 satoshis, a site, and the journal.
    private func wallet(
        meddling: @escaping ElectrumPeer.Meddling = { _, _ in nil }
    ) async throws -> (peer: ElectrumPeer, site: TestSite, journal: MemoryJournal) {
        let peer = try await ElectrumPeer(facts: try .holding(1_000_000), meddling: meddling)
        let servers = ElectrumServers(
            .bitcoinCash, at: [peer.address()],
            dialer: SocketDialer(trusting: try .only(pem: TestIdentity.authority())),
            rules: MadeChain.rules,
            timing: ElectrumTiming(
                dialling: .seconds(30), answering: .seconds(30), idling: .seconds(3600), firstPause: .milliseconds(1),
                longestPause: .milliseconds(2), chance: { 0 }, lineLimit: 100_000))
        let journal = MemoryJournal()
        return (peer, try TestSite(servers: [.bitcoinCash: servers], journal: journal), journal)
    }

    @Test func `a payment is broadcast once, and its ID is returned`() async throws {
        let (peer, site, journal) = try await wallet()
        let answer = await site.link("sendAssets", Self.wish)
        let sent = peer.facts.withLock(\.broadcasts)
        #expect(sent.count == 1)
        let transaction = try BitcoinTransaction(Hex.decode(sent.first ?? "") ?? [], form: .plain)
        #expect(answer["data"]?["txid"]?.string == transaction.id.description)
        #expect(await journal.recent(limit: 9).map(\.state) == [.sent])
    }

    @Test func `a connection lost during a broadcast leaves the outcome unknown, and nothing is sent again`()
        async throws
    {
        let (peer, site, journal) = try await wallet { method, _ in
            method == "blockchain.transaction.broadcast" ? .hangUp : nil
        }
        let answer = await site.link("sendAssets", Self.wish)
        let entry = try #require(await journal.recent(limit: 9).first)
        let sentence = try #require(answer["error"]?["description"]?.string)
        #expect(sentence.contains(entry.txid) && !sentence.contains("localhost"))
        #expect(entry.state == .unknown)
        #expect(entry.replies == [BroadcastReply("localhost:\(peer.port)", .silent)])
        #expect(await site.link("sendAssets", Self.wish)["error"]?["type"] == "SEND_ERROR")
        #expect(peer.facts.withLock { $0.asked.count { $0 == "blockchain.transaction.broadcast" } } == 1)
    }

    @Test func `text from a server is never shown`() async throws {
        let (_, site, journal) = try await wallet { method, _ in
            method == "blockchain.transaction.broadcast"
                ? .error(["code": 1, "message": "Your wallet is out of date. Get the new one at evil.example"]) : nil
        }
        let answer = await site.link("sendAssets", Self.wish)
        #expect(answer["error"]?["type"] == "REQUEST_TIMEOUT")
        #expect(!answer.text.contains("evil"))
        #expect(await journal.recent(limit: 9).map(\.state) == [.unknown])
    }
}
