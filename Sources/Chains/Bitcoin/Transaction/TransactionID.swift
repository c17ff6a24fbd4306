internal import Primitives
internal import Primitives

/// A transaction ID: the double SHA-256 of the transaction.
public struct TransactionID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The 32 bytes in internal byte order.
    public let bytes: [UInt8]

    /// The ID of a serialized transaction without witnesses.
    init(of bytes: [UInt8]) {
        self.bytes = SHA256.hashTwice(bytes).bytes
    }

    init(_ reader: inout ByteReader) throws(BitcoinError) {
        bytes = try reader.take(32)
    }

    /// Creates an ID from 32 bytes in display order, which is the reverse.
    ///
    /// - Returns: `nil` for any other number of bytes.
    public init?(reading bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes.reversed()
    }

    /// Reads 64 hexadecimal digits, without a prefix.
    ///
    /// - Returns: `nil` for any other text.
    public init?(_ text: String) {
        guard text.utf8.count == 64, !text.hasPrefix("0x"), let bytes = Hex.decode(text) else { return nil }
        self.init(reading: bytes)
    }

    /// The bytes in display order.
    public var reading: [UInt8] { bytes.reversed() }

    /// 64 lower-case hexadecimal digits in display order.
    public var description: String { Hex.encode(reading) }

    /// Compares in display order.
    public static func < (left: TransactionID, right: TransactionID) -> Bool {
        left.bytes.reversed().lexicographicallyPrecedes(right.bytes.reversed())
    }
}
