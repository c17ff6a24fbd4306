internal import CSodium
internal import Primitives

/// The key that identifies this program to a relay: a seed of Ed25519 (RFC 8032), kept as long as the installation.
///
/// The relay keeps messages for this identity, so they are lost with it. Like ``SymmetricKey``, it is a reference, it
/// is wiped with the last one, and it is never printed.
package final class ClientKey: Unprintable, Sendable {
    /// The number of bytes of a seed.
    package static let seedSize = 32

    /// The identity that relays see.
    package let id: ClientID

    private let seed: SecretMemory

    private init(_ seed: consuming SecretMemory) {
        var point = [UInt8](repeating: 0, count: ClientID.size)
        Self.withSecretKey(seed, writing: &point) { _ in }
        id = ClientID(checked: point)
        self.seed = seed
    }

    /// Generates a key.
    package static func random() -> ClientKey {
        ClientKey(SecretMemory(randomCount: seedSize))
    }

    /// Copies a seed of 32 bytes; the caller must wipe the original.
    ///
    /// - Throws: ``WalletConnectError/key`` for any other number.
    package convenience init(copying seed: some Collection<UInt8>) throws(WalletConnectError) {
        guard seed.count == Self.seedSize else { throw .key }
        self.init(SecretMemory(copying: seed))
    }

    /// Passes the seed to `body`, which must not keep the pointer: for storage that seals it.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try seed.withUnsafeBytes(body)
    }

    /// The signature of `message`: 64 bytes, the same for the same message.
    package func sign(_ message: [UInt8]) -> [UInt8] {
        var (signature, point) = ([UInt8](repeating: 0, count: 64), [UInt8](repeating: 0, count: ClientID.size))
        Self.withSecretKey(seed, writing: &point) { key in
            _ = crypto_sign_detached(&signature, nil, message, UInt64(message.count), key.firstOctet)
        }
        return signature
    }

    /// Passes the 64 bytes that the library calls the secret key, which it makes of the seed.
    private static func withSecretKey(
        _ seed: borrowing SecretMemory, writing point: inout [UInt8], _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        let key = seed.withUnsafeBytes { seed in
            SecretMemory(count: 64) { _ = crypto_sign_seed_keypair(&point, $0.firstOctet, seed.firstOctet) }
        }
        key.withUnsafeBytes(body)
        CallStack.wipe()
    }
}

/// The identity of a client of a relay: a public key of Ed25519, written as a `did:key`.
package struct ClientID: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes.
    package static let size = 32

    /// The public key.
    package let bytes: [UInt8]

    /// Takes 32 bytes.
    ///
    /// - Throws: ``WalletConnectError/key`` for any other number.
    package init(_ bytes: some Collection<UInt8>) throws(WalletConnectError) {
        guard bytes.count == Self.size else { throw .key }
        self.bytes = Array(bytes)
    }

    /// Takes 32 bytes that a library wrote.
    init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads `did:key:z6Mk…`: the multicodec of Ed25519 and the key, in Base58 (did:key, section 3).
    ///
    /// - Throws: ``WalletConnectError/token(_:)``.
    package init(did text: some StringProtocol) throws(WalletConnectError) {
        // A key takes 48 characters; the bound keeps a hostile text from the decoder, whose time grows quadratically.
        guard text.hasPrefix(Self.prefix), text.utf8.count <= 80,
            let bytes = try? Base58.decode(text.dropFirst(Self.prefix.count)), bytes.count == 2 + Self.size,
            bytes.starts(with: Self.codec)
        else { throw .token(.form) }
        self.bytes = Array(bytes.dropFirst(2))
    }

    /// The `did:key`.
    package var description: String { Self.prefix + Base58.encode(Self.codec + bytes) }

    /// Whether the owner of this key signed `message`.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        SecretMemory.prepare()
        guard signature.count == 64 else { return false }
        return crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
    }

    private static let prefix = "did:key:z"

    /// `ed25519-pub` of the multicodec table, as a variable-length integer.
    private static let codec: [UInt8] = [0xED, 0x01]
}
