/// The transaction that the fields of version 2 describe (BIP-370).
extension PSBT {
    /// The versions, which differ in where the transaction is.
    package enum Version: Hashable, Sendable {
        /// One field contains the whole transaction (BIP-174).
        case original
        /// Its parts are fields of the maps (BIP-370).
        case parts
    }

    /// Where the transaction is, according to the global map.
    static func version(of global: PSBTMap) throws(BitcoinError) -> Version {
        guard let bytes = global[PSBTField.Global.version] else { return .original }
        switch try number(bytes) as UInt32 {
        case 0: return .original
        case 2: return .parts
        default: throw .psbt(.version)
        }
    }

    /// The number of maps of a kind that a file of version 2 announces; each takes at least one byte.
    static func count(_ type: UInt64, in global: PSBTMap, _ reader: ByteReader) throws(BitcoinError) -> Int {
        guard let bytes = global[type] else { throw .psbt(.noTransaction) }
        var counter = ByteReader(bytes)
        let count = try counter.size()
        try counter.end()
        guard count <= UInt64(reader.remaining), let number = Int(exactly: count) else { throw .bytes(.ended) }
        return number
    }

    /// The transaction in the fields of version 2.
    static func transaction(
        in global: PSBTMap, _ inputs: [PSBTMap], _ outputs: [PSBTMap]
    ) throws(BitcoinError) -> BitcoinTransaction {
        guard let version = global[PSBTField.Global.transactionVersion] else { throw .psbt(.noTransaction) }
        var lock = try lockTime(of: inputs)
        if lock == nil, let bytes = global[PSBTField.Global.fallbackLock] { lock = try number(bytes) }
        var transaction = BitcoinTransaction(version: try number(version), inputs: [], outputs: [], lockTime: lock ?? 0)
        for map in inputs { transaction.inputs.append(try input(map)) }
        for map in outputs { transaction.outputs.append(try output(map)) }
        return transaction
    }

    private static func input(_ map: PSBTMap) throws(BitcoinError) -> BitcoinTransaction.Input {
        typealias Field = PSBTField.Input
        guard let id = map[Field.spentID], let index = map[Field.spentOutput] else { throw .psbt(.noTransaction) }
        var sequence = UInt32.max
        if let bytes = map[Field.inputSequence] { sequence = try number(bytes) }
        var reader = ByteReader(id + index)
        let outPoint = try OutPoint(&reader)
        try reader.end()
        return BitcoinTransaction.Input(outPoint, sequence: sequence)
    }

    private static func output(_ map: PSBTMap) throws(BitcoinError) -> Output {
        typealias Field = PSBTField.Output
        guard let amount = map[Field.amount], let script = map[Field.script] else { throw .psbt(.noTransaction) }
        return Output(try number(amount), to: Script(script))
    }

    /// The lock time that inputs require: a height if all of those that require something accept one, or else a time.
    private static func lockTime(of inputs: [PSBTMap]) throws(BitcoinError) -> UInt32? {
        typealias Field = PSBTField.Input
        var (height, time, takesHeight, takesTime): (UInt32, UInt32, Bool, Bool) = (0, 0, true, true)
        for map in inputs {
            let (wanted, wantedTime) = (map[Field.heightLock], map[Field.timeLock])
            guard wanted != nil || wantedTime != nil else { continue }
            if let wanted { height = max(height, try number(wanted)) } else { takesHeight = false }
            if let wantedTime { time = max(time, try number(wantedTime)) } else { takesTime = false }
        }
        guard takesHeight || takesTime else { throw .psbt(.lockTimes) }
        // Without a requirement, both are zero.
        let lock = takesHeight ? height : time
        return lock == 0 ? nil : lock
    }

    /// A little-endian number that fills `bytes`.
    static func number<Number: FixedWidthInteger & BitwiseCopyable>(_ bytes: [UInt8]) throws(BitcoinError) -> Number {
        var reader = ByteReader(bytes)
        let number = try reader.number(Number.self)
        try reader.end()
        return number
    }

    /// Notes that inputs and outputs can no longer be added, because a signature covers all of them (BIP-370, "Signer").
    mutating func close() {
        guard let flags = global[PSBTField.Global.modifiable]?.first else { return }
        global.set(PSBTField.Global.modifiable, to: [flags & ~0b11])
    }
}
