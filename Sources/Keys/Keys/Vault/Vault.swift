internal import Synchronization
public import Primitives

/// A wallet on disk, locked or unlocked; the only holder of its secret.
///
/// All methods can be called from any thread. Methods that take a passphrase deliberately need about a second and must
/// not run on the main thread; the others are fast. Only an unlocked vault can sign.
public final class Vault: Signer {
    private struct State: ~Copyable {
        var open: OpenVault?
        var name: VaultName
        var backOff = BackOff()
        /// How often the vault was locked, so that a slow unlock does not undo a later lock.
        var locks = 0
        var isOlder = false
    }

    /// The name of the file in its folder.
    public let file: String

    let folder: VaultFolder
    private let state: Mutex<State>

    init(folder: VaultFolder, file: String, name: VaultName) {
        self.folder = folder
        self.file = file
        state = Mutex(State(open: nil, name: name))
    }

    deinit {
        lock()
    }

    /// The wallet's name; unverified from the file until the vault is unlocked for the first time.
    public var name: VaultName { state.withLock { $0.name } }

    /// Whether no secrets are in memory.
    public var isLocked: Bool { state.withLock { $0.open == nil } }

    /// Whether the unlocked file is older than one seen before, such as a restored copy.
    public var isOlderThanSeen: Bool { state.withLock { $0.isOlder } }

    /// The kind of secret; `nil` while the vault is locked.
    public var kind: VaultKind? { try? withOpen { open in open.contents.secret.kind } }

    /// When the vault was created, in seconds since 1970; `nil` while it is locked.
    public var created: UInt64? { try? withOpen { open in open.contents.created } }

    /// The accounts, in the order in which they were added; empty while the vault is locked.
    public var accounts: [VaultAccount] { (try? withOpen { open in open.contents.accounts }) ?? [] }

    // MARK: Locking

    /// Unlocks the vault.
    ///
    /// Slow.
    ///
    /// - Throws: ``KeyError/wrongPassphrase``, ``KeyError/tooManyAttempts(seconds:)``, ``KeyError/locked`` if
    ///   ``lock()`` was called meanwhile, or the error of reading the file.
    public func unlock(passphrase: borrowing SecretBytes) throws(KeyError) {
        defer { CallStack.wipe() }
        let locks = state.withLock { $0.locks }
        let proven = try prove(passphrase)
        let name = proven.name
        let seen = proven.seen
        var open: OpenVault? = proven.open
        try state.withLock { state throws(KeyError) in
            guard state.locks == locks else { throw .locked }
            state.isOlder = (open?.contents.generation ?? 0) < seen
            state.name = name
            state.open = open.take()
        }
    }

    /// Locks the vault; all secrets are wiped before this returns.
    public func lock() {
        state.withLock { state in
            state.open = nil
            state.locks += 1
        }
        CallStack.wipe()
    }

    /// Uses a newly created vault.
    func begin(_ open: consuming OpenVault) {
        var open: OpenVault? = open
        state.withLock { $0.open = open.take() }
    }

    // MARK: Signing

    /// The public key at the end of `path`; a vault of one imported key has only the path `m`.
    ///
    /// - Throws: ``KeyError/locked``, ``KeyError/noKeyAtPath``, or the error of the derivation.
    public func publicKey(at path: DerivationPath) throws(KeyError) -> PublicKey {
        defer { CallStack.wipe() }
        return try withOpen { open throws(KeyError) in try open.privateKey(at: path).publicKey() }
    }

    /// The extended public key at the end of `path`; a vault of one imported key has none.
    ///
    /// - Throws: As ``publicKey(at:)``.
    public func extendedPublicKey(at path: DerivationPath) throws(KeyError) -> ExtendedPublicKey {
        defer { CallStack.wipe() }
        return try withOpen { open throws(KeyError) in try open.extendedPublicKey(at: path) }
    }

