internal import CNettle
internal import Primitives

/// HMAC-SHA-512 (RFC 2104, FIPS 198-1) with one key; its working memory is treated as secret.
public struct HMACSHA512: ~Copyable {
    /// The length of an authentication code in bytes.
    public static let size = 64

    private var context = SecretBytes(count: MemoryLayout<hmac_sha512_ctx>.size)

    /// Prepares a key of any length.
    init(key: UnsafeRawBufferPointer) {
        context.withUnsafeMutableBytes {
            nettle_hmac_sha512_set_key(Self.context(in: $0), key.count, key.octets)
        }
    }

    /// The 64-byte authentication code of `message` under `key`.
    public static func code(key: some Sequence<UInt8>, message: some Sequence<UInt8>) -> [UInt8] {
        let code = key.withContiguousBytes { key in
            message.withContiguousBytes { secretCode(key: key, message: $0) }
        }
        return code.withUnsafeBytes { Array($0) }
    }

    /// The 64-byte authentication code of `message` under `key`, if it is itself a secret.
    static func secretCode(key: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer) -> SecretBytes {
        var mac = HMACSHA512(key: key)
        mac.update(message)
        var code = SecretBytes(count: size)
        code.withUnsafeMutableBytes { mac.finish(into: $0) }
        return code
    }

    /// Adds `bytes` to the message.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        context.withUnsafeMutableBytes {
            nettle_hmac_sha512_update(Self.context(in: $0), bytes.count, bytes.octets)
        }
    }

    /// Writes at most 64 bytes of the code, and starts the next message with the same key.
    mutating func finish(into code: UnsafeMutableRawBufferPointer) {
        context.withUnsafeMutableBytes {
            nettle_hmac_sha512_digest(Self.context(in: $0), code.count, code.octets)
        }
    }

    private static func context(in memory: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<
        hmac_sha512_ctx
    >? {
        memory.bindMemory(to: hmac_sha512_ctx.self).baseAddress
    }
}
