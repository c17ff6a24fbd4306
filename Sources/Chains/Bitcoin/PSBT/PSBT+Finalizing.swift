internal import Primitives

extension PSBT {
    /// The same transaction with the scripts and witnesses of all inputs whose signatures are complete.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)`` if an input lacks signatures, or has a script that is not known.
    package func finalized() throws(BitcoinError) -> PSBT {
        var done = self
        for place in inputs.indices {
            let map = inputs[place]
            guard map[PSBTField.Input.finalScript] == nil, map[PSBTField.Input.finalWitness] == nil else { continue }
            let coin = try spent(at: place)
            let unlocking = try Self.unlocking(coin, map)
            done.inputs[place].keep { type in
                // Everything but the coin and unknown fields is of no use any more (BIP-174, "Input Finalizer").
                type == PSBTField.Input.previousTransaction || type == PSBTField.Input.witnessOutput
                    || !Self.isKnown(type)
            }
            if !unlocking.script.bytes.isEmpty {
                done.inputs[place].set(PSBTField.Input.finalScript, to: unlocking.script.bytes)
            }
            if !unlocking.witness.isEmpty {
                done.inputs[place].set(PSBTField.Input.finalWitness, to: Self.field(unlocking.witness))
            }
        }
        return done
    }

    /// The signed transaction.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)`` if an input is not final.
    package func extracted() throws(BitcoinError) -> BitcoinTransaction {
        guard !inputs.isEmpty else { throw .psbt(.noInputs) }
        var signed = transaction
        for (place, map) in inputs.enumerated() {
            let (script, witness) = (map[PSBTField.Input.finalScript], map[PSBTField.Input.finalWitness])
            guard script != nil || witness != nil else { throw .psbt(.unfinished) }
            signed.inputs[place].script = Script(script ?? [])
            signed.inputs[place].witness = try witness.map { raw throws(BitcoinError) in try Self.witness(raw) } ?? []
        }
        return signed
    }

    /// The same transaction with the scripts and witnesses of a signed one, as signers return it that do not return a PSBT.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)`` if another transaction was signed.
    package func finalized(by signed: BitcoinTransaction) throws(BitcoinError) -> PSBT {
        var unsigned = signed
        for place in unsigned.inputs.indices {
            unsigned.inputs[place].script = Script([UInt8]())
            unsigned.inputs[place].witness = []
        }
        guard unsigned == transaction else { throw .psbt(.otherTransaction) }
        var done = self
        for (place, input) in signed.inputs.enumerated() {
            if !input.script.bytes.isEmpty {
                done.inputs[place].set(PSBTField.Input.finalScript, to: input.script.bytes)
            }
            if !input.witness.isEmpty {
                done.inputs[place].set(PSBTField.Input.finalWitness, to: Self.field(input.witness))
            }
        }
        return done
    }

    /// A witness as a field contains it.
    private static func field(_ witness: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(size: UInt64(witness.count))
        for item in witness { bytes.append(text: item) }
        return bytes
    }

    private static func isKnown(_ type: UInt64) -> Bool {
        type <= 0x09 || PSBTField.Input.preimages[type] != nil
            || (PSBTField.Input.taprootKeySignature...PSBTField.Input.taprootMerkleRoot).contains(type)
    }

    private static func unlocking(
        _ coin: SpentCoin, _ map: PSBTMap
    ) throws(BitcoinError) -> (script: Script, witness: [[UInt8]]) {
        typealias Field = PSBTField.Input
        let none = Script([UInt8]())
        let redeem = map[Field.redeemScript].map { Operation.push($0) }
        switch coin.form {
        case .unknown:
            throw .psbt(.unfinished)
        case .taproot:
            return (none, try taprootWitness(map))
        case .legacy(let script):
            let items = try items(for: script, map)
            let pushes: [Operation] = items.map { $0.isEmpty ? Operation.code(0) : Operation.push($0) }
            return (Script(pushes + (redeem.map { [$0] } ?? [])), [])
        case .witness(let script):
            let items = try items(for: script, map)
            let inner = map[Field.witnessScript].map { [$0] } ?? []
            return (redeem.map { Script([$0]) } ?? none, items + inner)
        }
    }

    /// What a script of one key or of several keys needs on the stack.
    private static func items(for script: Script, _ map: PSBTMap) throws(BitcoinError) -> [[UInt8]] {
        let signatures = map.all(PSBTField.Input.partialSignature)
        if case .publicKey(let hash)? = script.destination {
            guard let found = signatures.first(where: { Hash160.hash($0.data) == hash }) else {
                throw .psbt(.unfinished)
            }
            return [found.value, found.data]
        }
        guard let operations = script.operations else { throw .psbt(.unfinished) }
        if operations.count == 2, operations[1] == .code(0xAC), let key = operations[0].pushed {
            guard let found = signatures.first(where: { $0.data == key }) else { throw .psbt(.unfinished) }
            return [found.value]
        }
        guard let (threshold, keys) = multisig(operations) else { throw .psbt(.unfinished) }
        let found = keys.compactMap { key in signatures.first { $0.data == key }?.value }
        guard found.count >= threshold else { throw .psbt(.unfinished) }
        // OP_CHECKMULTISIG takes one item too many, which must be empty.
        return [[UInt8]()] + found.prefix(threshold)
    }

    /// The number of required signatures and the keys of a script for several keys.
    static func multisig(_ operations: [Operation]) -> (threshold: Int, keys: [[UInt8]])? {
        guard operations.count >= 4, operations.last == .code(0xAE),
            let threshold = number(operations[0]), let count = number(operations[operations.count - 2]),
            threshold <= count, count == operations.count - 3
        else { return nil }
        let keys = operations[1..<(operations.count - 2)].compactMap(\.pushed)
        return keys.count == count ? (threshold, keys) : nil
    }

    private static func number(_ operation: Operation) -> Int? {
        guard let bytes = operation.pushed, bytes.count == 1, (1...20).contains(bytes[0]) else { return nil }
        return Int(bytes[0])
    }

    private static func taprootWitness(_ map: PSBTMap) throws(BitcoinError) -> [[UInt8]] {
        typealias Field = PSBTField.Input
        if let signature = map[Field.taprootKeySignature] { return [signature] }
        // A script of one key.
        for entry in map.all(Field.taprootLeafScript) {
            guard let version = entry.value.last else { continue }
            let script = Script(entry.value.dropLast())
            let leaf = BitcoinTransaction.TaprootLeaf(script, version: version)
            guard let operations = script.operations, operations.count == 2, operations[1] == .code(0xAC),
                let key = operations[0].pushed, let signature = map[Field.taprootScriptSignature, key + leaf.hash]
            else { continue }
            return [signature, script.bytes, entry.data]
        }
        throw .psbt(.unfinished)
    }
}
