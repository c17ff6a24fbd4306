import BigInt
import ArgumentParser
import Testing

@testable import WalletConnectPay
@testable import WalletWindow

@Suite struct PaymentTextTests {
    private let sample = PaymentSample()

    @Test(arguments: [
        (25_000_000, 6, "25 USDC"), (1, 6, "0.000001 USDC"), (25_010_000, 6, "25.01 USDC"), (7, 0, "7 USDC"),
        (1_230_000, 6, "1.23 USDC"), (100, 1, "10 USDC"), (0, 2, "0 USDC"),
    ])
    func `an amount is shown with all significant digits`(value: Int, decimals: Int, text: String) {
        // What the gateway says of name and point counts for nothing.
        let amount = sample.amount(PaymentSample.token, value, symbol: "BONUS", decimals: 2)
        #expect(PaymentText.amount(amount) { _ in KnownAsset(symbol: "USDC", decimals: decimals) } == text)
    }

    @Test func `an unknown asset is counted in its smallest unit, with a quoted name`() {
        let amount = sample.amount(PaymentSample.token, 25_000_000, symbol: "USDC", decimals: 6)
        #expect(PaymentText.amount(amount) { _ in nil } == "25000000 units of “USDC”")
        let other = sample.amount("points/gold", 2_500, symbol: "EUR", decimals: 2)
        #expect(PaymentText.amount(other) { _ in nil } == "2500 units of “EUR”")
    }

    @Test(arguments: [
        ("USD", 2_500, "25.00 USD"), ("JPY", 2_500, "2500 JPY"), ("KWD", 2_500, "2.500 KWD"), ("EUR", 5, "0.05 EUR"),
    ])
    func `a currency has its own number of digits, whatever the gateway says`(code: String, value: Int, text: String) {
        let amount = sample.amount("iso4217/\(code)", value, symbol: code, decimals: 6)
        #expect(PaymentText.amount(amount) { _ in nil } == text)
    }

    @Test func `a currency is shown with its code, whatever the gateway says`() {
        let amount = sample.amount("iso4217/EUR", 2_500, symbol: "free", decimals: 2)
        #expect(PaymentText.amount(amount) { _ in nil } == "25.00 EUR")
    }

    @Test(arguments: [(0, "0:00"), (59, "0:59"), (60, "1:00"), (299, "4:59"), (3_600, "1:00:00"), (3_725, "1:02:05")])
    func `time is shown in minutes and seconds, and hours if needed`(seconds: Int64, text: String) {
        #expect(PaymentText.time(seconds) == text)
    }

    @Test func `untrusted text is shortened to one line`() {
        #expect(PaymentText.bounded("a\r\nb") == "a b" || PaymentText.bounded("a\r\nb") == "a  b")
        #expect(PaymentText.bounded(String(repeating: "é", count: 1_000)).count == 160)
        #expect(PaymentText.quoted(String(repeating: "y", count: 100)).count == 26)
    }

