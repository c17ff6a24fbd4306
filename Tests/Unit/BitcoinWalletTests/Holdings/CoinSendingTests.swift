import BigInt
import Bitcoin
import Synchronization
import Bridge
import Keys
import Primitives
import Testing

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Payments from accounts of the wallet: recipients, fees, chosen coins, replacement, tokens.
@MainActor @Suite struct CoinSendingTests {
    private let recipient: String
    private let cashRecipient: String

    init() throws {
        recipient = try #require(HoldingSite.other.address(on: .bitcoin))
        cashRecipient = try #require(HoldingSite.cashOther.address(on: .bitcoinCash))
    }

    /// A wallet with coins of these values in one block.
    private func funded(_ values: [UInt64]) async throws -> (HoldingSite, AccountID) {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoin)
        for value in values {
            holding.bitcoin.pay(value, to: try HoldingSite.script(HoldingSite.bitcoinPath + "0/0"))
        }
        holding.bitcoin.mine()
        await holding.wallet.refresh()
        return (holding, id)
    }

    @Test func `several recipients are paid in order, and the change returns to a fresh address`() async throws {
        let (holding, id) = try await funded([100_000])
        let second = try #require(
            Destination.witness(version: 0, program: [UInt8](repeating: 6, count: 20)).address(on: .bitcoin))
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(
                holding.form(id, [.init(recipient, .units(20_000)), .init(second, .units(30_000))]), for: request)
        }
        let sent = try holding.last(holding.bitcoin)
        #expect(sent.outputs.map(\.value).prefix(2) == [20_000, 30_000])
        #expect(sent.outputs.count == 3)
        #expect(sent.outputs[2].script == (try HoldingSite.script(HoldingSite.bitcoinPath + "1/0")))
        #expect(sent.inputs.allSatisfy { $0.sequence == .max - 2 })
        let approval = try #require(holding.site.shown.last)
        #expect(approval.rows.count { $0.role == .recipient } == 2)
        #expect(approval.warnings.contains { $0.level == .caution })
    }

    @Test func `everything is sent to one address without change`() async throws {
        let (holding, id) = try await funded([60_000, 40_000])
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(holding.form(id, [.init(recipient, .all)]), for: request)
        }
        let sent = try holding.last(holding.bitcoin)
        #expect(sent.inputs.count == 2)
        #expect(sent.outputs.count == 1)
        let fee = 100_000 - sent.outputs[0].value
        #expect(fee >= 5 * UInt64(sent.virtualSize) && fee <= 5 * UInt64(sent.virtualSize + 4))
        #expect(holding.site.shown.last?.level == .danger)
    }

    @Test func `of more coins than fit into one transaction, the largest are sent, and the user learns what is left`()
        async throws
    {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoinCash)
        let own = try HoldingSite.script(HoldingSite.cashPath + "0/0", .p2pkh)
        holding.cash.pay((0..<800).map { Output(10_000 + $0, to: own) })
        holding.cash.mine()
        await holding.wallet.refresh()
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(holding.form(id, [.init(cashRecipient, .all)]), for: request)
        }
        let sent = try holding.last(holding.cash)
        #expect(sent.inputs.count == 708)
        #expect(sent.bytes(.plain).count <= 100_000)
        // The 92 smallest coins have 10,000 to 10,091 satoshis.
        let approval = try #require(holding.site.shown.last)
        #expect(approval.sentence.hasPrefix("Send the largest coins to "))
        #expect(approval.warnings.contains { $0.text.contains("0.00924186 BCH stays in the account") })
        #expect(await holding.journal.recent(limit: 1).first?.what.text.hasPrefix("Send the largest coins") == true)
        await holding.wallet.refresh()
        // The rest follows with a second payment.
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(holding.form(id, [.init(cashRecipient, .all)]), for: request)
        }
        #expect(try holding.last(holding.cash).inputs.count == 92)
        #expect(holding.site.shown.last?.warnings.contains { $0.text.contains("stays in the account") } == false)
    }

    @Test func `chosen coins that do not fit into one transaction are not sent in part`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoinCash)
        let own = try HoldingSite.script(HoldingSite.cashPath + "0/0", .p2pkh)
        holding.cash.pay((0..<800).map { _ in Output(10_000, to: own) })
        holding.cash.mine()
        await holding.wallet.refresh()
        let all = try await holding.wallet.coins(of: id).map(\.outpoint)
        for share in [SendForm.Share.all, .units(10_000)] {
            await #expect(throws: RPCError.self) {
                try await holding.run { request async throws(RPCError) in
                    try await holding.wallet.send(
                        holding.form(id, [.init(cashRecipient, share)], coins: all), for: request)
                }
            }
        }
        #expect(holding.site.asked == 0)
    }

    @Test func `the fee by hand is used, and one below the minimum is refused`() async throws {
        let (holding, id) = try await funded([100_000])
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(
                holding.form(id, [.init(recipient, .units(20_000))], fee: .rate("7.5")), for: request)
        }
        let sent = try holding.last(holding.bitcoin)
        let fee = 100_000 - sent.outputs.reduce(0) { $0 + $1.value }
        #expect(fee >= 75 * UInt64(sent.virtualSize) / 10 && fee <= 75 * UInt64(sent.virtualSize + 4) / 10)
        await #expect(throws: RPCError.self) {
            try await holding.run { request async throws(RPCError) in
                try await holding.wallet.send(
                    holding.form(id, [.init(recipient, .units(1_000))], fee: .rate("fast")), for: request)
            }
        }
    }

    @Test func `only the chosen coins are spent, all of them`() async throws {
        let (holding, id) = try await funded([50_000, 30_000, 20_000])
        let coins = try await holding.wallet.coins(of: id)
        let chosen = [coins[1].outpoint, coins[2].outpoint]
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(
                holding.form(id, [.init(recipient, .units(1_000))], coins: chosen), for: request)
        }
        #expect(Set(try holding.last(holding.bitcoin).inputs.map(\.outPoint.description)) == Set(chosen))
    }

    @Test func `a frozen coin is not spent, also not if it is chosen`() async throws {
        let (holding, id) = try await funded([50_000, 30_000])
        let coins = try await holding.wallet.coins(of: id)
        try await holding.wallet.freeze(coins[0].outpoint, true, of: id)
        for chosen in [[coins[0].outpoint], []] {
            await #expect(throws: RPCError.self) {
                try await holding.run { request async throws(RPCError) in
                    try await holding.wallet.send(
                        holding.form(id, [.init(recipient, .units(40_000))], coins: chosen), for: request)
                }
            }
        }
        #expect(holding.bitcoin.state.withLock(\.broadcasts).isEmpty)
    }

    @Test func `what the user rejects is neither signed nor sent`() async throws {
        let (holding, id) = try await funded([50_000])
        holding.site.decision = .rejected
        await #expect(throws: RPCError.self) {
            try await holding.run { request async throws(RPCError) in
                try await holding.wallet.send(holding.form(id, [.init(recipient, .units(1_000))]), for: request)
            }
        }
        #expect(holding.bitcoin.state.withLock(\.broadcasts).isEmpty)
        #expect(await holding.journal.recent(limit: 9).isEmpty)
    }

    @Test func `a payment is replaced with a higher fee, the same recipients and no new unconfirmed coins`()
        async throws
    {
        let (holding, id) = try await funded([100_000])
        // An unconfirmed coin of somebody else, which a replacement must not add.
        holding.bitcoin.pay(500_000, to: try HoldingSite.script(HoldingSite.bitcoinPath + "0/1"))
        let first = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(
                holding.form(id, [.init(recipient, .units(20_000))], fee: .pace(.slow), note: "bike"), for: request)
        }
        let old = try holding.last(holding.bitcoin)
        #expect(holding.wallet.feeBumps(of: first, in: id) == [.replacement, .child])
        let second = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.replace(first, in: id, fee: .rate("2.1"), for: request)
        }
        let new = try holding.last(holding.bitcoin)
        #expect(second == new.id.description)
        #expect(new.inputs.map(\.outPoint) == old.inputs.map(\.outPoint))
        #expect(new.outputs[0] == old.outputs[0])
        let (oldFee, newFee) = (
            100_000 - old.outputs.reduce(0) { $0 + $1.value }, 100_000 - new.outputs.reduce(0) { $0 + $1.value }
        )
        // BIP-125, rule 4: the minimum relay fee for its own size in addition.
        #expect(newFee >= oldFee + UInt64(new.virtualSize))
        let approval = try #require(holding.site.shown.last)
        #expect(approval.rows.contains { $0.value == .exact(first) })
        #expect(try await holding.wallet.history(HistoryFilter(), limit: 1).first?.note == "bike")
        holding.bitcoin.mine()
        await holding.wallet.refresh()
        await #expect(throws: RPCError.self) {
            try await holding.run { request async throws(RPCError) in
                try await holding.wallet.replace(second, in: id, for: request)
            }
        }
    }

    @Test func `a child pays for an incoming parent, so that both together have the wanted rate`() async throws {
        let (holding, id) = try await funded([100_000])
        let own = try HoldingSite.script(HoldingSite.bitcoinPath + "0/2")
        let source = holding.bitcoin.pay(41_000, to: HoldingSite.other.script)
        let parent = BitcoinTransaction(
            inputs: [.init(OutPoint(source.id, 0))], outputs: [Output(40_900, to: own)])
        holding.bitcoin.add(parent)
        await holding.wallet.refresh()
        #expect(holding.wallet.feeBumps(of: parent.id.description, in: id) == [.child])
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.payForParent(parent.id.description, in: id, fee: .rate("20"), for: request)
        }
        let child = try holding.last(holding.bitcoin)
        #expect(child.inputs.map(\.outPoint) == [OutPoint(parent.id, 0)])
        #expect(holding.site.shown.last?.warnings.contains { $0.text.contains("does not replace it") } == false)
        let fees = 100 + 40_900 - child.outputs[0].value
        let size = UInt64(parent.virtualSize + child.virtualSize)
        #expect(fees >= 20 * size && fees <= 20 * (size + 4))
        #expect(child.outputs[0].script == (try HoldingSite.script(HoldingSite.bitcoinPath + "1/0")))
    }

    @Test func `fungible tokens are sent with their change, and no token is burnt`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoinCash)
        let own = try HoldingSite.script(HoldingSite.cashPath + "0/0", .p2pkh)
        let category = holding.cash.pay(1_000, to: HoldingSite.cashOther.script).id
        let token = try #require(CashToken(category: category, amount: 500))
        let nft = try #require(
            CashToken(category: category, amount: 0, capability: CashToken.Capability.none, commitment: [7]))
        holding.cash.pay([Output(1_000, token, to: own), Output(1_000, nft, to: own)])
        holding.cash.pay(50_000, to: own)
        holding.cash.mine()
        await holding.wallet.refresh()
        let assets = holding.wallet.assets(of: id)
        #expect(assets.count == 2)
        #expect(holding.wallet.accounts.first { $0.id == id }?.balances[1].units == 500)
        let form = SendForm(from: id, assets[1], to: [.init(cashRecipient, .units(120))])
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(form, for: request)
        }
        let sent = try holding.last(holding.cash)
        #expect(sent.outputs[0].token?.token.amount == 120)
        #expect(sent.outputs[0].token?.script == HoldingSite.cashOther.script)
        #expect(sent.outputs[1].token?.token.amount == 380)
        #expect(sent.outputs.count == 3)
        // The address does not say that it can hold tokens.
        #expect(holding.site.shown.last?.warnings.count { $0.level == .caution } == 2)
        // The coin with the other token was not touched.
        #expect(try await holding.wallet.coins(of: id).contains { $0.obstacle != nil && $0.value == 1_000 })
    }

    @Test func `a registry of the user names tokens, and the approval says whose names these are`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoinCash)
        let own = try HoldingSite.script(HoldingSite.cashPath + "0/0", .p2pkh)
        let category = holding.cash.pay(1_000, to: HoldingSite.cashOther.script).id
        holding.cash.pay([Output(1_000, try #require(CashToken(category: category, amount: 500)), to: own)])
        holding.cash.pay(50_000, to: own)
        holding.cash.mine()
        await holding.wallet.refresh()
        #expect(holding.wallet.assets(of: id)[1].shownSymbol == "“\(category.description.prefix(8))”")
        holding.wallet.registry = TokenRegistry(
            Array(
                """
                {"version": {"major": 0, "minor": 1, "patch": 0}, "latestRevision": "2023-01-01T00:00:00Z",
                "registryIdentity": {}, "identities": {"\(category)": {"2022-01-01T00:00:00Z": {"name": "Bread",
                "token": {"category": "\(category)", "symbol": "BREAD", "decimals": 2}}}}}
                """.utf8), at: 1_700_000_000)
        let asset = holding.wallet.assets(of: id)[1]
        #expect(asset.text(500) == "5 “BREAD”")
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(
                SendForm(from: id, asset, to: [.init(cashRecipient, .units(120))]), for: request)
        }
        #expect(try holding.last(holding.cash).outputs[0].token?.token.amount == 120)
        let rows = try #require(holding.site.shown.last).rows
        #expect(rows.contains { $0.value == .exact(category.description) })
        #expect(rows.contains { $0.value == .untrusted("Bread (BREAD)") })
        #expect(rows.contains { $0.value == .trusted("1.2 “BREAD”") })
        #expect(
            try await holding.wallet.history(HistoryFilter(), limit: 9).contains { item in
                item.changes.contains { $0.text == "−1.2 “BREAD”" }
            })
    }

    @Test func `one non-fungible token is sent unchanged`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoinCash)
        let own = try HoldingSite.script(HoldingSite.cashPath + "0/0", .p2pkh)
        let category = holding.cash.pay(1_000, to: HoldingSite.cashOther.script).id
        let nft = try #require(
            CashToken(category: category, amount: 0, capability: .mutable, commitment: [7, 8]))
        let minted = holding.cash.pay([Output(1_000, nft, to: own)])
        holding.cash.pay(50_000, to: own)
        holding.cash.mine()
        await holding.wallet.refresh()
        let form = SendForm(
            from: id, holding.wallet.assets(of: id)[1], to: [.init(cashRecipient, .all)],
            coins: ["\(minted.id):0"])
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(form, for: request)
        }
        #expect(try holding.last(holding.cash).outputs[0].token?.token == nft)
    }

    @Test func `a private key is swept to a fresh address`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoin)
        // The vector of BIP-322.
        let text = "L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k"
        let key = KeySource(try WIF(SecretBytes(copying: text.utf8)))
        let script = try #require(ScriptType.p2wpkh.script(of: key.publicKey(at: DerivationPath("m"))))
        holding.bitcoin.pay(30_000, to: script)
        holding.bitcoin.pay(20_000, to: script)
        holding.bitcoin.mine()
        let sweep = try CoinSweep(holding.wallet, SweptKeys(key: key))
        let holdings = try await sweep.holdings(on: .bitcoin)
        #expect(holdings.map(\.scriptType) == [.p2wpkh])
        #expect(holdings.map(\.balance.confirmed) == [50_000])
        _ = try await holding.run { request async throws(RPCError) in
            try await sweep.sweep(.p2wpkh, to: id, for: request)
        }
        let sent = try holding.last(holding.bitcoin)
        #expect(sent.inputs.count == 2)
        #expect(sent.outputs.map(\.script) == [try HoldingSite.script(HoldingSite.bitcoinPath + "0/0")])
    }

    @Test(arguments: [UTXOChain.bitcoin, .bitcoinCash])
    func `everything of an old seed of Electrum is swept, with its keys of 65 bytes`(_ utxoChain: UTXOChain)
        async throws
    {
        let holding = try HoldingSite()
        let id = try await holding.account(utxoChain)
        let chain = utxoChain == .bitcoin ? holding.bitcoin : holding.cash
        let text = "aunt tomorrow useless aunt tomorrow useless aunt tomorrow useless aunt tomorrow useless"
        let seed = try OldElectrumSeed(utf8: SecretBytes(copying: text.utf8))
        let master = try #require(try KeySource(seed).electrumPublicKey)
        for (change, index) in [(UInt32(0), UInt32(0)), (0, 15), (1, 2)] {
            let key = try master.child(change: change, index: index)
            chain.pay(10_000, to: Destination.publicKey(hash: Hash160.hash(key.uncompressed)).script)
        }
        chain.mine()
        let sweep = try CoinSweep(holding.wallet, SweptKeys(seed))
        #expect(try await sweep.holdings(on: utxoChain).map(\.balance.confirmed) == [30_000])
        _ = try await holding.run { request async throws(RPCError) in
            try await sweep.sweep(.p2pkh, to: id, for: request)
        }
        let sent = try holding.last(chain)
        #expect(sent.inputs.count == 3)
        // Signature with its hash type, and the key in 65 bytes.
        #expect(sent.inputs.allSatisfy { $0.script.operations?.last?.pushed?.count == 65 })
    }

    @Test func `everything of a seed of Electrum is swept, also the change`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoin)
        let text = "bitter grass shiver impose acquire brush forget axis eager alone wine silver"
        let seed = try ElectrumSeed(utf8: SecretBytes(copying: text.utf8))
        let keys = try KeySource(seed, passphrase: SecretBytes(count: 0))
        for path in ["m/0'/0/0", "m/0'/0/25", "m/0'/1/3", "m/0'/0/12"] {
            let script = try #require(ScriptType.p2wpkh.script(of: keys.publicKey(at: DerivationPath(path))))
            holding.bitcoin.pay(10_000, to: script)
        }
        holding.bitcoin.mine()
        let sweep = try CoinSweep(holding.wallet, SweptKeys(seed, passphrase: SecretBytes(count: 0)))
        #expect(try await sweep.holdings(on: .bitcoin).map(\.balance.confirmed) == [40_000])
        // With words that extend the seed, it is another one.
        let extended = try SweptKeys(seed, passphrase: SecretBytes(copying: "harbour".utf8))
        #expect(try await CoinSweep(holding.wallet, extended).holdings(on: .bitcoin).isEmpty)
        #expect(try await sweep.holdings(on: .bitcoinCash).isEmpty)
        _ = try await holding.run { request async throws(RPCError) in
            try await sweep.sweep(.p2wpkh, to: id, for: request)
        }
        let sent = try holding.last(holding.bitcoin)
        #expect(sent.inputs.count == 4)
        #expect(sent.outputs.map(\.script) == [try HoldingSite.script(HoldingSite.bitcoinPath + "0/0")])
    }

    @Test func `a key whose public key has 65 bytes is swept`() async throws {
        let holding = try HoldingSite()
        let id = try await holding.account(.bitcoinCash)
        let text = "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"
        let key = KeySource(try WIF(SecretBytes(copying: text.utf8)))
        let publicKey = try key.publicKey(at: DerivationPath("m"))
        holding.cash.pay(30_000, to: AddressScripts(ofUncompressed: publicKey).locking)
        holding.cash.mine()
        let sweep = try CoinSweep(holding.wallet, SweptKeys(key: key))
        _ = try await holding.run { request async throws(RPCError) in
            try await sweep.sweep(.p2pkh, to: id, for: request)
        }
        let sent = try holding.last(holding.cash)
        #expect(sent.inputs[0].script.bytes.suffix(65) == publicKey.uncompressed[...])
        let fee = 30_000 - sent.outputs[0].value
        #expect(fee >= 5 * UInt64(sent.virtualSize) && fee <= 5 * UInt64(sent.virtualSize + 4))
    }
}
