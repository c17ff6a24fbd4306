public import Bridge

/// Which sites may see which addresses: by origin, and only after the user said yes.
@MainActor public final class Grants {
    private var kinds: [Origin: Set<AddressKind>] = [:]

    /// Creates an empty book.
    public init() {}

    /// Whether pages of `origin` may see the address of `kind`.
    public func allows(_ kind: AddressKind, to origin: Origin) -> Bool {
        kinds[origin]?.contains(kind) ?? false
    }

    /// Lets pages of `origin` see the address of `kind`.
    public func give(_ kind: AddressKind, to origin: Origin) {
        kinds[origin, default: []].insert(kind)
    }

    /// Takes it back.
    public func revoke(_ kind: AddressKind, from origin: Origin) {
        kinds[origin]?.remove(kind)
    }

    /// The sites that may see something, and what.
    public var all: [Origin: Set<AddressKind>] { kinds.filter { !$0.value.isEmpty } }
}
