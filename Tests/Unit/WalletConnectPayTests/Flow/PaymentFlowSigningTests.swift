import BigInt
import Bridge
@testable import WalletConnectPay
import Testing

struct PaymentFlowSigningTests {
    @Test func `an attempt is stored before signing, and again before submission`() {
        var run = FlowRun()
        run.begin()
        run.take(.pay)
        #expect(run.state == .preparing)
        run.answer(.actions(.success([PaymentFixture.authorize])))
        #expect(run.kept.map(\.state) == [.signing])
        #expect(run.effects == [.keep(3, run.kept[0])])
        #expect(
            run.answer(.kept(.success(()))) == [.perform(4, PaymentFixture.authorize, option: PaymentFixture.dollars)])
        run.answer(.performed(.done("0xaa")))
        #expect(run.kept.map(\.state) == [.signing, .confirming])
        #expect(run.effects == [.keep(5, run.kept[1])])
        #expect(
            run.answer(.kept(.success(()))) == [.confirm(6, option: "o1", signatures: ["0xaa"], collected: nil)])
        #expect(run.state == .confirming)
    }

    @Test func `the stored attempt names payment, asset, account and steps, but no signature`() throws {
        var run = FlowRun()
        run.beginAndConfirm()
        let kept = try #require(run.kept.last)
        #expect(kept.payment == PaymentFixture.payment)
        #expect(
            kept.choice
                == PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account()))
        #expect(kept.amount == 25_000_000)
        #expect(kept.merchant == "Corner Shop")
        #expect(kept.steps == [PaymentAttempt.Step(.signature, .done(hash: nil))])
        #expect(!String(reflecting: kept).contains("0xaa"))
    }

    @Test func `signatures keep the order of the actions, and a sent transaction gives its hash`() {
        var run = FlowRun()
        run.beginWithPermit2()
        #expect(run.state == .signing(.init(number: 1, count: 2, kind: .approval, isStopping: false)))
        run.sendAllowance("0x01")
        run.reads(25_000_000, .init(hash: "0x01", amount: 25_000_000, fate: .confirmed))
        #expect(run.state == .signing(.init(number: 2, count: 2, kind: .signature, isStopping: false)))
        run.answer(.kept(.success(())))
        run.answer(.performed(.done("0x02")))
        run.answer(.kept(.success(())))
        #expect(
            run.effects == [.confirm(run.flow.question, option: "o2", signatures: ["0x01", "0x02"], collected: nil)])
        #expect(run.kept.last?.steps.map(\.progress) == [.confirmed(hash: "0x01"), .done(hash: nil)])
    }

    @Test func `data that differs from what was shown is neither signed nor stored`() {
        var run = FlowRun()
        run.begin()
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.sign(PaymentFixture.authorization(value: "0x17d7841"))])))
        #expect(run.state == .ended(.mismatch(.amount)))
        #expect(run.kept.isEmpty)
        var strange = FlowRun()
        strange.begin()
        strange.take(.pay)
        strange.answer(
            .actions(.success([PaymentFixture.rpc("personal_sign", ["0x00", .string(PaymentFixture.payer)])])))
        #expect(strange.state == .ended(.unsupported))
    }

    @Test func `a second press of the button does nothing`() {
        var run = FlowRun()
        run.begin()
        run.take(.pay)
        #expect(run.take(.pay).isEmpty)
        run.answer(.actions(.success([PaymentFixture.authorize])))
        #expect(run.take(.pay).isEmpty)
        #expect(run.take(.retry).isEmpty)
        #expect(run.take(.back).isEmpty)
        #expect(run.state == .signing(.init(number: 1, count: 1, kind: .signature, isStopping: false)))
    }

    @Test(arguments: [
        (ActionOutcome.refused, PaymentNotice.refused), (.locked, .locked), (.failed, .notSigned),
        (.sentUnknown(hash: nil), .notSigned),
    ])
    func `a failure to sign returns to the review, and is stored as given up`(
        outcome: ActionOutcome, notice: PaymentNotice
    ) {
        var run = FlowRun()
        run.begin()
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.authorize])))
        run.answer(.kept(.success(())))
        run.answer(.performed(outcome))
        #expect(run.state == .review)
        #expect(run.flow.notice == notice)
        #expect(run.kept.map(\.state) == [.signing, .abandoned])
        #expect(run.take(.pay) == [.askActions(run.flow.question, option: "o1")])
    }

    @Test(arguments: [
        (ActionOutcome.insufficientFunds, PaymentEnd.insufficientFunds), (.unsupported, .unsupported),
    ])
    func `a request that the wallet cannot fulfil ends the payment`(outcome: ActionOutcome, end: PaymentEnd) {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.ether]))
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.pay])))
        run.answer(.kept(.success(())))
        run.answer(.performed(outcome))
        #expect(run.state == .ended(end))
        #expect(run.kept.last?.state == .abandoned)
    }

    @Test func `an attempt that cannot be stored is not signed, and not submitted`() {
        for steps in [0, 1] {
            var run = FlowRun()
            run.begin()
            run.take(.pay)
            run.answer(.actions(.success([PaymentFixture.authorize])))
            if steps == 1 {
                run.answer(.kept(.success(())))
                run.answer(.performed(.done("0xaa")))
            }
            run.answer(.kept(.failure(.journal(.unavailable("full")))))
            #expect(run.state == .ended(.notKept))
        }
    }

    @Test func `another attempt in the journal stops this one, and is not changed`() {
        var run = FlowRun()
        run.begin()
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.authorize])))
        #expect(run.answer(.kept(.failure(.journal(.taken)))).isEmpty)
        #expect(run.state == .ended(.busy))
    }

    @Test func `money that was sent is reported to the gateway even if that cannot be stored`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.ether]))
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.pay])))
        run.answer(.kept(.success(())))
        run.answer(.performed(.done("0x99")))
        #expect(
            run.answer(.kept(.failure(.journal(.unavailable("full")))))
                == [.confirm(run.flow.question, option: "o3", signatures: ["0x99"], collected: nil)])
    }

    @Test func `a transaction with an unknown outcome is submitted by its hash, and left open without one`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.ether]))
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.pay])))
        run.sign(.sentUnknown(hash: "0x99"))
        #expect(run.state == .confirming)
        var lost = FlowRun()
        lost.begin(PaymentFixture.answer([PaymentFixture.ether]))
        lost.take(.pay)
        lost.answer(.actions(.success([PaymentFixture.pay])))
        lost.answer(.kept(.success(())))
        lost.answer(.performed(.sentUnknown(hash: nil)))
        #expect(lost.state == .ended(.unsettled(transactions: [])))
        #expect(lost.kept.last?.state == .unsettled)
    }

    @Test func `if the time ends while the user is asked, the question is withdrawn`() {
        var run = FlowRun()
        run.begin()
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.authorize])))
        run.answer(.kept(.success(())))
        run.now = PaymentFixture.end - 10
        #expect(run.take(.tick) == [.stopPerforming])
        #expect(run.state == .signing(.init(number: 1, count: 1, kind: .signature, isStopping: true)))
        #expect(run.take(.tick).isEmpty)
        // The user was quicker, but it is still too late.
        run.answer(.performed(.done("0xaa")))
        #expect(run.state == .ended(.expired(by: .wallet)))
        #expect(run.kept.last?.state == .abandoned)
    }

    @Test func `if the time ends before the question, it is not asked`() {
        var run = FlowRun()
        run.begin()
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.authorize])))
        run.now = PaymentFixture.end - 10
        run.take(.tick)
        run.answer(.kept(.success(())))
        #expect(run.state == .ended(.expired(by: .wallet)))
    }

    @Test func `a transaction that was sent during cancellation is submitted`() {
        for stop in [PaymentFlow.Event.cancel, .leave] {
            var run = FlowRun()
            run.begin(PaymentFixture.answer([PaymentFixture.ether]))
            run.take(.pay)
            run.answer(.actions(.success([PaymentFixture.pay])))
            run.answer(.kept(.success(())))
            #expect(run.take(stop) == [.stopPerforming])
            run.answer(.performed(.done("0x99")))
            run.answer(.kept(.success(())))
            #expect(run.state == .confirming)
        }
    }

    @Test func `cancelling while the user is asked withdraws the question and informs the gateway`() {
        var run = FlowRun()
        run.begin()
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.authorize])))
        run.answer(.kept(.success(())))
        #expect(run.take(.cancel) == [.stopPerforming])
        run.answer(.performed(.refused))
        #expect(run.state == .ended(.cancelled(by: .wallet)))
        #expect(run.effects.last == .callOff)
    }

    @Test func `a price that expires while the user is asked is renewed, and shown again`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.ether]))
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.pay])))
        run.answer(.kept(.success(())))
        run.now = PaymentFixture.now + 290
        #expect(run.take(.tick) == [.stopPerforming])
        run.answer(.performed(.refused))
        #expect(run.state == .refreshing)
        let fresh = PaymentFixture.option(
            "n1", of: PaymentFixture.coin, value: 7_000_000_000_000_000, expiresAt: PaymentFixture.end - 20)
        run.answer(.options(.success(PaymentFixture.answer([fresh]))))
        #expect(run.state == .review)
        #expect(run.flow.notice == .priceRenewed)
    }

    @Test func `a connection error while actions are fetched returns to the review`() {
        var run = FlowRun()
        run.begin()
        run.take(.pay)
        run.answer(.actions(.failure(.noConnection)))
        #expect(run.state == .review)
        #expect(run.flow.notice == .notPrepared)
        #expect(run.take(.pay) == [.askActions(3, option: "o1")])
    }

    @Test func `going back while the actions are fetched drops their answer`() {
        var run = FlowRun()
        run.begin()
        run.take(.pay)
        run.take(.back)
        #expect(run.state == .review)
        #expect(run.answer(.actions(.success([PaymentFixture.authorize]))).isEmpty)
        #expect(run.state == .review)
    }
}
