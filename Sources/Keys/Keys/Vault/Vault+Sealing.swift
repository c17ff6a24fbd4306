internal import Primitives

/// Secrets of other modules that are stored outside the vault, and can be read only while it is unlocked.
///
/// The key is derived from the vault's secret (SLIP-0021), so that it is the same after a change of the passphrase, and
/// after the vault was restored from its phrase. It exists only while something is encrypted or decrypted, in
/// ``SecretBytes``.
extension Vault {
    /// The maximum number of bytes of a secret.
    public static let longestSealed = 4_096

    /// Encrypts a secret with XChaCha20-Poly1305.
    ///
    /// - Parameters:
    ///   - secret: At most ``longestSealed`` bytes.
    ///   - purpose: What the secret is for, such as `WalletConnect`; another purpose has another key.
    /// - Returns: A version, a random nonce of 24 bytes, and the encrypted secret with its tag of 16 bytes.
    /// - Throws: ``KeyError/locked``, ``KeyError/noRandomness``, or ``KeyError/wrongSize(expected:got:)`` if the secret
    ///   is too long.
    public func seal(_ secret: UnsafeRawBufferPointer, for purpose: String) throws(KeyError) -> [UInt8] {
        defer { CallStack.wipe() }
        guard secret.count <= Self.longestSealed else {
            throw .wrongSize(expected: Self.longestSealed, got: secret.count)
        }
        let nonce = try SecretBytes(randomCount: XChaCha20Poly1305.nonceSize).withUnsafeBytes { Array($0) }
        let plain = SecretBytes(copying: secret)
        return try withOpen { open throws(KeyError) in
            let key = open.sealingKey(for: purpose)
            return Self.sealedHeader + nonce
                + XChaCha20Poly1305.seal(plain, key: key, nonce: nonce, header: Self.sealedHeader)
        }
    }

    /// Decrypts what ``seal(_:for:)`` returned.
    ///
    /// - Throws: ``KeyError/locked``, or ``KeyError/sealedElsewhere``.
    public func open(_ sealed: [UInt8], for purpose: String) throws(KeyError) -> SecretBytes {
        defer { CallStack.wipe() }
        let start = Self.sealedHeader.count + XChaCha20Poly1305.nonceSize
        let longest = start + Self.longestSealed + XChaCha20Poly1305.tagSize
        let isReadable = sealed.starts(with: Self.sealedHeader) && start...longest ~= sealed.count
        var plain: SecretBytes?
        try withOpen { open throws(KeyError) in
            guard isReadable else { return }
            let key = open.sealingKey(for: purpose)
            plain = XChaCha20Poly1305.open(
                Array(sealed[start...]), key: key, nonce: Array(sealed[Self.sealedHeader.count..<start]),
                header: Self.sealedHeader)
        }
        guard let plain = plain.take() else { throw .sealedElsewhere }
        return plain
    }

    /// The version of the format, which is authenticated.
    private static let sealedHeader: [UInt8] = [1]
}

extension OpenVault {
    /// The key for a purpose.
    borrowing func sealingKey(for purpose: String) -> SecretBytes {
        SymmetricNode(seed: root).child("Drawbridge").child(purpose).key()
    }
}
