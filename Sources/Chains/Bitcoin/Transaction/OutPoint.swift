/// An outpoint: the transaction ID and index of the output that an input spends.
public struct OutPoint: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The transaction.
    public let transaction: TransactionID

    /// The index of the output, from zero.
    public let index: UInt32

    /// Creates an outpoint.
    public init(_ transaction: TransactionID, _ index: UInt32) {
        self.transaction = transaction
        self.index = index
    }

    /// Reads a transaction ID, a colon, and an index without leading zeros.
    ///
    /// - Returns: `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let id = TransactionID(String(parts[0])), let index = UInt32(parts[1]),
            String(index) == parts[1]
        else { return nil }
        self.init(id, index)
    }

    init(_ reader: inout ByteReader) throws(BitcoinError) {
        transaction = try TransactionID(&reader)
        index = try reader.number()
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: transaction.bytes)
        bytes.append(number: index)
    }

    /// Whether it is the null outpoint of a coinbase input.
    public var isNull: Bool { index == .max && transaction.bytes.allSatisfy { $0 == 0 } }

    /// The transaction ID, a colon, and the index.
    public var description: String { "\(transaction):\(index)" }

    /// Compares by transaction ID, then by index.
    public static func < (left: OutPoint, right: OutPoint) -> Bool {
        left.transaction == right.transaction ? left.index < right.index : left.transaction < right.transaction
    }
}
