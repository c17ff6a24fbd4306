internal import Primitives
internal import Primitives

extension BitcoinTransaction {
    /// The signature preimage of an input under Bitcoin's original rules, used for coins without a witness.
    ///
    /// - Parameters:
    ///   - index: The index of an existing input.
    ///   - lock: The locking script of the coin, or the redeem script for P2SH.
    ///   - type: The hash type.
    /// - Returns: The bytes to hash twice, or `nil` if the rules require the number one instead of a hash: if only the
    ///   output with the same index is covered, and the transaction has no such output.
    public func legacyPreimage(of index: Int, lock: Script, type: HashType) -> [UInt8]? {
        precondition(inputs.indices.contains(index))  // No trap: the wallet signs inputs that it made.
        if type.coversOneOutput, index >= outputs.count { return nil }
        var copy = self
        for place in copy.inputs.indices {
            copy.inputs[place].script = Script(place == index ? lock.withoutSeparators : [])
            if place != index, type.coversNoOutput || type.coversOneOutput { copy.inputs[place].sequence = 0 }
        }
        if type.coversNoOutput { copy.outputs = [] }
        if type.coversOneOutput {
            let blank = Output(.max, to: Script([UInt8]()))
            copy.outputs = [Output](repeating: blank, count: index) + [outputs[index]]
        }
        if type.coversOneInput { copy.inputs = [copy.inputs[index]] }
        var bytes = copy.bytes(.plain)
        bytes.append(number: type.number)
        return bytes
    }

    /// The hashes over all inputs and outputs that the preimages of several inputs have in common (BIP-143).
    ///
    /// With them, the work for all inputs is proportional to their number, not to its square.
    package struct SharedHashes: Sendable {
        fileprivate let outPoints: [UInt8]
        fileprivate let sequences: [UInt8]
        fileprivate let outputs: [UInt8]

        /// Hashes the parts of `transaction`.
        package init(_ transaction: BitcoinTransaction) {
            outPoints = BitcoinTransaction.hash(transaction.inputs) { $1.outPoint.append(to: &$0) }
            sequences = BitcoinTransaction.hash(transaction.inputs) { $0.append(number: $1.sequence) }
            outputs = BitcoinTransaction.hash(transaction.outputs) { $1.append(to: &$0) }
        }
    }

    /// The signature preimage of an input under BIP-143: on Bitcoin for witness version 0, on Bitcoin Cash for all
    /// inputs (“FORKID”).
    ///
    /// - Parameters:
    ///   - index: The index of an existing input.
    ///   - lock: The script code: for a public key hash, that of P2PKH.
    ///   - value: The value of the coin in satoshis; a wrong value makes the signature invalid.
    ///   - token: The token of the coin on Bitcoin Cash (CHIP-2022-02-CashTokens, “Token-Aware Signing”).
    ///   - type: The hash type; the bit 0x20 (spent coins, CHIP-2022-02-CashTokens) is hashed but otherwise ignored.
    /// - Returns: The bytes to hash twice.
    public func preimage(of index: Int, lock: Script, value: UInt64, token: CashToken? = nil, type: HashType) -> [UInt8]
    {
        preimage(of: index, lock: lock, value: value, token: token, type: type, SharedHashes(self))
    }

    /// The same, with the hashes of this transaction.
    package func preimage(
        of index: Int, lock: Script, value: UInt64, token: CashToken?, type: HashType, _ shared: SharedHashes
    ) -> [UInt8] {
        precondition(inputs.indices.contains(index))  // No trap: the wallet signs inputs that it made.
        let none = [UInt8](repeating: 0, count: 32)
        let coversAllOutputs = !type.coversNoOutput && !type.coversOneOutput
        var bytes: [UInt8] = []
        bytes.append(number: version)
        bytes += type.coversOneInput ? none : shared.outPoints
        bytes += type.coversOneInput || !coversAllOutputs ? none : shared.sequences
        inputs[index].outPoint.append(to: &bytes)
        bytes += token?.bytes ?? []
        bytes.append(text: lock.bytes)
        bytes.append(number: value)
        bytes.append(number: inputs[index].sequence)
        if coversAllOutputs {
            bytes += shared.outputs
        } else if type.coversOneOutput, index < outputs.count {
            bytes += Self.hash([outputs[index]]) { $1.append(to: &$0) }
        } else {
            bytes += none
        }
        bytes.append(number: lockTime)
        bytes.append(number: type.number)
        return bytes
    }

    private static func hash<Item>(_ items: [Item], _ write: (inout [UInt8], Item) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        for item in items { write(&bytes, item) }
        return SHA256.hashTwice(bytes).bytes
    }
}

extension Script {
    /// The bytes without `OP_CODESEPARATOR`; a part that cannot be parsed is unchanged.
    fileprivate var withoutSeparators: [UInt8] {
        var reader = ByteReader(bytes)
        var kept: [UInt8] = []
        while reader.remaining > 0 {
            let start = bytes.count - reader.remaining
            guard let operation = try? Operation(&reader) else { return kept + bytes[start...] }
            if operation != .code(Operation.codeSeparator) { kept += bytes[start..<(bytes.count - reader.remaining)] }
        }
        return kept
    }
}
