import BigInt
@testable import WalletConnectPay
import Testing

struct PaymentFlowTimeTests {
    @Test func `time counts down, warns at two minutes, and ends ten seconds before the end`() {
        var run = FlowRun()
        run.begin()
        #expect(run.flow.secondsLeft == 600)
        run.now = PaymentFixture.end - 121
        run.take(.tick)
        #expect(!run.flow.isLate)
        run.now += 1
        run.take(.tick)
        #expect(run.flow.isLate)
        #expect(run.flow.secondsLeft == 120)
        run.now = PaymentFixture.end - 11
        run.take(.tick)
        #expect(run.state == .review)
        run.now += 1
        #expect(run.take(.tick).isEmpty)
        #expect(run.state == .ended(.expired(by: .wallet)))
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, .max - 1, .max])
    func `no expiry time from a gateway crashes the program`(end: Int64) {
        for status in [PaymentStatus.requiresAction, .other("new")] {
            for now in [0, PaymentFixture.now, Int64.max - 100] {
                var run = FlowRun()
                run.now = now
                run.begin(PaymentFixture.answer([PaymentFixture.dollars], info: PaymentFixture.info(status, end: end)))
                #expect(run.flow.secondsLeft == nil || (run.flow.secondsLeft ?? -1) >= 0)
                _ = run.flow.isLate
                for event in [PaymentFlow.Event.tick, .pay, .tick] { run.take(event) }
                #expect(run.flow.secondsLeft == nil || (run.flow.secondsLeft ?? -1) >= 0)
            }
        }
    }

    @Test func `the time limit applies in each state in which the user could still go back`() {
        let choice = PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account())
        let two = PaymentFixture.answer([PaymentFixture.dollars, PaymentFixture.tether], collect: PaymentFixture.page)
        let ways: [[PaymentFlow.Event]] = [[], [.explainInfo], [.choose(choice)]]
        for way in ways {
            var run = FlowRun()
            run.begin(two)
            for event in way { run.take(event) }
            let before = run.state
            run.now = PaymentFixture.end - 10
            run.take(.tick)
            #expect(run.state == .ended(.expired(by: .wallet)), "\(before)")
        }
    }

    @Test func `an expired payment is not started, whatever its status says`() {
        var run = FlowRun()
        run.now = PaymentFixture.end - 10
        run.begin()
        #expect(run.state == .ended(.expired(by: .wallet)))
    }

    @Test func `a button press after the time limit has no effect`() {
        var run = FlowRun()
        run.begin()
        run.now = PaymentFixture.end - 10
        #expect(run.take(.pay).isEmpty)
        #expect(run.state == .ended(.expired(by: .wallet)))
    }

    @Test func `the remaining time never increases`() {
        var run = FlowRun()
        run.begin()
        run.now = PaymentFixture.end - 60
        run.take(.tick)
        run.now = PaymentFixture.now
        run.take(.tick)
        #expect(run.flow.secondsLeft == 60)
    }

    @Test func `an expired price is requested again, and a new amount is shown before it is paid`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.ether]))
        run.now = PaymentFixture.now + 290
        #expect(run.take(.tick) == [.askOptions(2)])
        #expect(run.state == .refreshing)
        #expect(run.take(.pay).isEmpty)
        let dearer = PaymentFixture.option(
            "n1", of: PaymentFixture.coin, value: 8_000_000_000_000_000, expiresAt: PaymentFixture.end - 20)
        #expect(run.answer(.options(.success(PaymentFixture.answer([dearer])))).isEmpty)
        #expect(run.state == .review)
        #expect(run.flow.option == dearer)
        #expect(run.flow.notice == .amountChanged(from: PaymentFixture.ether.amount))
        #expect(run.take(.pay) == [.askActions(3, option: "n1")])
    }

    @Test func `with a renewed price of the same amount the payment continues, and a new amount is shown first`() {
        for (value, goesOn) in [(7_000_000_000_000_000, true), (7_000_000_000_000_001, false)] as [(BigUInt, Bool)] {
            var run = FlowRun()
            run.begin(PaymentFixture.answer([PaymentFixture.ether]))
            run.now = PaymentFixture.now + 295
            #expect(run.take(.pay) == [.askOptions(2)])
            let fresh = PaymentFixture.option(
                "n1", of: PaymentFixture.coin, value: value, expiresAt: PaymentFixture.end - 20)
            let effects = run.answer(.options(.success(PaymentFixture.answer([fresh]))))
            #expect(effects == (goesOn ? [.askActions(3, option: "n1")] : []))
            #expect(run.state == (goesOn ? .preparing : .review))
        }
    }

    @Test func `the choice is found again by its asset and account, whatever the ids and the letter case`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.ether, PaymentFixture.dollars]))
        run.take(
            .choose(PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account())))
        run.take(.pay)
        #expect(run.answer(.actions(.failure(.optionNotFound))) == [.askOptions(3)])
        let again = PaymentFixture.option(
            "o1", of: PaymentFixture.token(PaymentFixture.usdc.lowercased()),
            from: PaymentFixture.account(PaymentFixture.payer.lowercased()))
        let ether = PaymentFixture.option("o2", of: PaymentFixture.coin, value: 1)
        #expect(
            run.answer(.options(.success(PaymentFixture.answer([ether, again])))) == [.askActions(4, option: "o1")])
        #expect(run.flow.option == again)
    }

    @Test func `a choice that is no longer offered leads back to the list`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.dollars]))
        run.take(.pay)
        run.answer(.actions(.failure(.optionNotFound)))
        run.answer(.options(.success(PaymentFixture.answer([PaymentFixture.tether]))))
        #expect(run.state == .options)
        #expect(run.flow.notice == .optionGone)
        #expect(run.flow.option == nil)
    }

    @Test func `renewals of prices that keep expiring are limited`() {
        var run = FlowRun()
        let stale = PaymentFixture.option(of: PaymentFixture.coin, value: 5, expiresAt: PaymentFixture.now)
        run.begin(PaymentFixture.answer([stale]))
        var asked = 0
        while case .askOptions = run.take(.tick).first {
            asked += 1
            run.answer(.options(.success(PaymentFixture.answer([stale]))))
        }
        #expect(asked == 3)
        #expect(run.state == .ended(.failed(.quoteExpired)))
        var list = FlowRun()
        list.begin(PaymentFixture.answer([stale, PaymentFixture.dollars]))
        for _ in 0..<9 {
            guard case .askOptions = list.take(.tick).first else { break }
            list.answer(.options(.success(PaymentFixture.answer([stale, PaymentFixture.dollars]))))
        }
        #expect(list.state == .options)
    }

    @Test func `a payment that is no longer payable is not shown again`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.ether]))
        run.now = PaymentFixture.now + 290
        run.take(.tick)
        run.answer(.options(.success(PaymentFixture.answer([], info: PaymentFixture.info(.cancelled)))))
        #expect(run.state == .ended(.cancelled(by: .gateway)))
    }
}
