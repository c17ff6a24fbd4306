public import Bitcoin

/// A transaction that concerns a script.
public struct HistoryEntry: Hashable, Sendable {
    /// Its name.
    public let id: TransactionID

    /// The block that it is in; `nil` while it waits.
    public let height: Int?

    /// Whether it spends from a transaction that waits, too.
    public let hasWaitingParent: Bool

    /// Creates an entry.
    public init(id: TransactionID, height: Int?, hasWaitingParent: Bool = false) {
        self.id = id
        self.height = height
        self.hasWaitingParent = hasWaitingParent
    }
}
