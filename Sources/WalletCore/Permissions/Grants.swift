public import Bridge

/// Which sites may see which addresses of which account: by origin, and only after the user said yes.
///
/// An approval is for one account. A site that knows one learns nothing about others that the user switches to.
@MainActor public final class Grants {
    /// Called when a change could not be kept: it holds until the program ends, and not after.
    ///
    /// A site from which something was taken back has it again then, so the user must be told.
    public var onFailure: (@MainActor (JournalError) -> Void)?

    private var kinds: [String: [Origin: Set<AddressKind>]]
    private let keeper: (any GrantStore)?

    /// The account of which everything else here speaks, by a name that no other account has.
    public private(set) var account = ""

    /// Creates an empty book, which ends with the program.
    public init() {
        kinds = [:]
        keeper = nil
    }

    /// Creates a book of what `keeper` has, which has it keep every change.
    public init(keptBy keeper: any GrantStore) throws(JournalError) {
        kinds = try keeper.load()
        self.keeper = keeper
    }

    /// Goes on with `account`.
    public func turn(to account: String) {
        self.account = account
    }

    /// Whether pages of `origin` may see the address of `kind`.
    public func allows(_ kind: AddressKind, to origin: Origin) -> Bool {
        kinds[account]?[origin]?.contains(kind) ?? false
    }

    /// Lets pages of `origin` see the address of `kind`; on the disk when it returns.
    public func give(_ kind: AddressKind, to origin: Origin) async {
        await change(origin) { $0.insert(kind) }
    }

    /// Takes it back, at once; on the disk when it returns.
    public func revoke(_ kind: AddressKind, from origin: Origin) async {
        await change(origin) { $0.remove(kind) }
    }

    /// Takes all addresses back, at once; on the disk when it returns.
    public func revokeAll(from origin: Origin) async {
        await change(origin) { $0 = [] }
    }

    /// The sites that may see something, and what.
    public var all: [Origin: Set<AddressKind>] { (kinds[account] ?? [:]).filter { !$0.value.isEmpty } }

    /// The sites that may see something of any account.
    public var everySite: Set<Origin> {
        Set(kinds.values.flatMap { $0.filter { !$0.value.isEmpty }.keys })
    }

    private func change(_ origin: Origin, _ body: (inout Set<AddressKind>) -> Void) async {
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
