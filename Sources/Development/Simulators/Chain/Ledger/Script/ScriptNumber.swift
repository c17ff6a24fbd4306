/// Numbers as scripts write them: little-endian, with the sign in the highest bit.
enum ScriptNumber {
    /// Reads a number of at most `longest` bytes in its shortest form; `nil` for any other.
    static func read(_ bytes: [UInt8], longest: Int = 4) -> Int? {
        guard bytes.count <= longest else { return nil }
        guard let last = bytes.last else { return 0 }
        // The last byte may hold nothing but the sign only if the byte before it needs its highest bit.
        if last & 0x7F == 0, bytes.count < 2 || bytes[bytes.count - 2] & 0x80 == 0 { return nil }
        var value = Int(last & 0x7F)
        for byte in bytes.dropLast().reversed() { value = value << 8 | Int(byte) }
        return last & 0x80 == 0 ? value : -value
    }

    /// Writes a number.
    static func bytes(_ value: Int) -> [UInt8] {
        var (rest, bytes) = (value.magnitude, [UInt8]())
        while rest > 0 {
            bytes.append(UInt8(rest & 0xFF))
            rest >>= 8
        }
        if let last = bytes.last, last & 0x80 != 0 { bytes.append(0) }
        if value < 0 { bytes[bytes.count - 1] |= 0x80 }
        return bytes
    }

    /// Whether `bytes` count as true: any byte is not zero, but for the sign.
    static func isTrue(_ bytes: [UInt8]) -> Bool {
        bytes.dropLast().contains { $0 != 0 } || bytes.last.map { $0 & 0x7F != 0 } == true
    }

    /// The operation that pushes a number in its shortest form, as a coinbase must begin with its height (BIP-34).
    static func push(_ value: Int) -> [UInt8] {
        switch value {
        case 0: return [0]
        case 1...16: return [0x50 + UInt8(value)]
        default:
            let bytes = bytes(value)
            return [UInt8(bytes.count)] + bytes
        }
    }
}
