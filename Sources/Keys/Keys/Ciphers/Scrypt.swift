internal import CDerivation

/// scrypt (RFC 7914), for Web3 key files.
public enum Scrypt {
    /// Derives `count` bytes; `n` is the number of blocks, a power of two.
    ///
    /// - Throws: ``KeyError/notEnoughMemory``, also for parameters that the function does not allow.
    public static func derive(
        passphrase: borrowing SecretBytes, salt: [UInt8], n: UInt64, r: UInt32, p: UInt32, count: Int
    ) throws(KeyError) -> SecretBytes {
        try KeyDerivation.derive(DRAWBRIDGE_SCRYPT, passphrase: passphrase, salt: salt, count: count) {
            ($0.blocks, $0.costs) = (n, (r, p))
        }
    }
}
