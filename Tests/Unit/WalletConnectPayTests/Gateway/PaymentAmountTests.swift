import BigInt
import Bridge
import WalletConnectPay
import Testing

struct PaymentAmountTests {
    @Test(arguments: [
        ("0", 6, "0.000000"), ("1", 6, "0.000001"), ("1000000", 6, "1.000000"), ("123", 2, "1.23"), ("7", 0, "7"),
        ("2500", 2, "25.00"),
        (
            "115792089237316195423570985008687907853269984665640564039457584007913129639935", 18,
            "115792089237316195423570985008687907853269984665640564039457.584007913129639935"
        ),
    ])
    func `an amount is shown with all its digits`(value: String, decimals: Int, shown: String) throws {
        let amount = try PaymentAmount(GatewayText.amount(value, decimals: .number(JSONNumber(decimals))))
        #expect(amount.decimal == shown)
        #expect(amount.value == BigUInt(value))
        #expect(amount.display.symbol == "USDC")
    }

    @Test(arguments: [
        "", "-1", "+1", "01", "1.0", "1e3", "0x10", " 1", "1 ", "1_000", "\u{661}", "NaN", "1\u{0}",
        "115792089237316195423570985008687907853269984665640564039457584007913129639936",
        String(repeating: "9", count: 10_000),
    ])
    func `an amount that is not a plain number is refused`(value: String) {
        #expect(throws: PayError.malformed) { try PaymentAmount(GatewayText.amount(value)) }
    }

    @Test(arguments: [78, 255, 2_147_483_647, .number(JSONNumber("9223372036854775807") ?? JSONNumber(78))] as [JSON])
    func `an amount with very many decimals is not refused`(decimals: JSON) throws {
        let amount = try PaymentAmount(GatewayText.amount(decimals: decimals))
        #expect(amount.display.decimals == 78)
        #expect(amount.decimal.utf8.count == 80)
    }

    @Test(arguments: [-1, nil, "6", .number(JSONNumber("6.0") ?? JSONNumber(-1)), []] as [JSON])
    func `the number of decimals can always be displayed`(decimals: JSON) {
        #expect(throws: PayError.malformed) { try PaymentAmount(GatewayText.amount(decimals: decimals)) }
    }

    @Test func `a JSON number is refused as an amount: it may have been rounded in transit`() {
        #expect(throws: PayError.malformed) { try PaymentAmount(GatewayText.amount().with("value", 1_000_000)) }
    }

    @Test(arguments: [
        ("iso4217/USD", PaymentUnit.fiat("USD")), ("iso4217/usd", .other("iso4217/usd")),
        ("iso4217/", .other("iso4217/")), ("gold/oz", .other("gold/oz")),
        ("caip19/eip155:1", .other("caip19/eip155:1")),
        ("", .other("")),
    ])
    func `an unknown unit is kept`(text: String, unit: PaymentUnit) {
        #expect(PaymentUnit(text) == unit)
        #expect(unit.text == text)
    }

    @Test func `a unit on a chain names the asset`() {
        #expect(PaymentUnit(GatewayText.usdc).asset?.contract != nil)
        #expect(PaymentUnit(GatewayText.usdc).text == GatewayText.usdc)
    }
}
