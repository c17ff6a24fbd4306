/// A private key in the wallet import format: Base58Check of a version, the key, and a mark for compressed keys.
public struct WIF: ~Copyable, Sendable {
    /// The key.
    public let key: PrivateKey

    /// Whether its public key is written in 33 bytes; addresses of uncompressed keys differ.
    public let isCompressed: Bool

    /// Whether it is for a test network.
    public let isTest: Bool

    /// Reads 51 or 52 characters, with optional white space around them.
    ///
    /// - Throws: ``KeyError/malformedKey``, ``KeyError/unusableKey``, or ``KeyError/primitive(_:)`` if the text is not
    ///   Base58Check.
    public init(_ text: borrowing SecretBytes) throws(KeyError) {
        let bytes = try text.withUnsafeBytes { text throws(KeyError) in
            var digits = text[...]
            while let byte = digits.first, byte <= 0x20 { digits = digits.dropFirst() }
            while let byte = digits.last, byte <= 0x20 { digits = digits.dropLast() }
            return try SecretBase58.decode(UnsafeRawBufferPointer(rebasing: digits))
        }
        let (version, mark) = bytes.withUnsafeBytes { ($0.first, $0.count == 34 ? $0.last : nil) }
        guard bytes.count == 33 || bytes.count == 34 && mark == 1, version == 0x80 || version == 0xEF else {
            throw .malformedKey
        }
        key = try PrivateKey(bytes.part(1..<33))
        isCompressed = bytes.count == 34
        isTest = version == 0xEF
    }

    /// The key alone.
    public consuming func takeKey() -> PrivateKey { key }
}
