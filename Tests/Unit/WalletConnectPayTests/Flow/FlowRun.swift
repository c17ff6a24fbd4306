import Bridge
import BigInt
@testable import WalletConnectPay

/// A flow whose requests are answered by the test.
struct FlowRun {
    var flow: PaymentFlow
    var now = PaymentFixture.now

    /// What was to be done last.
    private(set) var effects: [PaymentFlow.Effect] = []

    /// What was kept, in order.
    private(set) var kept: [PaymentAttempt] = []

    init(accounts: [AccountID] = [PaymentFixture.account()], preferred: AssetID? = nil, earlier: PaymentAttempt? = nil)
    {
        flow = PaymentFlow(
            id: "a1", payment: PaymentFixture.payment, accounts: accounts, preferred: preferred, earlier: earlier)
    }

    init(lookingAfter attempt: PaymentAttempt) {
        flow = PaymentFlow(lookingAfter: attempt)
    }

    var state: PaymentFlow.State { flow.state }

    @discardableResult mutating func take(_ event: PaymentFlow.Event) -> [PaymentFlow.Effect] {
        effects = flow.take(event, at: now)
        for case .keep(_, let attempt) in effects { kept.append(attempt) }
        return effects
    }

    /// Answers the latest question.
    @discardableResult mutating func answer(_ answer: PaymentFlow.Answer) -> [PaymentFlow.Effect] {
        take(.answer(flow.question, answer))
    }

    /// Begins, and hears how it can be paid.
    mutating func begin(_ answer: PaymentOptions = PaymentFixture.answer()) {
        take(.begin)
        self.answer(.options(.success(answer)))
    }

    /// Keeps what is to be kept, and does what the wallet is asked for, until the gateway is next.
    mutating func sign(_ outcomes: ActionOutcome...) {
        for outcome in outcomes {
            answer(.kept(.success(())))
            answer(.performed(outcome))
        }
        answer(.kept(.success(())))
    }

    /// Reads what Permit2 may move: `current`, set by these transactions, newest first.
    @discardableResult mutating func reads(
        _ current: BigUInt?, _ changes: AllowanceStanding.Change..., needsReset: Bool = false
    ) -> [PaymentFlow.Effect] {
        answer(.allowance(AllowanceStanding(current: current, changes: changes, needsReset: needsReset)))
    }

    /// From the beginning to the approval or the signature of a payment by Permit2.
    mutating func beginWithPermit2(
        _ actions: [PaymentAction] = [PaymentFixture.approve, PaymentFixture.permit], current: BigUInt? = 0
    ) {
        begin(PaymentFixture.answer([PaymentFixture.tether]))
        take(.pay)
        answer(.actions(.success(actions)))
        reads(current)
    }

    /// Sends the transaction of an allowance, which then waits for a block.
    mutating func sendAllowance(_ hash: String = "0x01") {
        answer(.kept(.success(())))
        answer(.performed(.done(hash)))
    }

    /// From the beginning to the handing over of one signature.
    mutating func beginAndConfirm(_ option: PaymentOption = PaymentFixture.dollars) {
        begin(PaymentFixture.answer([option]))
        take(.pay)
        answer(
            .actions(
                .success(option.amount.unit.asset?.isCoin == true ? [PaymentFixture.pay] : [PaymentFixture.authorize])))
        sign(.done("0xaa"))
    }
}
