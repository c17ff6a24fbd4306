import BigInt
import Testing

@testable import Payments
@testable import drawbridge

@Suite struct PaymentWordsTests {
    private let sample = PaymentSample()

    @Test(arguments: [
        (25_000_000, 6, "25.00 USDC"), (1, 6, "0.000001 USDC"), (25_010_000, 6, "25.01 USDC"), (7, 0, "7 USDC"),
        (1_230_000, 6, "1.23 USDC"), (100, 1, "10.0 USDC"), (0, 2, "0.00 USDC"),
    ])
    func `an amount has every digit that counts`(value: Int, decimals: Int, text: String) {
        let amount = sample.amount(PaymentSample.token, value, symbol: "USDC", decimals: decimals)
        #expect(PaymentWords.amount(amount) == text)
    }

    @Test func `a currency is called by its code, whatever the gateway shows`() {
        let amount = sample.amount("iso4217/EUR", 2_500, symbol: "free", decimals: 2)
        #expect(PaymentWords.amount(amount) == "25.00 EUR")
    }

    @Test(arguments: [(0, "0:00"), (59, "0:59"), (60, "1:00"), (299, "4:59"), (3_600, "1:00:00"), (3_725, "1:02:05")])
    func `time is minutes and seconds, and hours where there are any`(seconds: Int64, text: String) {
        #expect(PaymentWords.time(seconds) == text)
    }

    @Test func `a stranger's text is bounded, in one line`() {
        #expect(PaymentWords.bounded("a\r\nb") == "a b" || PaymentWords.bounded("a\r\nb") == "a  b")
        #expect(PaymentWords.bounded(String(repeating: "é", count: 1_000)).count == 160)
        #expect(PaymentWords.quoted(String(repeating: "y", count: 100)).count == 26)
    }

    @Test(arguments: PaymentAttempt.State.allCases)
    @MainActor func `each payment of the list is one line that says what, to whom and how it stands`(
        state: PaymentAttempt.State
    ) throws {
        let flow = try PaymentSample().flow(.review)
        let attempt = PaymentAttempt(
            id: "a", payment: flow.payment, option: "o1", choice: try #require(flow.choice), amount: 25_000_000,
            decimals: 6, symbol: "USDC", merchant: "Corner\nShop\u{202E}", startedAt: 1_000_000_000,
            expiresAt: 1_000_000_300,
            steps: [], state: state)
        let sentence = PaymentActivity.sentence(about: attempt)
        #expect(sentence.hasPrefix("2001-09-09 – 25.00 USDC to “Corner"))
        #expect(sentence.hasSuffix(" · pay_1"))
        #expect(sentence.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(!sentence.contains("\u{202E}"))
    }
}
