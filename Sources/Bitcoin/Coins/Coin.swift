/// An unspent output.
public struct Coin: Hashable, Sendable {
    /// Its transaction and index.
    public let outPoint: OutPoint

    /// Its value and its locking script.
    public let output: Output

    /// Creates a coin.
    public init(_ outPoint: OutPoint, _ output: Output) {
        self.outPoint = outPoint
        self.output = output
    }

    /// Its value in satoshis.
    public var value: UInt64 { output.value }
}
