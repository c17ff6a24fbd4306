/// RIPEMD-160 of SHA-256: Bitcoin's 20-byte hash of a public key or a script.
public enum Hash160 {
    /// Hashes `bytes` to 20 bytes.
    public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        RIPEMD160.hash(SHA256.hash(bytes).bytes)
    }
}
