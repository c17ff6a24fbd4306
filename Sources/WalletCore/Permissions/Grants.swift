public import Bridge

/// Which sites may see which addresses of which account: by origin, and only after the user's approval.
///
/// A permission is for one account. A site that knows one account learns nothing about the other accounts that the user
/// switches to; it sees several only if the user chose them.
@MainActor public final class Grants {
    /// Called when a change could not be stored: it is lost when the program ends.
    ///
    /// A site whose permission was revoked then has it again, so the user must be informed.
    public var onFailure: (@MainActor (JournalError) -> Void)?

    private var kinds: [String: [Origin: Set<AddressKind>]]
    private let keeper: (any GrantStore)?

    /// The unique name of the account that all other members refer to.
    public private(set) var account = ""

    /// Creates an empty book, which is lost when the program ends.
    public init() {
        kinds = [:]
        keeper = nil
    }

    /// Creates a book with the permissions in `keeper`, which stores every change.
    public init(keptBy keeper: any GrantStore) throws(JournalError) {
        kinds = try keeper.load()
        self.keeper = keeper
    }

    /// Makes `account` the active account.
    public func switchAccount(to account: String) {
        self.account = account
    }

    /// Whether pages of `origin` may see the address of `kind`.
    public func allows(_ kind: AddressKind, to origin: Origin) -> Bool {
        kinds[account]?[origin]?.contains(kind) ?? false
    }

    /// Whether pages of `origin` may see the address of `kind` of another account.
    package func allows(_ kind: AddressKind, to origin: Origin, of account: String) -> Bool {
        kinds[account]?[origin]?.contains(kind) ?? false
    }

    /// Lets pages of `origin` see the address of `kind` of another account, or no longer; the change is on disk when it
    /// returns.
    package func set(_ kind: AddressKind, for origin: Origin, of account: String, _ isGiven: Bool) async {
        await change(origin, of: account) { if isGiven { $0.insert(kind) } else { $0.remove(kind) } }
    }

    /// The sites that may see any address of one of `accounts`.
    package func sites(of accounts: [String]) -> Set<Origin> {
        Set(accounts.flatMap { account in (kinds[account] ?? [:]).filter { !$0.value.isEmpty }.keys })
    }

    /// Lets pages of `origin` see the address of `kind`; the change is on disk when it returns.
    public func give(_ kind: AddressKind, to origin: Origin) async {
        await change(origin, of: account) { $0.insert(kind) }
    }

    /// Revokes the permission immediately; the change is on disk when it returns.
    public func revoke(_ kind: AddressKind, from origin: Origin) async {
        await change(origin, of: account) { $0.remove(kind) }
    }

    /// Revokes all permissions of `origin` immediately; the change is on disk when it returns.
    public func revokeAll(from origin: Origin) async {
        await change(origin, of: account) { $0 = [] }
    }

    /// The sites that may see any address of the account, and the kinds of addresses.
    public var all: [Origin: Set<AddressKind>] { (kinds[account] ?? [:]).filter { !$0.value.isEmpty } }

    /// The permissions of all accounts, by the account's name.
    package var everything: [String: [Origin: Set<AddressKind>]] {
        kinds.mapValues { sites in sites.filter { !$0.value.isEmpty } }
    }

    /// Revokes all permissions of `origin` immediately, for every account; the changes are on disk when it returns.
    package func revokeEverything(from origin: Origin) async {
        for account in kinds.keys.sorted() { await change(origin, of: account) { $0 = [] } }
    }

    /// What another account lets pages of `origin` see.
    package func kinds(for origin: Origin, of account: String) -> Set<AddressKind> { kinds[account]?[origin] ?? [] }

    /// The sites that may see an address of any account.
    public var everySite: Set<Origin> {
        Set(kinds.values.flatMap { $0.filter { !$0.value.isEmpty }.keys })
    }

    private func change(
        _ origin: Origin, of account: String, _ body: (inout Set<AddressKind>) -> Void
    ) async {
        let old = kinds[account]?[origin] ?? []
        var new = old
        body(&new)
        guard new != old else { return }
        kinds[account, default: [:]][origin] = new
        do throws(JournalError) {
            try await keeper?.keep(new, for: origin, of: account)
        } catch {
            onFailure?(error)
        }
    }
}
