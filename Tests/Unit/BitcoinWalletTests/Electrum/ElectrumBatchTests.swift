import Bitcoin
import Synchronization
import Bridge
import Network
import Primitives
import TestServers
import Testing

@testable import BitcoinWallet
@testable import WalletTesting

/// Requests for several transactions, proofs and statuses at once, over real sockets with TLS.
@Suite(.timeLimit(.minutes(15))) struct ElectrumBatchTests {
    private let script = ScriptHash(ofScript: [0x51])

    /// Three transactions, the first in block 7 and the second in block 15.
    private let transactions = (1...3).map { number in
        BitcoinTransaction(
            inputs: [.init(OutPoint(BitcoinTransaction(inputs: [], outputs: []).id, UInt32(number)))],
            outputs: [Output(UInt64(number), to: Script([0x51]))])
    }

    private func peer(
        lineLimit: Int = 100_000, meddling: @escaping ElectrumPeer.Meddling = { _, _ in nil }
    ) async throws -> (ElectrumPeer, ElectrumServers) {
        var facts = ElectrumPeer.Facts()
        facts.headers = MadeChain(length: 20, roots: [7: transactions[0].id.bytes, 15: transactions[1].id.bytes])
        for transaction in transactions {
            facts.transactions[transaction.id.description] = Hex.encode(transaction.bytes(.plain))
        }
        facts.statuses[script.description] = .string(String(repeating: "ab", count: 32))
        let peer = try await ElectrumPeer(facts: facts, meddling: meddling)
        return (peer, try servers([peer.address()], lineLimit: lineLimit))
    }

    private func servers(_ addresses: [LineAddress], lineLimit: Int = 100_000) throws -> ElectrumServers {
        ElectrumServers(
            .bitcoinCash, at: addresses, dialer: SocketDialer(trusting: try .only(pem: TestIdentity.authority())),
            rules: MadeChain.rules,
            timing: ElectrumTiming(
                dialling: .seconds(30), answering: .seconds(30), idling: .seconds(3600), firstPause: .milliseconds(1),
                longestPause: .milliseconds(2), chance: { 0 }, lineLimit: lineLimit))
    }

    private func claim(_ place: Int, at height: Int) throws -> MinedClaim {
        try #require(MinedClaim(transactions[place].id, size: 100, at: height))
    }

    @Test func `transactions are requested together, and one that the server does not have is nil`() async throws {
        let (peer, servers) = try await peer()
        let unknown = BitcoinTransaction(inputs: [], outputs: []).id
        let answers = try await servers.transactions(transactions.map(\.id) + [unknown])
        #expect(answers == transactions.map { $0.bytes(.plain) } + [nil])
        #expect(peer.facts.withLock { $0.asked.count { $0 == "blockchain.transaction.get" } } == 4)
        await servers.close()
    }

    @Test func `a server that gives other bytes for an ID is not used`() async throws {
        let other = Hex.encode(transactions[1].bytes(.plain))
        let (_, servers) = try await peer { method, _ in
            method == "blockchain.transaction.get" ? .result(.string(other)) : nil
        }
        await #expect(throws: CoinError.nonsense) { try await servers.transactions(transactions.map(\.id)) }
        await servers.close()
    }

    @Test func `places are proven with the headers of the chain`() async throws {
        let (peer, servers) = try await peer()
        let places = try await servers.places(of: [claim(0, at: 7), claim(1, at: 15), claim(2, at: 16)])
        let headers = peer.facts.withLock(\.headers.headers)
        #expect(places.map { $0?.hash } == [headers[7].hash, headers[15].hash, nil])
        let newest = await servers.newestBlocks()
        #expect(newest.height == 19)
        #expect(newest.hashes[19] == headers[19].hash)
        await servers.close()
    }

    @Test func `a false proof ends the use of the server`() async throws {
        let (_, servers) = try await peer { method, params in
            guard method == "blockchain.transaction.get_merkle" else { return nil }
            return .result([
                "block_height": params[1], "pos": 0, "merkle": [.string(String(repeating: "00", count: 32))],
            ])
        }
        await #expect(throws: CoinError.nonsense) { try await servers.places(of: [claim(0, at: 7)]) }
        await servers.close()
    }

    @Test func `a transaction of 64 bytes cannot be claimed`() {
        #expect(MinedClaim(transactions[0].id, size: 64, at: 7) == nil)
    }

    @Test func `statuses that were requested are not requested again by those who follow them`() async throws {
        let (peer, servers) = try await peer()
        let status = String(repeating: "ab", count: 32)
        #expect(try await servers.statuses(of: [script]) == [ScriptStatus(script, status)])
        var changes = await servers.statusChanges(of: [script]).makeAsyncIterator()
        #expect(await changes.next() == ScriptStatus(script, status))
        let next = String(repeating: "cd", count: 32)
        try await peer.announce("blockchain.scripthash.subscribe", [.string(script.description), .string(next)])
        #expect(await changes.next() == ScriptStatus(script, next))
        #expect(peer.facts.withLock { $0.asked.count { $0 == "blockchain.scripthash.subscribe" } } == 1)
        await servers.close()
    }

    @Test func `each of the other servers is asked alone`() async throws {
        let (first, second) = (try await peer().0, try await peer().0)
        let servers = try servers([first.address(), second.address()])
        _ = try await servers.relayFeeRate()
        #expect(await servers.source() == "localhost:\(first.port)")
        let others = await servers.others()
        #expect(others.count == 1)
        _ = try await others.first?.relayFeeRate()
        #expect(await others.first?.source() == "localhost:\(second.port)")
        await servers.close()
    }

    @Test func `the status of a history is that of the protocol`() {
        let id = transactions[0].id
        let history = [
            HistoryEntry(id: id, height: 7), HistoryEntry(id: id, height: nil),
            HistoryEntry(id: id, height: nil, hasWaitingParent: true),
        ]
        #expect(
            HistoryEntry.status(of: history)
                == Hex.encode(SHA256.hash(Array("\(id):7:\(id):0:\(id):-1:".utf8)).bytes))
        #expect(HistoryEntry.status(of: []) == nil)
    }
}
