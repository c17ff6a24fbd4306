public import Bitcoin

/// An output that nothing spends, as a server tells it.
public struct UnspentOutput: Hashable, Sendable {
    /// The place of the output.
    public let outPoint: OutPoint

    /// What it is worth in satoshis, by the server's word.
    public let value: UInt64

    /// The block that it is in; `nil` while it waits.
    public let height: Int?

    /// Whether the server says that it carries a CashToken.
    public let hasToken: Bool

    /// Creates an output.
    public init(outPoint: OutPoint, value: UInt64, height: Int?, hasToken: Bool = false) {
        self.outPoint = outPoint
        self.value = value
        self.height = height
        self.hasToken = hasToken
    }
}
