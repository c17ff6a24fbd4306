internal import CNettle
internal import CSodium
internal import Primitives

/// The key of a pairing or a session: 32 secret bytes that encrypt its messages.
///
/// A reference, so that many may use it and the bytes exist once; they are wiped with the last reference. It is never
/// printed: its description has no digit of it.
package final class SymmetricKey: Unprintable, Sendable {
    /// The number of bytes.
    package static let size = 32

    /// The size of a nonce in bytes (RFC 8439, section 2.8).
    package static let nonceSize = 12

    /// The number of bytes by which a message grows.
    package static let tagSize = 16

    /// The topic of the messages that this key encrypts: its SHA-256.
    package let topic: Topic

    let bytes: SecretMemory

    /// Takes the bytes, which must be 32.
    init(_ bytes: consuming SecretMemory) {
        topic = bytes.withUnsafeBytes { Topic(SHA256.hash($0)) }
        self.bytes = bytes
    }

    /// Generates a key.
    package static func random() -> SymmetricKey {
        SymmetricKey(SecretMemory(randomCount: size))
    }

    /// Copies 32 bytes; the caller must wipe the original.
    ///
    /// - Throws: ``WalletConnectError/key`` for any other number.
    package convenience init(copying bytes: some Collection<UInt8>) throws(WalletConnectError) {
        guard bytes.count == Self.size else { throw .key }
        self.init(SecretMemory(copying: bytes))
    }

    /// Reads 64 hexadecimal digits of either case; `nil` for any other text.
    package convenience init?(hex text: some StringProtocol) {
        guard let bytes = SecretDigits.decode(text) else { return nil }
        self.init(bytes)
    }

    /// Passes the bytes to `body`, which must not keep the pointer: for storage that seals them.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBytes(body)
    }

    /// The bytes as 64 lower-case digits: for a pairing URI, which is a secret too.
    var digits: String { bytes.withUnsafeBytes { Hex.encode($0) } }

    /// Encrypts `plain` with ChaCha20-Poly1305 (RFC 8439); the tag follows the text.
    ///
    /// - Parameters:
    ///   - plain: The message.
    ///   - nonce: 12 bytes that are used once with this key; random, or those of a test vector.
    /// - Returns: The encrypted message, and its tag of 16 bytes.
    /// - Throws: ``WalletConnectError/key`` for a nonce of another size.
    func seal(_ plain: [UInt8], nonce: [UInt8]) throws(WalletConnectError) -> [UInt8] {
        guard nonce.count == Self.nonceSize else { throw .key }
        var sealed = [UInt8](repeating: 0, count: plain.count + Self.tagSize)
        bytes.withUnsafeBytes { key in
            _ = crypto_aead_chacha20poly1305_ietf_encrypt(
                &sealed, nil, plain, UInt64(plain.count), nil, 0, nil, nonce, key.firstOctet)
        }
        CallStack.wipe()
        return sealed
    }

    /// Decrypts the output of ``seal(_:nonce:)``; `nil` if it, the key or the nonce differs in any bit.
    func open(_ sealed: ArraySlice<UInt8>, nonce: ArraySlice<UInt8>) -> [UInt8]? {
        guard sealed.count >= Self.tagSize, nonce.count == Self.nonceSize else { return nil }
        let (sealed, nonce) = (Array(sealed), Array(nonce))
        var plain = [UInt8](repeating: 0, count: sealed.count - Self.tagSize)
        let status = bytes.withUnsafeBytes { key in
            crypto_aead_chacha20poly1305_ietf_decrypt(
                &plain, nil, nil, sealed, UInt64(sealed.count), nil, 0, nonce, key.firstOctet)
        }
        CallStack.wipe()
        return status == 0 ? plain : nil
    }

    /// Derives a key from a secret by HKDF with SHA-256, without salt and info (RFC 5869).
    static func derive(from secret: borrowing SecretMemory) -> SymmetricKey {
        let derived = secret.withUnsafeBytes { secret in
            SecretMemory(count: size) { key in
                hkdf_sha256(secret.count, secret.octets, 0, nil, 0, nil, key.count, key.octets)
            }
        }
        CallStack.wipe()
        return SymmetricKey(derived)
    }
}

extension SymmetricKey: Hashable {
    /// Whether both are the same key: they are if their topics are.
    package static func == (left: SymmetricKey, right: SymmetricKey) -> Bool { left.topic == right.topic }

    /// Hashes the topic, which names the key.
    package func hash(into hasher: inout Hasher) { hasher.combine(topic) }
}
