/// A fee rate: whole satoshis per 1,000 bytes.
public struct FeeRate: Hashable, Sendable, Comparable {
    /// Satoshis per 1,000 (virtual) bytes.
    public let satoshisPerKilobyte: UInt64

    /// Creates a rate of at most ``highest``.
    ///
    /// - Returns: `nil` for a higher rate.
    public init?(satoshisPerKilobyte rate: UInt64) {
        guard rate <= Self.highest else { return nil }
        satoshisPerKilobyte = rate
    }

    private init(known rate: UInt64) {
        satoshisPerKilobyte = rate
    }

    /// The minimum relay fee: one satoshi per byte.
    public static let least = FeeRate(known: 1_000)

    /// 10,000 satoshis per byte, more than any reasonable fee so far; a higher rate is a mistake.
    public static let highest: UInt64 = 10_000_000

    /// The rate in satoshis per byte, as text.
    public var text: String { DecimalText.text(of: satoshisPerKilobyte, decimals: 3) }

    /// Reads a rate in satoshis per byte, with at most three decimal places.
    ///
    /// - Throws: ``BitcoinError/amount(_:)``.
    public init(satoshisPerByte text: String) throws(BitcoinError) {
        let rate = try DecimalText.units(of: text, decimals: 3)
        guard let number = UInt64(exactly: rate), let known = FeeRate(satoshisPerKilobyte: number) else {
            throw .amount(.tooLarge)
        }
        self = known
    }

    /// The fee for `size` bytes, rounded up.
    public func fee(for size: Int) -> UInt64 {
        (UInt64(max(0, size)) * satoshisPerKilobyte + 999) / 1_000
    }

    /// Compares the rates.
    public static func < (left: FeeRate, right: FeeRate) -> Bool {
        left.satoshisPerKilobyte < right.satoshisPerKilobyte
    }
}
