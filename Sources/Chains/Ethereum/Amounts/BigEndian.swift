internal import BigInt

extension BigUInt {
    /// The big-endian bytes without leading zeros; empty for zero.
    var bigEndian: [UInt8] {
        var bytes: [UInt8] = []
        for word in words.reversed() {
            for shift in stride(from: UInt.bitWidth - 8, through: 0, by: -8) {
                let byte = UInt8(truncatingIfNeeded: word >> UInt(shift))
                if byte != 0 || !bytes.isEmpty { bytes.append(byte) }
            }
        }
        return bytes
    }

    /// Creates the number from big-endian bytes.
    init(bigEndian bytes: some BidirectionalCollection<UInt8>) {
        var words: [UInt] = []
        for (place, byte) in bytes.reversed().enumerated() {
            if place % 8 == 0 { words.append(0) }
            words[place / 8] |= UInt(byte) << UInt(place % 8 * 8)
        }
        self.init(words: words)
    }
}

extension UInt64 {
    /// The big-endian bytes without leading zeros; empty for zero.
    var bigEndianBytes: [UInt8] {
        let used = (bitWidth - leadingZeroBitCount + 7) / 8
        return (0..<used).reversed().map { UInt8(truncatingIfNeeded: self >> UInt64($0 * 8)) }
    }
}
