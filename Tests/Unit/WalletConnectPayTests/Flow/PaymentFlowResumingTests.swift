import BigInt
@testable import WalletConnectPay
import Testing

struct PaymentFlowResumingTests {
    private static func attempt(
        _ state: PaymentAttempt.State, _ steps: PaymentAttempt.Step...,
        of option: PaymentOption = PaymentFixture.dollars
    ) throws -> PaymentAttempt {
        let choice = try #require(PaymentChoice(option))
        return PaymentAttempt(
            id: "before", payment: PaymentFixture.payment, option: option.id, choice: choice,
            amount: option.amount.value,
            decimals: 6, symbol: "USDC", merchant: "Corner Shop", startedAt: PaymentFixture.now - 60,
            expiresAt: PaymentFixture.end,
            steps: steps, state: state)
    }

    @Test func `an attempt that was not submitted is given up, and the payment restarted`() throws {
        let earlier = try Self.attempt(.signing, .init(.approval, .begun), .init(.signature))
        var run = FlowRun(earlier: earlier)
        #expect(run.take(.begin) == [.readAllowance(1, earlier.allowanceNeed, after: .zero)])
        #expect(run.reads(0) == [.askOptions(2)])
        #expect(run.flow.id == "before" && run.flow.allowances.isEmpty)
        var unseen = FlowRun(lookingAfter: earlier)
        unseen.take(.begin)
        unseen.reads(0)
        #expect(unseen.state == .ended(.abandoned))
        #expect(unseen.kept.map(\.state) == [.abandoned])
    }

    @Test func `a new attempt after a finished one has its own ID`() throws {
        var run = FlowRun(earlier: try Self.attempt(.failed, .init(.signature, .done(hash: nil))))
        #expect(run.take(.begin) == [.askOptions(1)])
        #expect(run.flow.id == "a1")
    }

    @Test func `for signatures that were submitted the status is queried, and they are never made again`() throws {
        let earlier = try Self.attempt(.confirming, .init(.signature, .done(hash: nil)))
        var run = FlowRun(earlier: earlier)
        #expect(run.take(.begin) == [.askStatus(1, after: .zero)])
        #expect(run.state == .unsure(isAsking: true))
        run.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(run.state == .unsure(isAsking: false))
        #expect(run.effects == [.askStatus(run.flow.question, after: .seconds(60))])
        #expect(run.take(.pay).isEmpty)
        #expect(run.take(.retry).isEmpty)
        run.answer(.status(.success(PaymentFixture.settled(.expired))))
        #expect(run.state == .ended(.expired(by: .gateway)))
        #expect(run.kept.last?.state == .expired)
    }

    @Test func `a payment completed in the meantime is reported as paid by that attempt`() throws {
        for state in [PaymentAttempt.State.confirming, .processing] {
            var run = FlowRun(lookingAfter: try Self.attempt(state, .init(.signature, .done(hash: nil))))
            run.take(.begin)
            run.answer(.status(.success(PaymentFixture.settled(.succeeded, transaction: "0x7"))))
            #expect(run.state == .ended(.succeeded(transaction: "0x7")))
            #expect(run.kept.last?.state == .succeeded)
        }
    }

    @Test func `a hash that may not have arrived is submitted again, and no transaction is sent`() throws {
        let earlier = try Self.attempt(.confirming, .init(.payment, .done(hash: "0x99")), of: PaymentFixture.ether)
        var run = FlowRun(lookingAfter: earlier)
        run.take(.begin)
        run.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(run.effects == [.confirm(2, option: "o3", signatures: ["0x99"], collected: nil)])
        run.answer(.confirmed(.success(PaymentFixture.settled(.succeeded))))
        #expect(run.state == .ended(.succeeded(transaction: "0x99")))
    }

    @Test func `a transaction that may have been sent is looked up in the wallet`() throws {
        let earlier = try Self.attempt(.signing, .init(.payment, .begun), of: PaymentFixture.ether)
        var none = FlowRun(earlier: earlier)
        #expect(none.take(.begin) == [.findBroadcast(1, earlier, after: .zero)])
        #expect(none.answer(.foundBroadcast(.none)).last == .askOptions(2))
        #expect(none.kept.map(\.state) == [.abandoned])

        var found = FlowRun(lookingAfter: earlier)
        found.take(.begin)
        #expect(found.answer(.foundBroadcast(.sent(hash: "0x99"))).last == .askStatus(2, after: .zero))
        #expect(found.kept.map(\.state) == [.confirming])
        found.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(found.effects == [.confirm(3, option: "o3", signatures: ["0x99"], collected: nil)])

        var unknown = FlowRun(lookingAfter: earlier)
        unknown.take(.begin)
        unknown.answer(.foundBroadcast(.unknown))
        unknown.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(unknown.state == .ended(.unsettled(transactions: [])))
        #expect(unknown.kept.last?.state == .unsettled)
    }

