public import Bitcoin
internal import Primitives

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

extension HistoryEntry {
    /// The status of a script with this history (Electrum protocol, “Status”): the SHA-256 of its entries, each as
    /// `txid:height:`, where the height is 0 for an unconfirmed transaction and -1 for one with an unconfirmed parent.
    ///
    /// - Returns: 64 hexadecimal digits; `nil` for an empty history.
    static func status(of history: [HistoryEntry]) -> String? {
        guard !history.isEmpty else { return nil }
        let text = history.map { "\($0.id):\($0.height ?? ($0.hasWaitingParent ? -1 : 0)):" }.joined()
        return Hex.encode(SHA256.hash(Array(text.utf8)).bytes)
    }
}
