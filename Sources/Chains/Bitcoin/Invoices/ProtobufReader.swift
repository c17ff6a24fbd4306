/// Reads a Protocol Buffers message field by field, strictly: canonical encoding only, and no extra bytes.
struct ProtobufReader {
    /// The value of a field.
    enum Value: Hashable {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
        /// Four or eight bytes of an unused field.
        case fixed
    }

    /// A field, with its encoded bytes.
    struct Field: Hashable {
        let number: Int
        let value: Value
        let written: ArraySlice<UInt8>
    }

    /// The maximum number of fields in a message.
    static let most = 4096

    private let all: ArraySlice<UInt8>
    private var rest: ArraySlice<UInt8>
    private var count = 0
    private var last = 0

    init(_ bytes: ArraySlice<UInt8>) {
        (all, rest) = (bytes, bytes)
    }

    /// The next field; `nil` at the end.
    ///
    /// Field numbers must not decrease, as in the output of all common encoders.
    mutating func next() throws(BitcoinError) -> Field? {
        guard !rest.isEmpty else { return nil }
        let start = rest.startIndex
        let tag = try varint()
        guard let number = Int(exactly: tag >> 3), 1..<(1 << 29) ~= number, number >= last, count < Self.most else {
            throw .invoice(.form)
        }
        (last, count) = (number, count + 1)
        let value: Value
        switch tag & 7 {
        case 0: value = .number(try varint())
        case 1: value = try skip(8)
        case 2:
            guard let length = Int(exactly: try varint()), length <= rest.count else { throw .invoice(.form) }
            value = .bytes(rest.prefix(length))
            rest = rest.dropFirst(length)
        case 5: value = try skip(4)
        default: throw .invoice(.form)
        }
        return Field(number: number, value: value, written: all[start..<rest.startIndex])
    }

    private mutating func skip(_ length: Int) throws(BitcoinError) -> Value {
        guard rest.count >= length else { throw .invoice(.form) }
        rest = rest.dropFirst(length)
        return .fixed
    }

    /// A varint: up to ten bytes of seven bits, in its shortest form.
    private mutating func varint() throws(BitcoinError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard let byte = rest.popFirst() else { throw .invoice(.form) }
            let part = UInt64(byte & 0x7F)
            guard shift < 63 || part <= 1 else { throw .invoice(.form) }
            value |= part << shift
            if byte & 0x80 == 0 {
                guard byte != 0 || shift == 0 else { throw .invoice(.form) }
                return value
            }
        }
        throw .invoice(.form)
    }
}
