/// A Bech32 (BIP-173) or Bech32m (BIP-350) string: a prefix, 5-bit groups, and a checksum over both.
struct Bech32: Hashable, Sendable {
    /// The variant of the checksum.
    enum Variant: UInt32, Sendable {
        /// BIP-173, for witness version 0.
        case bech32 = 1
        /// BIP-350, for all other versions.
        case bech32m = 0x2BC8_30A3
    }

    /// The human-readable part before the last `1`, in lower case.
    let prefix: String

    /// The 5-bit groups, without the checksum.
    let groups: [UInt8]

    let variant: Variant

    init(prefix: String, groups: [UInt8], variant: Variant) {
        self.prefix = prefix
        self.groups = groups
        self.variant = variant
    }

    /// Reads at most 90 characters, all in the same case.
    init(_ text: String) throws(BitcoinError) {
        guard text.utf8.count <= 90 else { throw .address(.size) }
        let bytes = try Base32.singleCase(text)
        guard let separator = bytes.lastIndex(of: UInt8(ascii: "1")), separator > 0,
            let values = Base32.values(bytes[(separator + 1)...]), values.count >= 6
        else { throw .address(.form) }
        prefix = String(decoding: bytes[..<separator], as: UTF8.self)
        groups = Array(values.dropLast(6))
        guard let variant = Variant(rawValue: Self.remainder(prefix, values)) else { throw .address(.checksum) }
        self.variant = variant
    }

    /// The text, in lower case.
    var text: String {
        let remainder = Self.remainder(prefix, groups + [0, 0, 0, 0, 0, 0]) ^ variant.rawValue
        let checksum = (0..<6).map { (place: Int) -> UInt8 in UInt8(remainder >> UInt32(25 - 5 * place) & 31) }
        return prefix + "1" + Base32.text(groups + checksum)
    }

    /// The remainder of the polynomial of prefix and values, divided by the generator of BIP-173.
    private static func remainder(_ prefix: String, _ values: [UInt8]) -> UInt32 {
        let expanded = prefix.utf8.map { $0 >> 5 } + [0] + prefix.utf8.map { $0 & 31 }
        return (expanded + values).reduce(UInt32(1)) { remainder, value in
            let top = remainder >> 25
            var next = (remainder & 0x1FF_FFFF) << 5 ^ UInt32(value)
            for (bit, generator) in generators.enumerated() where top >> UInt32(bit) & 1 == 1 { next ^= generator }
            return next
        }
    }

    private static let generators: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]
}
