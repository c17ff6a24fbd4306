internal import Primitives

extension PSBT {
    /// Checks the form of all known fields, and that previous transactions are those that the inputs name.
    func checkFields() throws(BitcoinError) {
        for entry in global.entries { try Self.checkGlobal(entry, version) }
        for (place, map) in inputs.enumerated() {
            for entry in map.entries { try check(entry, ofInput: place) }
        }
        for map in outputs { for entry in map.entries { try Self.checkOutput(entry, version) } }
    }

    /// Checks the form of a field of an input, and that a previous transaction is the one that the input names.
    func check(_ entry: PSBTMap.Entry, ofInput place: Int) throws(BitcoinError) {
        try Self.checkInput(entry, version)
        guard entry.type == PSBTField.Input.previousTransaction else { return }
        let (previous, spent) = (
            try BitcoinTransaction(entry.value, form: .witness), transaction.inputs[place].outPoint
        )
        guard previous.id == spent.transaction, Int(spent.index) < previous.outputs.count else {
            throw .psbt(.otherCoin)
        }
    }

    private static func checkGlobal(_ entry: PSBTMap.Entry, _ version: Version) throws(BitcoinError) {
        switch entry.type {
        case PSBTField.Global.transaction:
            try require(entry.data.isEmpty)
        case PSBTField.Global.extendedKey:
            try require(entry.data.count == 78 && isKey(entry.data[45...]))
            let origin = try PSBTOrigin(entry.value)
            try require(origin.path.count == Int(entry.data[4]))
        case PSBTField.Global.version:
            try require(entry.data.isEmpty && entry.value.count == 4)
        case PSBTField.Global.parts where entry.data.isEmpty && version == .original:
            throw .psbt(.version)
        case PSBTField.Global.transactionVersion, PSBTField.Global.fallbackLock:
            try require(entry.data.isEmpty && entry.value.count == 4)
        case PSBTField.Global.inputCount, PSBTField.Global.outputCount:
            try require(entry.data.isEmpty)
        case PSBTField.Global.modifiable:
            try require(entry.data.isEmpty && entry.value.count == 1)
        default:
            break
        }
    }

    private static func checkInput(_ entry: PSBTMap.Entry, _ version: Version) throws(BitcoinError) {
        typealias Field = PSBTField.Input
        switch entry.type {
        case Field.previousTransaction, Field.redeemScript, Field.witnessScript, Field.finalScript:
            try require(entry.data.isEmpty)
        case Field.witnessOutput:
            try require(entry.data.isEmpty)
            _ = try output(entry.value)
        case Field.partialSignature:
            try require(isKey(entry.data) && isSignature(entry.value))
        case Field.hashType:
            try require(entry.data.isEmpty && entry.value.count == 4)
        case Field.derivation:
            try require(isKey(entry.data))
            _ = try PSBTOrigin(entry.value)
        case Field.finalWitness:
            try require(entry.data.isEmpty)
            _ = try witness(entry.value)
        case Field.taprootKeySignature:
            try require(entry.data.isEmpty && isTaprootSignature(entry.value))
        case Field.taprootScriptSignature:
            try require(entry.data.count == 64 && isXOnlyKey(entry.data[..<32]) && isTaprootSignature(entry.value))
        case Field.taprootLeafScript:
            try require(isControlBlock(entry.data) && !entry.value.isEmpty)
        case Field.taprootDerivation:
            try require(isXOnlyKey(entry.data))
            _ = try PSBTOrigin.taproot(entry.value)
        case Field.taprootInternalKey:
            try require(entry.data.isEmpty && isXOnlyKey(entry.value))
        case Field.taprootMerkleRoot:
            try require(entry.data.isEmpty && entry.value.count == 32)
        case Field.parts where version == .original:
            if entry.data.isEmpty { throw .psbt(.version) }
        case Field.spentID:
            try require(entry.data.isEmpty && entry.value.count == 32)
        case Field.spentOutput, Field.inputSequence:
            try require(entry.data.isEmpty && entry.value.count == 4)
        case Field.timeLock:
            let time: UInt32 = try number(entry.value)
            try require(entry.data.isEmpty && time >= leastLockTime)
        case Field.heightLock:
            let height: UInt32 = try number(entry.value)
            try require(entry.data.isEmpty && 1..<leastLockTime ~= height)
        default:
            if let size = Field.preimages[entry.type] { try require(entry.data.count == size) }
        }
    }

    /// The least lock time that is a time in seconds since 1970 and not the height of a block.
    private static let leastLockTime: UInt32 = 500_000_000

