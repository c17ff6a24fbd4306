extension [UInt8] {
    /// Writes a little-endian integer.
    package mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Writes a variable-length integer (“CompactSize”) in its shortest form.
    package mutating func append(size: UInt64) {
        switch size {
        case ..<0xFD:
            append(UInt8(size))  // No trap: the case in front says that it fits.
        case ..<0x1_0000:
            append(0xFD)
            append(number: UInt16(size))  // No trap: the case in front says that it fits.
        case ..<0x1_0000_0000:
            append(0xFE)
            append(number: UInt32(size))  // No trap: the case in front says that it fits.
        default:
            append(0xFF)
            append(number: size)
        }
    }

    /// Writes bytes, preceded by their length.
    package mutating func append(text: [UInt8]) {
        append(size: UInt64(text.count))
        append(contentsOf: text)
    }
}
