internal import Foundation

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
        let coin = Output(0, to: script)
        let unlocking = InputUnlocking(
            signed, at: 0, of: coin, hashes: BitcoinTransaction.SharedHashes(signed),
            taproot: ([coin], BitcoinTransaction.SharedTaprootHashes(signed, spent: [coin])))
        guard let isUnlocked = unlocking.isRight else { return .inconclusive }
        return isUnlocked ? .valid(lockTime: signed.lockTime, sequence: input.sequence) : .invalid
    }
}
