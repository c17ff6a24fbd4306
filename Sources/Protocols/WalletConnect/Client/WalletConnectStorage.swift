/// Where a client keeps sessions, messages that are not sent yet, and its identity; and how the keys of sessions are
/// encrypted there.
///
/// The identity, a `ClientKey`, is not encrypted by the vault: a locked wallet must be able to sign in to the relay,
/// because it keeps its connection and its queue. It is the address of a mailbox and can decrypt nothing; who has it
/// could receive encrypted messages in the wallet's place, and no more than the relay could do anyway.
public struct WalletConnectStorage: Sendable {
    /// The sessions.
    package let sessions: any SessionStore
    /// The sessions of version 1.
    package let legacy: any V1Store
    /// The messages that the relay has not accepted.
    package let outbox: any RelayOutbox
    /// The messages that were received.
    package let received: any ReceivedMessages
    /// The identity.
    package let identity: any ClientKeyStore
    /// The key of the attestation service.
    package let attestationKey: any AttestationKeyStorage
    /// The encryption of keys.
    package let sealing: any KeySealing
    /// Excludes other clients, until the claim is released.
    package let claim: @Sendable () throws(WalletConnectError) -> StorageClaim

    /// Creates a value.
    package init(
        sessions: any SessionStore, legacy: any V1Store, outbox: any RelayOutbox, received: any ReceivedMessages,
        identity: any ClientKeyStore, attestationKey: any AttestationKeyStorage, sealing: any KeySealing,
        claim: @escaping @Sendable () throws(WalletConnectError) -> StorageClaim
    ) {
        self.sessions = sessions
        self.legacy = legacy
        self.outbox = outbox
        self.received = received
        self.identity = identity
        self.attestationKey = attestationKey
        self.sealing = sealing
        self.claim = claim
    }

    /// Keeps everything in memory, and the keys as they are: for programs whose sessions end with them.
    ///
    /// The sessions continue if the value is used for another client after the first one has stopped.
    public static func memory() -> WalletConnectStorage {
        let memory = MemoryStorage()
        return WalletConnectStorage(
            sessions: memory, legacy: memory, outbox: memory, received: memory, identity: memory,
            attestationKey: MemoryAttestationKey(), sealing: PlainSealing(),
            claim: { () throws(WalletConnectError) in try memory.claim() })
    }

    /// Keeps everything in a folder, for one client at a time, in this process and in others.
    ///
    /// A change is on the disk before the other side is told that it counts; a change that was not complete when the
    /// program ended has no effect. The folder gets the file `sessions.log` and a lock, and is closed to other users.
    /// ``WalletConnectClient/start()`` throws ``WalletConnectError/session(_:)``: `inUse` if another client has the
    /// folder, `storage` if it cannot be used or its file is damaged, which is then not changed.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the folder, which is created if it is missing.
    ///   - key: Encrypts the keys of sessions. Without it, anyone who can read the folder can read the messages of the
    ///     sessions, and send messages in the name of this program. With another key than before, sessions stay closed.
    /// - Returns: The storage; nothing is opened before a client starts.
    public static func folder(_ path: String, key: StorageKey? = nil) -> WalletConnectStorage {
        let folder = FolderStorage(folder: path)
        let sealing: any KeySealing = key.map { StorageKeySealing(key: $0) } ?? PlainSealing()
        return WalletConnectStorage(
            sessions: folder, legacy: folder, outbox: folder, received: folder, identity: folder,
            attestationKey: folder.attestationKey, sealing: sealing,
            claim: { () throws(WalletConnectError) in try folder.claim() })
    }

    /// The stored sessions, the newest first, without starting a client: for a program that only lists them.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage`.
    public func sessionDetails() async throws(WalletConnectError) -> [SessionDetails] {
        let current = try await sessions.load().records.compactMap { record -> SessionDetails? in
            guard case .session(let session) = record, session.isController || session.state == .settled else {
                return nil
            }
            return SessionDetails(session)
        }
        let old = try await legacy.legacyRows().compactMap { row -> SessionDetails? in
            guard case .session(let session) = try? V1Record(parsing: row.value), session.state == .settled else {
                return nil
            }
            return session.details
        }
        return (current + old)
            .sorted { ($0.created, $0.topic.description) > ($1.created, $1.topic.description) }
    }
}

/// The identity of a client over restarts.
package protocol ClientKeyStore: Sendable {
    /// The key; a new one only if none was ever stored, because the relay keeps messages for it.
    ///
    /// - Throws: ``WalletConnectError/relay(_:)`` with `storage`.
    func clientKey() async throws(WalletConnectError) -> ClientKey
}

/// The right to use a storage, which one client has at a time; it ends with the last reference.
package final class StorageClaim: Sendable {
    private let release: @Sendable () -> Void

    /// Creates a claim; `release` is called at its end.
    package init(_ release: @escaping @Sendable () -> Void) { self.release = release }

    deinit { release() }
}

/// Keeps keys as they are, for a storage that is not written to a disk.
package struct PlainSealing: KeySealing {
    /// Creates a value.
    package init() {}

    /// Copies the key.
    package func seal(_ secret: UnsafeRawBufferPointer) throws(WalletConnectError) -> [UInt8] { Array(secret) }

    /// Passes the copy on.
    package func open<Result>(
        _ sealed: [UInt8], _ use: (UnsafeRawBufferPointer) throws(WalletConnectError) -> Result
    ) throws(WalletConnectError) -> Result {
        try SecretMemory(copying: sealed).withUnsafeBytes(use)
    }
}
