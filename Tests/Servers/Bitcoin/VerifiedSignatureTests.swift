import Bitcoin
import ChainServers
import Keys
import Primitives
import Testing

@testable import WalletCore

/// Random transactions with the wallet's signatures, verified by script interpreters that the wallet does not use.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: ChainServers.isInstalled, "run scripts/venv"))
struct VerifiedSignatureTests {
    @Test(arguments: [
        SpendingScheme.bitcoin(.p2pkh), .bitcoin(.p2shP2wpkh), .bitcoin(.p2wpkh), .bitcoin(.p2tr), .bitcoinCashECDSA,
        .bitcoinCashSchnorr,
    ])
    func `every signature is accepted, and none for something else`(scheme: SpendingScheme) async throws {
        let servers = try await ChainServers.shared
        let ledger = scheme.ledger == .bitcoin ? servers.bitcoin : servers.bitcoinCash
        let form: BitcoinTransaction.Form = scheme.ledger == .bitcoin ? .witness : .plain
        var random = SplitMix(seed: 15)
        let keys = try DemoKeys()
        for round in 0..<12 {
            let paths = try (0..<Int.random(in: 1...5, using: &random)).map { _ in
                try DerivationPath("m/44'/145'/7'/0/\(UInt32.random(in: 0..<1000, using: &random))")
            }
            let coins = try paths.map { path in
                let value = UInt64.random(in: 10_000...21_000_000_000, using: &random)
                let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                let source = try #require(TransactionID(reading: bytes))
                let key = try keys.publicKey(at: path)
                return Coin(
                    OutPoint(source, UInt32.random(in: 0..<9, using: &random)),
                    Output(value, to: try scheme.destination(of: key).script), scheme,
                    redeemScript: scheme.redeemScript(of: key))
            }
            var left = coins.reduce(0) { $0 + $1.value } - 5000
            let outputs = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                let value = UInt64.random(in: 0...left, using: &random)
                left -= value
                let hash = (0..<20).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                return Output(value, to: Destination.publicKey(hash: hash).script)
            }
            var transaction = BitcoinTransaction(inputs: coins.map { .init($0.outPoint) }, outputs: outputs)
            transaction.lockTime = UInt32.random(in: .min ... .max, using: &random)
            for place in transaction.inputs.indices {
                transaction.inputs[place].sequence = UInt32.random(in: .min ... .max, using: &random)
            }
            let draft = try UnsignedBitcoinTransaction(transaction, spending: coins, on: scheme.ledger)
            let signed = try draft.signed { (place, digest) throws(KeyError) in
                let signature = try keys.sign(digest, for: scheme, at: paths[place])
                return (signature, try keys.publicKey(at: paths[place]))
            }
            let spent = coins.map { ($0.value, $0.output.script.bytes) }
            #expect(try await ledger.objection(to: signed.bytes(form), spending: spent) == nil, "round \(round)")
            var other = signed
            other.outputs[0] = Output(other.outputs[0].value ^ 1, to: other.outputs[0].script)
            #expect(try await ledger.objection(to: other.bytes(form), spending: spent) != nil, "round \(round)")
            // The digest of P2PKH on Bitcoin is older than BIP-143, and has no value in it.
            guard scheme != .bitcoin(.p2pkh) else { continue }
            let poorer = spent.map { ($0.0 - 1, $0.1) }
            #expect(try await ledger.objection(to: signed.bytes(form), spending: poorer) != nil, "round \(round)")
        }
    }
}

/// Numbers that look random and are the same in each run.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
