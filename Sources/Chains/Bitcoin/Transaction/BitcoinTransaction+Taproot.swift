public import Primitives

extension BitcoinTransaction {
    /// A script of a Taproot output's tree that an input executes.
    public struct TaprootLeaf: Hashable, Sendable {
        /// The hash of the script and its version (`TapLeaf`).
        public let hash: [UInt8]

        /// Creates a leaf from its hash, 32 bytes.
        public init(hash: [UInt8]) {
            self.hash = hash
        }

        /// Creates a leaf of a script.
        public init(_ script: Script, version: UInt8 = 0xC0) {
            var bytes = [version]
            bytes.append(text: script.bytes)
            hash = TaggedHash.hash("TapLeaf", bytes).bytes
        }
    }

    /// The hashes over all inputs, the outputs that they spend, and all outputs, which the preimages of several inputs
    /// have in common (BIP-341, “Common signature message”).
    package struct SharedTaprootHashes: Sendable {
        fileprivate let outPoints: [UInt8]
        fileprivate let values: [UInt8]
        fileprivate let scripts: [UInt8]
        fileprivate let sequences: [UInt8]
        fileprivate let outputs: [UInt8]

        /// Hashes the parts of `transaction` and the outputs that it spends.
        package init(_ transaction: BitcoinTransaction, spent: [Output]) {
            outPoints = BitcoinTransaction.taprootHash(transaction.inputs) { $1.outPoint.append(to: &$0) }
            values = BitcoinTransaction.taprootHash(spent) { $0.append(number: $1.value) }
            scripts = BitcoinTransaction.taprootHash(spent) { $0.append(text: $1.field) }
            sequences = BitcoinTransaction.taprootHash(transaction.inputs) { $0.append(number: $1.sequence) }
            outputs = BitcoinTransaction.taprootHash(transaction.outputs) { $1.append(to: &$0) }
        }
    }

    /// The signature preimage of a Taproot input (BIP-341, BIP-342); its tagged hash `TapSighash` is signed.
    ///
    /// - Parameters:
    ///   - index: The index of an existing input.
    ///   - spent: The outputs that the inputs spend, in their order.
    ///   - type: The hash type.
    ///   - annex: The annex of the input, with its first byte 0x50, or `nil`.
    ///   - leaf: The script that the input executes; `nil` if it is spent with the key.
    /// - Returns: The bytes; `nil` if Taproot does not allow the type, if only the output with the same index is
    ///   covered and is missing, or if the count of `spent` differs.
    public func taprootPreimage(
        of index: Int, spent: [Output], type: HashType, annex: [UInt8]? = nil, leaf: TaprootLeaf? = nil
    ) -> [UInt8]? {
        taprootPreimage(
            of: index, spent: spent, type: type, annex: annex, leaf: leaf, SharedTaprootHashes(self, spent: spent))
    }

    /// The same, with the hashes of this transaction.
    package func taprootPreimage(
        of index: Int, spent: [Output], type: HashType, annex: [UInt8]?, leaf: TaprootLeaf?,
        _ shared: SharedTaprootHashes
    ) -> [UInt8]? {
        guard inputs.indices.contains(index), spent.count == inputs.count, type.isOfTaproot,
            !type.coversOneOutput || index < outputs.count
        else { return nil }
        // The epoch of the signature message.
        var bytes: [UInt8] = [0, type.byte]
        bytes.append(number: version)
        bytes.append(number: lockTime)
        if !type.coversOneInput {
            bytes += shared.outPoints + shared.values + shared.scripts + shared.sequences
        }
        if !type.coversNoOutput, !type.coversOneOutput { bytes += shared.outputs }
        bytes.append((leaf == nil ? 0 : 2) | (annex == nil ? 0 : 1))
        if type.coversOneInput {
            inputs[index].outPoint.append(to: &bytes)
            spent[index].append(to: &bytes)
            bytes.append(number: inputs[index].sequence)
        } else {
            bytes.append(number: UInt32(truncatingIfNeeded: index))
        }
        if let annex { bytes += Self.taprootHash([annex]) { $0.append(text: $1) } }
        if type.coversOneOutput { bytes += Self.taprootHash([outputs[index]]) { $1.append(to: &$0) } }
        if let leaf {
            // The version of keys, and no executed OP_CODESEPARATOR.
            bytes += leaf.hash + [0]
            bytes.append(number: UInt32.max)
        }
        return bytes
    }

    /// The digest of a ``taprootPreimage(of:spent:type:annex:leaf:)``.
    public static func taprootDigest(of preimage: [UInt8]) -> Digest32 {
        TaggedHash.hash("TapSighash", preimage)
    }

    private static func taprootHash<Item>(_ items: [Item], _ write: (inout [UInt8], Item) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        for item in items { write(&bytes, item) }
        return SHA256.hash(bytes).bytes
    }
}
