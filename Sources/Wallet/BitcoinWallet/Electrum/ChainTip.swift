public import Bitcoin

/// The newest block that a server knows.
public struct ChainTip: Hashable, Sendable {
    /// Its height.
    public let height: Int

    /// Its header, whose form and proof of work were checked.
    public let header: BlockHeader

    /// Creates a tip.
    public init(height: Int, header: BlockHeader) {
        self.height = height
        self.header = header
    }
}
