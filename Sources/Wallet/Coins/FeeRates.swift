internal import Bitcoin
internal import Bridge

/// What miners want at the moment, as a server tells it, kept within reason.
struct FeeRates: Hashable, Sendable {
    /// The least that is relayed.
    let least: FeeRate
    /// For one of the next blocks.
    let normal: FeeRate
    /// For the next block.
    let fast: FeeRate

    /// The highest rate that is proposed, whatever a server says: 500 satoshis a byte.
    static let highestProposed: UInt64 = 500_000

    /// Asks; what is not answered is one satoshi a byte.
    @MainActor init(asking server: any CoinServer) async {
        let relay = (try? await server.relayFeeRate()) ?? 0
        let normal = (try? await server.feeRate(within: 6)) ?? nil
        let fast = (try? await server.feeRate(within: 1)) ?? nil
        self.init(relay: relay, normal: normal, fast: fast)
    }

    init(relay: UInt64, normal: UInt64?, fast: UInt64?) {
        func bounded(_ rate: UInt64, atLeast least: UInt64) -> UInt64 { max(least, min(rate, Self.highestProposed)) }
        let floor = bounded(relay, atLeast: FeeRate.least.satoshisPerKilobyte)
        let middle = bounded(normal ?? 0, atLeast: floor)
        let top = bounded(fast ?? 0, atLeast: middle)
        least = FeeRate(satoshisPerKilobyte: floor) ?? .least
        self.normal = FeeRate(satoshisPerKilobyte: middle) ?? .least
        self.fast = FeeRate(satoshisPerKilobyte: top) ?? .least
    }
}
