import BigInt
import Bitcoin
import Bridge
import Keys
import TestSupport
import Testing
import WalletMethods

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Accounts of seeds of Electrum and Electron Cash, with the addresses that bip_utils derives.
@MainActor @Suite struct ElectrumAccountTests {
    private struct Seed: Decodable {
        let kind: String
        let words: String
        let `extension`: String
        let receiving: [String]
        let change: [String]
        let ethereum: String

        var use: Account.ElectrumUse { kind == "standard" ? .standard : kind == "segWit" ? .segWit : .old }
    }

    private static func seeds() throws -> [Seed] { try Vectors.read("electrum/seeds.json", target: "KeysTests") }

    /// The first addresses of an account.
    private func addresses(
        _ wallet: CoinWallet, _ id: AccountID, _ branch: CoinAddressPath.Branch, _ count: Int
    ) throws -> [String] {
        let snapshot = try wallet.account(id).snapshot
        return try (0..<count).map { index in
            let script = try #require(snapshot.ledger.scripts[CoinAddressPath(branch, UInt32(index))])
            return try #require(script.destination?.address(on: .bitcoin))
        }
    }

    @Test func `each seed has the addresses of Electrum, after its file was read again`() async throws {
        let seeds = try Self.seeds()
        for seed in seeds {
            let made = try ElectrumVault(seed.words, extended: seed.extension, seed.use)
            let active = try WalletSigner(signer: made.vault, account: made.account)
            #expect(active.address(.ethereum) == seed.ethereum)
            let holding = try HoldingSite(active)
            try await holding.wallet.open()
            let records = holding.wallet.records.filter { record in
                (try? addresses(holding.wallet, record.id, .receiving, 1)) == [seed.receiving[0]]
            }
            // The account on Bitcoin, and the one on Bitcoin Cash if there are no witnesses.
            #expect(records.count == (seed.use == .segWit ? 1 : 2))
            for record in records {
                #expect(try addresses(holding.wallet, record.id, .receiving, 3) == seed.receiving)
                #expect(try addresses(holding.wallet, record.id, .change, 2) == seed.change)
            }
        }
        Suites.record("electrum", cases: seeds.count)
    }

    @Test func `sites use the addresses of Electrum where these have the same form`() throws {
        let seeds = try Self.seeds()
        let segWit = try #require(seeds.first { $0.use == .segWit && $0.extension.isEmpty })
        let made = try ElectrumVault(segWit.words, segWit.use)
        let active = try WalletSigner(signer: made.vault, account: made.account)
        #expect(active.address(.bitcoin) == segWit.receiving[0])
        let standard = try #require(seeds.first { $0.use == .standard && $0.extension.isEmpty })
        let other = try ElectrumVault(standard.words, standard.use)
        let cash = try WalletSigner(signer: other.vault, account: other.account).address(.bitcoinCash)
        #expect(
            try Destination(cash, on: .bitcoinCash).script == Destination(standard.receiving[0], on: .bitcoin).script)
        // Another account of the wallet has the usual paths.
        let second = Account(name: "Second", index: 1)
        #expect(try second.path(for: .bitcoin).description == "m/84'/0'/1'/0/0")
    }

    @Test(arguments: [
        ("standard", UTXOChain.bitcoin), ("standard", .bitcoinCash), ("segWit", .bitcoin), ("old", .bitcoin),
        ("old", .bitcoinCash),
    ])
    func `coins at addresses of Electrum are received and sent`(_ kind: String, _ utxoChain: UTXOChain) async throws {
        let seed = try #require(try Self.seeds().first { $0.kind == kind })
        let made = try ElectrumVault(seed.words, extended: seed.extension, seed.use)
        let holding = try HoldingSite(WalletSigner(signer: made.vault, account: made.account))
        let chain = utxoChain == .bitcoin ? holding.bitcoin : holding.cash
        for address in [seed.receiving[0], seed.receiving[2], seed.change[1]] {
            chain.pay(10_000, to: try Destination(address, on: .bitcoin).script)
        }
        chain.mine()
        await holding.wallet.refresh()
        let account = try #require(holding.wallet.accounts.first { $0.balances[0].units == 30_000 })
        #expect(account.id.chain == utxoChain.chainID)
        let recipient = utxoChain == .bitcoin ? HoldingSite.other : HoldingSite.cashOther
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(
                holding.form(account.id, [.init(recipient.address(on: utxoChain) ?? "", .all)]), for: request)
        }
        let sent = try holding.last(chain)
        #expect(sent.inputs.count == 3)
        #expect(sent.outputs.map(\.script) == [recipient.script])
    }
}
