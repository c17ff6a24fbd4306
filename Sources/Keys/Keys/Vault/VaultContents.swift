internal import Primitives

/// The encrypted contents of a vault.
///
/// Numbers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 1 | version of the contents: 3 for a seed of Electrum, 2 if an account has a path of its own, otherwise 1 |
/// | 8 | generation, incremented by every write |
/// | 8 | when the vault was created, in seconds since 1970 |
/// | 1 | 1 for a phrase, 2 for a private key, 3 for a seed of Electrum, 4 for one before its version 2.0 |
/// | 1, 1, n, 2, n | for a phrase: language, length of entropy, entropy, length of the BIP-39 passphrase, passphrase |
/// | 32 | for a private key: the key |
/// | 2, n, 2, n | for a seed of Electrum: length of its words, words, length of their extension, extension |
/// | 2, n | for one before its version 2.0: length of its words, words |
/// | 2 | number of accounts; for each: 4 for its index, 1 for the length of its name, name |
/// | | from version 2 on, after each name: 1 for the number of steps of its path on EVM chains, 0 for the usual one; 4 for each |
/// | n | zeros, up to a multiple of 512 bytes, so that the size of a file does not reveal a BIP-39 passphrase |
struct VaultContents: ~Copyable, Sendable {
    /// The maximum number of accounts of a vault.
    static let mostAccounts = 1_000

    /// The maximum length of a BIP-39 passphrase, in bytes of decomposed UTF-8.
    static let longestExtraWord = 4_096

    /// The first version, which earlier programs read, the one with paths of accounts, and the one for seeds of Electrum.
    private static let versions: (first: UInt8, paths: UInt8, electrum: UInt8) = (1, 2, 3)
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
            guard Self.versions.first...Self.versions.electrum ~= version else { throw .damagedVault }
            let generation = try reader.number(UInt64.self)
            let created = try reader.number(UInt64.self)
            let secret = try Self.secret(&reader)
            let count = Int(try reader.number(UInt16.self))
            guard (1...Self.mostAccounts).contains(count) else { throw .damagedVault }
            var accounts: [VaultAccount] = []
            for _ in 0..<count { accounts.append(try Self.account(&reader, version)) }
            guard version == Self.version(of: secret.form, accounts), Set(accounts.map(\.index)).count == count,
                reader.remaining < Self.block,
                try reader.bytes(reader.remaining).allSatisfy({ $0 == 0 })
            else { throw .damagedVault }
            return VaultContents(generation: generation, created: created, secret: secret, accounts: accounts)
        }
    }

    /// The encoded contents.
    borrowing func bytes() -> SecretBytes {
        var size = 1 + 8 + 8 + 1 + 2
        size += secret.bytes.count + secret.extraWord.count
        switch secret.form {
        case .phrase, .electrum: size += 4
        case .oldElectrum: size += 2
        case .key: break
        }
        let version = Self.version(of: secret.form, accounts)
        for account in accounts { size += 5 + account.name.description.utf8.count }
        if version >= Self.versions.paths {
            for account in accounts { size += 1 + 4 * (account.ethereumPath?.indices.count ?? 0) }
        }
        size = (size + Self.block - 1) / Self.block * Self.block
        return SecretBytes(count: size) { memory in
            var writer = ByteWriter(memory)
            writer.add(version)
            writer.add(generation)
            writer.add(created)
            switch secret.form {
            case .phrase(let language):
                writer.add(UInt8(1))
                writer.add(language.rawValue)
                writer.add(UInt8(secret.bytes.count))  // No trap: the entropy of a phrase has at most 32 bytes.
            case .key: writer.add(UInt8(2))
            case .electrum:
                writer.add(UInt8(3))
                writer.add(UInt16(clamping: secret.bytes.count))
            case .oldElectrum:
                writer.add(UInt8(4))
                writer.add(UInt16(clamping: secret.bytes.count))
            }
            secret.bytes.withUnsafeBytes { writer.add($0) }
            switch secret.form {
            case .phrase, .electrum:
                writer.add(UInt16(secret.extraWord.count))  // No trap: held against the longest when it is made.
                secret.extraWord.withUnsafeBytes { writer.add($0) }
            case .oldElectrum, .key: break
            }
            writer.add(UInt16(accounts.count))  // No trap: at most 1,000.
            for account in accounts {
                writer.add(account.index)
                writer.add(UInt8(account.name.description.utf8.count))  // No trap: a name has at most 64 bytes.
                account.name.description.utf8.withContiguousBytes { writer.add($0) }
                guard version >= Self.versions.paths else { continue }
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
        case 3: return try electrum(&reader, isOld: false)
        case 4: return try electrum(&reader, isOld: true)
        default:
            throw .damagedVault
        }
    }

    /// A seed of Electrum; its words must be written as they are hashed.
    private static func electrum(
        _ reader: inout BorrowedByteReader, isOld: Bool
    ) throws(KeyError) -> VaultSecret {
        let words = SecretBytes(copying: try reader.bytes(Int(try reader.number(UInt16.self))))
        let extraWord = SecretBytes(
            copying: isOld ? try reader.bytes(0) : try reader.bytes(Int(try reader.number(UInt16.self))))
        do throws(KeyError) {
            let secret = try VaultSecret(electrum: words, extension: extraWord)
            guard secret.bytes.matches(words), secret.extraWord.matches(extraWord),
                (secret.form == .oldElectrum) == isOld
            else { throw .damagedVault }
            return secret
        } catch {
            throw .damagedVault
        }
    }

    /// The version in which these contents are written.
    private static func version(of secret: VaultSecret.Form, _ accounts: [VaultAccount]) -> UInt8 {
        switch secret {
        case .electrum, .oldElectrum: versions.electrum
        case .phrase, .key: accounts.contains { $0.ethereumPath != nil } ? versions.paths : versions.first
        }
    }

    private static func account(
        _ reader: inout BorrowedByteReader, _ version: UInt8
    ) throws(KeyError) -> VaultAccount {
        let index = try reader.number(UInt32.self)
        let bytes = try reader.bytes(Int(try reader.number(UInt8.self)))
        guard let text = String(validating: bytes, as: UTF8.self), let name = try? VaultName(text),
            name.description.utf8.count == text.utf8.count
        else { throw .damagedVault }
        var steps: [UInt32] = []
        if version >= versions.paths {
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
