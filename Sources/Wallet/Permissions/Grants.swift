public import Bridge

/// Which sites may see which addresses of which account: by origin, and only after the user said yes.
///
/// A yes is about one account. A site that knows one is told nothing of the others when the user goes on with them.
@MainActor public final class Grants {
    private var kinds: [String: [Origin: Set<AddressKind>]] = [:]

    /// The account of which everything else here speaks, by a name that no other account has.
    public private(set) var account = ""

    /// Creates an empty book.
    public init() {}

    /// Goes on with `account`.
    public func turn(to account: String) {
        self.account = account
    }

    /// Whether pages of `origin` may see the address of `kind`.
    public func allows(_ kind: AddressKind, to origin: Origin) -> Bool {
        kinds[account]?[origin]?.contains(kind) ?? false
    }

    /// Lets pages of `origin` see the address of `kind`.
    public func give(_ kind: AddressKind, to origin: Origin) {
        kinds[account, default: [:]][origin, default: []].insert(kind)
    }

    /// Takes it back.
    public func revoke(_ kind: AddressKind, from origin: Origin) {
        kinds[account]?[origin]?.remove(kind)
    }

    /// The sites that may see something, and what.
    public var all: [Origin: Set<AddressKind>] { (kinds[account] ?? [:]).filter { !$0.value.isEmpty } }

    /// The sites that may see something of any account.
    public var everySite: Set<Origin> {
        Set(kinds.values.flatMap { $0.filter { !$0.value.isEmpty }.keys })
    }
}
