/// Base58 with a four-byte checksum at the end: the first bytes of the double SHA-256 of the data.
public enum Base58Check {
    /// Encodes `bytes` and their checksum.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        Base58.encode(Array(bytes) + SHA256.hashTwice(bytes).bytes[..<4])
    }

    /// Decodes `text`, and checks and removes the checksum.
    ///
    /// - Throws: ``PrimitiveError/malformedBase58``, or ``PrimitiveError/wrongBase58Checksum``.
    public static func decode(_ text: some StringProtocol) throws(PrimitiveError) -> [UInt8] {
        let bytes = try Base58.decode(text)
        guard bytes.count >= 4 else { throw .wrongBase58Checksum }
        let body = bytes[..<(bytes.count - 4)]
        guard SHA256.hashTwice(body).bytes[..<4] == bytes[(bytes.count - 4)...] else {
            throw .wrongBase58Checksum
        }
        return Array(body)
    }
}
