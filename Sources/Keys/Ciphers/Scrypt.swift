internal import CDerivation
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
            let status = passphrase.withUnsafeBytes { passphrase in
                salt.withUnsafeBufferPointer { salt in
                    var derivation = drawbridge_derivation()
                    (derivation.passphrase, derivation.passphrase_size) = (passphrase.anyOctet, passphrase.count)
                    (derivation.salt, derivation.salt_size) = (salt.baseAddress, salt.count)
                    (derivation.key, derivation.key_size) = (key.firstOctet, key.count)
                    (derivation.blocks, derivation.costs) = (n, (r, p))
                    return drawbridge_derive(DRAWBRIDGE_SCRYPT, &derivation)
                }
            }
            guard status == 0 else { throw .notEnoughMemory }
        }
    }
}
