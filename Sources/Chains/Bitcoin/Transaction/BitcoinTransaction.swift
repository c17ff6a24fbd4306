/// A transaction of Bitcoin or Bitcoin Cash.
///
/// Decoding only checks the form; ``isPlausible`` checks the rules that need no other data.
public struct BitcoinTransaction: Hashable, Sendable {
    /// The serialization formats.
    public enum Form: Hashable, Sendable {
        /// Without witnesses: the format of Bitcoin Cash, and of transaction IDs.
        case plain
        /// With witnesses after the outputs if there are any: the format of Bitcoin (BIP-144).
        case witness
    }

    /// An input of a transaction.
    public struct Input: Hashable, Sendable {
        /// The output that is spent.
        public let outPoint: OutPoint

        /// The unlocking script.
        public var script: Script

        /// The sequence number, for locks and replacement; all ones if unused.
        public var sequence: UInt32

        /// The witness on Bitcoin, for witness programs.
        public var witness: [[UInt8]]

        /// Creates an input.
        public init(
            _ outPoint: OutPoint, script: Script = Script([UInt8]()), sequence: UInt32 = .max, witness: [[UInt8]] = []
        ) {
            self.outPoint = outPoint
            self.script = script
            self.sequence = sequence
            self.witness = witness
        }
    }

    /// The version, which enables relative lock times.
    public var version: UInt32

    /// The inputs, in order.
    public var inputs: [Input]

    /// The outputs, in order.
    public var outputs: [Output]

    /// The block height or time from which it can be mined; zero for immediately.
    public var lockTime: UInt32

    /// Creates a transaction.
    public init(version: UInt32 = 2, inputs: [Input], outputs: [Output], lockTime: UInt32 = 0) {
        self.version = version
        self.inputs = inputs
        self.outputs = outputs
        self.lockTime = lockTime
    }

    /// The maximum size in bytes: what fits into a Bitcoin block.
    ///
    /// On Bitcoin Cash the maximum is 100,000.
    public static let largest = 4_000_000

    /// Decodes a transaction, which must fill `bytes`.
    ///
    /// - Throws: ``BitcoinError/bytes(_:)``.
    public init(_ bytes: some Collection<UInt8>, form: Form) throws(BitcoinError) {
        guard bytes.count <= Self.largest else { throw .bytes(.tooLarge) }
        var reader = ByteReader(bytes)
        version = try reader.number()
        (inputs, outputs) = ([], [])
        let hasWitness = form == .witness && reader.next == 0
        if hasWitness {
            guard try reader.number(UInt16.self) == 0x0100 else { throw .bytes(.witness) }
        }
        for _ in 0..<(try reader.count(ofAtLeast: 41)) { inputs.append(try Input(&reader)) }
        for _ in 0..<(try reader.count(ofAtLeast: 9)) { outputs.append(try Output(&reader)) }
        if hasWitness {
            for place in inputs.indices {
                for _ in 0..<(try reader.count(ofAtLeast: 1)) { inputs[place].witness.append(try reader.text()) }
            }
            guard inputs.contains(where: { !$0.witness.isEmpty }) else { throw .bytes(.witness) }
        }
        lockTime = try reader.number()
        try reader.end()
    }

    /// The serialized transaction; witnesses are only written if there are any.
    public func bytes(_ form: Form) -> [UInt8] {
        let hasWitness = form == .witness && inputs.contains { !$0.witness.isEmpty }
        var bytes: [UInt8] = []
        bytes.append(number: version)
        if hasWitness { bytes += [0, 1] }
        bytes.append(size: UInt64(inputs.count))
        for input in inputs { input.append(to: &bytes) }
        bytes.append(size: UInt64(outputs.count))
        for output in outputs { output.append(to: &bytes) }
        if hasWitness {
            for input in inputs {
                bytes.append(size: UInt64(input.witness.count))
                for item in input.witness { bytes.append(text: item) }
            }
        }
        bytes.append(number: lockTime)
        return bytes
    }

    /// The transaction ID, which does not depend on witnesses.
    public var id: TransactionID { TransactionID(of: bytes(.plain)) }

    /// The weight in weight units (BIP-141).
    public var weight: Int { bytes(.plain).count * 3 + bytes(.witness).count }

    /// The size that fees are based on: a quarter of the weight, rounded up; on Bitcoin Cash the size in bytes.
    public var virtualSize: Int { (weight + 3) / 4 }

    /// Whether it satisfies the rules that every node checks without looking at the coins (`CheckTransaction`).
    public var isPlausible: Bool {
        guard !inputs.isEmpty, !outputs.isEmpty, Set(inputs.map(\.outPoint)).count == inputs.count else { return false }
        var total: UInt64 = 0
        for output in outputs {
            guard output.value <= UTXOChain.allMoney else { return false }
            total += output.value  // No trap: neither the sum nor what is added is more than all money.
            guard total <= UTXOChain.allMoney else { return false }
        }
        if inputs.count == 1, inputs[0].outPoint.isNull { return 2...100 ~= inputs[0].script.bytes.count }
        return !inputs.contains { $0.outPoint.isNull }
    }
}

extension BitcoinTransaction.Input {
    init(_ reader: inout ByteReader) throws(BitcoinError) {
        outPoint = try OutPoint(&reader)
        script = Script(try reader.text())
        sequence = try reader.number()
        witness = []
    }

    func append(to bytes: inout [UInt8]) {
        outPoint.append(to: &bytes)
        bytes.append(text: script.bytes)
        bytes.append(number: sequence)
    }
}