    @Test @MainActor func `the command that checks a payment again includes the given options`() throws {
        let flow = try PaymentSample().flow(.review)
        #expect(PaymentWatch.later(flow) == "Run “drawbridge pay pay_1” to check it again.")
        let command = try PayCommand.parse(["pay_1", "--gateway", "https://pay.example", "--wallet", "Ann's own"])
        #expect(
            PaymentWatch.later(flow, command.arguments)
                == "Run “drawbridge pay pay_1 --wallet 'Ann'\\''s own' --gateway https://pay.example” to check it again."
        )
        #expect(try PayCommand.parse(["pay_1", "--demo"]).arguments == ["--demo"])
    }

    private func attempt(_ state: PaymentAttempt.State, of payment: PaymentID) throws -> PaymentAttempt {
        PaymentAttempt(
            id: "e", payment: payment, option: "o1", choice: try #require(try sample.flow(.review).choice),
            amount: 25_000_000, decimals: 6, symbol: "USDC", merchant: "Shop", startedAt: 0, expiresAt: 1_000,
            steps: [.init(.signature, .done(hash: nil))], state: state)
    }

    @Test(arguments: [PaymentEnd.busy, .notKept])
    func `a payment that another program may have made is not called unpaid in the terminal`(end: PaymentEnd) throws {
        let flow = try sample.flow(.ended(end))
        #expect(PaymentText.outcome(of: flow) == "not known here whether it is paid")
        #expect(PaymentText.status(of: flow) == 2)
    }

    @Test(arguments: PaymentSample.ends)
    func `the terminal warns that an earlier attempt at the payment can still be executed`(end: PaymentEnd) throws {
        var flow = try sample.flow(.ended(end))
        let alone = (PaymentText.outcome(of: flow), PaymentText.status(of: flow))
        flow.earlier = [try attempt(.failed, of: flow.payment)]
        switch end {
        case .succeeded, .alreadyPaid: #expect((PaymentText.outcome(of: flow), PaymentText.status(of: flow)) == alone)
        default:
            #expect(PaymentText.outcome(of: flow).hasSuffix("; an earlier attempt at this payment can still be paid"))
            #expect(!PaymentText.outcome(of: flow).contains("not paid;"))
            #expect(PaymentText.status(of: flow) == 2)
        }
        // When the signature has ended, or it is another payment's, it changes nothing.
        flow.now = 1_000 + ActionCheck.grace
        #expect((PaymentText.outcome(of: flow), PaymentText.status(of: flow)) == alone)
        flow.now = 700
        flow.earlier = [try attempt(.failed, of: try #require(PaymentID("pay_2")))]
        #expect((PaymentText.outcome(of: flow), PaymentText.status(of: flow)) == alone)
    }

    @Test func `the exit status distinguishes paid, not paid and unknown`() throws {
        #expect(PaymentText.status(of: try sample.flow(.ended(.succeeded(transaction: nil)))) == 0)
        for end in [PaymentEnd.mismatch(.amount), .cancelled(by: .wallet), .gatewayFailed, .offline] {
            #expect(PaymentText.status(of: try sample.flow(.ended(end))) == 1)
        }
        for state in [
            PaymentFlow.State.confirming, .unsure(isAsking: false), .processing(isAsking: false),
            .unsent(hash: "0xabc", isBusy: false), .ended(.unsettled(transactions: [])),
        ] {
            #expect(PaymentText.status(of: try sample.flow(state)) == 2)
        }
    }

    @Test @MainActor func `a payment that may have been sent is not called unsent`() throws {
        let flow = try PaymentSample().flow(.review)
        func sentence(_ progress: PaymentAttempt.Step.Progress) throws -> String {
            let attempt = PaymentAttempt(
                id: "a", payment: flow.payment, option: "o1", choice: try #require(flow.choice), amount: 25_000_000,
                decimals: 6, symbol: "USDC", merchant: "Shop", startedAt: 1_000_000_000, expiresAt: 1_000_000_300,
                steps: [.init(.payment, progress)], state: .signing)
            return PaymentsPage.sentence(about: attempt, PaymentSample.known)
        }
        #expect(try sentence(.signed(hash: "0xabc")).contains("may have been signed and sent"))
        #expect(try sentence(.begun).contains("may have been signed and sent"))
        #expect(try sentence(.waiting).contains("nothing was sent"))
    }

    @Test(arguments: PaymentAttempt.State.allCases)
    @MainActor func `each payment in the list is one line with amount, recipient and state`(
        state: PaymentAttempt.State
    ) throws {
        let flow = try PaymentSample().flow(.review)
        let attempt = PaymentAttempt(
            id: "a", payment: flow.payment, option: "o1", choice: try #require(flow.choice), amount: 25_000_000,
            decimals: 6, symbol: "USDC", merchant: "Corner\nShop\u{202E}", startedAt: 1_000_000_000,
            expiresAt: 1_000_000_300,
            steps: [], state: state)
        let sentence = PaymentsPage.sentence(about: attempt, PaymentSample.known)
        #expect(sentence.hasPrefix("2001-09-09 – 25 USDC to “Corner"))
        let unknown = PaymentsPage.sentence(about: attempt) { _ in nil }
        #expect(unknown.contains("25000000 units of “USDC” (contract 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913)"))
        #expect(sentence.hasSuffix(" · pay_1"))
        #expect(sentence.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(!sentence.contains("\u{202E}"))
    }
}
