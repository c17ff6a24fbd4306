import BigInt
import Bridge
import Ethereum
import Simulators
import TestServers
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// What the wallet shows when blocks of an EVM chain are replaced.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ServedReorganisationTests {
    @Test(arguments: [true, false])
    func `three replaced blocks take an incoming and an outgoing payment and a token with them`(hasTraces: Bool)
        async throws
    {
        let served = try await ServedEthereum()
        if hasTraces { return try await replaceBlocks(served, earlier: 1) }
        try await served.without(["trace_filter"]) { try await replaceBlocks(served, earlier: 0) }
    }

    /// Replaces blocks of a node that tells of `earlier` transactions before them.
    private func replaceBlocks(_ served: ServedEthereum<EthereumChain>, earlier: Int) async throws {
        let (node, site) = (served.node, try await served.site())
        let (holdings, services) = (site.services.holdings, site.services)
        let token = try #require(
            Token(
                chainID: node.chainID, address: EthereumAddress(served.token), symbol: "PRAC", decimals: 6))
        #expect(await services.knowledge.tokens.add(token))
        let watcher = ReceiptWatcher(journal: services.journal, chains: services.chains)
        await holdings.refresh()
        let known = try await holdings.history(HistoryFilter(), limit: 9).map(\.txid)
        #expect(known.count == earlier)
        let before = await node.snapshot()
        let balance = try #require(try await node.ask("eth_getBalance", [.string(site.address), "latest"]).string)
        // Three blocks: a payment arrives, one leaves, and tokens arrive.
        _ = try await node.fund(site.address, "0.000000000000000042", asset: nil)
        let answer = await site.pay(7, to: CallData.other)
        let txid = try #require(answer["result"]?.string, "\(answer)")
        try await node.payTokens(5_000_000, to: site.address)
        await watcher.look()
        await holdings.refresh()
        let items = try await holdings.history(HistoryFilter(), limit: 9).filter { !known.contains($0.txid) }
        #expect(Set(items.flatMap { $0.changes.map(\.units) }) == [42, -7, 5_000_000])
        #expect(items.allSatisfy { if case .confirmed = $0.state { true } else { false } })
        #expect(items.first { $0.txid == txid }?.fee != nil)
        // The chain continues without them, and is longer.
        try await node.restore(before)
        try await node.mine(4)
        await watcher.look()
        await holdings.refresh()
        let after = try await holdings.history(HistoryFilter(), limit: 9)
        // The chain's clock may be ahead of this machine's, by which what was signed here is sorted.
        #expect(after.map(\.txid).sorted() == ([txid] + known).sorted())
        // The node has it no more, and somebody else may still have it.
        let gone = try #require(after.first { $0.txid == txid })
        #expect(gone.state == .unknown)
        #expect(gone.fee == nil)
        #expect(try await services.journal.open().map(\.state) == [.unknown])
        let units = holdings.accounts.first { $0.id.chain.eip155 == node.chainID }?.balances.first?.units
        #expect(units == BigUInt(balance.dropFirst(2), radix: 16))
        // The same bytes are sent again, and are confirmed again.
        let record = try #require(try await services.journal.open().first)
        try await services.sending.sendAgain(record)
        await watcher.look()
        await holdings.refresh()
        let again = try await holdings.history(HistoryFilter(), limit: 9)
        #expect(again.map(\.txid).sorted() == ([txid] + known).sorted())
        #expect(again.allSatisfy { if case .confirmed = $0.state { true } else { false } })
    }
}
