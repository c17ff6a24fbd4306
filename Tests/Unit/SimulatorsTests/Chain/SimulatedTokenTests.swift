import Bitcoin
import Bridge
import Network
import Simulators
import Testing
import WalletCore
import WalletMethods

@testable import BitcoinWallet
@testable import WalletTesting

/// Tokens of the Simple Ledger Protocol on a simulated chain, which knows nothing of them.
@MainActor @Suite(.timeLimit(.minutes(5))) struct SimulatedTokenTests {
    @Test func `a page creates a token and sends some of it after the next block`() async throws {
        let simulator = try await CoinSimulator.started(.cashRegtest)
        let servers = ElectrumServers(
            .bitcoinCash, at: [simulator.plain], dialer: SocketDialer(),
            rules: ChainRules(checkpoint: nil, easiest: 0x207F_FFFF), timing: ElectrumTiming())
        let site = try TestSite(servers: [.bitcoinCash: servers])
        let ledger = simulator.ledger
        try ledger.pay(1_000_000, to: CoinSite.own(CoinSite.receiving + "0").bytes)
        try ledger.mine()
        let made = await site.link(
            "createToken",
            [
                "name": "Example", "symbol": "EX", "decimals": "2", "initialSupply": "1000.5",
                "tokenReceiverAddress": .string(site.services.activeAccount.address(.simpleLedger)),
            ])
        let token = try #require(made["data"]?["tokenId"]?.string)
        #expect(ledger.waiting == [token])
        try ledger.mine()
        let sent = await site.link(
            "sendAssets",
            [
                "to": .string(CoinSite.tokenRecipient), "protocol": "SLP", "value": "400",
                "assetId": .string(token),
            ])
        let id = try #require(sent["data"]?["txid"]?.string)
        #expect(ledger.waiting == [id])
        let sentID = try #require(TransactionID(id))
        let transaction = try BitcoinTransaction(try await servers.transaction(sentID), form: .plain)
        guard case .send(_, _, let quantities) = try SLPMessage(transaction.outputs[0].script) else {
            Issue.record("it sends no tokens")
            return
        }
        #expect(quantities == [40_000, 60_050])
        await servers.close()
        await simulator.stop()
    }
}
