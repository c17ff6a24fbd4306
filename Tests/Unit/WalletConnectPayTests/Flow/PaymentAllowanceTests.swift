import BigInt
import Bridge
import Testing

@testable import WalletConnectPay

/// The steps of a payment by Permit2: each begins when the one before it has had its effect.
struct PaymentAllowanceTests {
    typealias Change = AllowanceStanding.Change

    private static let most = BigUInt(2).power(256) - 1
    private static let reset = PaymentFixture.send(
        to: PaymentFixture.usdt, data: PaymentFixture.approval(of: "0x0"))

    private static func change(
        _ hash: String = "0x01", _ fate: Change.Fate = .confirmed, amount: BigUInt = most
    ) -> Change { Change(hash: hash, amount: amount, fate: fate, purpose: "a1/approval") }

    /// A payment whose approval was sent, and waits for a block.
    private func waiting() -> FlowRun {
        var run = FlowRun()
        run.beginWithPermit2()
        run.sendAllowance()
        return run
    }

    @Test func `the signature is not asked for before the allowance is in a block and in force`() {
        var run = waiting()
        let place = PaymentFlow.Waiting.Place(number: 1, count: 2)
        #expect(run.state == .waiting(.init(hash: "0x01", isSent: true, place: place)))
        #expect(run.kept.last?.steps.map(\.progress) == [.done(hash: "0x01"), .waiting])
        for _ in 0..<9 {
            run.reads(0, Self.change("0x01", .pending))
            #expect(run.state == .waiting(.init(hash: "0x01", isSent: true, place: place)))
        }
        // A node that has the block does not have the allowance yet.
        run.reads(0, Self.change())
        #expect(run.state == .waiting(.init(hash: "0x01", isSent: true, place: place)))
        run.reads(Self.most, Self.change())
        #expect(run.state == .signing(.init(number: 2, count: 2, kind: .signature, isStopping: false)))
        #expect(run.kept.last?.steps.map(\.progress) == [.confirmed(hash: "0x01"), .begun])
        run.sign(.done("0x51"))
        #expect(
            run.effects == [.confirm(run.flow.question, option: "o2", signatures: ["0x01", "0x51"], collected: nil)])
    }

    @Test func `after two minutes without a block the user decides again, and nothing is sent twice`() {
        var run = waiting()
        run.now += PaymentFlow.allowancePatience - 1
        run.reads(0, Self.change("0x01", .pending))
        #expect(run.effects == [.readAllowance(run.flow.question, Self.need, after: .seconds(3))])
        run.now += 1
        run.reads(0, Self.change("0x01", .pending))
        #expect(run.state == .review && run.flow.notice == .allowanceLate)
        #expect(run.kept.last?.state == .abandoned)
        #expect(run.flow.allowances.map(\.progress) == [.done(hash: "0x01")])
        // What is to be signed is asked for again, and the transaction that is on its way is awaited.
        #expect(run.take(.pay) == [.askOptions(run.flow.question)])
        run.answer(.options(.success(PaymentFixture.answer([PaymentFixture.tether]))))
        run.answer(.actions(.success([PaymentFixture.approve, PaymentFixture.permit])))
        run.reads(0, Self.change("0x01", .pending))
        #expect(run.state == .waiting(.init(hash: "0x01", isSent: true, place: nil)))
        run.reads(Self.most, Self.change())
        #expect(run.state == .signing(.init(number: 1, count: 1, kind: .signature, isStopping: false)))
        run.sign(.done("0x51"))
        #expect(
            run.effects == [.confirm(run.flow.question, option: "o2", signatures: ["0x01", "0x51"], collected: nil)])
        #expect(run.flow.allowances.map(\.progress) == [.confirmed(hash: "0x01")])
    }

    private static let need = AllowanceNeed(
        account: PaymentFixture.account(), token: PaymentFixture.token(PaymentFixture.usdt), amount: 25_000_000)

    @Test(arguments: [
        (Change.Fate.reverted, PaymentNotice.allowanceReverted, PaymentAttempt.Step.Progress.reverted(hash: "0x01")),
        (.lost, .allowanceLost, .lost(hash: "0x01")),
    ])
    func `an approval that fails stops the payment before the signature`(
        fate: Change.Fate, notice: PaymentNotice, progress: PaymentAttempt.Step.Progress
    ) {
        var run = waiting()
        run.reads(0, Self.change("0x01", fate))
        #expect(run.state == .review && run.flow.notice == notice)
        #expect(run.kept.last?.state == .abandoned)
        #expect(run.flow.allowances.map(\.progress) == [progress])
    }

    @Test func `an approval that was replaced by a faster one continues with that one`() {
        var run = waiting()
        run.reads(0, Self.change("0x02", .pending), Self.change("0x01", .pending))
        run.reads(0, Self.change("0x02", .confirmed), Self.change("0x01", .lost))
        #expect(run.state == .waiting(.init(hash: "0x02", isSent: true, place: .init(number: 1, count: 2))))
        run.reads(Self.most, Self.change("0x02", .confirmed), Self.change("0x01", .lost))
        run.sign(.done("0x51"))
        #expect(
            run.effects == [.confirm(run.flow.question, option: "o2", signatures: ["0x02", "0x51"], collected: nil)])
    }

    @Test func `an allowance that the user lowered below the amount stops the payment before the signature`() {
        var run = waiting()
        for _ in 0..<PaymentFlow.mostLowReadings { run.reads(24_999_999, Self.change(amount: 24_999_999)) }
        #expect(run.state == .review && run.flow.notice == .allowanceLow)
        #expect(run.flow.allowance == 24_999_999)
    }

    @Test(arguments: [ActionOutcome.refused, .locked, .failed])
    func `after a signature that was not made only the signature is asked for`(outcome: ActionOutcome) {
        for isAskedForBoth in [true, false] {
            var run = waiting()
            run.reads(Self.most, Self.change())
            run.answer(.kept(.success(())))
            run.answer(.performed(outcome))
            #expect(run.state == .review)
            #expect(run.kept.last?.steps.map(\.progress) == [.confirmed(hash: "0x01"), .waiting])
            #expect(run.flow.allowances.map(\.progress) == [.confirmed(hash: "0x01")])
            run.take(.pay)
            run.answer(.options(.success(PaymentFixture.answer([PaymentFixture.tether]))))
            let actions = isAskedForBoth ? [PaymentFixture.approve, PaymentFixture.permit] : [PaymentFixture.permit]
            run.answer(.actions(.success(actions)))
            run.reads(Self.most, Self.change())
            #expect(run.state == .signing(.init(number: 1, count: 1, kind: .signature, isStopping: false)))
            run.sign(.done("0x51"))
            let results = isAskedForBoth ? ["0x01", "0x51"] : ["0x51"]
            #expect(
                run.effects == [.confirm(run.flow.question, option: "o2", signatures: results, collected: nil)])
            #expect(run.flow.allowances.map(\.progress) == [.confirmed(hash: "0x01")])
        }
    }

    @Test func `an allowance from before is used, and the approval is not asked for`() {
        var run = FlowRun()
        run.beginWithPermit2(current: Self.most)
        // The wallet does not know the transaction, so the gateway is asked once for a payment without it.
        #expect(run.effects == [.askOptions(run.flow.question)])
        run.answer(.options(.success(PaymentFixture.answer([PaymentFixture.tether]))))
        run.answer(.actions(.success([PaymentFixture.approve, PaymentFixture.permit])))
        run.reads(Self.most)
        #expect(run.state == .signing(.init(number: 1, count: 1, kind: .signature, isStopping: false)))
        run.sign(.done("0x51"))
        #expect(run.effects == [.confirm(run.flow.question, option: "o2", signatures: ["0x51"], collected: nil)])
        #expect(run.flow.allowances.isEmpty)
    }

    @Test func `an allowance that the wallet is about to lower is not used`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.tether]))
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.permit])))
        let revocation = Change(hash: "0x0f", amount: 0, fate: .pending)
        run.reads(Self.most, revocation)
        #expect(run.state == .waiting(.init(hash: "0x0f", isSent: true, place: nil)))
        // One that raises it further does not matter.
        var other = FlowRun()
        other.begin(PaymentFixture.answer([PaymentFixture.tether]))
        other.take(.pay)
        other.answer(.actions(.success([PaymentFixture.permit])))
        other.reads(Self.most, Self.change("0x0e", .pending))
        #expect(other.state == .signing(.init(number: 1, count: 1, kind: .signature, isStopping: false)))
    }

    @Test func `without a node an approval is not sent, and a signature alone is made`() {
        for current in [nil, AllowanceStanding(current: nil)] {
            var run = FlowRun()
            run.begin(PaymentFixture.answer([PaymentFixture.tether]))
            run.take(.pay)
            run.answer(.actions(.success([PaymentFixture.approve, PaymentFixture.permit])))
            run.answer(.allowance(current))
            #expect(run.state == .review && run.flow.notice == .allowanceUnread)
            #expect(run.kept.isEmpty)
            var alone = FlowRun()
            alone.begin(PaymentFixture.answer([PaymentFixture.tether]))
            alone.take(.pay)
            alone.answer(.actions(.success([PaymentFixture.permit])))
            alone.answer(.allowance(current))
            #expect(alone.state == .signing(.init(number: 1, count: 1, kind: .signature, isStopping: false)))
        }
    }

    @Test func `the wallet itself sets an allowance to zero if the token requires it, and submits no result for that`()
        throws
    {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.tether]))
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.approve, PaymentFixture.permit])))
        run.reads(7, needsReset: true)
        #expect(run.state == .signing(.init(number: 1, count: 3, kind: .reset, isStopping: false)))
        run.answer(.kept(.success(())))
        guard case .perform(_, .rpc(let chain, let method, let params), _)? = run.effects.first else {
            Issue.record("nothing is asked for")
            return
        }
        #expect(chain == PaymentFixture.account().chain && method == "eth_sendTransaction")
        #expect(params[0]?["to"]?.string == PaymentFixture.usdt)
        #expect(params[0]?["data"]?.string == PaymentFixture.approval(of: "0x0").lowercased())
        run.answer(.performed(.done("0x01")))
        let reset = Change(hash: "0x01", amount: 0, fate: .confirmed)
        // A node that still answers for the block before is asked again.
        run.reads(7, reset)
        run.reads(0, reset)
        #expect(run.state == .signing(.init(number: 2, count: 3, kind: .approval, isStopping: false)))
        run.sendAllowance("0x02")
        run.reads(Self.most, Self.change("0x02"), reset)
        run.sign(.done("0x51"))
        #expect(
            run.effects == [.confirm(run.flow.question, option: "o2", signatures: ["0x02", "0x51"], collected: nil)])
        let steps = try #require(run.kept.last?.steps)
        #expect(steps.map(\.kind) == [.reset, .approval, .signature] && steps.map(\.isOwn) == [true, false, false])
    }

    @Test func `the gateway's own reset is performed, and its result submitted`() {
        var run = FlowRun()
        run.beginWithPermit2([Self.reset, PaymentFixture.approve, PaymentFixture.permit], current: 7)
        #expect(run.state == .signing(.init(number: 1, count: 3, kind: .reset, isStopping: false)))
        run.sendAllowance("0x01")
        run.reads(0, Change(hash: "0x01", amount: 0, fate: .confirmed))
        run.sendAllowance("0x02")
        run.reads(Self.most, Self.change("0x02"), Change(hash: "0x01", amount: 0, fate: .confirmed))
        run.sign(.done("0x51"))
        #expect(
            run.effects == [
                .confirm(run.flow.question, option: "o2", signatures: ["0x01", "0x02", "0x51"], collected: nil)
            ])
    }

    @Test func `a signature whose time ends while the allowance is awaited is requested again`() {
        var run = FlowRun()
        let short = PaymentFixture.sign(
            PaymentFixture.permitTransfer(deadline: PaymentFixture.hex(PaymentFixture.now + 60)))
        run.beginWithPermit2([PaymentFixture.approve, short])
        run.sendAllowance()
        run.now += 55
        run.reads(Self.most, Self.change())
        #expect(run.state == .refreshing)
        run.answer(.options(.success(PaymentFixture.answer([PaymentFixture.tether]))))
        run.answer(.actions(.success([PaymentFixture.approve, PaymentFixture.permit])))
        run.reads(Self.most, Self.change())
        run.sign(.done("0x51"))
        #expect(
            run.effects == [.confirm(run.flow.question, option: "o2", signatures: ["0x01", "0x51"], collected: nil)])
    }

    @Test func `a transaction that was perhaps never sent is awaited, and sent again only by the user`() throws {
        var run = FlowRun()
        run.beginWithPermit2()
        run.answer(.kept(.success(())))
        run.answer(.performed(.sentUnknown(hash: "0x01")))
        let place = PaymentFlow.Waiting.Place(number: 1, count: 2)
        #expect(run.state == .waiting(.init(hash: "0x01", isSent: false, place: place)))
        #expect(run.kept.last?.steps.first?.progress == .signed(hash: "0x01"))
        run.reads(0, Self.change("0x01", .unsent))
        #expect(run.state == .waiting(.init(hash: "0x01", isSent: false, place: place)))
        let attempt = try #require(run.flow.attempt)
        #expect(run.take(.sendAgain) == [.sendAgain(run.flow.question, hash: "0x01", attempt)])
        run.answer(.sentAgain(false))
        #expect(run.flow.notice == .notSent)
        run.take(.sendAgain)
        run.answer(.sentAgain(true))
        run.reads(0, Self.change("0x01", .pending))
        #expect(run.state == .waiting(.init(hash: "0x01", isSent: true, place: place)))
        #expect(run.take(.sendAgain).isEmpty)
        run.reads(Self.most, Self.change())
        #expect(run.state == .signing(.init(number: 2, count: 2, kind: .signature, isStopping: false)))
    }

    @Test(arguments: [PaymentFlow.Event.cancel, .leave])
    func `a payment can be left while the allowance is awaited, and the transaction is not forgotten`(
        event: PaymentFlow.Event
    ) {
        var run = waiting()
        run.take(event)
        #expect(run.state == .ended(.cancelled(by: .wallet)))
        #expect(run.kept.last?.state == .abandoned)
        #expect(run.flow.allowances.map(\.progress) == [.done(hash: "0x01")])
        #expect(run.reads(Self.most, Self.change()).isEmpty)
    }

    @Test
    func `the end of the payment's time, or of its price, ends the waiting, and the transaction is not forgotten`() {
        var late = waiting()
        late.now = PaymentFixture.end - PaymentFlow.reserve
        late.take(.tick)
        #expect(late.state == .ended(.expired(by: .wallet)))
        #expect(late.flow.allowances.map(\.progress) == [.done(hash: "0x01")])

        var stale = FlowRun()
        let option = PaymentFixture.option(
            "o2", of: PaymentFixture.token(PaymentFixture.usdt), expiresAt: PaymentFixture.now + 60)
        stale.begin(PaymentFixture.answer([option]))
        stale.take(.pay)
        stale.answer(.actions(.success([PaymentFixture.approve, PaymentFixture.permit])))
        stale.reads(0)
        stale.sendAllowance()
        stale.now += 50
        stale.take(.tick)
        #expect(stale.state == .refreshing)
        stale.answer(.options(.success(PaymentFixture.answer([PaymentFixture.tether]))))
        #expect(stale.state == .review && stale.flow.notice == .priceRenewed)
        #expect(stale.flow.allowances.map(\.progress) == [.done(hash: "0x01")])
    }

    @Test func `after a restart the transactions are found by their key, and carried into the next attempt`() throws {
        let choice = try #require(PaymentChoice(PaymentFixture.tether))
        let earlier = PaymentAttempt(
            id: "before", payment: PaymentFixture.payment, option: "o2", choice: choice, amount: 25_000_000,
            decimals: 6, symbol: "USDT", merchant: "Corner Shop", startedAt: PaymentFixture.now - 60,
            expiresAt: PaymentFixture.end, steps: [.init(.approval, .begun), .init(.signature)])
        let sent = Change(hash: "0x01", amount: Self.most, fate: .pending, purpose: "before/approval")
        let foreign = Change(hash: "0x02", amount: Self.most, fate: .confirmed, purpose: "other/approval")
        var run = FlowRun(earlier: earlier)
        run.take(.begin)
        run.reads(0, sent, foreign)
        #expect(run.flow.allowances.map(\.progress) == [.done(hash: "0x01")])
        run.answer(.options(.success(PaymentFixture.answer([PaymentFixture.tether]))))
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.approve, PaymentFixture.permit])))
        run.reads(0, sent)
        #expect(run.state == .waiting(.init(hash: "0x01", isSent: true, place: nil)))
        run.reads(Self.most, Change(hash: "0x01", amount: Self.most, fate: .confirmed, purpose: "before/approval"))
        #expect(run.state == .signing(.init(number: 1, count: 1, kind: .signature, isStopping: false)))
        let steps = try #require(run.kept.last?.steps)
        #expect(
            steps == [
                .init(.approval, .confirmed(hash: "0x01"), isOwn: true), .init(.approval, .unneeded(hash: "0x01")),
                .init(.signature, .begun),
            ])
        #expect(run.flow.allowances == [steps[0]])

        var unseen = FlowRun(lookingAfter: earlier)
        unseen.take(.begin)
        unseen.reads(0, sent)
        #expect(unseen.state == .ended(.abandoned))
        #expect(unseen.kept.last?.steps.map(\.progress) == [.done(hash: "0x01"), .waiting])
        #expect(unseen.flow.allowances.map(\.progress) == [.done(hash: "0x01")])
    }
}
