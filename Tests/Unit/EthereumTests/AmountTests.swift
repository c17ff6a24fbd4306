import BigInt
import Bridge
import TestSupport
import Testing
import Ethereum

@Suite struct AmountTests {
    @Test func `amounts match the vectors of ethers in both directions`() throws {
        let cases = try Vectors.json("eth-units/units.json").array ?? []
        let units = [("ether", 18), ("finney", 15), ("gwei", 9), ("satoshi", 8)]
        var (read, refused) = (0, 0)
        for each in cases {
            let wei = try #require(BigInt(each["wei"]?.string ?? ""))
            for (unit, places) in units {
                guard let text = each[unit]?.string else { continue }
                // Satoshis have ten decimal places fewer than wei.
                let digits = unit == "satoshi" ? 8 : places
                if let format = each["\(unit)_format"]?.string {
                    // The vectors write whole numbers with `.0`.
                    let shortest = format.hasSuffix(".0") ? String(format.dropLast(2)) : format
                    #expect(Amount.text(wei, decimals: digits) == shortest)
                }
                if text.hasPrefix("-") || text.hasPrefix(".") {
                    // Refused by this wallet: an amount has no sign, and a point needs digits on both sides.
                    #expect(throws: EthereumError.amount(.form), "\(text)") {
                        try Amount.parts(text, decimals: digits)
                    }
                    refused += 1
                }
                let plain = String(text.drop { $0 == "-" })
                let whole = plain.hasPrefix(".") ? "0" + plain : plain
                #expect(try Amount.parts(whole, decimals: digits) == wei.magnitude, "\(text)")
                read += 1
            }
        }
        Suites.record("eth-units", cases: cases.count)
        #expect(cases.count == 8)
        #expect((read, refused) == (11, 7))
    }

    @Test(arguments: [
        "", ".", "1.", ".1", "-1", "+1", "1e18", "1,5", "1_000", " 1", "1 ", "0x10", "1.2.3", "１", "1.٢", "NaN", "∞",
        "1\n", "1\0",
    ])
    func `text other than plain digits is refused`(text: String) {
        #expect(throws: EthereumError.amount(.form)) { try Amount.parts(text, decimals: 18) }
    }

    @Test func `amounts are never rounded`() throws {
        #expect(try Amount.parts("0.000000000000000001", decimals: 18) == 1)
        #expect(throws: EthereumError.amount(.fraction)) { try Amount.parts("0.0000000000000000001", decimals: 18) }
        #expect(try Amount.parts("1.50000000000000000000000", decimals: 18) == 1_500_000_000_000_000_000)
        #expect(try Amount.parts("1.0", decimals: 0) == 1)
        #expect(throws: EthereumError.amount(.fraction)) { try Amount.parts("1.1", decimals: 0) }
        #expect(try Amount.parts("0007", decimals: 2) == 700)
        // The smallest integer that a floating-point number could not represent.
        #expect(try Amount.parts("9007199254740993", decimals: 0) == 9_007_199_254_740_993)
    }

    @Test func `an amount has at most 256 bits`() throws {
        let largest = (BigUInt(1) << 256) - 1
        #expect(try Amount.parts(String(largest), decimals: 0) == largest)
        #expect(throws: EthereumError.amount(.tooLarge)) { try Amount.parts(String(largest + 1), decimals: 0) }
        #expect(throws: EthereumError.amount(.tooLarge)) { try Amount.parts(String(largest), decimals: 1) }
        #expect(throws: EthereumError.amount(.tooLarge)) {
            try Amount.parts(String(repeating: "0", count: 513), decimals: 0)
        }
    }

    @Test func `a written amount reads back as the same number`() throws {
        for decimals in [0, 1, 2, 6, 8, 18, 77, 255] {
            for number in [BigUInt(0), 1, 9, 10, 100, 123_456_789, BigUInt(10).power(18), (BigUInt(1) << 256) - 1] {
                let text = Amount.text(number, decimals: decimals)
                #expect(try Amount.parts(text, decimals: decimals) == number, "\(text)")
                #expect(!text.contains(".") || !text.hasSuffix("0"))
            }
        }
        #expect(Amount.text(BigUInt(0), decimals: 18) == "0")
        #expect(Amount.text(BigInt(-5), decimals: 1) == "-0.5")
    }

    @Test(arguments: [
        ("0x0", 0), ("0x00", 0), ("0x1", 1), ("0x01", 1), ("0x0a", 10), ("0x0A", 10), ("0x10", 16),
        ("0x0100", 256),
    ])
    func `quantities in a short form are read`(text: String, number: Int) {
        #expect(Quantity.read(.string(text)) == BigUInt(number))
    }

    @Test(arguments: [
        "", "0x", "0X1", "1", "10", "0x001", "0x000", "0x0000", "0x00a", "0x0010", "0xg", "-0x1", "0x-1", "0x1.0",
        " 0x1", "0x1 ", "0x１",
    ])
    func `quantities in any other form are refused`(text: String) {
        #expect(Quantity.read(.string(text)) == nil)
    }

    @Test(arguments: [("0", 0), ("-0", 0), ("21000", 21_000), ("9007199254740991", 9_007_199_254_740_991)])
    func `a JSON number that JavaScript represents exactly is a quantity`(text: String, number: Int) throws {
        #expect(Quantity.read(try JSON(parsing: text)) == BigUInt(number))
    }

    @Test(arguments: ["9007199254740992", "1000000000000000000", "-1", "1.5", "1.0", "1e3", "1e21", "1E400", "0.0"])
    func `any other JSON number is refused`(text: String) throws {
        #expect(Quantity.read(try JSON(parsing: text)) == nil)
    }

    @Test func `a quantity has at most 256 bits`() {
        #expect(Quantity.read(nil) == nil)
        #expect(Quantity.read(true) == nil)
        let largest = "0x" + String(repeating: "f", count: 64)
        #expect(Quantity.read(.string(largest)).map { Quantity.text($0) } == largest)
        #expect(Quantity.read(.string(largest + "f")) == nil)
        #expect(Quantity.readWord("0xffffffffffffffff") == .max)
        #expect(Quantity.readWord("0x10000000000000000") == nil)
        #expect(Quantity.text(0 as UInt64) == "0x0")
    }
}
