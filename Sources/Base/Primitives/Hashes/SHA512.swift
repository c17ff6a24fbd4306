internal import CNettle

/// SHA-512 (FIPS 180-4).
public enum SHA512 {
    /// Hashes `bytes` to 64 bytes.
    public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.withContiguousBytes { input in
            var context = sha512_ctx()
            nettle_sha512_init(&context)
            nettle_sha512_update(&context, input.count, input.octets)
            defer { withUnsafeMutableBytes(of: &context) { $0.wipe() } }
            return [UInt8](unsafeUninitializedCapacity: 64) { result, count in
                nettle_sha512_digest(&context, 64, result.baseAddress)
                count = 64
            }
        }
    }
}
