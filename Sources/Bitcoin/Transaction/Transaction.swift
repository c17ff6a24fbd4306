/// A transaction of Bitcoin or Bitcoin Cash.
///
/// Reading one checks its form only; ``isPlausible`` are the rules that need nothing else to be checked.
public struct Transaction: Hashable, Sendable {
    /// How it may be written.
    public enum Form: Hashable, Sendable {
        /// As on Bitcoin Cash, and as its name is made of.
        case plain
        /// With witnesses behind the outputs where there are any, as on Bitcoin (BIP-144).
        case witness
    }

    /// What is spent.
    public struct Input: Hashable, Sendable {
        /// The output that is spent.
        public let outPoint: OutPoint

        /// What unlocks it.
        public var script: Script

        /// A number for locks and replacing; all ones where there is neither.
        public var sequence: UInt32

        /// What unlocks it on Bitcoin, where it is a witness program.
        public var witness: [[UInt8]]

        /// Puts an input together.
        public init(
            _ outPoint: OutPoint, script: Script = Script([UInt8]()), sequence: UInt32 = .max, witness: [[UInt8]] = []
        ) {
            self.outPoint = outPoint
            self.script = script
            self.sequence = sequence
            self.witness = witness
        }
    }

    /// Its version; decides over relative locks.
    public var version: UInt32

    /// What is spent, in order.
    public var inputs: [Input]

    /// What is paid, in order.
    public var outputs: [Output]

    /// The block or the time from which it may be mined; zero where it may at once.
    public var lockTime: UInt32

    /// Puts a transaction together.
    public init(version: UInt32 = 2, inputs: [Input], outputs: [Output], lockTime: UInt32 = 0) {
        self.version = version
        self.inputs = inputs
        self.outputs = outputs
        self.lockTime = lockTime
    }

    /// The most bytes that are looked at: what fits into a block of Bitcoin.
    ///
    /// On Bitcoin Cash one has 100,000 at most.
    public static let largest = 4_000_000

    /// Reads a transaction, all of `bytes`.
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

    /// The bytes; in the form with witnesses only where there is one.
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

    /// Its name, which no witness changes.
    public var id: TransactionID { TransactionID(of: bytes(.plain)) }

    /// What it weighs in a block, in quarters of a byte (BIP-141).
    public var weight: Int { bytes(.plain).count * 3 + bytes(.witness).count }

    /// The bytes that fees are counted by: a quarter of the weight, upwards; on Bitcoin Cash the size.
    public var virtualSize: Int { (weight + 3) / 4 }

    /// Whether it keeps the rules that every node checks before it looks at coins (`CheckTransaction`).
    public var isPlausible: Bool {
        guard !inputs.isEmpty, !outputs.isEmpty, Set(inputs.map(\.outPoint)).count == inputs.count else { return false }
        var total: UInt64 = 0
        for output in outputs {
            guard output.value <= Ledger.allMoney else { return false }
            total += output.value
            guard total <= Ledger.allMoney else { return false }
        }
        if inputs.count == 1, inputs[0].outPoint.isNull { return 2...100 ~= inputs[0].script.bytes.count }
        return !inputs.contains { $0.outPoint.isNull }
    }
}

extension Transaction.Input {
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
