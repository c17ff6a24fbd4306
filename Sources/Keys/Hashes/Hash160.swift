/// RIPEMD-160 of SHA-256: how Bitcoin names a public key or a script in 20 bytes.
public enum Hash160 {
    /// Hashes `bytes` to 20 bytes.
    public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        RIPEMD160.hash(SHA256.hash(bytes).bytes)
    }
}
