internal import CSodium
internal import Primitives

/// The key that encrypts the keys of sessions in a folder: 32 secret bytes, for example of the desktop's keyring.
///
/// The bytes are wiped with the last reference, and are never printed.
public final class StorageKey: Sendable {
    fileprivate let key: SymmetricKey

    /// Copies 32 bytes; the caller wipes the original.
    ///
    /// - Throws: ``WalletConnectError/key`` for any other number.
    public init(copying bytes: some Collection<UInt8>) throws(WalletConnectError) {
        key = try SymmetricKey(copying: bytes)
    }
}

extension StorageKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name of the type.
    public var description: String { String(describing: Self.self) }

    /// The name of the type.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Encrypts keys with ChaCha20-Poly1305: 12 random bytes, then the encrypted key with its tag.
struct StorageKeySealing: KeySealing {
    let key: StorageKey

    func seal(_ secret: UnsafeRawBufferPointer) throws(WalletConnectError) -> [UInt8] {
        var nonce = [UInt8](repeating: 0, count: SymmetricKey.nonceSize)
        randombytes_buf(&nonce, nonce.count)
        var plain = Array(secret)
        defer { sodium_memzero(&plain, plain.count) }
        return try nonce + key.key.seal(plain, nonce: nonce)
    }

    func open<Result>(
        _ sealed: [UInt8], _ use: (UnsafeRawBufferPointer) throws(WalletConnectError) -> Result
    ) throws(WalletConnectError) -> Result {
        let (nonce, rest) = (sealed.prefix(SymmetricKey.nonceSize), sealed.dropFirst(SymmetricKey.nonceSize))
        guard var plain = key.key.open(rest, nonce: nonce) else { throw .session(.locked) }
        defer { sodium_memzero(&plain, plain.count) }
        return try SecretMemory(copying: plain).withUnsafeBytes(use)
    }
}
