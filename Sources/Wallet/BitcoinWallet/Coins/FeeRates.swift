internal import Bitcoin
internal import Bridge

/// The current fee rates, as estimated by a server, within reasonable limits.
///
/// Each response of a server can be false, so they are compared with each other and with the usual rates of the ledger.
struct FeeRates: Hashable, Sendable {
    /// The lowest rate that is relayed.
    let least: FeeRate
    /// For one of the next blocks.
    let normal: FeeRate
    /// For the next block.
    let fast: FeeRate
    /// For a block of the next day.
    let patient: FeeRate

    /// Whether the server has estimated a rate; without that, ``normal`` is the lowest rate that is relayed.
    let isEstimated: Bool

    /// The highest rate that is proposed, regardless of the server: 500 satoshis per byte.
    static let highestProposed: UInt64 = 500_000

    /// The highest usual rate on `utxoChain`; a higher rate gets a warning, regardless of the server.
    ///
    /// Blocks of Bitcoin Cash have always had room. On Bitcoin, rates were higher only on a few days of its history.
    static func highestUsual(on utxoChain: UTXOChain) -> FeeRate {
        switch utxoChain.ledger {
        case .bitcoinCash: FeeRate(satoshisPerKilobyte: 20_000) ?? .least
        case .bitcoin: FeeRate(satoshisPerKilobyte: 200_000) ?? .least
        }
    }

    /// A rate this many times above another is absurd.
    static let absurd: UInt64 = 20

    /// Queries the rates; a missing response counts as one satoshi per byte.
    @MainActor init(asking server: any CoinServer, on utxoChain: UTXOChain) async {
        let relay = (try? await server.relayFeeRate()) ?? 0
        let normal = (try? await server.feeRate(within: 6)) ?? nil
        let fast = (try? await server.feeRate(within: 1)) ?? nil
        let patient = (try? await server.feeRate(within: 144)) ?? nil
        self.init(on: utxoChain, relay: relay, normal: normal, fast: fast, patient: patient)
    }

    init(on utxoChain: UTXOChain, relay: UInt64, normal: UInt64?, fast: UInt64?, patient: UInt64?) {
        func bounded(_ rate: UInt64, atLeast least: UInt64) -> UInt64 { max(least, min(rate, Self.highestProposed)) }
        // A server that claims to relay nothing below a high rate cannot make the user pay it.
        let highestFloor = Self.highestUsual(on: utxoChain).satoshisPerKilobyte / 4
        let floor = bounded(min(relay, highestFloor), atLeast: FeeRate.least.satoshisPerKilobyte)
        isEstimated = normal != nil || fast != nil
        let middle = bounded(normal ?? 0, atLeast: floor)
        let top = bounded(fast ?? 0, atLeast: middle)
        least = FeeRate(satoshisPerKilobyte: floor) ?? .least
        self.normal = FeeRate(satoshisPerKilobyte: middle) ?? .least
        self.fast = FeeRate(satoshisPerKilobyte: top) ?? .least
        // If a server does not report the slow rate, the normal rate is used.
        let low = patient.map { bounded($0, atLeast: floor) } ?? middle
        self.patient = FeeRate(satoshisPerKilobyte: low) ?? .least
    }
}
