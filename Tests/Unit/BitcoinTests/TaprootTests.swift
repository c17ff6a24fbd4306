import Bitcoin
import Keys
import Primitives
import TestSupport
import Testing

@Suite struct TaprootTests {
    @Test func `digests, tweaked keys and signatures match the wallet vectors of BIP-341`() throws {
        let vectors: KeyPathCases = try Vectors.read("bip341/key-path.json")
        let transaction = try BitcoinTransaction(vectors.rawUnsignedTx.bytes, form: .plain)
        let spent = vectors.utxosSpent.map { Output($0.amountSats, to: Script($0.scriptPubKey.bytes)) }
        for each in vectors.inputSpending {
            let key = try PrivateKey(SecretBytes(copying: each.internalPrivkey.bytes))
            let publicKey = XOnlyPublicKey(try key.publicKey())
            #expect(publicKey.bytes == each.internalPubkey.bytes)
            let output = try publicKey.output(merkleRoot: each.merkleRoot.bytes).key
            #expect(Destination.witness(version: 1, program: output.bytes).script == spent[each.txinIndex].script)
            let type = HashType(each.hashType)
            let preimage = try #require(transaction.taprootPreimage(of: each.txinIndex, spent: spent, type: type))
            let digest = BitcoinTransaction.taprootDigest(of: preimage)
            #expect(digest.bytes == each.sigHash.bytes)
            let signature = try key.signTaproot(digest, tweak: .output(merkleRoot: each.merkleRoot.bytes))
            #expect(signature.bytes + type.suffix == each.witness.bytes)
            #expect(output.verifies(signature, of: digest.bytes))
        }
        #expect(vectors.inputSpending.count == 7)
        Suites.record("bip341", cases: vectors.inputSpending.count)
    }

    @Test func `hash types that Taproot does not allow have no preimage`() throws {
        let coin = UnsignedBitcoinTransactionTests.coin(1, 1)
        let transaction = BitcoinTransaction(
            inputs: [.init(coin.outPoint), .init(coin.outPoint)], outputs: [coin.output])
        let spent = [coin.output, coin.output]
        for number in [4, 0x41, 0x80, 0x84, 0xFF, 0x100] as [UInt32] {
            #expect(transaction.taprootPreimage(of: 0, spent: spent, type: HashType(number)) == nil)
        }
        #expect(transaction.taprootPreimage(of: 1, spent: spent, type: HashType(3)) == nil)
        #expect(transaction.taprootPreimage(of: 2, spent: spent, type: .default) == nil)
        #expect(transaction.taprootPreimage(of: 0, spent: [coin.output], type: .default) == nil)
        #expect(transaction.taprootPreimage(of: 0, spent: spent, type: HashType(3)) != nil)
    }
}

private struct KeyPathCases: Decodable {
    struct Spent: Decodable {
        let scriptPubKey: HexBytes
        let amountSats: UInt64
    }

    struct Case: Decodable {
        let txinIndex: Int
        let internalPrivkey, merkleRoot, internalPubkey, sigHash, witness: HexBytes
        let hashType: UInt32
    }

    let rawUnsignedTx: HexBytes
    let utxosSpent: [Spent]
    let inputSpending: [Case]
}
