internal import CNettle
internal import Primitives

/// HMAC-SHA-256 (RFC 2104, FIPS 198-1).
public enum HMACSHA256 {
    /// The 32-byte authentication code of `message` under `key`.
    public static func code(key: some Sequence<UInt8>, message: some Sequence<UInt8>) -> [UInt8] {
        defer { CallStack.wipe() }
        return key.withContiguousBytes { key in
            message.withContiguousBytes { message in
                var context = hmac_sha256_ctx()
                nettle_hmac_sha256_set_key(&context, key.count, key.octets)
                nettle_hmac_sha256_update(&context, message.count, message.octets)
                defer { withUnsafeMutableBytes(of: &context) { $0.wipe() } }
                return [UInt8](unsafeUninitializedCapacity: 32) { code, count in
                    nettle_hmac_sha256_digest(&context, 32, code.baseAddress)
                    count = 32
                }
            }
        }
    }
}
