import Bitcoin
import Keys
import Primitives
import TestSupport
import Testing

@testable import BitcoinKeys

@Suite struct PSBTSignerTests {
    private static let vectors = Result {
        try Vectors.read("bip174/vectors.json", target: "BitcoinTests", as: WalkCases.self)
    }

    @Test func `transactions that must not be signed are refused`() throws {
        let vectors = try Self.vectors.get()
        for text in vectors.unsignable {
            let psbt = try PSBT(base64: text)
            #expect(psbt.base64 == text)
            #expect(throws: BitcoinError.self) {
                for place in psbt.inputs.indices { _ = try psbt.signingTasks(forInput: place) }
            }
        }
        #expect(vectors.unsignable.count == 4)
    }

    @Test func `each signer adds its signatures as in BIP-174`() throws {
        let vectors = try Self.vectors.get()
        let master = try KeySource(extended: SecretBytes(copying: vectors.master.utf8))
        for step in vectors.sign {
            var psbt = try PSBT(base64: step.psbt)
            let wanted = try step.paths.map { try master.publicKey(at: DerivationPath($0)).compressed }
            // The vectors' signers have two keys each, so the others are left out.
            let all = try PSBTSigner(master, fingerprint: 0xD90C_6A4F).sign(psbt)
            for place in psbt.inputs.indices {
                for entry in all.inputs[place].all(PSBTField.Input.partialSignature) where wanted.contains(entry.data) {
                    try psbt.set(PSBTField.Input.partialSignature, entry.data, ofInput: place, to: entry.value)
                }
            }
            #expect(psbt.base64 == step.signed)
        }
        #expect(throws: BitcoinKeysError.signing(.nothingToSign)) {
            try PSBTSigner(master, fingerprint: 1).sign(PSBT(base64: vectors.sign[0].psbt))
        }
    }

    @Test func `coins of each script type are signed, finalized and extracted`() throws {
        let master = try KeySource(extended: SecretBytes(copying: try Self.vectors.get().master.utf8))
        let root = try master.extendedPublicKey(at: DerivationPath("m")).fingerprint
        var previous: [BitcoinTransaction] = []
        var coins: [(path: DerivationPath, scheme: SpendingScheme, key: PublicKey)] = []
        for (index, type) in ScriptType.allCases.enumerated() {
            let path = try DerivationPath("m/84'/1'/0'/0/\(index)")
            let scheme = SpendingScheme.bitcoin(type)
            let key = try master.publicKey(at: path)
            coins.append((path, scheme, key))
            previous.append(
                BitcoinTransaction(
                    inputs: [
                        .init(OutPoint(try #require(TransactionID(String(repeating: "ab", count: 32))), UInt32(index)))
                    ],
                    outputs: [Output(50_000, to: try scheme.destination(of: key).script)]))
        }
        let transaction = BitcoinTransaction(
            inputs: previous.map { .init(OutPoint($0.id, 0)) },
            outputs: [Output(150_000, to: try coins[3].scheme.destination(of: coins[0].key).script)])
        var psbt = try PSBT(transaction)
        for (place, coin) in coins.enumerated() {
            try psbt.add(previous: previous[place], toInput: place)
            let origin = PSBTOrigin(fingerprint: root, path: coin.path.indices).bytes
            if coin.scheme == .bitcoin(.p2tr) {
                let key = XOnlyPublicKey(coin.key).bytes
                try psbt.set(PSBTField.Input.taprootInternalKey, ofInput: place, to: key)
                try psbt.set(PSBTField.Input.taprootDerivation, key, ofInput: place, to: [0] + origin)
            } else {
                try psbt.set(PSBTField.Input.derivation, coin.key.compressed, ofInput: place, to: origin)
            }
            if let redeemScript = coin.scheme.redeemScript(of: coin.key) {
                try psbt.set(PSBTField.Input.redeemScript, ofInput: place, to: redeemScript.bytes)
            }
        }
        #expect(throws: BitcoinError.psbt(.unfinished)) { try psbt.finalized() }
        let signed = try PSBTSigner(master, fingerprint: root).sign(PSBT(psbt.bytes)).finalized()
        let extracted = try signed.extracted()
        let draft = try UnsignedBitcoinTransaction(
            transaction,
            spending: zip(previous, coins).map { previous, coin in
                Coin(
                    OutPoint(previous.id, 0), previous.outputs[0], coin.scheme,
                    redeemScript: coin.scheme.redeemScript(of: coin.key))
            }, on: .bitcoin)
        let expected = try draft.signed { place, digest in
            let signature: InputSignature =
                coins[place].scheme == .bitcoin(.p2tr)
                ? .taproot(try master.signTaproot(digest, at: coins[place].path, tweak: .output(merkleRoot: [])))
                : .ecdsa(try master.sign(digest, at: coins[place].path).signature)
            return (signature, coins[place].key)
        }
        #expect(extracted == expected)
        #expect(try psbt.fee() == 50_000)
    }

    @Test func `a transaction of which more would be signed than a window can show is refused`() throws {
        let master = try KeySource(extended: SecretBytes(copying: try Self.vectors.get().master.utf8))
        let root = try master.extendedPublicKey(at: DerivationPath("m")).fingerprint
        let keys = try (0..<15).map { try master.publicKey(at: DerivationPath("m/\($0)")).compressed }
        func spending(_ count: UInt32, of script: Script, _ redeemScript: Script?) throws -> PSBT {
            let source = OutPoint(try #require(TransactionID(String(repeating: "ab", count: 32))), 0)
            let previous = BitcoinTransaction(
                inputs: [.init(source)], outputs: (0..<count).map { _ in Output(10_000, to: script) })
            var psbt = try PSBT(
                BitcoinTransaction(
                    inputs: (0..<count).map { .init(OutPoint(previous.id, $0)) }, outputs: [Output(1, to: script)]))
            for place in 0..<Int(count) {
                try psbt.add(previous: previous, toInput: place)
                if let redeemScript {
                    try psbt.set(PSBTField.Input.redeemScript, ofInput: place, to: redeemScript.bytes)
                }
                for (index, key) in keys.enumerated().prefix(redeemScript == nil ? 1 : 15) {
                    try psbt.set(
                        PSBTField.Input.derivation, key, ofInput: place,
                        to: PSBTOrigin(fingerprint: root, path: [UInt32(index)]).bytes)
                }
            }
            return psbt
        }
        let signer = PSBTSigner(master, fingerprint: root)
        let single = try SpendingScheme.bitcoin(.p2pkh).destination(of: PublicKey(keys[0])).script
        let multisig = Script([0x5F] + keys.flatMap { [UInt8($0.count)] + $0 } + [0x5F, 0xAE])
        let hashed = Script([0xA9, 20] + Hash160.hash(multisig.bytes) + [0x87])
        for (count, script, redeemScript) in [(1_200, single, nil), (350, hashed, Optional(multisig))] {
            let psbt = try spending(UInt32(count), of: script, redeemScript)
            #expect(psbt.transaction.bytes(.plain).count < PSBT.largestTransaction)
            #expect(throws: BitcoinKeysError.bitcoin(.psbt(.tooLarge))) { try signer.sign(psbt) }
        }
        // What nodes relay is signed.
        let signed = try signer.sign(spending(60, of: hashed, multisig))
        #expect(signed.inputs.allSatisfy { $0.all(PSBTField.Input.partialSignature).count == 15 })
    }

    @Test func `a review counts only what the account's own descriptor makes`() throws {
        let master = try KeySource(extended: SecretBytes(copying: try Self.vectors.get().master.utf8))
        let path = try DerivationPath("m/84'/1'/0'")
        let account = try master.extendedPublicKey(at: path)
        let descriptors = try [false, true].map {
            try OutputDescriptor(.p2wpkh, of: account, from: nil, isChange: $0, isTest: true)
        }
        let own = try descriptors[0].scripts(at: 3)[0]
        let change = try descriptors[1].scripts(at: 9)[0]
        let other = Destination.witness(version: 0, program: [UInt8](repeating: 7, count: 20)).script
        let id = try #require(TransactionID(String(repeating: "cd", count: 32)))
        var psbt = try PSBT(
            BitcoinTransaction(
                inputs: [.init(OutPoint(id, 0))], outputs: [Output(30_000, to: other), Output(60_000, to: change)]))
        let unknown = try PSBTReview(psbt, for: descriptors)
        #expect(unknown.inputs.map(\.isOwn) == [false])
        #expect(unknown.fee == nil && unknown.spent == 0 && !unknown.isProven)
        try psbt.add(witnessOutput: Output(100_000, to: own), toInput: 0)
        let key = [UInt8](repeating: 2, count: 1) + master.publicKeyX
        func origin(_ index: UInt32) -> [UInt8] { PSBTOrigin(fingerprint: 1, path: [0, index]).bytes }
        try psbt.set(PSBTField.Input.derivation, key, ofInput: 0, to: origin(3))
        // Both outputs claim to be change; one is.
        try psbt.set(PSBTField.Output.derivation, key, ofOutput: 0, to: origin(9))
        try psbt.set(PSBTField.Output.derivation, key, ofOutput: 1, to: origin(9))
        let review = try PSBTReview(psbt, for: descriptors)
        #expect(review.inputs.map(\.isOwn) == [true])
        #expect(review.payments.map(\.isOwn) == [false, true])
        #expect(review.fee == 10_000)
        #expect(review.spent == 40_000)
        #expect(!review.isProven)
    }
}

extension KeySource {
    /// The x of the key itself, for fields that name any key.
    fileprivate var publicKeyX: [UInt8] {
        ((try? publicKey(at: DerivationPath("m")))?.compressed).map { Array($0.dropFirst()) } ?? []
    }
}

private struct WalkCases: Decodable, Sendable {
    struct Step: Decodable, Sendable {
        let psbt, signed: String
        let paths: [String]
    }

    let unsignable: [String]
    let master: String
    let sign: [Step]
}
