public import Primitives

/// A Bitcoin Cash address (CashAddr specification), such as `bitcoincash:q…`.
public struct CashAddress: Hashable, Sendable, CustomStringConvertible {
    /// The type of an address, from its four type bits.
    public enum Kind: UInt8, Sendable {
        /// Pay to public key hash.
        case publicKey = 0
        /// Pay to script hash.
        case script = 1
        /// Pay to public key hash, able to receive tokens (CashTokens).
        case tokenPublicKey = 2
        /// Pay to script hash, able to receive tokens (CashTokens).
        case tokenScript = 3
    }

    /// The prefix of mainnet.
    public static let mainPrefix = "bitcoincash"

    /// The prefix before the colon, in lower case: `bitcoincash`, `bchtest`, `bchreg`.
    public let prefix: String

    /// The four type bits; values above 3 are not defined yet.
    public let type: UInt8

    /// The hash: 20, 24, 28, 32, 40, 48, 56 or 64 bytes.
    public let hash: [UInt8]

    /// Creates an address.
    ///
    /// - Throws: ``BitcoinError/address(_:)``.
    public init(prefix: String = mainPrefix, type: UInt8, hash: [UInt8]) throws(BitcoinError) {
        guard type < 16 else { throw .address(.version) }
        guard Self.sizes.contains(hash.count) else { throw .address(.size) }
        guard !prefix.isEmpty, prefix.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
            throw .address(.form)
        }
        self.prefix = prefix
        self.type = type
        self.hash = hash
    }

    /// The P2PKH address of `publicKey`.
    public init(_ publicKey: PublicKey) {
        prefix = Self.mainPrefix
        type = Kind.publicKey.rawValue
        hash = Hash160.hash(publicKey.compressed)
    }

    /// Reads an address of the network with `prefix`, in upper or lower case.
    ///
    /// The text may omit the prefix. If `prefix` is `nil`, the text must have one, and any is allowed.
    ///
    /// - Throws: ``BitcoinError/address(_:)``.
    public init(_ text: String, prefix expected: String? = mainPrefix) throws(BitcoinError) {
        // The longest prefix of any network, the colon, 104 characters and the checksum.
        guard text.utf8.count <= 150 else { throw .address(.size) }
        let bytes = try Base32.singleCase(text)
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let prefix: String
        switch (parts.count, expected) {
        case (2, _): prefix = String(decoding: parts[0], as: UTF8.self)
        case (1, let expected?): prefix = expected
        default: throw .address(.form)
        }
        guard let values = parts.last.flatMap({ Base32.values($0) }), values.count > 8 else {
            throw .address(.form)
        }
        // Check this before the network: a mistyped prefix also breaks the checksum.
        guard Self.remainder(prefix, values) == 0 else { throw .address(.checksum) }
        guard expected == nil || prefix == expected else { throw .address(.network) }
        guard let payload = Base32.bytes(of: values.dropLast(8)), let version = payload.first else {
            throw .address(.form)
        }
        // The highest bit is reserved and must be zero.
        guard version < 0x80 else { throw .address(.version) }
        guard payload.count - 1 == Self.sizes[Int(version & 7)] else { throw .address(.size) }
        try self.init(prefix: prefix, type: version >> 3, hash: Array(payload.dropFirst()))
    }

    /// The kind of address; `nil` for an undefined type.
    public var kind: Kind? { Kind(rawValue: type) }

    /// The text with its prefix, in lower case.
    public var description: String {
        let size = Self.sizes.firstIndex(of: hash.count) ?? 0
        let groups = Base32.groups(of: [type << 3 | UInt8(size)] + hash)  // No trap: a place among eight sizes.
        let remainder = Self.remainder(prefix, groups + [0, 0, 0, 0, 0, 0, 0, 0])
        let checksum = (0..<8).map { (place: Int) -> UInt8 in UInt8(remainder >> UInt64(35 - 5 * place) & 31) }
        return prefix + ":" + Base32.text(groups + checksum)
    }

    private static let sizes = [20, 24, 28, 32, 40, 48, 56, 64]

    /// The remainder of the polynomial of prefix and values, divided by the generator of the specification.
    private static func remainder(_ prefix: String, _ values: [UInt8]) -> UInt64 {
        (prefix.utf8.map { $0 & 31 } + [0] + values).reduce(UInt64(1)) { remainder, value in
            let top = remainder >> 35
            var next = (remainder & 0x07_FFFF_FFFF) << 5 ^ UInt64(value)
            for (bit, generator) in generators.enumerated() where top >> UInt64(bit) & 1 == 1 { next ^= generator }
            return next
        } ^ 1
    }

    private static let generators: [UInt64] = [
        0x98_F2BC_8E61, 0x79_B76D_99E2, 0xF3_3E5F_B3C4, 0xAE_2EAB_E2A8, 0x1E_4F43_E470,
    ]
}
