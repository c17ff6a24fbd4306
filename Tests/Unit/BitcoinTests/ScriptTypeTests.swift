import Bitcoin
import Keys
import Primitives
import TestSupport
import Testing

/// Coins of each script type: their addresses, and what unlocks them.
@Suite struct ScriptTypeTests {
    @Test func `a P2SH-P2WPKH coin is spent as in BIP-143`() throws {
        let key = try Self.key("eb696a065ef48a2192da5b28b694f87544b30fae8327c4510137a922f32c6dcf")
        let unsigned = try BitcoinTransaction(
            Self.bytes(
                "0100000001db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a54770100000000feffffff02b8b4eb0b"
                    + "000000001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008af2f000000001976a914fd270b1ee6ab"
                    + "caea97fea7ad0402e8bd8ad6d77c88ac92040000"), form: .plain)
        let scheme = SpendingScheme.bitcoin(.p2shP2wpkh)
        let publicKey = try key.publicKey()
        let script = try scheme.destination(of: publicKey).script
        #expect(Hex.encode(script.bytes) == "a9144733f37cf4db86fbc2efed2500b4f4e49f31202387")
        let coin = Coin(
            unsigned.inputs[0].outPoint, Output(1_000_000_000, to: script), scheme,
            redeemScript: scheme.redeemScript(of: publicKey))
        let draft = try UnsignedBitcoinTransaction(unsigned, spending: [coin], on: .bitcoin)
        #expect(
            draft.digests.map(\.description) == [
                "0x64f3b0f4dd2bb3aa1ce8566d220cc74dda9df97d8490cc81d89d735c92e59fb6"
            ])
        let signed = try draft.signed { _, digest in (.ecdsa(try key.sign(digest).signature), publicKey) }
        #expect(
            Hex.encode(signed.bytes(.witness))
                == "01000000000101db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a5477010000001716001479091972"
                + "186c449eb1ded22b78e40d009bdf0089feffffff02b8b4eb0b000000001976a914a457b684d7f0d539a46a45bbc043f35b59d0"
                + "d96388ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c88ac02473044022047ac8e878352d3"
                + "ebbde1c94ce3a10d057c24175747116f8288e5d794d12d482f0220217f36a485cae903c713331d877c1f64677e3622ad401072"
                + "6870540656fe9dcb012103ad1d8e89212f0b92c74d23bb710c00662ad1470198ac48c43f7d6f93a2a2687392040000")
    }

    @Test func `a coin that does not match its scheme cannot be spent`() throws {
        let key = try Self.key(String(repeating: "01", count: 32)).publicKey()
        let other = try Self.key(String(repeating: "02", count: 32)).publicKey()
        let all = ScriptType.allCases.map { SpendingScheme.bitcoin($0) } + [.bitcoinCashECDSA, .bitcoinCashSchnorr]
        for scheme in all {
            for locked in all {
                let script = try locked.destination(of: key).script
                let coin = Coin(
                    OutPoint(UnsignedBitcoinTransactionTests.id(1), 0), Output(100_000, to: script), scheme,
                    redeemScript: scheme.redeemScript(of: key))
                let transaction = BitcoinTransaction(
                    inputs: [.init(coin.outPoint)], outputs: [Output(1_000, to: script)])
                let matches = try script == scheme.destination(of: key).script
                #expect(
                    ((try? UnsignedBitcoinTransaction(transaction, spending: [coin], on: scheme.ledger)) != nil)
                        == matches)
            }
        }
        // A redeem script of another key, and none at all.
        let nested = SpendingScheme.bitcoin(.p2shP2wpkh)
        for redeemScript in [nested.redeemScript(of: other), nil] {
            let coin = Coin(
                OutPoint(UnsignedBitcoinTransactionTests.id(1), 0),
                Output(100_000, to: try nested.destination(of: key).script), nested, redeemScript: redeemScript)
            #expect(throws: BitcoinError.coins(.locked)) {
                try UnsignedBitcoinTransaction(
                    paying: [Output(10_000, to: coin.output.script)], changeTo: coin.output.script, from: [coin],
                    changeScheme: nested, rate: .least)
            }
        }
    }

    @Test func `coins of all types are spent together, for at least the fee of the signed size`() throws {
        let key = try Self.key(String(repeating: "07", count: 32))
        let publicKey = try key.publicKey()
        let coins = try ScriptType.allCases.enumerated().map { place, type in
            let scheme = SpendingScheme.bitcoin(type)
            return Coin(
                OutPoint(UnsignedBitcoinTransactionTests.id(UInt8(place + 1)), 0),
                Output(20_000, to: try scheme.destination(of: publicKey).script), scheme,
                redeemScript: scheme.redeemScript(of: publicKey))
        }
        let change = SpendingScheme.bitcoin(.p2tr)
        let draft = try UnsignedBitcoinTransaction(
            paying: [Output(70_000, to: coins[0].output.script)], changeTo: change.destination(of: publicKey).script,
            from: [], required: coins, changeScheme: change, rate: .least, sequence: 0xFFFF_FFFD)
        let signed = try draft.signed { place, digest in
            let signature: InputSignature =
                draft.coins[place].scheme == .bitcoin(.p2tr)
                ? .taproot(try key.signTaproot(digest)) : .ecdsa(try key.sign(digest).signature)
            return (signature, publicKey)
        }
        #expect(signed.inputs.allSatisfy { $0.sequence == 0xFFFF_FFFD })
        #expect(draft.fee >= UInt64(signed.virtualSize))
        #expect(draft.size <= signed.virtualSize + 5)
        #expect(signed.inputs.map { $0.script.bytes.isEmpty } == [false, false, true, true])
        #expect(signed.inputs.map(\.witness.count) == [0, 2, 2, 1])
        let output = try XOnlyPublicKey(publicKey).output().key
        #expect(try output.verifies(BIP340Signature(signed.inputs[3].witness[0]), of: draft.digests[3].bytes))
    }

    @Test func `addresses of each network are read back, and refused on the others`() throws {
        let key = try Self.key(String(repeating: "03", count: 32)).publicKey()
        for type in ScriptType.allCases {
            let destination = try SpendingScheme.bitcoin(type).destination(of: key)
            for network in AddressNetwork.allCases {
                let address = try #require(destination.address(of: .bitcoin, on: network))
                #expect(try Destination(address, of: .bitcoin, on: network) == destination)
                #expect(throws: BitcoinError.address(.network)) {
                    try Destination(address, of: .bitcoin, on: network == .main ? .test : .main)
                }
            }
        }
        let cash = try SpendingScheme.bitcoinCashSchnorr.destination(of: key)
        for (network, prefix) in [(AddressNetwork.main, "bitcoincash:z"), (.test, "bchtest:z"), (.regtest, "bchreg:z")]
        {
            let address = try #require(cash.address(of: .bitcoinCash, on: network, isTokenAware: true))
            #expect(address.hasPrefix(prefix))
            #expect(try Destination(address, of: .bitcoinCash, on: network) == cash)
        }
    }

    private static func key(_ text: String) throws -> PrivateKey {
        try PrivateKey(SecretBytes(copying: bytes(text)))
    }

    private static func bytes(_ text: String) -> [UInt8] { Hex.decode(text) ?? [] }
}
