/// How a wallet's file is used: in every window, and after a restart.
public struct VaultUse: Hashable, Sendable {
    /// The account in use: its number, or the address of one whose key a device has; `nil` for the first one.
    public var account: String?

    /// How often the user has locked it.
    public var locks: Int64

    /// Creates a use.
    public init(account: String? = nil, locks: Int64 = 0) {
        self.account = account
        self.locks = locks
    }
}

/// Stores how the wallets' files are used.
public protocol VaultUseStore: VersionedStore {
    /// The uses, by the name of the file.
    func load() throws(JournalError) -> [String: VaultUse]

    /// Stores which account of a file is in use; the change is on disk when it returns.
    func use(_ account: String?, of file: String) async throws(JournalError)

    /// Notes that the user has locked a file; the change is on disk when it returns.
    func lock(_ file: String) async throws(JournalError)
}

/// How the wallets' files are used, by every process.
@MainActor package final class VaultUses {
    private let copy: StoredCopy<[String: VaultUse]>
    private let store: (any VaultUseStore)?

    /// Creates uses that are lost when the program ends.
    package init() { (copy, store) = (StoredCopy([:]), nil) }

    /// Creates the uses in `store`, which stores every change.
    package init(keptBy store: any VaultUseStore) throws(JournalError) {
        self.store = store
        copy = try StoredCopy(of: store) { () throws(JournalError) in try store.load() }
    }

    /// How `file` is used now.
    package func use(of file: String) throws(JournalError) -> VaultUse { try copy.read()[file] ?? VaultUse() }

    /// Uses an account of `file`; if that cannot be stored, it is in use in this process only.
    package func use(_ account: String?, of file: String) async {
        guard (try? use(of: file).account) != account else { return }
        try? await copy.change {
            $0[file, default: VaultUse()].account = account
        } _: {
            [store] () async throws(JournalError) in
            try await store?.use(account, of: file)
        }
    }

    /// Notes that the user has locked `file`, so that every process locks it.
    package func lock(_ file: String) async {
        try? await copy.change {
            $0[file, default: VaultUse()].locks += 1
        } _: {
            [store] () async throws(JournalError) in
            try await store?.lock(file)
        }
    }
}
