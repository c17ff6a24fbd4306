internal import CDerivation
internal import Primitives

/// Derives a key from a passphrase with a function that takes much time and memory.
enum KeyDerivation {
    /// Derives `count` bytes.
    ///
    /// - Parameters:
    ///   - function: Argon2id or scrypt.
    ///   - passphrase: The passphrase.
    ///   - salt: The salt.
    ///   - count: The length of the key.
    ///   - costs: Sets the costs of the function.
    /// - Returns: The key.
    /// - Throws: ``KeyError/notEnoughMemory``, also for parameters that the function does not allow.
    static func derive(
        _ function: drawbridge_function, passphrase: borrowing SecretBytes, salt: [UInt8], count: Int,
        costs: (inout drawbridge_derivation) -> Void
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
                    costs(&derivation)
                    return drawbridge_derive(function, &derivation)
                }
            }
            guard status == 0 else { throw .notEnoughMemory }
        }
    }
}
