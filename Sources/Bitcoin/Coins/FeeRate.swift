/// What miners get for the place that a transaction takes: whole satoshis for 1,000 bytes.
public struct FeeRate: Hashable, Sendable, Comparable {
    /// Satoshis for 1,000 (virtual) bytes.
    public let satoshisPerKilobyte: UInt64

    /// Takes a rate of at most ``highest``.
    ///
    /// - Returns: `nil` for a rate above it.
    public init?(satoshisPerKilobyte rate: UInt64) {
        guard rate <= Self.highest else { return nil }
        satoshisPerKilobyte = rate
    }

    private init(known rate: UInt64) {
        satoshisPerKilobyte = rate
    }

    /// One satoshi a byte: what nodes relay at least.
    public static let least = FeeRate(known: 1_000)

    /// 10,000 satoshis a byte, above all that was ever paid for a reason; what is above is a mistake.
    public static let highest: UInt64 = 10_000_000

    /// The rate as text, in satoshis for one byte.
    public var text: String { DecimalText.text(of: satoshisPerKilobyte, decimals: 3) }

    /// Reads a rate in satoshis for one byte, with at most three decimals.
    ///
    /// - Throws: ``BitcoinError/amount(_:)``.
    public init(satoshisPerByte text: String) throws(BitcoinError) {
        let rate = try DecimalText.units(of: text, decimals: 3)
        guard let number = UInt64(exactly: rate), let known = FeeRate(satoshisPerKilobyte: number) else {
            throw .amount(.tooLarge)
        }
        self = known
    }

    /// The fee for so many bytes, upwards.
    public func fee(for size: Int) -> UInt64 {
        (UInt64(max(0, size)) * satoshisPerKilobyte + 999) / 1_000
    }

    /// Orders by amount.
    public static func < (left: FeeRate, right: FeeRate) -> Bool {
        left.satoshisPerKilobyte < right.satoshisPerKilobyte
    }
}