    /// Signs `digest` with the key at the end of `path`.
    ///
    /// - Throws: As ``publicKey(at:)``.
    public func sign(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> RecoverableSignature {
        defer { CallStack.wipe() }
        return try withOpen { open throws(KeyError) in try open.privateKey(at: path).sign(digest) }
    }

    /// Signs `digest` with the key at the end of `path`, with the Schnorr scheme of Bitcoin Cash.
    ///
    /// - Throws: As ``publicKey(at:)``.
    public func signSchnorr(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> SchnorrSignature {
        defer { CallStack.wipe() }
        return try withOpen { open throws(KeyError) in try open.privateKey(at: path).signSchnorr(digest) }
    }

    /// Signs `digest` with BIP-340 and the key at the end of `path`, changed as `tweak` says.
    ///
    /// - Throws: As ``publicKey(at:)``.
    public func signTaproot(
        _ digest: Digest32, at path: DerivationPath, tweak: TaprootTweak
    ) throws(KeyError) -> BIP340Signature {
        defer { CallStack.wipe() }
        return try withOpen { open throws(KeyError) in
            try open.privateKey(at: path).signTaproot(digest, tweak: tweak)
        }
    }

    // MARK: Changing

    /// Adds an account; without an `index`, it gets the first free one.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - index: Its index.
    ///   - ethereumPath: The path of its key on EVM chains, if another wallet has put it there.
    /// - Returns: The account.
    /// - Throws: ``KeyError/refusedChange(_:)``, ``KeyError/locked``, or the error of writing the file.
    @discardableResult
    public func addAccount(
        name: VaultName, index: UInt32? = nil, ethereumPath: DerivationPath? = nil
    ) throws(KeyError) -> VaultAccount {
        var added: VaultAccount?
        try change { contents, _ throws(KeyError) in
            guard contents.secret.kind != .key else { throw .refusedChange(.singleKey) }
            guard contents.accounts.count < VaultContents.mostAccounts else { throw .refusedChange(.tooManyAccounts) }
            let taken = Set(contents.accounts.map(\.index))
            let free = index ?? (0..<DerivationPath.hardened).first { !taken.contains($0) } ?? 0
            guard !taken.contains(free) else { throw .refusedChange(.accountExists) }
            let account = try VaultAccount(name: name, index: free, ethereumPath: ethereumPath)
            if let ethereumPath {
                let isTaken = contents.accounts.contains { known in
                    known.ethereumPath == ethereumPath || (try? known.pathOnEthereum()) == ethereumPath
                }
                guard !isTaken else { throw .refusedChange(.accountExists) }
            }
            contents.accounts.append(account)
            added = account
        }
        guard let added else { throw .locked }
        return added
    }

    /// Renames the account at `index`.
    ///
    /// - Throws: As ``addAccount(name:index:ethereumPath:)``.
    public func renameAccount(_ index: UInt32, to name: VaultName) throws(KeyError) {
        try change { contents, _ throws(KeyError) in
            guard let place = contents.accounts.firstIndex(where: { $0.index == index }) else {
                throw .refusedChange(.noSuchAccount)
            }
            contents.accounts[place] = try VaultAccount(
                name: name, index: index, ethereumPath: contents.accounts[place].ethereumPath)
        }
    }

    /// Renames the wallet; the name of its file does not change.
    ///
    /// - Throws: ``KeyError/locked``, or the error of writing the file.
    public func rename(to name: VaultName) throws(KeyError) {
        try change { _, own in own = name }
    }

    /// Changes the passphrase of the vault.
    ///
    /// Slow.
    ///
    /// - Throws: ``KeyError/weakPassphrase(_:)``, ``KeyError/wrongPassphrase``, the errors of ``unlock(passphrase:)``,
    ///   or the error of writing the file; then the old passphrase stays valid.
    public func changePassphrase(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes
    ) throws(KeyError) {
        defer { CallStack.wipe() }
        guard !isLocked else { throw .locked }
        try PassphraseRule.check(new, name: name)
        _ = try prove(old)
        var made: VaultKey? = try VaultKey(passphrase: new, cost: folder.policy.cost)
        try state.withLock { state throws(KeyError) in
            guard var open = state.open.take(), var key = made.take() else { throw .locked }
            swap(&open.key, &key)
            var fault: KeyError?
            do throws(KeyError) {
                try write(&open, name: state.name, former: key.bytes)
            } catch {
                swap(&open.key, &key)
                fault = error
            }
            state.open = consume open
            if let fault { throw fault }
        }
    }

    // MARK: Exporting secrets

    /// The recovery phrase, to show it to its owner.
    ///
    /// Slow.
    ///
    /// - Throws: ``KeyError/noPhrase``, or what ``unlock(passphrase:)`` throws.
    public func exportPhrase(passphrase: borrowing SecretBytes) throws(KeyError) -> Mnemonic {
        defer { CallStack.wipe() }
        return try proveAgain(passphrase).open.contents.secret.phrase()
    }

    /// The BIP-39 passphrase of the phrase, as decomposed UTF-8, or an empty one.
    ///
    /// Slow.
    ///
    /// - Throws: As ``exportPhrase(passphrase:)``.
    public func exportExtraWord(passphrase: borrowing SecretBytes) throws(KeyError) -> SecretBytes {
        defer { CallStack.wipe() }
        let proven = try proveAgain(passphrase)
        guard case .phrase = proven.open.contents.secret.form else { throw .noPhrase }
        return proven.open.contents.secret.extraWord.duplicate()
    }

    /// The words of a seed of Electrum, and those that extend it, in the form that Electrum hashes.
    ///
    /// Slow.
    ///
    /// - Throws: ``KeyError/noElectrumSeed``, or what ``unlock(passphrase:)`` throws.
    public func exportElectrumSeed(
        passphrase: borrowing SecretBytes, isExtension: Bool = false
    ) throws(KeyError) -> SecretBytes {
        defer { CallStack.wipe() }
        let proven = try proveAgain(passphrase)
        switch proven.open.contents.secret.form {
        case .electrum, .oldElectrum:
            return isExtension
                ? proven.open.contents.secret.extraWord.duplicate() : proven.open.contents.secret.bytes.duplicate()
        case .phrase, .key: throw .noElectrumSeed
        }
    }

    /// The private key at the end of `path`, as `0x` and 64 hexadecimal digits.
    ///
    /// Slow.
    ///
    /// - Throws: ``KeyError/noKeyAtPath``, or what ``unlock(passphrase:)`` throws.
    public func exportKey(at path: DerivationPath, passphrase: borrowing SecretBytes) throws(KeyError) -> SecretBytes {
        defer { CallStack.wipe() }
        return try proveAgain(passphrase).open.privateKey(at: path).hex()
    }

    /// The private key at the end of `path` as Web3 secret storage, version 3, encrypted with a separate passphrase.
    ///
    /// Slow.
    ///
    /// - Throws: ``KeyError/weakPassphrase(_:)``, or what ``exportKey(at:passphrase:)`` throws.
    public func exportKeystore(
        at path: DerivationPath, passphrase: borrowing SecretBytes, filePassphrase: borrowing SecretBytes
    ) throws(KeyError) -> [UInt8] {
        defer { CallStack.wipe() }
        try PassphraseRule.check(filePassphrase, name: name)
        let key = try proveAgain(passphrase).open.privateKey(at: path)
        return try Keystore.seal(key, passphrase: filePassphrase)
    }

    // MARK: Private

    /// A file that was read and decrypted with the correct passphrase.
    private struct Proven: ~Copyable {
        let open: OpenVault
        let name: VaultName
        let seen: UInt64
    }

    func withOpen<Result>(
        _ body: (borrowing OpenVault) throws(KeyError) -> Result
    ) throws(KeyError) -> Result {
        try state.withLock { state throws(KeyError) in
            switch state.open {
            case .some(let open): return try body(open)
            case .none: throw .locked
            }
        }
    }

    private func proveAgain(_ passphrase: borrowing SecretBytes) throws(KeyError) -> Proven {
        guard !isLocked else { throw .locked }
        return try prove(passphrase)
    }

    /// Reads and decrypts the file; a wrong passphrase is counted.
    private func prove(_ passphrase: borrowing SecretBytes) throws(KeyError) -> Proven {
        let now = folder.now()
        try state.withLock { state throws(KeyError) in try state.backOff.check(at: now) }
        let place = try OpenFolder(folder.path)
        let tries = WrongPassphrases(disk: folder.disk, folder: place.descriptor, file: file)
        try tries.check(at: folder.milliseconds())
        let bytes = try folder.disk.read(file, in: place.descriptor, limit: VaultFile.longest)
        let sealed = try VaultFile(bytes, policy: folder.policy)
        let key = try VaultKey(passphrase: passphrase, header: sealed.header)
        guard let plain = sealed.open(key: key.bytes) else {
            let now = folder.now()
            state.withLock { $0.backOff.failed(at: now) }
            // Two processes that count at once must not count one.
            try? place.lock()
            tries.failed(at: folder.milliseconds())
            throw .wrongPassphrase
        }
        let open = try OpenVault(key: key, contents: VaultContents(plain))
        state.withLock { $0.backOff.succeeded() }
        tries.succeeded()
        let memory = SeenGeneration(disk: folder.disk, folder: place.descriptor, file: file)
        let seen = memory.read()
        if seen < open.contents.generation { memory.write(open.contents.generation) }
        return Proven(open: open, name: sealed.header.name, seen: seen)
    }

    /// Changes contents and name on disk and then in memory; nothing changes if any step fails.
    private func change(
        _ body: (inout VaultContents, inout VaultName) throws(KeyError) -> Void
    ) throws(KeyError) {
        try update { open, name throws(KeyError) in
            let accounts = open.contents.accounts
            var changed = name
            do throws(KeyError) {
                try body(&open.contents, &changed)
                let former = open.key.bytes.duplicate()
                try write(&open, name: changed, former: former)
                name = changed
            } catch {
                open.contents.accounts = accounts
                throw error
            }
        }
    }

    /// Changes what is in memory.
    func update(_ body: (inout OpenVault, inout VaultName) throws(KeyError) -> Void) throws(KeyError) {
        defer { CallStack.wipe() }
        try state.withLock { state throws(KeyError) in
            guard var open = state.open.take() else { throw .locked }
            var fault: KeyError?
            do throws(KeyError) {
                try body(&open, &state.name)
            } catch {
                fault = error
            }
            state.open = consume open
            if let fault { throw fault }
        }
    }

    /// Replaces the file by `open`, if it is still the one that was opened with the key `former`.
    private func write(
        _ open: inout OpenVault, name: VaultName, former: borrowing SecretBytes
    ) throws(KeyError) {
        let place = try OpenFolder(folder.path)
        try place.lock()
        let bytes = try folder.disk.read(file, in: place.descriptor, limit: VaultFile.longest)
        guard let plain = try VaultFile(bytes, policy: folder.policy).open(key: former),
            try VaultContents(plain).generation == open.contents.generation
        else { throw .changedElsewhere }
        let generation = open.contents.generation
        let memory = SeenGeneration(disk: folder.disk, folder: place.descriptor, file: file)
        open.contents.generation = max(generation, memory.read()) + 1
        do throws(KeyError) {
            let sealed = try open.sealed(name: name)
            try SafeWrite(disk: folder.disk, folder: place.descriptor).write(sealed, as: file, isNew: false) { bytes in
                open.reads(bytes, policy: folder.policy)
            }
        } catch {
            open.contents.generation = generation
            throw error
        }
        memory.write(open.contents.generation)
    }
}
