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
            descriptor, at: index, redeem: Field.redeemScript, derivation: Field.derivation,
            internalKey: Field.taprootInternalKey, taprootDerivation: Field.taprootDerivation)
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
            descriptor, at: index, redeem: Field.redeemScript, derivation: Field.derivation,
            internalKey: Field.taprootInternalKey, taprootDerivation: Field.taprootDerivation)
        {
            do throws(BitcoinError) {
                try set(entry.type, entry.data, ofOutput: place, to: entry.value)
            } catch {
                throw .bitcoin(error)
            }
        }
    }

    private typealias Entry = (type: UInt64, data: [UInt8], value: [UInt8])

    /// The entries about a script with one key (BIP-174, BIP-371).
    private static func entries(
        _ descriptor: OutputDescriptor, at index: UInt32, redeem: UInt64, derivation: UInt64, internalKey: UInt64,
        taprootDerivation: UInt64
    ) throws(BitcoinKeysError) -> [Entry] {
        guard let key = descriptor.expression.keys.first, let type = descriptor.scriptType else {
            throw .descriptor(.notWatchable)
        }
        let point = try key.point(at: index)
        let origin = key.origin(at: index).map { PSBTOrigin(fingerprint: $0.fingerprint, path: $0.path.indices).bytes }
        guard type != .p2tr else {
            let xOnly = ScriptExpression.xOnly(point).bytes
            // The key is in no script, so the list of leaves is empty.
            return [(internalKey, [], xOnly)] + (origin.map { [(taprootDerivation, xOnly, [0] + $0)] } ?? [])
        }
        var entries: [Entry] = origin.map { [(derivation, point.bytes, $0)] } ?? []
        if type == .p2shP2wpkh, let script = try descriptor.innerScript(at: index) {
            entries.append((redeem, [], script.bytes))
        }
        return entries
    }
}
