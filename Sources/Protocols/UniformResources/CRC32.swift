/// The checksum of uniform resources: CRC-32 as in ISO 3309, ITU-T V.42 and zlib.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(truncatingIfNeeded: index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
        }
    }

    /// The checksum of `bytes`.
    static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(($0 ^ UInt32($1)) & 0xFF)] }
    }

    /// The four bytes of the checksum, big-endian.
    static func bytes(of bytes: some Sequence<UInt8>) -> [UInt8] {
        let checksum = checksum(of: bytes)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
    }
}
