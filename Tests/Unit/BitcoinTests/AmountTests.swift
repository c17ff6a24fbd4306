import BigInt
import Bitcoin
import Testing

@Suite struct AmountTests {
    @Test(
        arguments: [
            ("0", 0), ("1", 100_000_000), ("0.00000001", 1), ("0.1", 10_000_000), ("1.10", 110_000_000),
            ("20999999.99999999", 2_099_999_999_999_999), ("21000000", 2_100_000_000_000_000),
            ("0.100000000000", 10_000_000), ("007", 700_000_000), ("0.07", 7_000_000), ("4.35", 435_000_000),
        ] as [(String, UInt64)])
    func `decimal text is exact`(text: String, satoshis: UInt64) throws {
        #expect(try DecimalText.satoshis(of: text) == satoshis)
        #expect(try DecimalText.satoshis(of: DecimalText.text(ofSatoshis: satoshis)) == satoshis)
    }

    @Test(arguments: [
        ("", BitcoinError.Amount.form), (".", .form), ("1.", .form), (".1", .form), ("-1", .form), ("+1", .form),
        ("1e2", .form),
        ("1 ", .form), (" 1", .form), ("1.2.3", .form), ("0x10", .form), ("1_000", .form), ("1,5", .form),
        ("NaN", .form), ("Infinity", .form), ("١", .form), ("1\u{0}", .form), ("0.000000001", .decimals),
        ("1.123456789", .decimals), ("21000000.00000001", .tooLarge), ("99999999999999999999999999", .tooLarge),
        (String(repeating: "9", count: 161), .tooLarge),
    ])
    func `an inexact amount is refused`(text: String, fault: BitcoinError.Amount) {
        #expect(throws: BitcoinError.amount(fault)) { try DecimalText.satoshis(of: text) }
    }

    @Test func `amounts of other tokens have their own decimal places`() throws {
        #expect(try DecimalText.units(of: "1.5", decimals: 18) == BigUInt(15) * BigUInt(10).power(17))
        #expect(try DecimalText.units(of: "15", decimals: 0) == 15)
        #expect(throws: BitcoinError.amount(.decimals)) { try DecimalText.units(of: "1.5", decimals: 0) }
        #expect(DecimalText.text(of: UInt64(1_500), decimals: 3) == "1.5")
        #expect(DecimalText.text(of: UInt64(0), decimals: 8) == "0")
        #expect(DecimalText.text(of: UInt64(5), decimals: 0) == "5")
    }

    @Test func `fees are rounded up to whole satoshis`() throws {
        #expect(FeeRate.least.fee(for: 225) == 225)
        #expect(FeeRate(satoshisPerKilobyte: 1_001)?.fee(for: 1) == 2)
        #expect(FeeRate(satoshisPerKilobyte: 0)?.fee(for: 1_000) == 0)
        #expect(FeeRate(satoshisPerKilobyte: FeeRate.highest + 1) == nil)
        #expect(try FeeRate(satoshisPerByte: "1.5").satoshisPerKilobyte == 1_500)
        #expect(throws: BitcoinError.amount(.decimals)) { try FeeRate(satoshisPerByte: "1.0001") }
        #expect(throws: BitcoinError.amount(.tooLarge)) { try FeeRate(satoshisPerByte: "10000.001") }
        #expect(FeeRate.least.text == "1")
    }
}
