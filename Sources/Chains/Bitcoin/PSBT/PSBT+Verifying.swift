internal import Primitives

extension PSBT {
    /// A transaction whose signatures were verified.
    package struct Verified: Sendable {
        /// The transaction without the signatures that are wrong.
        package let psbt: PSBT

        /// The number of signatures that were wrong, and of final inputs whose signatures were.
        package let wrong: Int

        /// The inputs whose signatures the wallet cannot judge: their coins are unknown, or, if they are final, the form
        /// of their scripts.
        package let unknown: Set<Int>
    }

    /// Verifies all signatures, so that a wrong one does not count and does not replace the right one.
    ///
    /// A signature that does not cover all inputs and outputs is wrong.
    package func verified(_ spending: Spending) -> Verified {
        typealias Field = PSBTField.Input
        var (psbt, wrong, unknown) = (self, 0, Set<Int>())
        var signed = transaction
        for (place, map) in inputs.enumerated() {
            signed.inputs[place].script = Script(map[Field.finalScript] ?? [])
            signed.inputs[place].witness = map[Field.finalWitness].flatMap { try? Self.witness($0) } ?? []
        }
        for (place, map) in inputs.enumerated() where place < spending.coins.count {
            guard let coin = spending.coins[place], spending.all != nil || !coin.form.isTaproot else {
                unknown.insert(place)
                continue
            }
            if map[Field.finalScript] != nil || map[Field.finalWitness] != nil {
                let unlocking = InputUnlocking(
                    signed, at: place, of: coin.output, hashes: spending.hashes, taproot: spending.all)
                switch unlocking.isRight {
                case true?: break
                case false?:
                    psbt.inputs[place].keep { $0 != Field.finalScript && $0 != Field.finalWitness }
                    wrong += 1
                case nil: unknown.insert(place)
                }
                continue
            }
            for entry in wrongSignatures(ofInput: place, coin, spending) {
                psbt.inputs[place].remove(entry)
                wrong += 1
            }
        }
        return Verified(psbt: psbt, wrong: wrong, unknown: unknown)
    }

    /// The same transaction without wrong signatures, as far as its coins are there to verify them.
    package var withoutWrongSignatures: PSBT {
        (try? spending()).map { verified($0).psbt } ?? self
    }

    private func wrongSignatures(
        ofInput place: Int, _ coin: SpentCoin, _ spending: Spending
    ) -> [PSBTMap.Entry] {
        typealias Field = PSBTField.Input
        let map = inputs[place]
        let signatures = map.all(Field.partialSignature)
        func wrong(_ preimage: [UInt8]?) -> [PSBTMap.Entry] {
            guard !signatures.isEmpty, let preimage else { return signatures }
            let digest = SHA256.hashTwice(preimage)
            // More signatures than a script can have keys are of no use.
            return signatures.enumerated().filter {
                $0.offset >= Self.mostOrigins || !InputUnlocking.isSigned($0.element.value, by: $0.element.data, digest)
            }.map(\.element)
        }
        switch coin.form {
        case .unknown:
            return []
        case .legacy(let script):
            return signatures.isEmpty ? [] : wrong(transaction.legacyPreimage(of: place, lock: script, type: .all))
        case .witness(let script):
            return wrong(
                transaction.preimage(
                    of: place, lock: script, value: coin.output.value, token: nil, type: .all, spending.hashes))
        case .taproot(let key):
            return wrongTaprootSignatures(ofInput: place, key.bytes, spending)
        }
    }

    private func wrongTaprootSignatures(
        ofInput place: Int, _ output: [UInt8], _ spending: Spending
    ) -> [PSBTMap.Entry] {
        typealias Field = PSBTField.Input
        let map = inputs[place]
        var leaves: [[UInt8]: BitcoinTransaction.TaprootLeaf] = [:]
        for entry in map.all(Field.taprootLeafScript).prefix(Self.mostOrigins) {
            guard let version = entry.value.last else { continue }
            let leaf = BitcoinTransaction.TaprootLeaf(Script(entry.value.dropLast()), version: version)
            leaves[leaf.hash] = leaf
        }
        let byKey = map.all(Field.taprootKeySignature).filter { entry in
            !InputUnlocking.isSigned(entry.value, by: output) { taprootPreimage(of: place, $0, spending) }
        }
        let byScript = map.all(Field.taprootScriptSignature).enumerated().filter { number, entry in
            guard number < Self.mostOrigins else { return true }
            // Without its script, a signature is of no use, and whether it is right cannot be told.
            guard let leaf = leaves[Array(entry.data.dropFirst(32))] else { return false }
            return !InputUnlocking.isSigned(entry.value, by: Array(entry.data.prefix(32))) {
                taprootPreimage(of: place, $0, spending, leaf)
            }
        }.map(\.element)
        return byKey + byScript
    }
}
