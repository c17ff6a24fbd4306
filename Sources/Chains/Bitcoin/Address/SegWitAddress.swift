public import Primitives

/// A Bitcoin address of a witness program (BIP-141, BIP-173, BIP-350), such as `bc1q…`.
public struct SegWitAddress: Hashable, Sendable, CustomStringConvertible {
    /// The prefix: `bc` for mainnet, `tb` for test networks, `bcrt` for regtest.
    public let prefix: String

    /// The witness version, 0 to 16.
    public let version: UInt8

    /// The witness program: 20 or 32 bytes for version 0, 2 to 40 for all others.
    public let program: [UInt8]

    /// Creates an address.
    ///
    /// - Throws: ``BitcoinError/address(_:)``.
    public init(prefix: String = "bc", version: UInt8, program: [UInt8]) throws(BitcoinError) {
        guard version <= 16 else { throw .address(.version) }
        guard (2...40).contains(program.count), version > 0 || program.count == 20 || program.count == 32 else {
            throw .address(.size)
        }
        self.prefix = prefix
        self.version = version
        self.program = program
    }

    /// The P2WPKH address of `publicKey` (BIP-84).
    public init(_ publicKey: PublicKey, prefix: String = "bc") {
        self.prefix = prefix
        version = 0
        program = Hash160.hash(publicKey.compressed)
    }

    /// Reads an address of the network with `prefix`, in upper or lower case.
    ///
    /// - Throws: ``BitcoinError/address(_:)``.
    public init(_ text: String, prefix: String = "bc") throws(BitcoinError) {
        let decoded = try Bech32(text)
        guard decoded.prefix == prefix else { throw .address(.network) }
        guard let version = decoded.groups.first else { throw .address(.form) }
        // BIP-350 requires that an address with the wrong checksum variant for its version is refused.
        guard decoded.variant == Self.variant(version) else { throw .address(.checksum) }
        guard let program = Base32.bytes(of: decoded.groups.dropFirst()) else { throw .address(.form) }
        try self.init(prefix: prefix, version: version, program: program)
    }

    /// The text, in lower case.
    public var description: String {
        let groups = [version] + Base32.groups(of: program)
        return Bech32(prefix: prefix, groups: groups, variant: Self.variant(version)).text
    }

    private static func variant(_ version: UInt8) -> Bech32.Variant {
        version == 0 ? .bech32 : .bech32m
    }
}
