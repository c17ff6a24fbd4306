import BigInt
import Bridge
import ChainServers
import Ethereum
import TestServers
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// What the wallet shows when blocks of an EVM chain are replaced.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: EthereumServer.isInstalled, "run scripts/venv"))
struct ServedReorganisationTests {
    @Test(arguments: [true, false])
    func `three replaced blocks take an incoming and an outgoing payment and a token with them`(hasTraces: Bool)
        async throws
    {
        let served = try await ServedEthereum(EthereumServer.own())
        if hasTraces { return try await replaceBlocks(served, earlier: 1) }
        try await served.without(["trace_filter"]) { try await replaceBlocks(served, earlier: 0) }
    }

    /// Replaces blocks of a node that tells of `earlier` transactions before them.
    private func replaceBlocks(_ served: ServedEthereum, earlier: Int) async throws {
        let (server, site) = (served.server, try await served.site(account: 230))
        let (holdings, services) = (site.services.holdings, site.services)
        let token = try #require(
            Token(
                chainID: server.chain, address: EthereumAddress(served.address(of: "token")), symbol: "PRAC",
                decimals: 6))
        #expect(await services.knowledge.tokens.add(token))
        let watcher = ReceiptWatcher(journal: services.journal, chains: services.chains)
        await holdings.refresh()
        let known = try await holdings.history(HistoryFilter(), limit: 9).map(\.txid)
        #expect(known.count == earlier)
        let before = try await server.ask("test_snapshot")
        let balance = try #require(try await server.ask("eth_getBalance", [.string(site.address)]).string)
        // Three blocks: a payment arrives, one leaves, and tokens arrive.
        try await server.ask("test_fund", [.string(site.address), "0x2a"])
        let answer = await site.ask(
            "eth_sendTransaction",
            [["from": .string(site.address), "to": .string(ServedEthereum.other), "value": "0x7"]])
        let txid = try #require(answer["result"]?.string, "\(answer)")
        try await server.ask("test_token", [.string(site.address), 5_000_000])
        await watcher.look()
        await holdings.refresh()
        let items = try await holdings.history(HistoryFilter(), limit: 9).filter { !known.contains($0.txid) }
        #expect(Set(items.flatMap { $0.changes.map(\.units) }) == [42, -7, 5_000_000])
        #expect(items.allSatisfy { if case .confirmed = $0.state { true } else { false } })
        #expect(items.first { $0.txid == txid }?.fee != nil)
        // The chain continues without them, and is longer.
        try await server.ask("test_revert", [before])
        try await server.ask("test_blocks", [4])
        await watcher.look()
        await holdings.refresh()
        let after = try await holdings.history(HistoryFilter(), limit: 9)
        #expect(after.map(\.txid) == [txid] + known)
        // The node has it no more, and somebody else may still have it.
        #expect(after.first?.state == .unknown)
        #expect(after.first?.fee == nil)
        #expect(try await services.journal.open().map(\.state) == [.unknown])
        let units = holdings.accounts.first { $0.id.chain.eip155 == server.chain }?.balances.first?.units
        #expect(units == BigUInt(balance.dropFirst(2), radix: 16))
        // The same bytes are sent again, and are confirmed again.
        let record = try #require(try await services.journal.open().first)
        try await services.sending.sendAgain(record)
        await watcher.look()
        await holdings.refresh()
        let again = try await holdings.history(HistoryFilter(), limit: 9)
        #expect(again.map(\.txid) == [txid] + known)
        #expect(again.allSatisfy { if case .confirmed = $0.state { true } else { false } })
    }
}
