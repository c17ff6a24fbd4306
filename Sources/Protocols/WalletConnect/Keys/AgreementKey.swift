internal import CSodium
internal import Primitives

/// The secret half of a key agreement by X25519 (RFC 7748); a wallet makes one for each session.
///
/// Like ``SymmetricKey``, it is a reference, it is wiped with the last one, and it is never printed.
package final class AgreementKey: Unprintable, Sendable {
    /// The half that the peer gets.
    package let publicKey: AgreementPublicKey

    private let bytes: SecretMemory

    private init(_ bytes: consuming SecretMemory) {
        var point = [UInt8](repeating: 0, count: AgreementPublicKey.size)
        bytes.withUnsafeBytes { _ = crypto_scalarmult_base(&point, $0.firstOctet) }
        CallStack.wipe()
        publicKey = AgreementPublicKey(checked: point)
        self.bytes = bytes
    }

    /// Generates a key.
    package static func random() -> AgreementKey {
        AgreementKey(SecretMemory(randomCount: AgreementPublicKey.size))
    }

    /// Copies 32 bytes; the caller must wipe the original.
    ///
    /// - Throws: ``WalletConnectError/key`` for any other number.
    package convenience init(copying bytes: some Collection<UInt8>) throws(WalletConnectError) {
        guard bytes.count == AgreementPublicKey.size else { throw .key }
        self.init(SecretMemory(copying: bytes))
    }

    /// Passes the bytes to `body`, which must not keep the pointer: for storage that seals them.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBytes(body)
    }

    /// The key that both sides compute: HKDF with SHA-256 of the shared secret.
    ///
    /// - Throws: ``WalletConnectError/key`` if the peer's point has a low order, so that the secret is all zeros.
    package func sharedKey(with peer: AgreementPublicKey) throws(WalletConnectError) -> SymmetricKey {
        SymmetricKey.derive(from: try sharedSecret(with: peer))
    }

    /// The output of X25519.
    func sharedSecret(with peer: AgreementPublicKey) throws(WalletConnectError) -> SecretMemory {
        var isUsable = false
        let secret = SecretMemory(count: AgreementPublicKey.size) { secret in
            bytes.withUnsafeBytes { own in
                // The library refuses a result of zeros (RFC 7748, section 6.1).
                isUsable = crypto_scalarmult(secret.firstOctet, own.firstOctet, peer.bytes) == 0
            }
        }
        CallStack.wipe()
        guard isUsable else { throw .key }
        return secret
    }
}

/// The public half of a key agreement: 32 bytes, in messages as 64 lower-case hexadecimal digits.
package struct AgreementPublicKey: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes.
    package static let size = 32

    /// The bytes.
    package let bytes: [UInt8]

    /// Takes 32 bytes.
    ///
    /// - Throws: ``WalletConnectError/key`` for any other number.
    package init(_ bytes: some Collection<UInt8>) throws(WalletConnectError) {
        guard bytes.count == Self.size else { throw .key }
        self.bytes = Array(bytes)
    }

    /// Reads 64 hexadecimal digits of either case; `nil` for any other text.
    package init?(hex text: some StringProtocol) {
        guard text.utf8.count == 2 * Self.size, !text.hasPrefix("0x"), let bytes = Hex.decode(text) else { return nil }
        self.bytes = bytes
    }

    /// Takes 32 bytes that a library wrote.
    init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The 64 digits.
    package var description: String { Hex.encode(bytes) }

    /// The topic on which the answer to a `wc_sessionAuthenticate` request of this key arrives: the key's SHA-256.
    package var responseTopic: Topic { Topic(SHA256.hash(bytes)) }
}
