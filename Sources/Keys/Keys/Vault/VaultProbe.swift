internal import Primitives

/// Entry points for fuzzers to the parsers of vaults, which are otherwise behind a checksum and a tag.
@_spi(Fuzzing) public enum VaultProbe {
    /// Decodes a header at the start of `bytes` and encodes it again; `nil` if it is refused.
    public static func header(_ bytes: [UInt8]) -> [UInt8]? {
        try? bytes.withUnsafeBufferPointer { bytes throws(KeyError) in
            var reader = BorrowedByteReader(UnsafeRawBufferPointer(bytes))
            return try VaultHeader(&reader, policy: .standard).bytes
        }
    }

    /// Whether `bytes` have the structure of a vault file.
    public static func isFile(_ bytes: [UInt8]) -> Bool {
        (try? VaultFile(bytes, policy: .standard)) != nil
    }

    /// Appends the matching checksum to `bytes`.
    public static func checked(_ bytes: [UInt8]) -> [UInt8] {
        bytes + SHA256.hash(bytes).bytes
    }

    /// Decodes contents and encodes them again; `nil` if they are refused.
    public static func contents(_ bytes: [UInt8]) -> [UInt8]? {
        guard let contents = try? VaultContents(SecretBytes(copying: bytes)) else { return nil }
        return contents.bytes().withUnsafeBytes { Array($0) }
    }
}
