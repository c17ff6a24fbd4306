import BigInt
import Bitcoin
import Bridge
import ChainServers
import Network
import Testing

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Accounts of the wallet whose servers make false claims: proxies change what ElectrumX, a server of others, answers.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: ChainServers.isInstalled, "run scripts/venv"))
struct ServedHonestyTests {
    @Test func `a false value has no influence, because no server is asked for one`() async throws {
        let holdings = try await ServedHoldings(electrumX: .bitcoin, account: 222) { [$0.proxies[0]] }
        try await holdings.served.receive(60_000)
        try await holdings.ledger.setFaults(["value": 1000], of: 0)
        #expect(try await holdings.synchronise().balance == CoinBalance(confirmed: 60_000))
        let asked = try await holdings.ledger.asked(0)
        #expect(asked.contains("blockchain.scripthash.get_history"))
        #expect(!asked.contains("blockchain.scripthash.listunspent"))
        #expect(!asked.contains("blockchain.scripthash.get_balance"))
        await holdings.close()
    }

    @Test(arguments: Self.detected)
    func `a false claim that can be detected makes the wallet ask the next server`(account: UInt32, faults: JSON)
        async throws
    {
        let holdings = try await ServedHoldings(electrumX: .bitcoin, account: account, at: \.proxies)
        try await holdings.served.receive(60_000)
        try await holdings.ledger.setFaults(faults, of: 0)
        let snapshot = try await holdings.synchronise()
        #expect(snapshot.balance == CoinBalance(confirmed: 60_000))
        #expect(try await holdings.ledger.asked(0) != [])
        #expect(await holdings.served.servers.source() == "localhost:\(holdings.ledger.proxies[1].port)")
        await holdings.close()
    }

    /// An account for each test, and the faults of the first server.
    nonisolated private static let detected: [(account: UInt32, faults: JSON)] = [
        (230, ["headers": true]), (231, ["other": true]), (232, ["proofs": true]), (233, ["closes": ["*"]]),
        (234, ["closes": ["blockchain.transaction.get_merkle"]]),
    ]

    @Test(arguments: UTXOChain.mainnets)
    func `a payment that one server hides is taken from another, and the user sees both balances`(
        on utxoChain: UTXOChain
    ) async throws {
        let holdings = try await ServedHoldings(electrumX: utxoChain, account: 223, at: \.proxies)
        try await holdings.served.receive(60_000)
        let hidden = try await holdings.served.receive(5000, at: 1)
        try await holdings.ledger.setFaults(["hides": [.string(hidden)]], of: 0)
        await holdings.wallet.refresh()
        #expect(holdings.balance?.units == 65_000)
        let ports = holdings.ledger.proxies.map { "localhost:\($0.port)" }
        #expect(
            holdings.balance?.state
                == .disagreement([
                    AssetBalance.Claim(source: ports[0], units: 60_000),
                    AssetBalance.Claim(source: ports[1], units: 65_000),
                ]))
        try await holdings.ledger.setFaults(of: 0)
        try await holdings.ledger.mine()
        await holdings.until { holdings.balance?.state == .current }
        #expect(holdings.balance?.units == 65_000)
        await holdings.close()
    }

    @Test func `a payment that the only server hides later stays, and is shown as disputed`() async throws {
        let holdings = try await ServedHoldings(electrumX: .bitcoin, account: 224) { [$0.proxies[0]] }
        let hidden = try await holdings.served.receive(5000)
        #expect(try await holdings.synchronise().balance == CoinBalance(confirmed: 5000))
        try await holdings.ledger.setFaults(["hides": [.string(hidden)]], of: 0)
        let snapshot = try await holdings.synchronise()
        #expect(snapshot.balance == CoinBalance(confirmed: 5000))
        #expect(snapshot.state.disagreement?.hidden.map(\.description) == [hidden])
        try await holdings.ledger.setFaults(of: 0)
        #expect(try await holdings.synchronise().state.disagreement == nil)
        await holdings.close()
    }
}
