import BigInt
import Bitcoin
import Bridge
import Simulators
import Keys
import TestSupport
import Testing
import WalletMethods

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Wallets of seeds of Electrum, whose signatures the chain verifies.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ServedElectrumTests {
    private struct Seed: Decodable {
        let kind: String
        let words: String
        let `extension`: String
        let receiving: [String]
        let change: [String]
    }

    @Test(arguments: [
        ("standard", UTXOChain.bitcoin), ("standard", .bitcoinCash), ("segWit", .bitcoin), ("old", .bitcoin),
        ("old", .bitcoinCash),
    ])
    func `what arrives at addresses of Electrum is shown and sent`(_ kind: String, _ utxoChain: UTXOChain) async throws
    {
        let seeds: [Seed] = try Vectors.read("electrum/seeds.json", target: "../Unit/KeysTests")
        let seed = try #require(seeds.last { $0.kind == kind })
        let use: Account.ElectrumUse = kind == "standard" ? .standard : kind == "segWit" ? .segWit : .old
        let made = try ElectrumVault(seed.words, extended: seed.extension, use)
        let holdings = try await ServedHoldings(
            utxoChain, account: 0, keys: WalletSigner(signer: made.vault, account: made.account))
        for address in [seed.receiving[1], seed.receiving[2], seed.change[0]] {
            try await holdings.ledger.pay(20_000, to: Destination(address, on: .bitcoin).script.bytes)
        }
        try await holdings.ledger.mine()
        await holdings.wallet.refresh()
        let account = try #require(holdings.wallet.accounts.first { $0.balances.first?.units == 60_000 })
        // The first payment leaves change, which the second one spends.
        let first = try await holdings.send([.init(holdings.recipient, .units(15_000))], from: account.id)
        #expect(try await holdings.transaction(first).outputs.count == 2)
        try await holdings.ledger.mine()
        let last = try await holdings.send([.init(holdings.recipient, .all)], from: account.id)
        #expect(try await holdings.transaction(last).outputs.count == 1)
        await holdings.close()
    }
}
