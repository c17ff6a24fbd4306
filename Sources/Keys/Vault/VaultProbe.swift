/// Entrances for fuzzers to the parsers of vaults, which are else reached only through a checksum and a tag.
@_spi(Fuzzing) public enum VaultProbe {
    /// Reads a header from the front of `bytes`, and writes it again; `nil` where it is refused.
    public static func header(_ bytes: [UInt8]) -> [UInt8]? {
        try? bytes.withUnsafeBufferPointer { bytes throws(KeyError) in
            var reader = ByteReader(UnsafeRawBufferPointer(bytes))
            return try VaultHeader(&reader, policy: .standard).bytes
        }
    }

    /// Reads `bytes` as a whole file; whether it has the shape of one.
    public static func isFile(_ bytes: [UInt8]) -> Bool {
        (try? VaultFile(bytes, policy: .standard)) != nil
    }

    /// Gives `bytes` the checksum that belongs to them.
    public static func checked(_ bytes: [UInt8]) -> [UInt8] {
        bytes + SHA256.hash(bytes).bytes
    }

    /// Reads contents, and writes them again; `nil` where they are refused.
    public static func contents(_ bytes: [UInt8]) -> [UInt8]? {
        guard let contents = try? VaultContents(SecretBytes(copying: bytes)) else { return nil }
        return contents.bytes().withUnsafeBytes { Array($0) }
    }
}
