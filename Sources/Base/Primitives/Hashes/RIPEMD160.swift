internal import CNettle

/// RIPEMD-160, which Bitcoin applies to the output of SHA-256.
public enum RIPEMD160 {
    /// Hashes `bytes` to 20 bytes.
    public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.withContiguousBytes { input in
            var context = ripemd160_ctx()
            nettle_ripemd160_init(&context)
            nettle_ripemd160_update(&context, input.count, input.octets)
            return [UInt8](unsafeUninitializedCapacity: 20) { result, count in
                nettle_ripemd160_digest(&context, 20, result.baseAddress)
                count = 20
            }
        }
    }
}

/// RIPEMD-160 of SHA-256: Bitcoin's 20-byte hash of a public key or a script.
public enum Hash160 {
    /// Hashes `bytes` to 20 bytes.
    public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        RIPEMD160.hash(SHA256.hash(bytes).bytes)
    }
}
