public import Bitcoin

/// A transaction that pays to or spends from a script.
public struct HistoryEntry: Hashable, Sendable {
    /// Its transaction ID.
    public let id: TransactionID

    /// The height of its block; `nil` if it is unconfirmed.
    public let height: Int?

    /// Whether it spends outputs of a transaction that is also unconfirmed.
    public let hasWaitingParent: Bool

    /// Creates an entry.
    public init(id: TransactionID, height: Int?, hasWaitingParent: Bool = false) {
        self.id = id
        self.height = height
        self.hasWaitingParent = hasWaitingParent
    }
}
