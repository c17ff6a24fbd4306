import BigInt
import Ethereum
import Testing

@Suite struct AmountTextTests {
    @Test(arguments: [
        (BigUInt(0), 18, "0"), (1, 18, "0.000000000000000001"), (1_500_000, 6, "1.5"), (1_000_000, 6, "1"),
        (123, 0, "123"), (10, 1, "1"), (12, 1, "1.2"), (BigUInt(10).power(30), 18, "1000000000000"),
    ])
    func `amounts are exact and have no trailing zeros`(units: BigUInt, decimals: Int, text: String) {
        #expect(AmountText.of(units, decimals: decimals) == text)
        #expect(AmountText.units(text, decimals: decimals) == units)
    }

    @Test(arguments: ["", ".", "1.", ".1", "-1", "+1", "1e3", "0x1", "1,5", " 1", "1.0000001", "１", "1.2.3"])
    func `text that is not a plain amount is refused`(text: String) {
        #expect(AmountText.units(text, decimals: 6) == nil)
    }

    @Test(arguments: [
        (BigUInt(0), "1970-01-01 00:00:00 UTC"), (951_782_400, "2000-02-29 00:00:00 UTC"),
        (1_700_000_600, "2023-11-14 22:23:20 UTC"), (4_107_542_400, "2100-03-01 00:00:00 UTC"),
        (253_402_300_799, "9999-12-31 23:59:59 UTC"),
    ])
    func `timestamps are shown as dates`(seconds: BigUInt, text: String) {
        #expect(MomentText.of(seconds) == text)
    }

    @Test(arguments: [BigUInt(253_402_300_800), (BigUInt(1) << 256) - 1])
    func `a timestamp after the year 9999 has no date`(seconds: BigUInt) {
        #expect(MomentText.of(seconds) == nil)
    }
}
