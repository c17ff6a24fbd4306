internal import Synchronization

/// A wallet on disk, locked or unlocked; the only holder of its secret.
///
/// All of it may be called from any thread. What takes a passphrase takes about a second on purpose and is not for the
/// main thread; the rest is quick. Only what was unlocked and not locked since can sign.
public final class Vault: Signer {
    private struct State: ~Copyable {
        var open: OpenVault?
        var name: VaultName
        var backOff = BackOff()
        /// How often the vault was locked, so that an unlocking that began before a lock does not undo it.
        var locks = 0
        var isOlder = false
    }

    /// The name of the file in its folder.
    public let file: String

    private let folder: VaultFolder
    private let state: Mutex<State>

    init(folder: VaultFolder, file: String, name: VaultName) {
        self.folder = folder
        self.file = file
        state = Mutex(State(open: nil, name: name))
    }

    deinit {
        lock()
    }

    /// The wallet's name; as the file says it until the first unlocking.
    public var name: VaultName { state.withLock { $0.name } }

    /// Whether there is nothing secret in memory.
    public var isLocked: Bool { state.withLock { $0.open == nil } }

    /// Whether the file that was unlocked is older than one that was seen here before: a restored copy, perhaps.
    public var isOlderThanSeen: Bool { state.withLock { $0.isOlder } }

    /// What the vault holds; `nil` while it is locked.
    public var kind: VaultKind? { try? withOpen { open in open.contents.secret.kind } }

    /// When the vault was made, in seconds since 1970; `nil` while it is locked.
    public var created: UInt64? { try? withOpen { open in open.contents.created } }

    /// The accounts, in the order in which they were added; empty while the vault is locked.
    public var accounts: [VaultAccount] { (try? withOpen { open in open.contents.accounts }) ?? [] }

    // MARK: Locking

    /// Unlocks the vault.
    ///
    /// Slow.
    ///
    /// - Throws: ``KeyError/wrongPassphrase``, ``KeyError/tooManyAttempts(seconds:)``, ``KeyError/locked`` where
    ///   ``lock()`` was called meanwhile, or what keeps the file from being read.
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

    /// Locks the vault: everything secret is wiped before this returns.
    public func lock() {
        state.withLock { state in
            state.open = nil
            state.locks += 1
        }
        CallStack.wipe()
    }

    /// Takes what was just made.
    func begin(_ open: consuming OpenVault) {
        var open: OpenVault? = open
        state.withLock { $0.open = open.take() }
    }

    // MARK: Signing

    /// The public key at the end of `path`; a vault of one imported key has only the path `m`.
    ///
    /// - Throws: ``KeyError/locked``, ``KeyError/noKeyAtPath``, or what the derivation refuses.
    public func publicKey(at path: DerivationPath) throws(KeyError) -> PublicKey {
        defer { CallStack.wipe() }
        return try withOpen { open throws(KeyError) in try open.privateKey(at: path).publicKey() }
    }

