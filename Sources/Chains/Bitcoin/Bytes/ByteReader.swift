/// Reads bytes in order and never beyond their end.
struct ByteReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// The number of unread bytes.
    var remaining: Int { bytes.count - place }

    /// The next byte, without consuming it.
    var next: UInt8? { remaining > 0 ? bytes[place] : nil }

    /// Reads `count` bytes.
    mutating func take(_ count: some BinaryInteger) throws(BitcoinError) -> [UInt8] {
        guard count >= 0, count <= remaining else { throw .bytes(.ended) }
        defer { place += Int(count) }
        return Array(bytes[place..<(place + Int(count))])
    }

    /// Reads a little-endian integer.
    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self
    ) throws(BitcoinError) -> Number {
        let count = Number.bitWidth / 8
        guard count <= remaining else { throw .bytes(.ended) }
        defer { place += count }
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self))
        }
    }

    /// Reads a variable-length integer (“CompactSize”), which must be in its shortest form.
    mutating func size() throws(BitcoinError) -> UInt64 {
        let (value, least): (UInt64, UInt64) =
            switch try number(UInt8.self) {
            case 0xFD: (UInt64(try number(UInt16.self)), 0xFD)
            case 0xFE: (UInt64(try number(UInt32.self)), 0x1_0000)
            case 0xFF: (try number(UInt64.self), 0x1_0000_0000)
            case let byte: (UInt64(byte), 0)
            }
        guard value >= least else { throw .bytes(.padded) }
        return value
    }

    /// Reads a count of items of at least `least` bytes each; throws if they cannot all fit.
    mutating func count(ofAtLeast least: Int) throws(BitcoinError) -> Int {
        let count = try size()
        guard count <= UInt64(remaining / least) else { throw .bytes(.ended) }
        return Int(count)
    }

    /// Reads bytes that are preceded by their length.
    mutating func text() throws(BitcoinError) -> [UInt8] {
        try take(try size())
    }

    /// Checks that all bytes have been read.
    func end() throws(BitcoinError) {
        guard remaining == 0 else { throw .bytes(.trailing) }
    }
}
