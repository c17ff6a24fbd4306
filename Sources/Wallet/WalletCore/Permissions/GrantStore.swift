public import Bridge

/// Stores across restarts which addresses sites may see.
public protocol GrantStore: VersionedStore {
    /// The stored permissions.
    func load() throws(JournalError) -> GrantRecords

    /// Stores that pages of `origin` may see the address of `kind` of `account`, unless the site is blocked, or a
    /// permission of any site was taken back since `mark`; the change is on disk when it returns.
    ///
    /// - Parameters:
    ///   - kind: Which address.
    ///   - origin: The site.
    ///   - account: The account's name.
    ///   - mark: ``GrantRecords/taken`` when the user approved; `nil` if the user gives the permission now.
    /// - Returns: Whether it was stored.
    /// - Throws: ``JournalError/unavailable(_:)``.
    func give(
        _ kind: AddressKind, to origin: Origin, of account: String, ifNoneWasTakenSince mark: Int64?
    ) async throws(JournalError) -> Bool

    /// Stores that pages of `origin` may see the address of `kind` no longer; the change is on disk when it returns.
    ///
    /// - Parameters:
    ///   - kind: Which address; `nil` for all.
    ///   - origin: The site.
    ///   - account: The account's name; `nil` for all accounts, also those that this process does not know.
    /// - Throws: ``JournalError/unavailable(_:)``.
    func take(_ kind: AddressKind?, from origin: Origin, of account: String?) async throws(JournalError)
}

/// Which addresses sites may see, as it is stored.
public struct GrantRecords: Hashable, Sendable {
    /// The permissions, by the account's name.
    public var kinds: [String: [Origin: Set<AddressKind>]]

    /// How often permissions were taken back, of any site.
    public var taken: Int64

    /// Creates records.
    public init(_ kinds: [String: [Origin: Set<AddressKind>]] = [:], taken: Int64 = 0) {
        self.kinds = kinds
        self.taken = taken
    }

    /// Whether `origin` has a permission: of any kind if `kind` is `nil`, of any account if `account` is `nil`.
    func has(_ kind: AddressKind?, for origin: Origin, of account: String?) -> Bool {
        kinds.contains { known, sites in
            guard account == nil || account == known, let given = sites[origin] else { return false }
            return kind.map(given.contains) ?? !given.isEmpty
        }
    }

    mutating func take(_ kind: AddressKind?, from origin: Origin, of account: String?) {
        for known in kinds.keys where account == nil || account == known {
            if let kind { kinds[known]?[origin]?.remove(kind) } else { kinds[known]?[origin] = nil }
            if kinds[known]?[origin]?.isEmpty == true { kinds[known]?[origin] = nil }
            if kinds[known]?.isEmpty == true { kinds[known] = nil }
        }
        taken += 1
    }
}
