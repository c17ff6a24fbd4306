internal import Keys

/// The name of a transaction: SHA-256, twice, of what it says.
public struct TransactionID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The 32 bytes in the order in which they stand in a transaction.
    public let bytes: [UInt8]

    /// The name of a transaction that is written so, without its witness.
    init(of bytes: [UInt8]) {
        self.bytes = SHA256.hashTwice(bytes).bytes
    }

    init(_ reader: inout ByteReader) throws(BitcoinError) {
        bytes = try reader.take(32)
    }

    /// Takes the 32 bytes in the order in which people read them, which is the reverse.
    ///
    /// - Returns: `nil` for another number of bytes.
    public init?(reading bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes.reversed()
    }

    /// Reads 64 hexadecimal digits, without a prefix.
    ///
    /// - Returns: `nil` for every other text.
    public init?(_ text: String) {
        guard text.utf8.count == 64, !text.hasPrefix("0x"), let bytes = Hex.decode(text) else { return nil }
        self.init(reading: bytes)
    }

    /// The bytes in the order in which people read them.
    public var reading: [UInt8] { bytes.reversed() }

    /// 64 lower-case digits, as people read it.
    public var description: String { Hex.encode(reading) }

    /// Orders as people read.
    public static func < (left: TransactionID, right: TransactionID) -> Bool {
        left.bytes.reversed().lexicographicallyPrecedes(right.bytes.reversed())
    }
}
