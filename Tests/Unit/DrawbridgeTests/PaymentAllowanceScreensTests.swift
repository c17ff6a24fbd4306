import BigInt
import Bridge
import Testing
import WalletUI

@testable import WalletWindow
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
        #expect(step.actions(of: PaymentScreens.Action.self).contains(.revoke))
        #expect(PaymentText.outcome(of: flow).contains("a transaction for an allowance was signed"))
    }

    /// What a sentence claims did not happen, with what would contradict it in another sentence of the same screen.
    private static let contradictions: [(claim: [String], against: [String])] = [
        (["Nothing was paid", "nothing was paid"], ["fee was paid", "You paid", "was paid.", "was sent for it"]),
        (["Nothing was signed"], ["was signed for", "was sent for", "Your signature was sent", "lets Permit2 spend"]),
        (
            ["Nothing that could be used to pay was sent", "Nothing was sent."],
            ["was sent for", "was sent, and", "lets Permit2 spend"]
        ),
        (["not known whether it was sent"], ["It is not in a block yet"]),
        (["was not paid"], ["You paid", "It was paid"]),
    ]

    /// The pairs of sentences of a screen that contradict each other.
    private func conflicts(in flow: PaymentFlow) throws -> [String] {
        let step = try screens(flow).step
        let sentences = ([step.heading] + step.paragraphs.map(\.text))
            .flatMap { $0.replacing(". ", with: ".\n").split(separator: "\n").map(String.init) }
        var found: [String] = []
        for (claim, against) in Self.contradictions {
            for sentence in sentences where claim.contains(where: sentence.contains) {
                for other in sentences where other != sentence && !claim.contains(where: other.contains) {
                    // What somebody else says is no claim of the wallet.
                    if against.contains(where: other.contains), !sentence.contains("says that") {
                        found.append("“\(sentence)” – “\(other)”")
                    }
                }
            }
        }
        return found
    }

    @Test func `no two sentences of one screen contradict each other`() throws {
        let progresses: [PaymentAttempt.Step.Progress?] = [
            nil, .begun, .signed(hash: "0xaa"), .done(hash: "0xaa"), .confirmed(hash: "0xaa"), .reverted(hash: "0xaa"),
            .lost(hash: "0xaa"),
        ]
        let paid: [PaymentAttempt.Step?] = [
            nil, .init(.signature, .done(hash: nil)), .init(.payment, .signed(hash: "0xbb")),
            .init(.payment, .done(hash: "0xbb")), .init(.payment, .begun),
        ]
        var (found, count): (Set<String>, Int) = ([], 0)
        for state in PaymentSample.states + PaymentSample.ends.map({ .ended($0) }) {
            for progress in progresses {
                for step in paid {
                    for hasEarlier in [false, true] {
                        var flow = try PaymentSample().flow(state)
                        if let progress { flow = try self.flow(state, progress) }
                        func attempt(_ steps: [PaymentAttempt.Step], _ state: PaymentAttempt.State) throws
                            -> PaymentAttempt
                        {
                            PaymentAttempt(
                                id: "a", payment: flow.payment, option: "o1", choice: try #require(flow.choice),
                                amount: 25_000_000, decimals: 6, symbol: "USDC", merchant: "Corner Shop", startedAt: 0,
                                expiresAt: 1_000, steps: steps, state: state)
                        }
                        if let step { flow.attempt = try attempt([step], .failed) }
                        if hasEarlier { flow.earlier = [try attempt([.init(.signature, .done(hash: nil))], .failed)] }
                        // Such an end comes before anything is signed.
                        let isBefore =
                            switch state {
                            case .ended(.insufficientFunds), .ended(.offline), .ended(.mismatch),
                                .ended(.notConfigured),
                                .ended(.notKept), .ended(.busy), .ended(.abandoned), .ended(.formRefused),
                                .ended(.alreadyPaid):
                                true
                            default: false
                            }
                        guard step == nil || !isBefore else { continue }
                        count += 1
                        for conflict in try conflicts(in: flow) { found.insert("\(state): \(conflict)") }
                    }
                }
            }
        }
        #expect(count > 1_500)
        #expect(found.sorted() == [])
    }

    @Test(arguments: PaymentSample.ends)
    func `without an allowance no end mentions one`(end: PaymentEnd) throws {
        let flow = try PaymentSample().flow(.ended(end))
        #expect(try !words(flow).contains("allowance"))
        #expect(try !screens(flow).step.actions(of: PaymentScreens.Action.self).contains(.revoke))
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
            let sentence = PaymentsPage.sentence(about: attempt, PaymentSample.known)
            #expect(sentence.contains("a transaction for an allowance was signed") == isTold)
        }
    }
}
