/// An output that has not been spent.
public struct Coin: Hashable, Sendable {
    /// Where it is.
    public let outPoint: OutPoint

    /// What it is worth, and what locks it.
    public let output: Output

    /// Names a coin.
    public init(_ outPoint: OutPoint, _ output: Output) {
        self.outPoint = outPoint
        self.output = output
    }

    /// What it is worth, in satoshis.
    public var value: UInt64 { output.value }
}
