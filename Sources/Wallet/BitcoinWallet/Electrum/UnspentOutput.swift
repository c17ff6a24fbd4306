public import Bitcoin

/// An unspent output, as a server reports it.
public struct UnspentOutput: Hashable, Sendable {
    /// The outpoint of the output.
    public let outPoint: OutPoint

    /// Its value in satoshis, as claimed by the server.
    public let value: UInt64

    /// The height of its block; `nil` if it is unconfirmed.
    public let height: Int?

    /// Whether the server claims that it carries a CashToken.
    public let hasToken: Bool

    /// Creates an output.
    public init(outPoint: OutPoint, value: UInt64, height: Int?, hasToken: Bool = false) {
        self.outPoint = outPoint
        self.value = value
        self.height = height
        self.hasToken = hasToken
    }
}