    static func checkOutput(_ entry: PSBTMap.Entry, _ version: Version) throws(BitcoinError) {
        typealias Field = PSBTField.Output
        switch entry.type {
        case Field.redeemScript, Field.witnessScript:
            try require(entry.data.isEmpty)
        case Field.derivation:
            try require(isKey(entry.data))
            _ = try PSBTOrigin(entry.value)
        case Field.taprootInternalKey:
            try require(entry.data.isEmpty && isXOnlyKey(entry.value))
        case Field.taprootTree:
            try require(entry.data.isEmpty)
            try checkTree(entry.value)
        case Field.taprootDerivation:
            try require(isXOnlyKey(entry.data))
            _ = try PSBTOrigin.taproot(entry.value)
        case Field.parts where version == .original:
            if entry.data.isEmpty { throw .psbt(.version) }
        case Field.amount:
            try require(entry.data.isEmpty && entry.value.count == 8)
        case Field.script:
            try require(entry.data.isEmpty)
        default:
            break
        }
    }

    private static func require(_ isRight: Bool) throws(BitcoinError) {
        guard isRight else { throw .psbt(.field) }
    }

    private static func isKey(_ bytes: some Collection<UInt8>) -> Bool { (try? PublicKey(bytes)) != nil }

    private static func isXOnlyKey(_ bytes: some Collection<UInt8>) -> Bool { (try? XOnlyPublicKey(bytes)) != nil }

    /// An ECDSA signature with its hash type, in any encoding that was ever used.
    private static func isSignature(_ bytes: [UInt8]) -> Bool { (9...73).contains(bytes.count) }

    private static func isTaprootSignature(_ bytes: [UInt8]) -> Bool { bytes.count == 64 || bytes.count == 65 }

    /// The version and parity, the internal key, and up to 128 hashes (BIP-341).
    private static func isControlBlock(_ bytes: [UInt8]) -> Bool {
        (33...(33 + 32 * 128)).contains(bytes.count) && (bytes.count - 33).isMultiple(of: 32)
            && isXOnlyKey(bytes[1..<33])
    }

    /// Checks that the leaves, in depth-first order with their depths, make one complete tree (BIP-371).
    private static func checkTree(_ bytes: [UInt8]) throws(BitcoinError) {
        var reader = ByteReader(bytes)
        // The depths of the branches whose right side is still missing.
        var open: [Bool] = []
        var isComplete = false
        while reader.remaining > 0 {
            let depth = Int(try reader.number(UInt8.self))
            let version = try reader.number(UInt8.self)
            _ = try reader.text()
            try require(!isComplete && depth <= 128 && depth >= open.count && version & 1 == 0)
            open += [Bool](repeating: false, count: depth - open.count)
            while open.last == true { open.removeLast() }
            if open.isEmpty { isComplete = true } else { open[open.count - 1] = true }
        }
        try require(isComplete)
    }

    /// Reads an output as a transaction contains it.
    static func output(_ bytes: [UInt8]) throws(BitcoinError) -> Output {
        var reader = ByteReader(bytes)
        let output = try Output(&reader)
        try reader.end()
        return output
    }

    /// Reads the items of a witness.
    static func witness(_ bytes: [UInt8]) throws(BitcoinError) -> [[UInt8]] {
        var reader = ByteReader(bytes)
        var items: [[UInt8]] = []
        for _ in 0..<(try reader.count(ofAtLeast: 1)) { items.append(try reader.text()) }
        try reader.end()
        return items
    }
}

/// Where a key of a partially signed transaction comes from: the fingerprint of a master key, and the path from it.
package struct PSBTOrigin: Hashable, Sendable {
    /// The first four bytes of the hash of the master key's public key, as a big-endian number.
    package let fingerprint: UInt32

    /// The steps of the path, with the highest bit set if they are hardened.
    package let path: [UInt32]

    /// Creates an origin.
    package init(fingerprint: UInt32, path: [UInt32]) {
        self.fingerprint = fingerprint
        self.path = path
    }

    /// Reads the fingerprint and 32-bit numbers, little-endian.
    init(_ bytes: some Collection<UInt8>) throws(BitcoinError) {
        guard bytes.count >= 4, bytes.count.isMultiple(of: 4), bytes.count <= 4 * 256 else { throw .psbt(.field) }
        fingerprint = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        var reader = ByteReader(bytes.dropFirst(4))
        var path: [UInt32] = []
        while reader.remaining > 0 { path.append(try reader.number()) }
        self.path = path
    }

    /// Reads the hashes of the leaves in which the key is, and the origin.
    package static func taproot(
        _ bytes: [UInt8]
    ) throws(BitcoinError) -> (leaves: [[UInt8]], origin: PSBTOrigin) {
        var reader = ByteReader(bytes)
        var leaves: [[UInt8]] = []
        for _ in 0..<(try reader.count(ofAtLeast: 32)) { leaves.append(try reader.take(32)) }
        return (leaves, try PSBTOrigin(try reader.take(reader.remaining)))
    }

    /// The encoded fingerprint and path.
    package var bytes: [UInt8] {
        var bytes = withUnsafeBytes(of: fingerprint.bigEndian) { Array($0) }
        for step in path { bytes.append(number: step) }
        return bytes
    }
}
