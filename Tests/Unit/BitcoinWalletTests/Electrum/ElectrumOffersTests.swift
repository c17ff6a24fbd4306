import Bitcoin
import Bridge
import Network
import Synchronization
import TestServers
import Testing
import WalletCore

@testable import BitcoinWallet

/// Transactions that are offered to several servers, over real sockets.
@Suite(.timeLimit(.minutes(15))) struct ElectrumOffersTests {
    private let transaction: BitcoinTransaction

    init() throws {
        let spent = try #require(TransactionID(String(repeating: "ab", count: 32)))
        transaction = BitcoinTransaction(
            inputs: [.init(OutPoint(spent, 0), script: Script([1, 2, 3]))], outputs: [Output(1000, to: Script([0x51]))])
    }

    private var raw: [UInt8] { transaction.bytes(.plain) }
    private var id: TransactionID { transaction.id }

    private func servers(_ addresses: LineAddress...) throws -> ElectrumServers {
        ElectrumServers(
            .bitcoinCash, at: addresses, dialer: SocketDialer(trusting: try .only(pem: TestIdentity.authority())),
            rules: MadeChain.rules,
            timing: ElectrumTiming(dialling: .seconds(30), answering: .seconds(30), idling: .seconds(3600)))
    }

    @Test func `a server of version 1.6 is used with its own methods`() async throws {
        var facts = ElectrumPeer.Facts()
        facts.version = "1.6"
        let peer = try await ElectrumPeer(facts: facts)
        let servers = try servers(peer.address())
        #expect(try await servers.relayFeeRate() == 2000)
        #expect(await servers.newestTip()?.height == 19)
        #expect(peer.facts.withLock { $0.asked.first } == "server.version")
        #expect(peer.facts.withLock { !$0.asked.contains("blockchain.relayfee") })
    }

    @Test func `a transaction is offered to each server once, and each outcome is kept`() async throws {
        let refusing = try await ElectrumPeer { method, _ in
            method == "blockchain.transaction.broadcast"
                ? .error(["code": 1, "message": "min relay fee not met"]) : nil
        }
        let closing = try await ElectrumPeer { method, _ in
            method == "blockchain.transaction.broadcast" ? .hangUp : nil
        }
        let good = try await ElectrumPeer()
        let gone = LineAddress(host: "localhost", port: QuietPort.take(), isSecure: true)
        let servers = try servers(refusing.address(), closing.address(), gone, good.address(), good.address())
        let handed = await servers.handOver(raw, id)
        #expect(handed.outcome == .accepted(id))
        #expect(handed.replies.map(\.name) == ["refused", "noAnswer", "notReached", "accepted"])
        #expect(
            handed.replies.map(\.server) == [refusing, closing].map { "localhost:\($0.port)" }
                + ["localhost:\(gone.port)", "localhost:\(good.port)"])
        for peer in [refusing, closing, good] {
            #expect(peer.facts.withLock { $0.asked.count { $0 == "blockchain.transaction.broadcast" } } == 1)
        }
    }

    @Test func `a server that forgets what it has accepted does not make it sent`() async throws {
        let peer = try await ElectrumPeer { [id] method, _ in
            method == "blockchain.transaction.broadcast" ? .result(.string(id.description)) : nil
        }
        #expect(await (try servers(peer.address())).handOver(raw, id).outcome == .unknown)
    }
}
