import Bridge

/// The newest block of a chain, as it was last heard.
struct ChainHead {
    /// Its number.
    let number: UInt64

    /// When the node said so.
    let at: Duration
}

extension ChainWatches {
    /// How long what was heard of the newest block counts.
    private static let freshness = Duration.seconds(1)

    /// The greatest number that a block is believed to have.
    private static let greatest: UInt64 = 1 << 53

    /// The number of the newest block; asked not more than once a second, however many filters ask.
    func head(of chain: Chain, for origin: Origin, isConnected: Bool) async throws(RPCError) -> UInt64 {
        if let head = heads[chain.id], time.now() - head.at < Self.freshness { return head.number }
        let answer = try await ask("eth_blockNumber", [], on: chain, for: origin, isConnected)
        guard let number = answer.quantity, number < Self.greatest else { throw RPCError(NodeError.malformed) }
        return heard(number, on: chain)
    }

    /// Notes what a node said of the newest block.
    @discardableResult func heard(_ number: UInt64, on chain: Chain) -> UInt64 {
        heads[chain.id] = ChainHead(number: number, at: time.now())
        return number
    }

    /// The number in a block that a node gave; `nil` where it cannot be one.
    static func number(of block: JSON) -> UInt64? {
        block["number"]?.quantity.flatMap { $0 < greatest ? $0 : nil }
    }
}
