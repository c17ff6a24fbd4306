public import Bridge
import Messages

/// Which sites may see which addresses of which account: by origin, and only after the user's approval.
///
/// A permission is for one account. A site that knows one account learns nothing about the other accounts that the user
/// switches to; it sees several only if the user chose them. Every process of the wallet can change the permissions, so
/// each answer is what the store says at that moment.
@MainActor public final class Grants {
    /// A change could not be stored, which its caller gets as an error: it is lost when the program ends.
    ///
    /// A site whose permission was revoked then has it again, so the user must be informed.
    package let failures = Listeners<Void>()

    /// The permissions have changed, in any process.
    package var changes: Listeners<Void> { copy.changes }

    private let copy: StoredCopy<GrantRecords>
    private let keeper: (any GrantStore)?

    /// How many permissions of a site are being stored.
    private var giving: [Origin: Int] = [:]

    /// The unique name of the account that all other members refer to.
    public private(set) var account = ""

    /// Creates an empty book, which is lost when the program ends.
    public init() {
        copy = StoredCopy(GrantRecords())
        keeper = nil
    }

    /// Creates a book with the permissions in `keeper`, which stores every change.
    public init(keptBy keeper: any GrantStore) throws(JournalError) {
        copy = try StoredCopy(of: keeper) { () throws(JournalError) in try keeper.load() }
        self.keeper = keeper
    }

    /// Makes `account` the active account.
    public func switchAccount(to account: String) {
        self.account = account
    }

    /// Takes over what other processes have changed.
    package func read() throws(JournalError) { _ = try copy.read() }

    /// What is permitted now: nothing if the store cannot be read.
    private var kinds: [String: [Origin: Set<AddressKind>]] { (try? copy.read())?.kinds ?? [:] }

    /// Names the present state, for permissions that are given only if none was taken back since.
    package var mark: Int64 { (try? copy.read())?.taken ?? -1 }

    /// Whether pages of `origin` may see the address of `kind`.
    public func allows(_ kind: AddressKind, to origin: Origin) -> Bool { allows(kind, to: origin, of: account) }

    /// Whether pages of `origin` may see the address of `kind` of another account.
    package func allows(_ kind: AddressKind, to origin: Origin, of account: String) -> Bool {
        kinds[account]?[origin]?.contains(kind) ?? false
    }

    /// Lets pages of `origin` see the address of `kind` of another account, or no longer; the change is on disk when it
    /// returns.
    ///
    /// - Returns: Whether it is as wanted now: nothing is given if a permission was taken back since `mark`.
    /// - Throws: ``/Bridge/RPCError/Kind/failed`` if the change could not be stored. What is revoked stays so until the
    ///   program ends.
    @discardableResult package func set(
        _ kind: AddressKind, for origin: Origin, of account: String, _ isGiven: Bool, since mark: Int64? = nil
    ) async throws(RPCError) -> Bool {
        // What cannot be read, or is about to be given, is changed: a permission can be taken back in any case.
        let known = (try? copy.read()).map { $0.kinds[account]?[origin]?.contains(kind) ?? false }
        guard known != isGiven || giving[origin] != nil || copy.hasFailed else { return true }
        if isGiven { return try await give(kind, to: origin, of: account, since: mark) }
        try await take(kind, from: origin, of: account)
        return true
    }

    /// The sites that may see any address of one of `accounts`.
    package func sites(of accounts: [String]) -> Set<Origin> {
        let kinds = kinds
        return Set(accounts.flatMap { account in (kinds[account] ?? [:]).filter { !$0.value.isEmpty }.keys })
    }

    /// Lets pages of `origin` see the address of `kind`; the change is on disk when it returns.
    public func give(_ kind: AddressKind, to origin: Origin) async throws(RPCError) {
        try await set(kind, for: origin, of: account, true)
    }

    /// Revokes the permission immediately; the change is on disk when it returns.
    public func revoke(_ kind: AddressKind, from origin: Origin) async throws(RPCError) {
        try await set(kind, for: origin, of: account, false)
    }

    /// Revokes the permission for the address of `kind` immediately, for every account; the change is on disk when it
    /// returns.
    package func revokeEverywhere(_ kind: AddressKind, from origin: Origin) async throws(RPCError) {
        try await take(kind, from: origin, of: nil)
    }

    /// The sites that may see any address of the account, and the kinds of addresses.
    public var all: [Origin: Set<AddressKind>] { (kinds[account] ?? [:]).filter { !$0.value.isEmpty } }

    /// The permissions of all accounts, by the account's name.
    package var everything: [String: [Origin: Set<AddressKind>]] {
        kinds.mapValues { sites in sites.filter { !$0.value.isEmpty } }
    }

    /// Revokes all permissions of `origin` immediately, for every account; the changes are on disk when it returns.
    package func revokeEverything(from origin: Origin) async throws(RPCError) {
        try await take(nil, from: origin, of: nil)
    }

    /// What another account lets pages of `origin` see.
    package func kinds(for origin: Origin, of account: String) -> Set<AddressKind> { kinds[account]?[origin] ?? [] }

    /// The sites that may see an address of any account.
    public var everySite: Set<Origin> {
        Set(kinds.values.flatMap { $0.filter { !$0.value.isEmpty }.keys })
    }

    /// What is given counts once it is stored: another process may take it back at the same moment.
    private func give(
        _ kind: AddressKind, to origin: Origin, of account: String, since mark: Int64?
    ) async throws(RPCError) -> Bool {
        guard mark == nil || mark == self.mark else { return false }
        copy.changeMemory { $0.kinds[account, default: [:]][origin, default: []].insert(kind) }
        guard let keeper else { return true }
        giving[origin, default: 0] += 1
        defer { giving[origin] = giving[origin].flatMap { $0 > 1 ? $0 - 1 : nil } }
        do throws(JournalError) {
            try await copy.storeFailed()
            return try await keeper.give(kind, to: origin, of: account, ifNoneWasTakenSince: mark)
        } catch {
            failures.tell()
            throw .unsavedPermissions
        }
    }

    private func take(_ kind: AddressKind?, from origin: Origin, of account: String?) async throws(RPCError) {
        do throws(JournalError) {
            // A page can revoke its permissions again and again while nothing can be stored.
            if copy.hasFailed, giving[origin] == nil, let now = try? copy.read(),
                !now.has(kind, for: origin, of: account)
            {
                return try await copy.storeFailed()
            }
            try await copy.change {
                $0.take(kind, from: origin, of: account)
            } _: {
                [keeper] () async throws(JournalError) in
                try await keeper?.take(kind, from: origin, of: account)
            }
        } catch {
            failures.tell()
            throw .unsavedPermissions
        }
    }
}

extension RPCError {
    /// The error of `work`, for changes of which each is made, also after an error.
    @MainActor package static func thrown(by work: () async throws(RPCError) -> Void) async -> RPCError? {
        do throws(RPCError) {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    /// A change of what sites may do is not on disk: it counts until the program ends.
    package static let unsavedPermissions = RPCError(
        .failed,
        sentence: localizable(
            "A change of what sites may do could not be saved. It is undone when the wallet is closed."))
}
