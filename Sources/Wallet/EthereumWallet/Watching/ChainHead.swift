import Bridge

/// The newest block of a chain, as a node last reported it.
struct ChainHead {
    /// Its number.
    let number: UInt64

    /// When the node reported it.
    let at: Duration
}

extension ChainWatches {
    /// How long a reported newest block is used.
    private static let freshness = Duration.seconds(1)

    /// The greatest block number that is accepted.
    private static let greatest: UInt64 = 1 << 53

    /// The number of the newest block; the node is asked at most once per second, regardless of the number of filters.
    func head(of chain: Chain, for origin: Origin, isConnected: Bool) async throws(RPCError) -> UInt64 {
        if let head = heads[chain.id], time.now() - head.at < Self.freshness { return head.number }
        let answer = try await ask("eth_blockNumber", [], on: chain, for: origin, isConnected)
        guard let number = answer.quantity, number < Self.greatest else { throw RPCError(NodeError.malformed) }
        return heard(number, on: chain)
    }

    /// Records the newest block that a node reported.
    @discardableResult func heard(_ number: UInt64, on chain: Chain) -> UInt64 {
        heads[chain.id] = ChainHead(number: number, at: time.now())
        return number
    }

    /// The number in a block from a node; `nil` if it is not valid.
    static func number(of block: JSON) -> UInt64? {
        block["number"]?.quantity.flatMap { $0 < greatest ? $0 : nil }
    }
}
