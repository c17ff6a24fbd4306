/// The header of a vault file, not encrypted but authenticated.
///
/// Numbers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 8 | the magic bytes, designed so that a transfer in text mode breaks them |
/// | 2 | version, 1 |
/// | 1 | the key derivation: 1 for Argon2id, version 1.3 |
/// | 1 | the encryption: 1 for XChaCha20-Poly1305 |
/// | 4, 4, 4 | passes, memory in KiB, lanes (always 1) |
/// | 16, 24 | salt, nonce |
/// | 1, n | length of the name, name in UTF-8 |
/// | 4 | length of the contents with their tag |
///
/// The contents are followed by 32 bytes of SHA-256 over everything before them. They do not protect the file, but
/// distinguish a damaged file from a wrong passphrase before any costly work.
struct VaultHeader: Sendable {
    static let mark: [UInt8] = [0x89, 0x44, 0x42, 0x56, 0x0D, 0x0A, 0x1A, 0x0A]
    static let version: UInt16 = 1

    let cost: VaultCost
    let salt: [UInt8]
    let nonce: [UInt8]
    let name: VaultName
    let bodySize: Int

    init(cost: VaultCost, salt: [UInt8], nonce: [UInt8], name: VaultName, bodySize: Int) {
        self.cost = cost
        self.salt = salt
        self.nonce = nonce
        self.name = name
        self.bodySize = bodySize
    }

    /// Decodes a header; any value that this version does not write is refused.
    ///
    /// - Throws: ``KeyError/damagedVault``, ``KeyError/laterVaultVersion`` or ``KeyError/vaultCostOutOfBounds``.
    init(_ reader: inout BorrowedByteReader, policy: VaultPolicy) throws(KeyError) {
        guard try reader.bytes(Self.mark.count).elementsEqual(Self.mark) else { throw .damagedVault }
        let version = try reader.number(UInt16.self)
        guard version > 0 else { throw .damagedVault }
        guard version == Self.version else { throw .laterVaultVersion }
        guard try reader.bytes(2).elementsEqual([1, 1]) else { throw .damagedVault }
        let passes = try reader.number(UInt32.self)
        let memory = try reader.number(UInt32.self)
        cost = VaultCost(memory: memory, passes: passes)
        guard try reader.number(UInt32.self) == 1, policy.allows(cost) else { throw .vaultCostOutOfBounds }
        salt = Array(try reader.bytes(Argon2id.saltSize))
        nonce = Array(try reader.bytes(XChaCha20Poly1305.nonceSize))
        let text = try reader.bytes(Int(try reader.number(UInt8.self)))
        guard let text = String(validating: text, as: UTF8.self), let name = try? VaultName(text),
            name.description.utf8.elementsEqual(text.utf8)
        else { throw .damagedVault }
        self.name = name
        bodySize = Int(try reader.number(UInt32.self))
    }

    /// The encoded header.
    var bytes: [UInt8] {
        var bytes = Self.mark
        bytes.append(contentsOf: withUnsafeBytes(of: Self.version.bigEndian) { Array($0) })
        bytes.append(contentsOf: [1, 1])
        for number in [cost.passes, cost.memory, 1] { bytes.append(contentsOf: KeyLineage.bytes(number)) }
        bytes.append(contentsOf: salt)
        bytes.append(contentsOf: nonce)
        bytes.append(UInt8(name.description.utf8.count))  // No trap: a name has at most 64 bytes.
        bytes.append(contentsOf: name.description.utf8)
        // No trap: read as 32 bits, or the size of the wallet's own contents.
        bytes.append(contentsOf: KeyLineage.bytes(UInt32(bodySize)))
        return bytes
    }
}
