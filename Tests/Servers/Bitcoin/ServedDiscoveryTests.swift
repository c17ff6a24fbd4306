import BigInt
import Bitcoin
import Bridge
import Simulators
import Keys
import Testing

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Accounts of other wallets, which the server knows by their addresses.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ServedDiscoveryTests {
    /// The standards on a ledger, with the paths of the accounts 0 and 1.
    private static func standards(on utxoChain: UTXOChain) -> [(type: ScriptType, paths: [String])] {
        utxoChain == .bitcoin
            ? [
                (.p2wpkh, ["m/84'/0'/0'", "m/84'/0'/1'"]), (.p2tr, ["m/86'/0'/0'"]), (.p2shP2wpkh, ["m/49'/0'/0'"]),
                (.p2pkh, ["m/44'/0'/0'"]),
            ]
            : [(.p2pkh, ["m/44'/145'/0'", "m/44'/145'/1'"]), (.p2pkh, ["m/44'/0'/0'"]), (.p2pkh, ["m/44'/245'/0'"])]
    }

    @Test(arguments: UTXOChain.mainnets)
    func `the accounts on each standard path are found, and their coins can be spent`(on utxoChain: UTXOChain)
        async throws
    {
        let keys = try DemoKeys()
        // None of the accounts that are to be found.
        let holdings = try await ServedHoldings(utxoChain, account: 2)
        var expected: [String: BigUInt] = [:]
        for (type, paths) in Self.standards(on: utxoChain) {
            for path in paths {
                // One address of each chain, the second beyond the first batch of addresses.
                for place in ["0/7", "1/3"] {
                    let script = try #require(type.script(of: keys.publicKey(at: DerivationPath("\(path)/\(place)"))))
                    try await holdings.ledger.pay(30_000, to: script.bytes)
                }
                expected[path] = 60_000
            }
        }
        try await holdings.ledger.mine()
        let discovery = CoinDiscovery(holdings.wallet)
        var found: [DiscoveredAccount] = []
        for try await account in discovery.discover([]) { found.append(account) }
        let balances = found.map { ($0.path, $0.summary.balances.first?.units ?? 0) }
        #expect(Dictionary(uniqueKeysWithValues: balances) == expected)
        #expect(found.allSatisfy { $0.transactions == 2 && !$0.isAdded })
        try await discovery.add(found)
        for account in found {
            let id = account.summary.id
            let sent = try await holdings.transaction(holdings.send([.init(holdings.recipient, .all)], from: id))
            #expect(sent.inputs.count == 2)
        }
        await holdings.close()
    }

    @Test(arguments: [
        (UTXOChain.bitcoin, ScriptType.p2pkh, Self.compressed), (.bitcoin, .p2shP2wpkh, Self.compressed),
        (.bitcoin, .p2wpkh, Self.compressed), (.bitcoin, .p2tr, Self.compressed), (.bitcoin, .p2pkh, Self.uncompressed),
        (.bitcoinCash, .p2pkh, Self.compressed), (.bitcoinCash, .p2pkh, Self.uncompressed),
    ])
    func `a key from paper is swept`(on utxoChain: UTXOChain, type: ScriptType, text: String) async throws {
        let holdings = try await ServedHoldings(utxoChain)
        let key = KeySource(try WIF(SecretBytes(copying: text.utf8)))
        let publicKey = try key.publicKey(at: DerivationPath("m"))
        let script = try #require(
            key.isCompressed ? type.script(of: publicKey) : AddressScripts(ofUncompressed: publicKey).locking)
        for value in [30_000, 20_000] as [UInt64] { try await holdings.ledger.pay(value, to: script.bytes) }
        try await holdings.ledger.mine()
        let sweep = try CoinSweep(holdings.wallet, SweptKeys(key: key))
        #expect(try await sweep.holdings(on: utxoChain).map(\.balance) == [CoinBalance(confirmed: 50_000)])
        let before = try await holdings.synchronise().balance.unconfirmed
        let id = try await holdings.run { request async throws(RPCError) in
            try await sweep.sweep(type, to: holdings.id, for: request)
        }
        let swept = try await holdings.transaction(id).outputs.reduce(0) { $0 + $1.value }
        #expect(try await holdings.synchronise().balance.unconfirmed == before + swept)
        try await holdings.ledger.mine()
        #expect(try await sweep.holdings(on: utxoChain).isEmpty)
        await holdings.close()
    }

    /// The key of BIP-322's vectors, and one of Bitcoin's wiki for keys of 65 bytes.
    nonisolated private static let (compressed, uncompressed) = (
        "L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k", "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"
    )
}
