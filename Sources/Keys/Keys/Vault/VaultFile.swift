internal import Primitives

/// A vault on disk: header, encrypted contents, checksum.
struct VaultFile: Sendable {
    /// The maximum size of a file in bytes; a vault with the maximum number of accounts is far smaller.
    static let longest = 262_144

    private static let checksumSize = 32

    let header: VaultHeader
    private let headerBytes: [UInt8]
    private let body: [UInt8]

    /// Reads a whole file.
    ///
    /// - Throws: ``KeyError/damagedVault``, ``KeyError/laterVaultVersion`` or ``KeyError/vaultCostOutOfBounds``.
    init(_ bytes: [UInt8], policy: VaultPolicy) throws(KeyError) {
        guard bytes.count <= Self.longest else { throw .unsafeFile(.tooLarge) }
        let parts = try bytes.withUnsafeBufferPointer { bytes throws(KeyError) in
            let bytes = UnsafeRawBufferPointer(bytes)
            var reader = BorrowedByteReader(bytes)
            let header = try VaultHeader(&reader, policy: policy)
            let start = reader.position
            guard reader.remaining == header.bodySize + Self.checksumSize,
                header.bodySize >= XChaCha20Poly1305.tagSize
            else { throw .damagedVault }
            let body = Array(try reader.bytes(header.bodySize))
            let checksum = try reader.bytes(Self.checksumSize)
            guard SHA256.hash(bytes[..<(start + header.bodySize)]).bytes.elementsEqual(checksum) else {
                throw .damagedVault
            }
            return (header, Array(bytes[..<start]), body)
        }
        (header, headerBytes, body) = parts
    }

    /// Encrypts `contents` with `key` and a fresh nonce.
    ///
    /// - Throws: ``KeyError/noRandomness``.
    static func seal(
        _ contents: borrowing SecretBytes, key: borrowing SecretBytes, cost: VaultCost, salt: [UInt8],
        name: VaultName
    ) throws(KeyError) -> [UInt8] {
        let nonce = try SecretBytes(randomCount: XChaCha20Poly1305.nonceSize).withUnsafeBytes { Array($0) }
        let header = VaultHeader(
            cost: cost, salt: salt, nonce: nonce, name: name,
            bodySize: contents.count + XChaCha20Poly1305.tagSize
        ).bytes
        let bytes = header + XChaCha20Poly1305.seal(contents, key: key, nonce: nonce, header: header)
        return bytes + SHA256.hash(bytes).bytes
    }

    /// The decrypted contents; `nil` if `key` is wrong or a bit was changed.
    func open(key: borrowing SecretBytes) -> SecretBytes? {
        XChaCha20Poly1305.open(body, key: key, nonce: header.nonce, header: headerBytes)
    }
}
