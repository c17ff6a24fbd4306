/// Writes a Protocol Buffers message, with the fields in the given order.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: Int, _ value: some Collection<UInt8>) {
        append(varint: UInt64(number) << 3 | 2)
        append(varint: UInt64(value.count))
        bytes += value
    }

    mutating func append(_ number: Int, _ value: UInt64) {
        append(varint: UInt64(number) << 3)
        append(varint: value)
    }

    private mutating func append(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))  // No trap: what is left is below 128.
    }
}
