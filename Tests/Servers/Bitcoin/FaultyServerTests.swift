import Bitcoin
import Bridge
import ChainServers
import Network
import Testing

@testable import BitcoinWallet
@testable import WalletCore

/// A server that makes false claims, and a correct one, both with the same chain.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: ChainServers.isInstalled, "run scripts/venv"))
struct FaultyServerTests {
    /// A wallet that asks the faulty server first, and has 60,000 satoshis.
    private func wallet(
        _ account: UInt32, at addresses: (LedgerServer) -> [LineAddress] = \.proxies
    ) async throws -> ServedWallet<LedgerServer> {
        let wallet = try await ServedWallet(electrumX: .bitcoin, account: account, at: addresses)
        try await wallet.receive(60_000)
        return wallet
    }

    @Test(arguments: Self.detected)
    func `a false claim that can be detected makes the wallet ask the next server`(account: UInt32, faults: JSON)
        async throws
    {
        let wallet = try await wallet(account)
        try await wallet.ledger.setFaults(faults, of: 0)
        #expect(try await wallet.balance() == CoinBalance(confirmed: 60_000))
        #expect(try await wallet.ledger.asked(0) != [])
        #expect(try await wallet.ledger.asked(1) != [])
    }

    /// An account for each test, and the faults of the first server.
    nonisolated private static let detected: [(account: UInt32, faults: JSON)] = [
        (120, ["headers": true]), (121, ["other": true]), (122, ["closes": ["*"]]),
        (123, ["closes": ["blockchain.scripthash.listunspent"]]), (124, ["closes": ["blockchain.transaction.get"]]),
    ]

    @Test func `a false value is an error, not a balance`() async throws {
        let wallet = try await wallet(125) { [$0.proxies[0]] }
        try await wallet.ledger.setFaults(["value": 1000], of: 0)
        await #expect(throws: RPCError.self) { try await wallet.balance() }
        try await wallet.ledger.setFaults(of: 0)
        #expect(try await wallet.balance() == CoinBalance(confirmed: 60_000))
    }

    @Test func `a coin without a valid proof counts as unconfirmed`() async throws {
        let wallet = try await wallet(130) { [$0.proxies[0]] }
        try await wallet.ledger.setFaults(["proofs": true], of: 0)
        #expect(try await wallet.balance() == CoinBalance(unconfirmed: 60_000))
        try await wallet.ledger.setFaults(of: 0)
        #expect(try await wallet.balance() == CoinBalance(confirmed: 60_000))
    }

    @Test func `a hidden payment is found on another server`() async throws {
        let wallet = try await wallet(131) { [$0.proxies[0]] }
        let id = try await wallet.receive(5000, at: 1)
        try await wallet.ledger.setFaults(["hides": [.string(id)]], of: 0)
        #expect(try await wallet.balance() == CoinBalance(confirmed: 60_000))
        let other = try await ServedWallet(electrumX: .bitcoin, account: 131) { [$0.proxies[1]] }
        #expect(try await other.balance() == CoinBalance(confirmed: 65_000))
    }

    @Test func `a payment that one server only says it has sent reaches the network through the others`() async throws {
        let wallet = try await wallet(132)
        try await wallet.ledger.setFaults(["swallows": true], of: 0)
        let id = try #require(await wallet.send("0.0002")["data"]?["txid"]?.string)
        #expect(try await wallet.ledger.waiting.contains(id))
        #expect(try await wallet.servers.isKnown(#require(TransactionID(id))))
    }

    @Test func `a lost connection is made again, and what was missed is told`() async throws {
        let wallet = try await wallet(133) { [$0.proxies[0]] }
        let script = try ScriptHash(ofScript: wallet.script(4).bytes)
        var changes = await wallet.servers.changes(of: [script]).makeAsyncIterator()
        #expect(await changes.next() == script)
        try await wallet.ledger.disconnect(0)
        try await wallet.receive(7000, at: 4)
        #expect(await changes.next() == script)
        await wallet.servers.close()
    }
}
