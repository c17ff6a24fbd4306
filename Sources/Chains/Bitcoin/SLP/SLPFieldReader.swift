/// Reads the fields of a token message in order.
struct SLPFieldReader {
    private var parts: ArraySlice<[UInt8]>

    init(_ parts: [[UInt8]]) {
        self.parts = parts[...]
    }

    var count: Int { parts.count }

    mutating func next() throws(BitcoinError) -> [UInt8] {
        guard let part = parts.popFirst() else { throw .slp(.parts) }
        return part
    }

    /// A field of exactly `count` bytes.
    private mutating func next(of count: Int) throws(BitcoinError) -> [UInt8] {
        let part = try next()
        guard part.count == count else { throw .slp(.size) }
        return part
    }

    /// The ID of a token, in display byte order.
    mutating func token() throws(BitcoinError) -> TransactionID {
        guard let token = TransactionID(reading: try next(of: 32)) else { throw .slp(.size) }
        return token
    }

    /// Eight bytes, big-endian.
    mutating func quantity() throws(BitcoinError) -> UInt64 {
        try next(of: 8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// One byte.
    mutating func byte() throws(BitcoinError) -> UInt8 {
        try next(of: 1)[0]
    }

    /// The index of the output that gets the minting baton: at least two, or none.
    mutating func baton() throws(BitcoinError) -> UInt8? {
        let part = try next()
        guard part.count <= 1 else { throw .slp(.size) }
        guard let place = part.first else { return nil }
        guard place >= 2 else { throw .slp(.value) }
        return place
    }

    func end() throws(BitcoinError) {
        guard parts.isEmpty else { throw .slp(.parts) }
    }

    static func bytes(_ quantity: UInt64) -> [UInt8] {
        stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: quantity >> $0) }
    }
}