    /// Signs `digest` with the key at the end of `path`.
    ///
    /// - Throws: As ``publicKey(at:)``.
    public func sign(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> RecoverableSignature {
        defer { CallStack.wipe() }
        return try withOpen { open throws(KeyError) in try open.privateKey(at: path).sign(digest) }
    }

    /// Signs `digest` with the key at the end of `path`, as Bitcoin Cash's Schnorr has it.
    ///
    /// - Throws: As ``publicKey(at:)``.
    public func signSchnorr(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> SchnorrSignature {
        defer { CallStack.wipe() }
        return try withOpen { open throws(KeyError) in try open.privateKey(at: path).signSchnorr(digest) }
    }

    // MARK: Changing

    /// Adds an account; without an `index` the first that is free.
    ///
    /// - Throws: ``KeyError/refusedChange(_:)``, ``KeyError/locked``, or what keeps the file from being written.
    @discardableResult
    public func addAccount(name: VaultName, index: UInt32? = nil) throws(KeyError) -> VaultAccount {
        var added: VaultAccount?
        try change { contents, _ throws(KeyError) in
            guard contents.secret.kind != .key else { throw .refusedChange(.singleKey) }
            guard contents.accounts.count < VaultContents.mostAccounts else { throw .refusedChange(.tooManyAccounts) }
            let taken = Set(contents.accounts.map(\.index))
            let free = index ?? (0..<DerivationPath.hardened).first { !taken.contains($0) } ?? 0
            guard !taken.contains(free) else { throw .refusedChange(.accountExists) }
            let account = try VaultAccount(name: name, index: free)
            contents.accounts.append(account)
            added = account
        }
        guard let added else { throw .locked }
        return added
    }

    /// Gives the account at `index` another name.
    ///
    /// - Throws: As ``addAccount(name:index:)``.
    public func renameAccount(_ index: UInt32, to name: VaultName) throws(KeyError) {
        try change { contents, _ throws(KeyError) in
            guard let place = contents.accounts.firstIndex(where: { $0.index == index }) else {
                throw .refusedChange(.noSuchAccount)
            }
            contents.accounts[place] = try VaultAccount(name: name, index: index)
        }
    }

    /// Gives the wallet another name; its file keeps the one that it has.
    ///
    /// - Throws: ``KeyError/locked``, or what keeps the file from being written.
    public func rename(to name: VaultName) throws(KeyError) {
        try change { _, own in own = name }
    }

    /// Gives the vault another passphrase.
    ///
    /// Slow.
    ///
    /// - Throws: ``KeyError/weakPassphrase(_:)``, ``KeyError/wrongPassphrase`` and what ``unlock(passphrase:)`` throws, or
    ///   what keeps the file from being written; the old passphrase stays then.
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

    // MARK: Taking secrets out

    /// The phrase, for its owner's eyes.
    ///
    /// Slow.
    ///
    /// - Throws: ``KeyError/noPhrase``, or what ``unlock(passphrase:)`` throws.
    public func exportPhrase(passphrase: borrowing SecretBytes) throws(KeyError) -> Mnemonic {
        defer { CallStack.wipe() }
        return try proveAgain(passphrase).open.contents.secret.phrase()
    }

    /// The passphrase of BIP-39 that belongs to the phrase, as decomposed UTF-8; empty where there is none.
    ///
    /// Slow.
    ///
    /// - Throws: As ``exportPhrase(passphrase:)``.
    public func exportExtraWord(passphrase: borrowing SecretBytes) throws(KeyError) -> SecretBytes {
        defer { CallStack.wipe() }
        let proven = try proveAgain(passphrase)
        guard proven.open.contents.secret.language != nil else { throw .noPhrase }
        return proven.open.contents.secret.extraWord.duplicate()
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

    /// The private key at the end of `path` as a file of Web3 secret storage, version 3, under a passphrase of its own.
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

    // MARK: Within

    /// A file that was read and opened with the right passphrase.
    private struct Proven: ~Copyable {
        let open: OpenVault
        let name: VaultName
        let seen: UInt64
    }

    private func withOpen<Result>(
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

    /// Reads the file and opens it; a wrong passphrase is counted.
    private func prove(_ passphrase: borrowing SecretBytes) throws(KeyError) -> Proven {
        let now = folder.now()
        try state.withLock { state throws(KeyError) in try state.backOff.check(at: now) }
        let place = try OpenFolder(folder.path)
        let bytes = try folder.disk.read(file, in: place.descriptor, limit: VaultFile.longest)
        let sealed = try VaultFile(bytes, policy: folder.policy)
        let key = try VaultKey(passphrase: passphrase, header: sealed.header)
        guard let plain = sealed.open(key: key.bytes) else {
            let now = folder.now()
            state.withLock { $0.backOff.failed(at: now) }
            throw .wrongPassphrase
        }
        let open = try OpenVault(key: key, contents: VaultContents(plain))
        state.withLock { $0.backOff.succeeded() }
        let memory = SeenGeneration(disk: folder.disk, folder: place.descriptor, file: file)
        let seen = memory.read()
        if seen < open.contents.generation { memory.write(open.contents.generation) }
        return Proven(open: open, name: sealed.header.name, seen: seen)
    }

    /// Changes contents and name on disk and then in memory; neither where anything fails.
    private func change(
        _ body: (inout VaultContents, inout VaultName) throws(KeyError) -> Void
    ) throws(KeyError) {
        defer { CallStack.wipe() }
        try state.withLock { state throws(KeyError) in
            guard var open = state.open.take() else { throw .locked }
            let accounts = open.contents.accounts
            var name = state.name
            var fault: KeyError?
            do throws(KeyError) {
                try body(&open.contents, &name)
                let former = open.key.bytes.duplicate()
                try write(&open, name: name, former: former)
                state.name = name
            } catch {
                open.contents.accounts = accounts
                fault = error
            }
            state.open = consume open
            if let fault { throw fault }
        }
    }

    /// Puts `open` in the place of the file, if that is still the one that was opened, with the key `former`.
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
