internal import Bitcoin
internal import Bridge

/// What miners want at the moment, as a server tells it, kept within reason.
///
/// A server can lie in each of its answers, so they are compared with each other and with what the ledger usually
/// costs.
struct FeeRates: Hashable, Sendable {
    /// The least that is relayed.
    let least: FeeRate
    /// For one of the next blocks.
    let normal: FeeRate
    /// For the next block.
    let fast: FeeRate
    /// For a block of the next day.
    let patient: FeeRate

    /// The highest rate that is proposed, whatever a server says: 500 satoshis a byte.
    static let highestProposed: UInt64 = 500_000

    /// The highest rate that is usual on `utxoChain`: what is above it needs a second look, whatever a server says.
    ///
    /// Bitcoin Cash has had room in its blocks since it exists. On Bitcoin, only a few days of its history cost more.
    static func highestUsual(on utxoChain: UTXOChain) -> FeeRate {
        switch utxoChain {
        case .bitcoinCash: FeeRate(satoshisPerKilobyte: 20_000) ?? .least
        case .bitcoin: FeeRate(satoshisPerKilobyte: 200_000) ?? .least
        }
    }

    /// How many times another rate is absurd.
    static let absurd: UInt64 = 20

    /// Queries the rates; a missing answer counts as one satoshi per byte.
    @MainActor init(asking server: any CoinServer, on utxoChain: UTXOChain) async {
        let relay = (try? await server.relayFeeRate()) ?? 0
        let normal = (try? await server.feeRate(within: 6)) ?? nil
        let fast = (try? await server.feeRate(within: 1)) ?? nil
        let patient = (try? await server.feeRate(within: 144)) ?? nil
        self.init(on: utxoChain, relay: relay, normal: normal, fast: fast, patient: patient)
    }

    init(on utxoChain: UTXOChain, relay: UInt64, normal: UInt64?, fast: UInt64?, patient: UInt64?) {
        func bounded(_ rate: UInt64, atLeast least: UInt64) -> UInt64 { max(least, min(rate, Self.highestProposed)) }
        // No user has to pay a high rate because a server says that it relays nothing below it.
        let highestFloor = Self.highestUsual(on: utxoChain).satoshisPerKilobyte / 4
        let floor = bounded(min(relay, highestFloor), atLeast: FeeRate.least.satoshisPerKilobyte)
        let middle = bounded(normal ?? 0, atLeast: floor)
        let top = bounded(fast ?? 0, atLeast: middle)
        least = FeeRate(satoshisPerKilobyte: floor) ?? .least
        self.normal = FeeRate(satoshisPerKilobyte: middle) ?? .least
        self.fast = FeeRate(satoshisPerKilobyte: top) ?? .least
        // A server that does not say what a patient payment costs has only its other rates.
        let low = patient.map { bounded($0, atLeast: floor) } ?? middle
        self.patient = FeeRate(satoshisPerKilobyte: low) ?? .least
    }
}
