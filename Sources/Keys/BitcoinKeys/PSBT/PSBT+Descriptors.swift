package import Bitcoin
internal import Keys
internal import Primitives

extension PSBT {
    /// Adds what `descriptor` says about the coin of an input: the redeem script, the keys and their origins.
    ///
    /// - Throws: ``BitcoinKeysError`` if there is no such input, or if the keys cannot be derived.
    package mutating func describe(
        input place: Int, by descriptor: OutputDescriptor, at index: UInt32
    ) throws(BitcoinKeysError) {
        typealias Field = PSBTField.Input
        for entry in try Self.entries(
            descriptor, at: index, redeem: Field.redeemScript, witness: Field.witnessScript,
            derivation: Field.derivation, internalKey: Field.taprootInternalKey,
            taprootDerivation: Field.taprootDerivation)
        {
            do throws(BitcoinError) {
                try set(entry.type, entry.data, ofInput: place, to: entry.value)
            } catch {
                throw .bitcoin(error)
            }
        }
    }

    /// Adds what `descriptor` says about an output, so that signers recognise it as change.
    ///
    /// - Throws: ``BitcoinKeysError`` if there is no such output, or if the keys cannot be derived.
    package mutating func describe(
        output place: Int, by descriptor: OutputDescriptor, at index: UInt32
    ) throws(BitcoinKeysError) {
        typealias Field = PSBTField.Output
        for entry in try Self.entries(
            descriptor, at: index, redeem: Field.redeemScript, witness: Field.witnessScript,
            derivation: Field.derivation, internalKey: Field.taprootInternalKey,
            taprootDerivation: Field.taprootDerivation)
        {
            do throws(BitcoinError) {
                try set(entry.type, entry.data, ofOutput: place, to: entry.value)
            } catch {
                throw .bitcoin(error)
            }
        }
    }

    private typealias Entry = (type: UInt64, data: [UInt8], value: [UInt8])

    /// The entries about a script: what is hidden behind hashes, and its keys (BIP-174, BIP-371).
    private static func entries(
        _ descriptor: OutputDescriptor, at index: UInt32, redeem: UInt64, witness: UInt64, derivation: UInt64,
        internalKey: UInt64, taprootDerivation: UInt64
    ) throws(BitcoinKeysError) -> [Entry] {
        if descriptor.scriptType == .p2tr, let key = descriptor.expression.keys.first {
            let xOnly = ScriptExpression.xOnly(try key.point(at: index)).bytes
            // The key is in no script, so the list of leaves is empty.
            return [(internalKey, [], xOnly)]
                + (origin(of: key, at: index).map { [(taprootDerivation, xOnly, [0] + $0)] } ?? [])
        }
        guard try descriptor.spending() != nil else { throw .descriptor(.notWatchable) }
        var entries: [Entry] = []
        for key in descriptor.expression.keys {
            guard let origin = origin(of: key, at: index) else { continue }
            entries.append((derivation, try key.point(at: index).bytes, origin))
        }
        let revealed = try descriptor.revealed(at: index)
        if let script = revealed.redeem { entries.append((redeem, [], script.bytes)) }
        if let script = revealed.witness { entries.append((witness, [], script.bytes)) }
        return entries
    }

    private static func origin(of key: KeyExpression, at index: UInt32) -> [UInt8]? {
        key.origin(at: index).map { PSBTOrigin(fingerprint: $0.fingerprint, path: $0.path.indices).bytes }
    }
}
