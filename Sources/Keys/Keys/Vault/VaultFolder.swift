internal import Foundation
internal import Glibc
internal import Messages
internal import Primitives

/// The folder with the user's vaults, one file each.
public struct VaultFolder: Sendable {
    static let suffix = ".vault"

    /// The path of the folder.
    public let path: String

    let policy: VaultPolicy
    let disk: any VaultDisk
    let now: @Sendable () -> ContinuousClock.Instant
    private let start = (instant: ContinuousClock.now, milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))

    /// Opens the folder at `path`, and creates it with mode 0700 if it is missing.
    ///
    /// - Throws: ``KeyError/unsafeFile(_:)`` if it is a symbolic link, has another owner, or is accessible to other
    ///   users; ``KeyError/unusableFolder(path:_:)`` if it could not be created.
    public init(path: String) throws(KeyError) {
        try self.init(path: path, policy: .standard)
    }

    /// Opens a folder with another policy, file system and clock, for tests.
    package init(
        path: String, policy: VaultPolicy, disk: any VaultDisk = SystemDisk(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws(KeyError) {
        self.path = path
        self.policy = policy
        self.disk = disk
        self.now = now
        let url = URL(fileURLWithPath: path)
        try? FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        do throws(KeyError) {
            _ = try OpenFolder(path)
        } catch .unsafeFile(.missing) {
            throw Self.reason(thatMissing: path)
        } catch .unsafeFile(.otherKind) {
            throw .unusableFolder(path: Self.obstacle(to: path), ENOTDIR)
        } catch .system(let code) {
            throw .unusableFolder(path: path, code)
        }
    }

    /// The part of `path` that is not a folder: itself, or the first of its parents that is one.
    private static func obstacle(to path: String) -> String {
        var path = path
        var status = stat()
        while stat(path, &status) != 0, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            path = String(path[..<slash])
        }
        return path
    }

    /// Why there is no folder at `path`: the first of its parents that cannot be created.
    private static func reason(thatMissing path: String) -> KeyError {
        var (missing, path, code) = (path, path, ENOENT)
        while mkdir(path, 0o700) != 0, errno != EEXIST {
            (missing, code) = (path, errno)
            guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { break }
            path = String(path[..<slash])
        }
        return .unusableFolder(path: missing, code)
    }

    /// The time in milliseconds since 1970, which processes share; it advances like ``now``.
    func milliseconds() -> Int64 {
        let (seconds, part) = (now() - start.instant).components
        return start.milliseconds + seconds * 1_000 + part / 1_000_000_000_000_000
    }

    /// The vaults in the folder, by the names of their files; also those that cannot be opened, with the reason.
    ///
    /// - Throws: ``KeyError/unsafeFile(_:)`` or ``KeyError/system(_:)`` for the folder itself.
    public func entries() throws(KeyError) -> [VaultEntry] {
        let folder = try OpenFolder(path)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { throw .system(EIO) }
        var entries: [VaultEntry] = []
        for name in names.sorted() where name.hasSuffix(Self.suffix) && !name.hasPrefix(".") {
            do throws(KeyError) {
                let bytes = try disk.read(name, in: folder.descriptor, limit: VaultFile.longest)
                let header = try VaultFile(bytes, policy: policy).header
                entries.append(VaultEntry(file: name, name: header.name, fault: nil))
            } catch {
                entries.append(VaultEntry(file: name, name: nil, fault: error))
            }
        }
        return entries
    }

    /// Whether no vault of the folder is called `name`, as far as their files can be read.
    ///
    /// - Throws: ``KeyError/refusedChange(_:)`` with ``VaultRefusal/nameTaken``, or what ``entries()`` throws.
    public func checkIsFree(_ name: VaultName) throws(KeyError) {
        for entry in try entries() where entry.name?.isSame(as: name) == true {
            throw .refusedChange(.nameTaken)
        }
    }

    /// `name` if no vault has this name, otherwise `name` followed by the first number that makes it free.
    ///
    /// - Throws: What ``entries()`` throws.
    public func freeName(like name: String) throws(KeyError) -> String {
        let taken = try entries().compactMap(\.name)
        let names = [name] + (2...max(taken.count + 2, 2)).map { "\(name) \($0)" }
        return names.first { text in
            (try? VaultName(text)).map { free in !taken.contains { $0.isSame(as: free) } } ?? false
        }
            ?? name
    }

    /// The entry that matches `text`: by the wallet's name, by its file or, if its name cannot be read, by the file
    /// name that a wallet of this name gets.
    public static func entry(called text: String, among entries: [VaultEntry]) -> VaultEntry? {
        let exact = entries.first { $0.file == text } ?? entries.first { $0.name?.description == text }
        if let exact { return exact }
        guard let name = try? VaultName(text) else { return nil }
        let file = name.slug.prefix(40) + suffix
        return entries.first { $0.name?.isSame(as: name) == true }
            ?? entries.first { $0.name == nil && $0.file == file }
    }

    /// The entries between which `text` does not distinguish: several with this name.
    public static func namesakes(called text: String, among entries: [VaultEntry]) -> [VaultEntry] {
        guard !entries.contains(where: { $0.file == text }), let name = try? VaultName(text) else { return [] }
        let named = entries.filter { $0.name?.isSame(as: name) == true }
        return named.count > 1 ? named : []
    }

    /// The vault in `entry`, locked.
    ///
    /// - Throws: The reason why its file cannot be opened.
    public func open(_ entry: VaultEntry) throws(KeyError) -> Vault {
        guard !entry.file.contains("/"), entry.file.hasSuffix(Self.suffix) else { throw .unsafeFile(.otherKind) }
        let folder = try OpenFolder(path)
        let bytes = try disk.read(entry.file, in: folder.descriptor, limit: VaultFile.longest)
        return Vault(folder: self, file: entry.file, name: try VaultFile(bytes, policy: policy).header.name)
    }

    /// Creates a vault from a phrase, with account 0, and leaves it unlocked.
    ///
    /// Slow: not for the main thread.
    ///
    /// - Parameters:
    ///   - name: The wallet's name, from which the file name is derived.
    ///   - phrase: The phrase, new or restored.
    ///   - extraWord: The BIP-39 passphrase (UTF-8), empty for none.
    ///   - passphrase: The passphrase of the vault (UTF-8).
    /// - Returns: The vault.
    /// - Throws: ``KeyError/weakPassphrase(_:)``, ``KeyError/refusedChange(_:)`` with ``VaultRefusal/nameTaken``,
    ///   ``KeyError/notEnoughMemory``, or the error that prevented writing it.
    public func create(
        name: VaultName, phrase: consuming Mnemonic, extraWord: borrowing SecretBytes = SecretBytes(count: 0),
        passphrase: borrowing SecretBytes
    ) throws(KeyError) -> Vault {
        let extraWord = try extraWord.withUnsafeBytes { text throws(KeyError) in
            try NormalForm.decomposed(utf8: text)
        }
        guard extraWord.count <= VaultContents.longestExtraWord else { throw .phraseTooLong }
        let secret = VaultSecret(
            language: phrase.language, entropy: try phrase.entropy(), extraWord: extraWord)
        return try create(name: name, secret: secret, passphrase: passphrase)
    }

    /// Creates a vault from a seed of Electrum or Electron Cash, with account 0, and leaves it unlocked.
    ///
    /// Slow: not for the main thread.
    ///
    /// - Parameters:
    ///   - name: The wallet's name, from which the file name is derived.
    ///   - seed: The words of the seed (UTF-8).
    ///   - extraWords: The words that extend the seed (UTF-8), empty for none.
    ///   - passphrase: The passphrase of the vault (UTF-8).
    /// - Returns: The vault.
    /// - Throws: ``KeyError/noElectrumSeed``, ``KeyError/twoFactorSeed``, or as
    ///   ``create(name:phrase:extraWord:passphrase:)``.
    public func create(
        name: VaultName, electrumSeed seed: borrowing SecretBytes, extraWords: borrowing SecretBytes,
        passphrase: borrowing SecretBytes
    ) throws(KeyError) -> Vault {
        try create(name: name, secret: VaultSecret(electrum: seed, extension: extraWords), passphrase: passphrase)
    }

    /// Checks that words are a seed of Electrum or Electron Cash.
    ///
    /// - Throws: For other words, the same errors as ``create(name:electrumSeed:extraWords:passphrase:)``.
    public static func checkElectrumSeed(
        _ seed: borrowing SecretBytes, extraWords: borrowing SecretBytes
    ) throws(KeyError) {
        _ = try VaultSecret(electrum: seed, extension: extraWords).form
    }

    /// Creates a vault from one private key, which is its account 0, and leaves it unlocked.
    ///
    /// Slow: not for the main thread.
    ///
    /// - Throws: As ``create(name:phrase:extraWord:passphrase:)``.
    public func create(
        name: VaultName, key: consuming PrivateKey, passphrase: borrowing SecretBytes
    ) throws(KeyError) -> Vault {
        let copy = key.withUnsafeBytes { SecretBytes(copying: $0) }
        return try create(name: name, secret: VaultSecret(key: copy), passphrase: passphrase)
    }

    private func create(
        name: VaultName, secret: consuming VaultSecret, passphrase: borrowing SecretBytes
    ) throws(KeyError) -> Vault {
        defer { CallStack.wipe() }
        try PassphraseRule.check(passphrase, name: name)
        let account = try VaultAccount(name: VaultName(localized("Account \(1, as: "number")")), index: 0)
        let contents = VaultContents(
            generation: 1, created: UInt64(max(Date().timeIntervalSince1970, 0)), secret: secret,
            accounts: [account])
        let lock = try VaultKey(passphrase: passphrase, cost: policy.cost)
        let open = try OpenVault(key: lock, contents: contents)
        let folder = try OpenFolder(path)
        try folder.lock()
        try checkIsFree(name)
        let bytes = try open.sealed(name: name)
        // Skip file names that already exist.
        for number in 1...1_000 {
            let file = String(name.slug.prefix(40)) + (number > 1 ? "-\(number)" : "") + Self.suffix
            do throws(KeyError) {
                try SafeWrite(disk: disk, folder: folder.descriptor).write(bytes, as: file, isNew: true) { bytes in
                    open.reads(bytes, policy: policy)
                }
            } catch .unsafeFile(.exists) {
                continue
            }
            let vault = Vault(folder: self, file: file, name: name)
            vault.begin(open)
            return vault
        }
        throw .unsafeFile(.exists)
    }
}
