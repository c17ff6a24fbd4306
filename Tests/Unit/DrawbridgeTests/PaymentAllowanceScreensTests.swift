import BigInt
import Bridge
import Testing
import WalletUI

@testable import WalletApp
@testable import WalletConnectPay

/// What the user reads of an allowance that was sent for a payment.
@MainActor @Suite struct PaymentAllowanceScreensTests {
    private static let most = BigUInt(2).power(256) - 1

    /// A payment for which a transaction for an allowance was signed.
    private func flow(
        _ state: PaymentFlow.State, _ progress: PaymentAttempt.Step.Progress = .confirmed(hash: "0xaa"),
        allowance: BigUInt? = most
    ) throws -> PaymentFlow {
        var flow = try PaymentSample().flow(state)
        flow.spent = [PaymentAttempt.Step(.approval, progress, isOwn: true)]
        let choice = try #require(flow.choice)
        flow.need = AllowanceNeed(account: choice.account, token: choice.asset, amount: 25_000_000)
        flow.allowance = allowance
        return flow
    }

    private func screens(_ flow: PaymentFlow) throws -> PaymentScreens {
        var screens = PaymentScreens(flow: flow, service: try Origin(serialized: "https://pay.example"))
        screens.known = PaymentSample.known
        return screens
    }

    private func words(_ flow: PaymentFlow) throws -> String {
        let step = try screens(flow).step
        return ([step.heading] + step.paragraphs.map(\.text)).joined(separator: " ")
    }

    @Test(arguments: PaymentSample.ends)
    func `every end says what was allowed, with a way to revoke it, and does not call it nothing`(end: PaymentEnd)
        throws
    {
        let flow = try flow(.ended(end))
        let step = try screens(flow).step
        let words = try words(flow)
        #expect(words.contains("an allowance lets Permit2 spend unlimited USDC from this account"))
        #expect(!words.contains("Nothing was paid.") && !words.contains("Nothing was signed."))
        #expect(step.rows.contains { $0.value == .exact("0xaa") && $0.note == "in a block" })
        #expect(step.buttons.contains { $0.id == "revoke" })
        #expect(PaymentText.outcome(of: flow).contains("a transaction for an allowance was signed"))
    }

    @Test(arguments: PaymentSample.ends)
    func `without an allowance no end mentions one`(end: PaymentEnd) throws {
        let flow = try PaymentSample().flow(.ended(end))
        #expect(try !words(flow).contains("allowance"))
        #expect(try !screens(flow).step.buttons.contains { $0.id == "revoke" })
        #expect(!PaymentText.outcome(of: flow).contains("allowance"))
    }

    @Test func `each outcome of the transaction has its own sentence, and only what stands can be revoked`() throws {
        let outcomes: [(PaymentAttempt.Step.Progress, BigUInt?, String, canRevoke: Bool)] = [
            (.begun, nil, "may have been sent", true),
            (.signed(hash: "0xaa"), 0, "not known whether it was sent", false),
            (.signed(hash: "0xaa"), nil, "not known whether it was sent", true),
            (.done(hash: "0xaa"), nil, "It is not in a block yet", true),
            (.confirmed(hash: "0xaa"), nil, "lets Permit2 spend USDC", true),
            (.confirmed(hash: "0xaa"), 5_000_000, "lets Permit2 spend 5 USDC", true),
            (.confirmed(hash: "0xaa"), 0, "is zero now", false),
            (.reverted(hash: "0xaa"), 0, "Its network fee was paid", false),
            (.lost(hash: "0xaa"), 0, "will not be in a block", false),
        ]
        for (progress, allowance, sentence, canRevoke) in outcomes {
            let flow = try flow(.ended(.cancelled(by: .wallet)), progress, allowance: allowance)
            #expect(try words(flow).contains(sentence), "\(progress)")
            #expect(try screens(flow).canRevoke == canRevoke, "\(progress)")
        }
    }

    @Test func `the review and each notice say what was sent`() throws {
        let notices: [PaymentNotice] = [
            .refused, .locked, .notSigned, .allowanceLate, .allowanceReverted, .allowanceLost, .allowanceLow,
            .allowanceUnread, .notPrepared, .formFailed, .priceRenewed,
        ]
        for notice in notices {
            var flow = try flow(.review)
            flow.notice = notice
            let words = try words(flow)
            #expect(words.contains("an allowance lets Permit2 spend unlimited USDC"), "\(notice)")
            #expect(!words.contains("Nothing was"), "\(notice)")
        }
    }

    @Test func `the list of payments says that an allowance was sent`() throws {
        let flow = try PaymentSample().flow(.review)
        for (steps, isTold) in [
            ([PaymentAttempt.Step(.approval, .confirmed(hash: "0xaa")), .init(.signature)], true),
            ([.init(.approval, .unneeded(hash: "0xaa")), .init(.signature)], false), ([.init(.signature)], false),
        ] {
            let attempt = PaymentAttempt(
                id: "a", payment: flow.payment, option: "o1", choice: try #require(flow.choice), amount: 25_000_000,
                decimals: 6, symbol: "USDC", merchant: "Corner Shop", startedAt: 0, expiresAt: 1_000, steps: steps,
                state: .abandoned)
            let sentence = PaymentActivity.sentence(about: attempt, PaymentSample.known)
            #expect(sentence.contains("a transaction for an allowance was signed") == isTold)
        }
    }
}
