internal import CNettle

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// Hashes `bytes`.
    public static func hash(_ bytes: some Sequence<UInt8>) -> Digest32 {
        Digest32 { result in
            bytes.withContiguousBytes { input in
                var context = sha256_ctx()
                nettle_sha256_init(&context)
                nettle_sha256_update(&context, input.count, input.octets)
                nettle_sha256_digest(&context, result.count, result.octets)
                // The input may be secret, and the context contains its last block.
                withUnsafeMutableBytes(of: &context) { $0.wipe() }
            }
        }
    }

    /// Hashes `bytes` twice, as Bitcoin does.
    public static func hashTwice(_ bytes: some Sequence<UInt8>) -> Digest32 {
        hash(hash(bytes).bytes)
    }
}
