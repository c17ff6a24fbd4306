internal import Foundation

/// A partially signed Bitcoin transaction of version 0 (BIP-174) or 2 (BIP-370), with the fields of Taproot (BIP-371).
///
/// What it says about coins and keys is checked in form only; ``PSBT/spent(at:)`` checks it against the transaction.
/// Fields of unknown types are kept.
package struct PSBT: Hashable, Sendable {
    /// The version, in which it is also written.
    package let version: Version

    /// The maximum size in bytes.
    package static let largest = 16_000_000

    /// The transaction, whose inputs have neither scripts nor witnesses.
    package let transaction: BitcoinTransaction

    /// The map of the whole transaction.
    package internal(set) var global: PSBTMap

    /// The map of each input.
    package internal(set) var inputs: [PSBTMap]

    /// The map of each output.
    package internal(set) var outputs: [PSBTMap]

    static let magic: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xFF]

    /// Creates the first form of a transaction that is to be signed.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)`` if an input has a script or a witness.
    package init(_ transaction: BitcoinTransaction) throws(BitcoinError) {
        guard transaction.inputs.allSatisfy({ $0.script.bytes.isEmpty && $0.witness.isEmpty }) else {
            throw .psbt(.signed)
        }
        self.transaction = transaction
        version = .original
        global = PSBTMap()
        global.set(PSBTField.Global.transaction, to: transaction.bytes(.plain))
        inputs = transaction.inputs.map { _ in PSBTMap() }
        outputs = transaction.outputs.map { _ in PSBTMap() }
    }

    /// Reads the binary form, which must fill `bytes`.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)``, or ``BitcoinError/bytes(_:)``.
    package init(_ bytes: some Collection<UInt8>) throws(BitcoinError) {
        guard bytes.count <= Self.largest else { throw .psbt(.tooLarge) }
        guard bytes.starts(with: Self.magic) else { throw .psbt(.magic) }
        var reader = ByteReader(bytes.dropFirst(Self.magic.count))
        global = try PSBTMap(&reader)
        version = try Self.version(of: global)
        (inputs, outputs) = ([], [])
        switch version {
        case .original:
            guard let raw = global[PSBTField.Global.transaction] else { throw .psbt(.noTransaction) }
            transaction = try BitcoinTransaction(raw, form: .plain)
            guard transaction.inputs.allSatisfy({ $0.script.bytes.isEmpty }) else { throw .psbt(.signed) }
            for _ in transaction.inputs { inputs.append(try PSBTMap(&reader)) }
            for _ in transaction.outputs { outputs.append(try PSBTMap(&reader)) }
        case .parts:
            guard global[PSBTField.Global.transaction] == nil else { throw .psbt(.version) }
            for _ in 0..<(try Self.count(PSBTField.Global.inputCount, in: global, reader)) {
                inputs.append(try PSBTMap(&reader))
            }
            for _ in 0..<(try Self.count(PSBTField.Global.outputCount, in: global, reader)) {
                outputs.append(try PSBTMap(&reader))
            }
            transaction = try Self.transaction(in: global, inputs, outputs)
        }
        try reader.end()
        try checkFields()
    }

    /// Reads Base64 text, with optional white space around it.
    ///
    /// - Throws: As ``init(_:)``, and ``BitcoinError/psbt(_:)`` if the text is not Base64.
    package init(base64 text: String) throws(BitcoinError) {
        guard text.utf8.count <= (Self.largest + 2) / 3 * 4 + 100 else { throw .psbt(.tooLarge) }
        let parts = text.utf8.split { $0 <= 0x20 }
        guard parts.count == 1, let data = Data(base64Encoded: Data(parts[0])) else { throw .psbt(.magic) }
        try self.init(Array(data))
    }

    /// The binary form.
    package var bytes: [UInt8] {
        var bytes = Self.magic
        for map in [global] + inputs + outputs { map.append(to: &bytes) }
        return bytes
    }

    /// The Base64 text.
    package var base64: String { Data(bytes).base64EncodedString() }

    /// The same transaction with what others have added to it.
    ///
    /// Where two have another value for the same key, that of this one stays.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)`` if another transaction is in one of them.
    package func combined(with others: [PSBT]) throws(BitcoinError) -> PSBT {
        var combined = self
        for other in others {
            guard other.transaction == transaction else { throw .psbt(.otherTransaction) }
            // What the transaction is stays as this file says it, which may be of another version.
            combined.global.add(other.global, without: PSBTField.Global.structure)
            for place in inputs.indices {
                combined.inputs[place].add(other.inputs[place], without: Set(PSBTField.Input.parts))
            }
            for place in outputs.indices {
                combined.outputs[place].add(other.outputs[place], without: Set(PSBTField.Output.parts))
            }
        }
        return combined
    }
}
