internal import Primitives

/// The encrypted contents of a vault.
///
/// Numbers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 1 | version of the contents: 2 if an account has a path of its own, otherwise 1 |
/// | 8 | generation, incremented by every write |
/// | 8 | when the vault was created, in seconds since 1970 |
/// | 1 | 1 for a phrase, 2 for a private key |
/// | 1, 1, n, 2, n | for a phrase: language, length of entropy, entropy, length of the BIP-39 passphrase, passphrase |
/// | 32 | for a private key: the key |
/// | 2 | number of accounts; for each: 4 for its index, 1 for the length of its name, name |
/// | | in version 2, after each name: 1 for the number of steps of its path on EVM chains, 0 for the usual one; 4 for each |
/// | n | zeros, up to a multiple of 512 bytes, so that the size of a file does not reveal a BIP-39 passphrase |
struct VaultContents: ~Copyable, Sendable {
    /// The maximum number of accounts of a vault.
    static let mostAccounts = 1_000

    /// The maximum length of a BIP-39 passphrase, in bytes of decomposed UTF-8.
    static let longestExtraWord = 4_096

    /// The first version, which earlier programs read, and the one with paths of accounts.
    private static let versions: (first: UInt8, paths: UInt8) = (1, 2)
    private static let block = 512

    var generation: UInt64
    let created: UInt64
    let secret: VaultSecret
    var accounts: [VaultAccount]

    init(generation: UInt64, created: UInt64, secret: consuming VaultSecret, accounts: [VaultAccount]) {
        self.generation = generation
        self.created = created
        self.secret = secret
        self.accounts = accounts
    }

    /// Decodes contents; anything that ``bytes()`` would not write is refused.
    ///
    /// - Throws: ``KeyError/damagedVault``.
    init(_ bytes: borrowing SecretBytes) throws(KeyError) {
        self = try bytes.withUnsafeBytes { bytes throws(KeyError) in
            guard bytes.count.isMultiple(of: Self.block) else { throw .damagedVault }
            var reader = BorrowedByteReader(bytes)
            let version = try reader.number(UInt8.self)
            guard version == Self.versions.first || version == Self.versions.paths else { throw .damagedVault }
            let generation = try reader.number(UInt64.self)
            let created = try reader.number(UInt64.self)
            let secret = try Self.secret(&reader)
            let count = Int(try reader.number(UInt16.self))
            guard (1...Self.mostAccounts).contains(count) else { throw .damagedVault }
            var accounts: [VaultAccount] = []
            for _ in 0..<count { accounts.append(try Self.account(&reader, version)) }
            guard version == Self.version(of: accounts), Set(accounts.map(\.index)).count == count,
                reader.remaining < Self.block,
                try reader.bytes(reader.remaining).allSatisfy({ $0 == 0 })
            else { throw .damagedVault }
            return VaultContents(generation: generation, created: created, secret: secret, accounts: accounts)
        }
    }

    /// The encoded contents.
    borrowing func bytes() -> SecretBytes {
        var size = 1 + 8 + 8 + 1 + 2
        size += secret.bytes.count + (secret.language == nil ? 0 : 1 + 1 + 2 + secret.extraWord.count)
        let version = Self.version(of: accounts)
        for account in accounts { size += 5 + account.name.description.utf8.count }
        if version == Self.versions.paths {
            for account in accounts { size += 1 + 4 * (account.ethereumPath?.indices.count ?? 0) }
        }
        size = (size + Self.block - 1) / Self.block * Self.block
        return SecretBytes(count: size) { memory in
            var writer = ByteWriter(memory)
            writer.add(version)
            writer.add(generation)
            writer.add(created)
            if let language = secret.language {
                writer.add(UInt8(1))
                writer.add(language.rawValue)
                writer.add(UInt8(secret.bytes.count))
                secret.bytes.withUnsafeBytes { writer.add($0) }
                writer.add(UInt16(secret.extraWord.count))
                secret.extraWord.withUnsafeBytes { writer.add($0) }
            } else {
                writer.add(UInt8(2))
                secret.bytes.withUnsafeBytes { writer.add($0) }
            }
            writer.add(UInt16(accounts.count))
            for account in accounts {
                writer.add(account.index)
                writer.add(UInt8(account.name.description.utf8.count))
                account.name.description.utf8.withContiguousBytes { writer.add($0) }
                guard version == Self.versions.paths else { continue }
                let steps = account.ethereumPath?.indices ?? []
                writer.add(UInt8(clamping: steps.count))
                for step in steps { writer.add(step) }
            }
        }
    }

    private static func secret(_ reader: inout BorrowedByteReader) throws(KeyError) -> VaultSecret {
        switch try reader.number(UInt8.self) {
        case 1:
            guard let language = Language(rawValue: try reader.number(UInt8.self)) else { throw .damagedVault }
            let size = Int(try reader.number(UInt8.self))
            guard Mnemonic.entropySizes.contains(size) else { throw .damagedVault }
            let entropy = SecretBytes(copying: try reader.bytes(size))
            let length = Int(try reader.number(UInt16.self))
            guard length <= longestExtraWord else { throw .damagedVault }
            let extraWord = SecretBytes(copying: try reader.bytes(length))
            let decomposed = try extraWord.withUnsafeBytes { text throws(KeyError) in
                do { return try NormalForm.decomposed(utf8: text) } catch { throw .damagedVault }
            }
            guard decomposed.matches(extraWord) else { throw .damagedVault }
            return VaultSecret(language: language, entropy: entropy, extraWord: extraWord)
        case 2:
            let key = SecretBytes(copying: try reader.bytes(32))
            do { _ = try PrivateKey(key.duplicate()) } catch { throw .damagedVault }
            return VaultSecret(key: key)
        default:
            throw .damagedVault
        }
    }

    /// The version in which accounts are written.
    private static func version(of accounts: [VaultAccount]) -> UInt8 {
        accounts.contains { $0.ethereumPath != nil } ? versions.paths : versions.first
    }

    private static func account(
        _ reader: inout BorrowedByteReader, _ version: UInt8
    ) throws(KeyError) -> VaultAccount {
        let index = try reader.number(UInt32.self)
        let bytes = try reader.bytes(Int(try reader.number(UInt8.self)))
        guard let text = String(validating: bytes, as: UTF8.self), let name = try? VaultName(text),
            name.description.utf8.elementsEqual(text.utf8)
        else { throw .damagedVault }
        var steps: [UInt32] = []
        if version == versions.paths {
            for _ in 0..<(try reader.number(UInt8.self)) { steps.append(try reader.number(UInt32.self)) }
        }
        do throws(KeyError) {
            let path = steps.isEmpty ? nil : try DerivationPath(indices: steps)
            return try VaultAccount(name: name, index: index, ethereumPath: path)
        } catch {
            throw .damagedVault
        }
    }
}
