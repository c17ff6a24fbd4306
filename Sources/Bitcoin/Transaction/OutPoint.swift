/// An output of a transaction, by its place: what an input spends.
public struct OutPoint: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The transaction.
    public let transaction: TransactionID

    /// The place of the output in it, from zero.
    public let index: UInt32

    /// Names an output.
    public init(_ transaction: TransactionID, _ index: UInt32) {
        self.transaction = transaction
        self.index = index
    }

    init(_ reader: inout ByteReader) throws(BitcoinError) {
        transaction = try TransactionID(&reader)
        index = try reader.number()
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: transaction.bytes)
        bytes.append(number: index)
    }

    /// Whether it names nothing, as the input of a block's first transaction does.
    public var isNull: Bool { index == .max && transaction.bytes.allSatisfy { $0 == 0 } }

    /// The transaction's name, a colon, and the place.
    public var description: String { "\(transaction):\(index)" }

    /// Orders by the transaction's name, then by place.
    public static func < (left: OutPoint, right: OutPoint) -> Bool {
        left.transaction == right.transaction ? left.index < right.index : left.transaction < right.transaction
    }
}