    @Test func `a transaction that the network does not know is not submitted until it is sent or appears`() throws {
        let earlier = try Self.attempt(.signing, .init(.payment, .begun), of: PaymentFixture.ether)
        var run = FlowRun(earlier: earlier)
        run.take(.begin)
        run.answer(.foundBroadcast(.signed(hash: "0x99")))
        #expect(run.state == .unsent(hash: "0x99", isBusy: false))
        #expect(run.kept.map(\.state) == [.signing])
        let kept = try #require(run.kept.last)
        #expect(kept.paidHashes == [] && kept.signedHashes == ["0x99"] && !kept.isHarmless)
        #expect(run.effects.last == .findBroadcast(run.flow.question, kept, after: .seconds(5)))
        #expect(run.take(.pay).isEmpty && run.take(.cancel).isEmpty && run.take(.leave).isEmpty)

        var later = FlowRun(earlier: kept)
        #expect(later.take(.begin) == [.findBroadcast(1, kept, after: .zero)])

        var shown = run
        shown.answer(.foundBroadcast(.sent(hash: "0x99")))
        #expect(shown.kept.last?.paidHashes == ["0x99"])
        #expect(shown.effects.last == .askStatus(shown.flow.question, after: .zero))
        shown.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(
            shown.effects == [.confirm(shown.flow.question, option: "o3", signatures: ["0x99"], collected: nil)])

        var sent = run
        #expect(sent.flow.canSendAgain)
        #expect(sent.take(.sendAgain) == [.sendAgain(sent.flow.question, hash: "0x99", kept)])
        #expect(sent.take(.sendAgain).isEmpty && sent.take(.giveUp).isEmpty)
        var failed = sent
        failed.answer(.sentAgain(false))
        #expect(failed.state == .unsent(hash: "0x99", isBusy: false))
        #expect(failed.flow.notice == .notSent)
        sent.answer(.sentAgain(true))
        #expect(sent.state == .unsure(isAsking: true))
        #expect(sent.kept.last?.state == .confirming)

        var given = run
        #expect(given.take(.giveUp) == [.giveUp(given.flow.question, hash: "0x99", kept)])
        var held = given
        held.answer(.gaveUp(false))
        #expect(held.state == .unsent(hash: "0x99", isBusy: false))
        given.answer(.gaveUp(true))
        #expect(given.state == .ended(.gaveUp(transaction: "0x99")))
        let old = try #require(given.kept.last)
        #expect(old.state == .failed && old.usableUntil == .max)
        // The link can be paid again, in the knowledge of the one that was given up.
        var again = FlowRun(earlier: old)
        #expect(again.take(.begin) == [.askOptions(1)])

        run.now = PaymentFixture.end - 10
        #expect(run.take(.tick).isEmpty)
        #expect(!run.flow.canSendAgain && run.take(.sendAgain).isEmpty)
    }

    @Test func `an unsettled payment is queried when its link is opened again`() throws {
        let earlier = try Self.attempt(.unsettled, .init(.payment, .done(hash: "0x99")), of: PaymentFixture.ether)
        var run = FlowRun(earlier: earlier)
        #expect(run.take(.begin) == [.askStatus(1, after: .zero)])
        run.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(run.kept.map(\.state) == [.confirming])
        run.answer(.kept(.success(())))
        #expect(run.effects == [.confirm(3, option: "o3", signatures: ["0x99"], collected: nil)])
    }

    @Test func `after an offline start the query is retried automatically`() throws {
        var run = FlowRun(lookingAfter: try Self.attempt(.confirming, .init(.signature, .done(hash: nil))))
        run.take(.begin)
        run.answer(.status(.failure(.noConnection)))
        #expect(run.effects == [.askStatus(2, after: .seconds(5))])
        #expect(run.take(.leave).isEmpty)
        #expect(run.state == .unsure(isAsking: false))
    }

    @Test func `a payment that an earlier attempt made is queried, and not paid again`() throws {
        var run = FlowRun(earlier: try Self.attempt(.succeeded, .init(.signature, .done(hash: nil))))
        #expect(run.take(.begin) == [.askStatus(1, after: .zero)])
        run.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(run.state == .unsure(isAsking: false))
    }
}
