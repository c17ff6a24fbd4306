import BigInt
import Bitcoin
import BitcoinKeys
import Bridge
import Keys
import Primitives
import Testing
import WalletMethods

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Accounts on test networks: shown with a server only, marked, and never mixed with those of value.
@MainActor @Suite struct TestNetworkWalletTests {
    private static let marked = "Test network. Its coins have no value."

    private static func path(_ utxoChain: UTXOChain) -> String {
        utxoChain.ledger == .bitcoin ? "m/84'/1'/0'/" : "m/44'/1'/0'/"
    }

    private static func type(_ utxoChain: UTXOChain) -> ScriptType {
        utxoChain.ledger == .bitcoin ? .p2wpkh : .p2pkh
    }

    /// A wallet with a server for a test network, and a coin there.
    private func funded(_ utxoChain: UTXOChain) async throws -> (HoldingSite, SimulatedChain, AccountID) {
        let (holding, chain) = (try HoldingSite(), SimulatedChain(utxoChain))
        holding.site.services.coins.servers[utxoChain] = SimulatedServer(chain)
        let id = try await holding.account(utxoChain)
        chain.pay(100_000, to: try HoldingSite.script(Self.path(utxoChain) + "0/0", Self.type(utxoChain)))
        chain.mine()
        await holding.wallet.refresh()
        return (holding, chain, id)
    }

