import Bitcoin
import Bridge
import Network
import Primitives
import Synchronization
import TestServers
import Testing

@testable import BitcoinWallet

/// What one server refuses, another one may answer.
@Suite(.timeLimit(.minutes(5))) struct ElectrumRefusalTests {
    private let scripts = (0..<3).map { ScriptHash(ofScript: [$0]) }
    private let transaction = BitcoinTransaction(
        inputs: [.init(OutPoint(BitcoinTransaction(inputs: [], outputs: []).id, 3))],
        outputs: [Output(1_000, to: Script([0x51]))])

    private static let refusals: [JSON] = [
        ["code": -101, "message": "excessive resource usage"], ["code": -32603, "message": "internal server error"],
        ["code": 1, "message": "history too large"], ["code": -32601, "message": "unknown method"],
        ["code": 2, "message": "daemon error: No such mempool or blockchain transaction."], "busy", 5,
    ]

    private func peer(_ meddling: @escaping ElectrumPeer.Meddling = { _, _ in nil }) async throws -> ElectrumPeer {
        var facts = ElectrumPeer.Facts()
        facts.headers = MadeChain(length: 20, roots: [7: transaction.id.bytes])
        facts.transactions = [transaction.id.description: Hex.encode(transaction.bytes(.plain))]
        for (place, script) in scripts.enumerated() {
            facts.histories[script.description] = [
                ["tx_hash": .string(String(repeating: "0c", count: 32)), "height": .number(JSONNumber(place + 1))]
            ]
        }
        return try await ElectrumPeer(nil, facts: facts, meddling: meddling)
    }

    private func servers(_ peers: ElectrumPeer...) -> ElectrumServers {
        ElectrumServers(
            .bitcoinCash, at: peers.map { $0.address("127.0.0.1", isSecure: false) },
            dialer: SocketDialer(trusting: .system), rules: MadeChain.rules,
            timing: ElectrumTiming(firstPause: .milliseconds(1), longestPause: .milliseconds(2), chance: { 0 }))
    }

    @Test(arguments: refusals.indices)
    func `the next server answers what the one in use refuses, which stays in use`(_ number: Int) async throws {
        let methods = [
            "get_history", "transaction.get", "get_merkle", "estimatefee", "relayfee", "listunspent",
        ]
        let bad = try await peer { method, _ in
            methods.contains { method.hasSuffix($0) } ? .error(Self.refusals[number]) : nil
        }
        let good = try await peer()
        let servers = servers(bad, good)
        #expect(try await servers.history(of: scripts).map { $0.first?.height } == [1, 2, 3])
        #expect(await servers.source() == "127.0.0.1:\(good.port)", "the balance is from the one that answered")
        #expect(try await servers.transaction(transaction.id) == transaction.bytes(.plain))
        #expect(try await servers.transactions([transaction.id, transaction.id]).allSatisfy { $0 != nil })
        let claim = try #require(MinedClaim(transaction.id, size: 100, at: 7))
        #expect(try await servers.places(of: [claim]).map { $0?.height } == [7])
        #expect(try await servers.isMined(transaction.bytes(.plain), at: 7))
        #expect(try await servers.feeRate(within: 2) == 1_042)
        #expect(try await servers.relayFeeRate() == 1_000)
        #expect(try await servers.unspent(of: scripts).count == 3)
        #expect(bad.connections == 1 && good.connections == 1)
        #expect(try await servers.answeringServer() == "127.0.0.1:\(bad.port)")
        await servers.close()
    }

    @Test func `only what is refused is asked of the others`() async throws {
        let refused = scripts[1].description
        let bad = try await peer { method, params in
            method.hasSuffix("get_history") && params.first?.string == refused
                ? .error(["code": 1, "message": "history too large"]) : nil
        }
        let good = try await peer()
        let servers = servers(bad, good)
        #expect(try await servers.history(of: scripts).map { $0.first?.height } == [1, 2, 3])
        #expect(good.facts.withLock { $0.asked.count { $0.hasSuffix("get_history") } } == 1)
        await servers.close()
    }

    @Test func `what each of them refuses in part is put together`() async throws {
        func refusing(_ places: Int...) async throws -> ElectrumPeer {
            let names = places.map { scripts[$0].description }
            return try await peer { method, params in
                method.hasSuffix("get_history") && names.contains(params.first?.string ?? "")
                    ? .error(["code": 1, "message": "history too large"]) : nil
            }
        }
        let servers = servers(try await refusing(0, 1), try await refusing(1, 2), try await refusing(0, 2))
        #expect(try await servers.history(of: scripts).map { $0.first?.height } == [1, 2, 3])
        await servers.close()
    }

    @Test func `what all refuse is refused, and no connection ends`() async throws {
        let meddling: ElectrumPeer.Meddling = { method, _ in
            method.hasSuffix("get_history") ? .error(["code": 1, "message": "history too large"]) : nil
        }
        let (first, second) = (try await peer(meddling), try await peer(meddling))
        let servers = servers(first, second)
        for _ in 0..<3 {
            await #expect(throws: CoinError.refused(ElectrumFault(["code": 1, "message": "history too large"]))) {
                try await servers.history(of: scripts)
            }
        }
        #expect(first.connections == 1 && second.connections == 1)
        await servers.close()
    }

    @Test func `a transaction is not found only if a server says so, and none has it`() async throws {
        let id = BitcoinTransaction(inputs: [], outputs: []).id
        let busy = try await peer { method, _ in
            method.hasSuffix("transaction.get") ? .error(["code": -101, "message": "excessive resource usage"]) : nil
        }
        let servers = servers(busy, try await peer())
        await #expect(throws: CoinError.notFound) { try await servers.transaction(id) }
        let alone = self.servers(busy)
        await #expect(throws: CoinError.refused(ElectrumFault(["code": -101, "message": "excessive resource usage"]))) {
            try await alone.transaction(id)
        }
        await servers.close()
        await alone.close()
    }

    @Test func `a server that refuses to report changes is no longer used`() async throws {
        let bad = try await peer { method, _ in
            method.hasSuffix("scripthash.subscribe") ? .error(["code": 1, "message": "too many subscriptions"]) : nil
        }
        let good = try await peer()
        let servers = servers(bad, good)
        #expect(try await servers.statuses(of: scripts).count == 3)
        #expect(await servers.source() == "127.0.0.1:\(good.port)")
        await servers.close()
    }

    @Test func `a server that refuses everything cannot be set`() async throws {
        let peer = try await peer { _, _ in .error(["code": 1, "message": "no"]) }
        let servers = servers(peer)
        #expect(
            await ElectrumHealth.of(servers, for: .bitcoinCash)
                == .fails(.refused(ElectrumFault(["code": 1, "message": "no"]))))
        await servers.close()
    }
}
