internal import CSodium
internal import Primitives

/// scrypt (RFC 7914), for Web3 key files.
public enum Scrypt {
    /// Derives `count` bytes; `n` is the number of blocks, a power of two.
    ///
    /// - Throws: ``KeyError/notEnoughMemory``, also for parameters that the function does not allow.
    public static func derive(
        passphrase: borrowing SecretBytes, salt: [UInt8], n: UInt64, r: UInt32, p: UInt32, count: Int
    ) throws(KeyError) -> SecretBytes {
        Sodium.prepare()
        defer { CallStack.wipe() }
        return try SecretBytes(count: count) { key throws(KeyError) in
            let status = passphrase.withUnsafeBytes {
                crypto_pwhash_scryptsalsa208sha256_ll(
                    $0.anyOctet, $0.count, salt, salt.count, n, r, p, key.firstOctet, key.count)
            }
            guard status == 0 else { throw .notEnoughMemory }
        }
    }
}