    @Test(arguments: UTXOChain.testnets)
    func `a payment on a test network is marked, and an address with value is refused`(_ utxoChain: UTXOChain)
        async throws
    {
        let (holding, chain, id) = try await funded(utxoChain)
        let account = try #require(holding.wallet.accounts.first { $0.id == id })
        #expect(account.isTest && account.chainName == utxoChain.name)
        #expect(account.balances.first?.units == 100_000)
        #expect(account.balances.first?.asset.symbol == utxoChain.unit)
        let recipient = utxoChain.ledger == .bitcoin ? HoldingSite.other : HoldingSite.cashOther
        let main = try #require(recipient.address(on: utxoChain.ledger == .bitcoin ? .bitcoin : .bitcoinCash))
        #expect(throws: RPCError.self) { try holding.wallet.address(main, for: id) }
        await #expect(throws: RPCError.self) {
            try await holding.run { request async throws(RPCError) in
                try await holding.wallet.send(holding.form(id, [.init(main, .units(20_000))]), for: request)
            }
        }
        #expect(holding.site.shown.isEmpty)
        let address = try #require(recipient.address(on: utxoChain))
        #expect(try holding.wallet.address(address, for: id) == address)
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(holding.form(id, [.init(address, .units(20_000))]), for: request)
        }
        let approval = try #require(holding.site.shown.last)
        #expect(approval.warnings.contains { $0.text == Self.marked })
        #expect(approval.rows.contains { $0.role == .network && $0.value == .trusted(utxoChain.name) })
        #expect(approval.rows.contains { $0.role == .total && "\($0.value)".contains(utxoChain.unit) })
        #expect(try holding.last(chain).outputs.first == Output(20_000, to: recipient.script))
        #expect(await holding.journal.recent(limit: 1).first?.chain == utxoChain.chain)
    }

    @Test func `without a server there is no account on a test network, and with a new one it appears`() async throws {
        let (holding, chain) = (try HoldingSite(), SimulatedChain(.signet))
        try await holding.wallet.open()
        #expect(holding.wallet.accounts.map(\.isTest) == [false, false])
        let main = try await holding.account(.bitcoin)
        let test = try #require(HoldingSite.other.address(on: .signet))
        #expect(throws: RPCError.self) { try holding.wallet.address(test, for: main) }
        holding.site.services.coins.use(SimulatedServer(chain), at: [], for: .signet)
        for _ in 0..<500 where holding.wallet.accounts.count < 3 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(holding.wallet.accounts.map(\.isTest) == [false, false, true])
    }

    @Test func `what is watched must be of the network of its account`() async throws {
        let holding = try HoldingSite()
        try await holding.wallet.open()
        let key = try DemoKeys().extendedPublicKey(at: DerivationPath("m/84'/1'/7'"))
        let (test, main) = (key.text(version: .testnet), key.text())
        let script = HoldingSite.other
        for (text, utxoChain) in [
            (test, UTXOChain.bitcoin), (main, .testnet4), ("wpkh(\(test)/0/*)", .bitcoin),
            ("wpkh(\(main)/0/*)", .signet), ("addr(\(script.address(on: .signet) ?? ""))", .bitcoin),
            ("addr(\(script.address(on: .bitcoin) ?? ""))", .signet),
            ("addr(\(script.address(on: .regtest) ?? ""))", .signet), (script.address(on: .signet) ?? "", .bitcoin),
        ] {
            #expect(throws: RPCError.self, "\(text) on \(utxoChain)") {
                try CoinWallet.watched(text, named: "", on: utxoChain)
            }
        }
        for (text, utxoChain, sentence) in [
            (test, UTXOChain.bitcoin, "The key or the address is for a test network."),
            (main, .testnet4, "The key or the address is not for this test network."),
            ("wpkh(\(test)/0/*)", .bitcoin, "The key or the address is for a test network."),
            (script.address(on: .signet) ?? "", .bitcoin, "This is not an address of Bitcoin, but of another network."),
            (
                script.address(on: .bitcoin) ?? "", .regtest,
                "This is not an address of Bitcoin regtest (test network), but of another network."
            ),
        ] {
            let error = #expect(throws: RPCError.self) { try CoinWallet.watched(text, named: "", on: utxoChain) }
            #expect(error?.sentence == sentence, "\(text) on \(utxoChain)")
        }
        let watched = try CoinWallet.watched(test, named: "", on: .testnet4, type: .p2wpkh)
        let first = try HoldingSite.script("m/84'/1'/7'/0/0")
        #expect(watched.address == first.destination?.address(on: .testnet4))
        let old = try #require(HoldingSite.cashOther.address(on: .regtest))
        #expect(try CoinWallet.watched("addr(\(old))", named: "", on: .regtest).address == old)
    }

    @Test func `a key of one network is swept only there`() async throws {
        let (holding, chain, id) = try await funded(.regtest)
        // A key of the vectors of Bitcoin Core (key_io_valid.json).
        let text = "cTpB4YiyKiBcPxnefsDpbnDxFDffjqJob8wGCEDXxgQ7zQoMXJdH"
        let key = KeySource(try WIF(SecretBytes(copying: text.utf8)))
        let script = try #require(ScriptType.p2wpkh.script(of: key.publicKey(at: DerivationPath("m"))))
        chain.pay(30_000, to: script)
        chain.mine()
        holding.bitcoin.pay(40_000, to: script)
        let sweep = CoinSweep(holding.wallet, try SweptKeys(key: key))
        #expect(sweep.isTest)
        await #expect(throws: RPCError.self) { try await sweep.holdings(on: .bitcoin) }
        _ = try await holding.run { request async throws(RPCError) in
            try await sweep.sweep(.p2wpkh, to: id, for: request)
        }
        #expect(try holding.last(chain).inputs.count == 1)
        #expect(holding.site.shown.last?.warnings.contains { $0.text == Self.marked } == true)
        let main = KeySource(
            try WIF(SecretBytes(copying: "L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k".utf8)))
        let keys = try SweptKeys(key: main)
        await #expect(throws: RPCError.self) { try await CoinSweep(holding.wallet, keys).holdings(on: .regtest) }
    }

    @Test func `a PSBT of a test network is explained as one, by its coins and by its keys`() async throws {
        let (holding, chain, _) = try await funded(.testnet4)
        let key = try DemoKeys().extendedPublicKey(at: DerivationPath("m/84'/1'/1'")).text(version: .testnet)
        let id = try await holding.wallet.watch(key, named: "Cold", on: .testnet4, type: .p2wpkh)
        chain.pay(50_000, to: try HoldingSite.script("m/84'/1'/1'/0/0"))
        chain.mine()
        await holding.wallet.refresh()
        let recipient = try #require(HoldingSite.other.address(on: .testnet4))
        let psbt = try await holding.wallet.draft(holding.form(id, [.init(recipient, .units(20_000))]))
        let report = try await holding.wallet.report(on: psbt)
        #expect(report.utxoChain == .testnet4)
        let text = await holding.wallet.explanation(of: report)
        #expect(text.rows.contains { $0.role == .network && $0.value == .trusted(UTXOChain.testnet4.name) })
        #expect(text.rows.contains { $0.role == .recipient && $0.value == .exact(recipient) })
        #expect(text.warnings.contains { $0.text == Self.marked })
        // Without its coins, the account is known by its keys.
        let other = try HoldingSite()
        other.site.services.coins.servers[.testnet4] = SimulatedServer(SimulatedChain(.testnet4))
        try await other.wallet.open()
        _ = try await other.wallet.watch(key, named: "Cold", on: .testnet4, type: .p2wpkh)
        await other.wallet.refresh()
        #expect(try await other.wallet.report(on: psbt).utxoChain == .testnet4)
    }

    @Test func `an account without a server is hidden, and has all it had when there is one again`() async throws {
        let (holding, chain, id) = try await funded(.chipnet)
        let coins = holding.site.services.coins
        coins.servers[.chipnet] = nil
        coins.serverChanges.tell()
        for _ in 0..<500 where holding.wallet.accounts.count > 2 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(holding.wallet.accounts.map(\.isTest) == [false, false])
        #expect(throws: RPCError.self) { try holding.wallet.address("", for: id) }
        coins.use(SimulatedServer(chain), at: [], for: .chipnet)
        // The account is shown first, and then what the server says of it.
        for _ in 0..<500
        where holding.wallet.accounts.last?.balances.first?.units == nil || holding.wallet.accounts.count < 3 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(holding.wallet.accounts.last?.id == id)
        #expect(holding.wallet.accounts.last?.balances.first?.units == 100_000)
    }

    @Test func `networks with the same addresses have accounts of their own, whose coins are never mixed`() async throws
    {
        let (holding, _, id) = try await funded(.testnet4)
        let signet = SimulatedChain(.signet)
        holding.site.services.coins.use(SimulatedServer(signet), at: [], for: .signet)
        for _ in 0..<500 where holding.wallet.accounts.count < 4 { try await Task.sleep(for: .milliseconds(10)) }
        let other = try #require(holding.wallet.accounts.first { $0.chainName == UTXOChain.signet.name })
        #expect(other.id.address == id.address && other.id != id)
        signet.pay(7_000, to: try HoldingSite.script("m/84'/1'/0'/0/0"))
        signet.mine()
        await holding.wallet.refresh()
        let held = holding.wallet.accounts.filter(\.isTest).map { $0.balances[0].units }
        #expect(Set(held) == [100_000, 7_000])
        // What is kept is kept for each of them.
        let coin = try #require(try await holding.wallet.coins(of: other.id).first)
        try await holding.wallet.freeze(coin.outpoint, true, of: other.id)
        #expect(await holding.store.notes(of: other.id).frozen.count == 1)
        #expect(await holding.store.notes(of: id).frozen.isEmpty)
        #expect(await holding.store.contents(of: id).transactions.count == 1)
        #expect(await holding.store.contents(of: other.id).transactions.count == 1)
        #expect(
            await Set(holding.store.contents(of: id).transactions).isDisjoint(
                with: holding.store.contents(of: other.id).transactions))
    }

    @Test func `accounts on test networks are found at the coin type 1`() async throws {
        let (holding, chain, _) = try await funded(.signet)
        let cash = SimulatedChain(.chipnet)
        holding.site.services.coins.servers[.chipnet] = SimulatedServer(cash)
        chain.pay(3_000, to: try HoldingSite.script("m/86'/1'/0'/0/1", .p2tr))
        chain.pay(4_000, to: try HoldingSite.script("m/49'/1'/0'/0/0", .p2shP2wpkh))
        chain.pay(5_000, to: try HoldingSite.script("m/84'/1'/5'/0/0"))
        cash.pay(6_000, to: try HoldingSite.script("m/44'/1'/0'/0/0", .p2pkh))
        // The paths of coins with value are not those of a test network.
        chain.pay(9_000, to: try HoldingSite.script("m/84'/0'/0'/0/0"))
        chain.mine()
        cash.mine()
        let discovery = CoinDiscovery(holding.wallet)
        var found: [DiscoveredAccount] = []
        for try await account in discovery.discover(["m/84'/1'/5'"]) { found.append(account) }
        #expect(
            found.map { "\($0.summary.chainName) \($0.path) \($0.summary.balances[0].units ?? 0)" } == [
                "Bitcoin signet (test network) m/84'/1'/0' 100000", "Bitcoin signet (test network) m/86'/1'/0' 3000",
                "Bitcoin signet (test network) m/49'/1'/0' 4000",
                "Bitcoin Cash chipnet (test network) m/44'/1'/0' 6000",
                "Bitcoin signet (test network) m/84'/1'/5' 5000",
            ])
        #expect(!found.contains { !$0.summary.isTest })
        for (text, chains) in [
            ("m/44'/1'/0'", UTXOChain.testnets), ("m/84'/1'/0'", [.testnet4, .signet, .regtest]),
            ("m/84'/0'/0'", [.bitcoin]), ("m/49'/2'/0'", []),
        ] {
            #expect(CoinDiscovery.scripts(at: try DerivationPath(text)).map(\.0) == chains, "\(text)")
        }
    }

    /// A transaction that spends the first outputs of `coins`, each described by the account at a path of the wallet.
    private func spending(_ coins: [(BitcoinTransaction, path: String)], in holding: HoldingSite) throws -> PSBT {
        var psbt = try PSBT(
            BitcoinTransaction(
                inputs: coins.map { .init(OutPoint($0.0.id, 0)) },
                outputs: [Output(20_000, to: HoldingSite.other.script)]))
        let keys = holding.wallet.activeAccount
        for (place, (coin, text)) in coins.enumerated() {
            let path = try DerivationPath(text)
            let descriptor = try OutputDescriptor(
                .p2wpkh, of: keys.extendedPublicKey(at: path),
                from: keys.fingerprint().map { KeyOrigin(fingerprint: $0, path: path) }, isChange: false)
            try psbt.add(previous: coin, toInput: place)
            try psbt.add(witnessOutput: coin.outputs[0], toInput: place)
            try psbt.describe(input: place, by: descriptor, at: 0)
        }
        return psbt
    }

    @Test func `coins with value are not signed away as those of a test network`() async throws {
        let (holding, chain, _) = try await funded(.testnet4)
        let test = chain.pay(50_000, to: try HoldingSite.script("m/84'/1'/0'/0/0"))
        let main = holding.bitcoin.pay(80_000, to: try HoldingSite.script("m/84'/0'/0'/0/0"))
        // Of an account that the wallet does not show; its keys sign all the same.
        let hidden = holding.bitcoin.pay(80_000, to: try HoldingSite.script("m/84'/0'/9'/0/0"))
        chain.mine()
        holding.bitcoin.mine()
        await holding.wallet.refresh()
        let (own, others) = ((test, path: "m/84'/1'/0'"), [(main, path: "m/84'/0'/0'"), (hidden, path: "m/84'/0'/9'")])
        let alone = try await holding.wallet.report(on: spending([own], in: holding))
        #expect(alone.utxoChain == .testnet4 && alone.isSignable)
        for other in others {
            for coins in [[own, other], [other, own]] {
                let report = try await holding.wallet.report(on: spending(coins, in: holding))
                #expect(report.utxoChain == .bitcoin && report.inputs.allSatisfy(\.isSignable))
                let text = await holding.wallet.explanation(of: report)
                #expect(text.rows.contains { $0.role == .network && $0.value == .trusted("Bitcoin") })
                #expect(!text.warnings.contains { $0.text == Self.marked })
            }
        }
    }

    @Test func `a payment that another wallet signs is not drafted for an address of another network`() async throws {
        let (holding, _, id) = try await funded(.regtest)
        for (destination, utxoChain) in [
            (HoldingSite.other, UTXOChain.bitcoin), (HoldingSite.other, .signet), (HoldingSite.cashOther, .bitcoin),
            (HoldingSite.cashOther, .cashRegtest),
        ] {
            let address = try #require(destination.address(on: utxoChain))
            await #expect(throws: RPCError.self, "\(address)") {
                try await holding.wallet.draft(holding.form(id, [.init(address, .units(20_000))]))
            }
        }
    }

    /// The addresses of recipients on a chain, in each form that its wallets write and read.
    private func addresses(on utxoChain: UTXOChain) -> [String] {
        [
            Destination.publicKey(hash: [UInt8](repeating: 5, count: 20)),
            .script(hash: [UInt8](repeating: 6, count: 20)),
            .witness(version: 0, program: [UInt8](repeating: 7, count: 20)),
            .witness(version: 0, program: [UInt8](repeating: 8, count: 32)),
            .witness(version: 1, program: [UInt8](repeating: 9, count: 32)),
        ].flatMap { destination -> [String] in
            let usual = destination.address(on: utxoChain)
            let tokens = destination.address(on: utxoChain, isTokenAware: true)
            let legacy = destination.legacyAddress(on: utxoChain.network)
            // Bech32 and CashAddr may be upper-case, and CashAddr may have no prefix.
            let plain = usual.flatMap { $0.split(separator: ":").last.map(String.init) }
            let upper = usual != legacy ? usual?.uppercased() : nil
            return [usual, tokens, legacy, plain, upper].compactMap(\.self)
        }
    }

    @Test(arguments: UTXOChain.allCases)
    func `an address is used on its own network only, in whichever form it is written`(_ own: UTXOChain) async throws {
        let holding = try HoldingSite()
        for utxoChain in UTXOChain.testnets {
            holding.site.services.coins.servers[utxoChain] = SimulatedServer(SimulatedChain(utxoChain))
        }
        try await holding.wallet.open()
        let id = try await holding.account(own)
        for other in UTXOChain.allCases {
            // Legacy addresses do not tell the ledgers apart, nor regtest from other test networks.
            let isSame = other.ledger == own.ledger && other.network == own.network
            for text in addresses(on: other) {
                let isReadable = (try? Destination(text, on: own)) != nil
                if isSame {
                    #expect(throws: Never.self, "\(text) of \(other)") { try holding.wallet.address(text, for: id) }
                } else if !isReadable {
                    let error = #expect(throws: RPCError.self, "\(text) of \(other)") {
                        try holding.wallet.address(text, for: id)
                    }
                    let sentence = "This is not an address of \(own.name), but of another network."
                    #expect(error?.sentence == sentence, "\(text) of \(other)")
                } else {
                    #expect(other.isTest == own.isTest && Destination.isOldForm(text), "\(text) of \(other)")
                }
            }
        }
    }
}
