internal import CSodium
internal import Primitives

/// XChaCha20-Poly1305 with a 24-byte nonce (draft-irtf-cfrg-xchacha): authenticated encryption.
enum XChaCha20Poly1305 {
    /// The length of a nonce in bytes: long enough to be random for every message.
    static let nonceSize = 24

    /// The number of bytes by which a message grows.
    static let tagSize = 16

    /// The length of a key in bytes.
    static let keySize = 32

    /// Encrypts `plain`; the tag follows it and also authenticates `header`.
    static func seal(
        _ plain: borrowing SecretBytes, key: borrowing SecretBytes, nonce: [UInt8], header: [UInt8]
    ) -> [UInt8] {
        // No trap: the wallet makes both, of a constant size.
        precondition(key.count == keySize && nonce.count == nonceSize)
        Sodium.prepare()
        var sealed = [UInt8](repeating: 0, count: plain.count + tagSize)
        plain.withUnsafeBytes { plain in
            key.withUnsafeBytes { key in
                _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                    &sealed, nil, plain.octets, UInt64(plain.count), header, UInt64(header.count), nil, nonce,
                    key.firstOctet)
            }
        }
        CallStack.wipe()
        return sealed
    }

    /// Decrypts the output of ``seal(_:key:nonce:header:)``; `nil` if it, the key or `header` differs in any bit.
    static func open(
        _ sealed: [UInt8], key: borrowing SecretBytes, nonce: [UInt8], header: [UInt8]
    ) -> SecretBytes? {
        guard sealed.count >= tagSize, key.count == keySize, nonce.count == nonceSize else { return nil }
        Sodium.prepare()
        var isRight = false
        let plain = SecretBytes(count: sealed.count - tagSize) { plain in
            key.withUnsafeBytes { key in
                let status = crypto_aead_xchacha20poly1305_ietf_decrypt(
                    plain.octets, nil, nil, sealed, UInt64(sealed.count), header, UInt64(header.count), nonce,
                    key.firstOctet)
                isRight = status == 0
            }
        }
        CallStack.wipe()
        guard isRight else { return nil }
        return plain
    }
}
