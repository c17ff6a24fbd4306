internal import Foundation
internal import Primitives

extension BitcoinMessage {
    /// What a signature of BIP-322 proves.
    package enum Verdict: Hashable, Sendable {
        /// The owner of the address signed the message; with the locks that the signature says, zero if none.
        case valid(lockTime: UInt32, sequence: UInt32)
        /// The owner did not sign it.
        case invalid
        /// It has a script that this wallet does not execute.
        case inconclusive
    }

    /// The forms of a signature of BIP-322.
    package enum ProofForm: Sendable {
        /// The witness alone.
        case simple
        /// The whole virtual transaction.
        case full
    }

    /// The text of the proof that a signed virtual transaction is: its form's prefix, and Base64.
    package static func text(ofProof signed: BitcoinTransaction, _ form: ProofForm) -> String {
        switch form {
        case .full:
            return "ful" + Data(signed.bytes(.witness)).base64EncodedString()
        case .simple:
            var bytes: [UInt8] = []
            let witness = signed.inputs.first?.witness ?? []
            bytes.append(size: UInt64(witness.count))
            for item in witness { bytes.append(text: item) }
            return "smp" + Data(bytes).base64EncodedString()
        }
    }

    /// Judges a signature of BIP-322, simple or full, for an address of one key.
    ///
    /// A signature without a prefix is read as simple, and as full if it is no witness. Proofs of funds, which have
    /// more inputs, are inconclusive.
    ///
    /// - Throws: ``BitcoinError/message(_:)`` if the text is not such a signature.
    package func verdict(on text: String, by destination: Destination) throws(BitcoinError) -> Verdict {
        let script = destination.script
        let prefix = text.prefix(3)
        let isMarked = ["smp", "ful", "pof"].contains(prefix)
        guard prefix != "pof" else { return .inconclusive }
        guard let bytes = Self.base64(isMarked ? String(text.dropFirst(3)) : text), !bytes.isEmpty else {
            throw .message(.form)
        }
        if prefix != "ful", let witness = try? PSBT.witness(bytes) {
            var signed = transactionToSign(script)
            signed.inputs[0].witness = witness
            return judge(signed, script)
        }
        guard prefix != "smp", let signed = try? BitcoinTransaction(bytes, form: .witness) else {
            throw .message(.form)
        }
        return judge(signed, script)
    }

    private func judge(_ signed: BitcoinTransaction, _ script: Script) -> Verdict {
        let expected = transactionToSign(script)
        guard signed.version == 0 || signed.version == 2, let input = signed.inputs.first,
            input.outPoint == expected.inputs[0].outPoint, signed.outputs == expected.outputs
        else { return .invalid }
        guard signed.inputs.count == 1 else { return .inconclusive }
        guard let isUnlocked = Self.isUnlocked(signed, script) else { return .inconclusive }
        return isUnlocked ? .valid(lockTime: signed.lockTime, sequence: input.sequence) : .invalid
    }

    /// Whether the only input of `signed` unlocks `script`; `nil` if its form is not known.
    private static func isUnlocked(_ signed: BitcoinTransaction, _ script: Script) -> Bool? {
        let input = signed.inputs[0]
        let pushed = (input.script.operations ?? []).map(\.pushed)
        switch script.destination {
        case .publicKey(let hash)?:
            guard pushed.count == 2, let signature = pushed[0], let key = pushed[1], input.witness.isEmpty else {
                return false
            }
            return isSigned(signature, key, hash) { type in
                signed.legacyPreimage(of: 0, lock: script, type: type)
            }
        case .witness(0, let program)? where program.count == 20:
            guard input.script.bytes.isEmpty else { return false }
            return isWitnessed(signed, program)
        case .script(let hash)?:
            guard input.script.operations?.count == 1, let redeem = pushed[0], Hash160.hash(redeem) == hash else {
                return input.script.bytes.isEmpty ? false : nil
            }
            guard case .witness(0, let program)? = Script(redeem).destination, program.count == 20 else { return nil }
            return isWitnessed(signed, program)
        case .witness(1, let program)? where program.count == 32:
            guard input.script.bytes.isEmpty else { return false }
            return isTaproot(signed, script, program)
        default:
            return nil
        }
    }

    private static func isWitnessed(_ signed: BitcoinTransaction, _ program: [UInt8]) -> Bool {
        let witness = signed.inputs[0].witness
        guard witness.count == 2, witness[1].count == 33 else { return false }
        let executed = Destination.publicKey(hash: program).script
        return isSigned(witness[0], witness[1], program) { type in
            signed.preimage(of: 0, lock: executed, value: 0, type: type)
        }
    }

    /// Whether `signature` with its hash type is by the key with `hash`; only signatures of the whole are accepted.
    private static func isSigned(
        _ signature: [UInt8], _ key: [UInt8], _ hash: [UInt8], _ preimage: (HashType) -> [UInt8]?
    ) -> Bool {
        guard Hash160.hash(key) == hash, let last = signature.last, HashType(UInt32(truncatingIfNeeded: last)) == .all,
            let key = try? PublicKey(key), let parsed = try? Signature(der: signature.dropLast()), parsed.isLowS,
            let preimage = preimage(.all)
        else { return false }
        return key.verifies(parsed, of: SHA256.hashTwice(preimage))
    }

    private static func isTaproot(_ signed: BitcoinTransaction, _ script: Script, _ program: [UInt8]) -> Bool? {
        var witness = signed.inputs[0].witness
        // The last of several items is an annex if it begins with 0x50 (BIP-341); such a proof is not made by wallets.
        guard !witness.isEmpty else { return false }
        guard witness.count == 1, let item = witness.popLast() else { return nil }
        let type: HashType = item.count == 65 ? HashType(UInt32(truncatingIfNeeded: item[64])) : .default
        guard item.count == 64 || item.count == 65 && type == .all,
            let key = try? XOnlyPublicKey(program), let signature = try? BIP340Signature(item.prefix(64)),
            let preimage = signed.taprootPreimage(of: 0, spent: [Output(0, to: script)], type: type)
        else { return false }
        return key.verifies(signature, of: BitcoinTransaction.taprootDigest(of: preimage).bytes)
    }
}
