import BigInt
import Bridge
@testable import WalletConnectPay
import Testing

struct PaymentFlowConfirmingTests {
    @Test func `a payment is paid if the gateway calls it final and succeeded, with its transaction`() {
        var run = FlowRun()
        run.beginAndConfirm()
        run.answer(.confirmed(.success(PaymentFixture.settled(.succeeded, transaction: "0x7"))))
        #expect(run.state == .ended(.succeeded(transaction: "0x7")))
        #expect(run.kept.last?.state == .succeeded)
        #expect(run.kept.last?.transaction == "0x7")
    }

    @Test func `the wallet's own transaction is named if the gateway names none`() {
        var run = FlowRun()
        run.beginAndConfirm(PaymentFixture.ether)
        run.answer(.confirmed(.success(PaymentFixture.settled(.succeeded))))
        #expect(run.state == .ended(.succeeded(transaction: "0xaa")))
    }

    @Test func `a payment that is not final is processing, and polled at the gateway's interval`() {
        var run = FlowRun()
        run.beginAndConfirm()
        let effects = run.answer(.confirmed(.success(PaymentFixture.settled(.processing, poll: 2_000))))
        #expect(run.state == .processing(isAsking: false))
        #expect(effects.last == .askStatus(run.flow.question, after: .milliseconds(2_000)))
        #expect(run.kept.last?.state == .processing)
        // A name that sounds final is not, and a hurry is not ours.
        let more = run.answer(.status(.success(PaymentFixture.settled(.succeeded, isFinal: false, poll: 0))))
        #expect(more == [.askStatus(run.flow.question, after: .milliseconds(500))])
        run.answer(.status(.success(PaymentFixture.settled(.succeeded))))
        #expect(run.state == .ended(.succeeded(transaction: nil)))
    }

    @Test func `an answer that does not confirm receipt leaves the outcome unknown`() {
        var run = FlowRun()
        run.beginAndConfirm()
        let effects = run.answer(.confirmed(.success(PaymentFixture.settled(.requiresAction, poll: 2_000))))
        #expect(effects == [.askStatus(run.flow.question, after: .seconds(2))])
        #expect(run.state == .unsure(isAsking: false))
        #expect(run.kept.last?.state == .confirming)
        run.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(run.effects == [.askStatus(run.flow.question, after: .seconds(2))])
        run.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(run.effects == [.confirm(run.flow.question, option: "o1", signatures: ["0xaa"], collected: nil)])
    }

    @Test func `polling ends after ten minutes, and the user can restart it`() {
        var run = FlowRun()
        run.beginAndConfirm()
        run.answer(.confirmed(.success(PaymentFixture.settled(.processing))))
        run.now += 600
        #expect(run.answer(.status(.success(PaymentFixture.settled(.processing)))).isEmpty)
        #expect(run.state == .processing(isAsking: false))
        #expect(run.take(.checkStatus) == [.askStatus(run.flow.question, after: .zero)])
        #expect(run.state == .processing(isAsking: true))
    }

    @Test(arguments: [
        (PaymentStatus.failed, PaymentEnd.gatewayFailed, PaymentAttempt.State.failed),
        (.expired, .expired(by: .gateway), .expired), (.cancelled, .cancelled(by: .gateway), .cancelled),
    ])
    func `a payment that was only signed ends with the gateway, and one that was sent stays open for review`(
        status: PaymentStatus, end: PaymentEnd, state: PaymentAttempt.State
    ) {
        var signed = FlowRun()
        signed.beginAndConfirm()
        signed.answer(.confirmed(.success(PaymentFixture.settled(status))))
        #expect(signed.state == .ended(end))
        #expect(signed.kept.last?.state == state)
        var sent = FlowRun()
        sent.beginAndConfirm(PaymentFixture.ether)
        sent.answer(.confirmed(.success(PaymentFixture.settled(status))))
        #expect(sent.state == .ended(.unsettled(transactions: ["0xaa"])))
        #expect(sent.kept.last?.state == .unsettled)
    }

    @Test func `an unknown final status is not treated as final`() {
        var run = FlowRun()
        run.beginAndConfirm()
        #expect(run.answer(.confirmed(.success(PaymentFixture.settled(.other("held"), isFinal: true)))).count == 1)
        #expect(run.state == .processing(isAsking: false))
        #expect(run.kept.last?.state == .processing)
    }

    @Test(arguments: [
        (PayError.outcomeUnknown, 3), (.timedOut, 3), (.interrupted, 3), (.http(502), 3), (.http(504), 3),
        (.malformed, 3), (.http(404), 3), (.paymentNotFound, 3), (.cancelled, 3), (.noConnection, 1), (.untrusted, 1),
        (.internalError, 1), (.http(500), 1), (.http(503), 1), (.rateLimited(retryAfter: nil), 1),
    ])
    func `after a lost answer the status is queried before anything is sent again`(error: PayError, checks: Int) {
        var run = FlowRun()
        run.beginAndConfirm()
        #expect(run.answer(.confirmed(.failure(error))) == [.askStatus(run.flow.question, after: .zero)])
        #expect(run.state == .unsure(isAsking: true))
        var paid = run
        paid.answer(.status(.success(PaymentFixture.settled(.succeeded, transaction: "0x7"))))
        #expect(paid.state == .ended(.succeeded(transaction: "0x7")))
        var arrived = run
        arrived.answer(.status(.success(PaymentFixture.settled(.processing))))
        #expect(arrived.state == .processing(isAsking: false))
        for check in 1..<checks {
            run.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
            #expect(run.effects == [.askStatus(run.flow.question, after: .seconds(check))])
            #expect(run.state == .unsure(isAsking: false))
        }
        run.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(run.effects == [.confirm(run.flow.question, option: "o1", signatures: ["0xaa"], collected: nil)])
    }

    @Test func `a submission that was interrupted while offline stays open until the gateway can be queried`() {
        var run = FlowRun()
        run.beginAndConfirm()
        run.answer(.confirmed(.failure(.noConnection)))
        #expect(run.answer(.status(.failure(.noConnection))) == [.askStatus(run.flow.question, after: .seconds(5))])
        #expect(run.state == .unsure(isAsking: false))
        #expect(run.flow.notice == .notReached)
        run.answer(.status(.failure(.noConnection)))
        #expect(run.effects == [.askStatus(run.flow.question, after: .seconds(10))])
        for _ in 0..<9 { run.answer(.status(.failure(.timedOut))) }
        #expect(run.effects == [.askStatus(run.flow.question, after: .seconds(60))])
        // The user need not wait for that.
        let waiting = run.flow.question
        #expect(run.take(.checkStatus) == [.askStatus(waiting + 1, after: .zero)])
        run.take(.answer(waiting, .status(.success(PaymentFixture.settled(.failed)))))
        #expect(run.state == .unsure(isAsking: true))
        run.answer(.status(.success(PaymentFixture.settled(.succeeded))))
        #expect(run.state == .ended(.succeeded(transaction: nil)))
    }

    @Test func `the time limit does not end a payment that the gateway may have`() {
        var run = FlowRun()
        run.beginAndConfirm()
        run.now = PaymentFixture.end + 999
        #expect(run.take(.tick).isEmpty)
        run.answer(.confirmed(.failure(.timedOut)))
        #expect(run.take(.tick).isEmpty)
        #expect(run.take(.cancel).isEmpty)
        #expect(run.take(.leave).isEmpty)
        #expect(run.state == .unsure(isAsking: true))
    }

    @Test func `the same is submitted again, at most twice automatically`() {
        var run = FlowRun()
        run.beginAndConfirm()
        var confirms: [PaymentFlow.Effect] = []
        for _ in 0..<9 {
            if run.state == .confirming { run.answer(.confirmed(.failure(.outcomeUnknown))) }
            for _ in 0..<3 where run.state != .confirming {
                run.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
                confirms += run.effects.filter { if case .confirm = $0 { true } else { false } }
            }
        }
        #expect(confirms.count == 2)
        #expect(run.state == .unsure(isAsking: false))
        run.take(.checkStatus)
        run.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(run.state == .confirming)
    }

    @Test(arguments: [
        (PayError.invalidSignature, PaymentEnd.failed(.invalidSignature)), (.invalidOption, .failed(.invalidOption)),
        (.complianceFailed, .complianceRefused), (.paymentExpired, .expired(by: .gateway)),
        (.unauthorized, .failed(.unauthorized)), (.versionRefused, .failed(.versionRefused)),
        (.invalidState, .failed(.invalidState)),
    ])
    func `a refused confirmation is not sent again, and the status determines the outcome`(
        error: PayError, end: PaymentEnd
    ) {
        var run = FlowRun()
        run.beginAndConfirm()
        #expect(run.answer(.confirmed(.failure(error))) == [.askStatus(run.flow.question, after: .zero)])
        var paid = run
        paid.answer(.status(.success(PaymentFixture.settled(.succeeded))))
        #expect(paid.state == .ended(.succeeded(transaction: nil)))
        // As long as the payment's status is unknown, it is not called unpaid.
        for silence in [PayError.noConnection, .http(404), .paymentNotFound, .malformed, .unauthorized, .http(500)] {
            var offline = run
            offline.answer(.status(.failure(silence)))
            #expect(offline.state == .unsure(isAsking: false))
            #expect(offline.kept.last?.state == .confirming)
            offline.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
            #expect(offline.state == .ended(end))
        }
        run.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(run.state == .ended(end))
        #expect(run.kept.last?.state.isOpen == false)
    }

    @Test(arguments: [PayError.quoteExpired, .routeExpired])
    func `an expired price is renewed, shown, and signed again`(error: PayError) {
        var run = FlowRun()
        run.beginAndConfirm()
        run.answer(.confirmed(.failure(error)))
        // The gateway has the first signature, and only says that it did not take it.
        #expect(run.kept.last?.state == .failed)
        #expect(run.flow.earlier.map(\.state) == [.failed])
        #expect(run.state == .refreshing)
        run.answer(.options(.success(PaymentFixture.answer([PaymentFixture.option("n1", value: 26_000_000)]))))
        #expect(run.state == .review)
        #expect(run.flow.notice == .amountChanged(from: PaymentFixture.dollars.amount))
        #expect(run.flow.signed.results.isEmpty)
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.sign(PaymentFixture.authorization(value: "0x18cba80"))])))
        run.sign(.done("0xbb"))
        #expect(run.effects == [.confirm(run.flow.question, option: "n1", signatures: ["0xbb"], collected: nil)])
    }

    @Test func `a price that expired after the money was sent is never paid again`() {
        var run = FlowRun()
        run.beginAndConfirm(PaymentFixture.ether)
        run.answer(.confirmed(.failure(.quoteExpired)))
        #expect(run.state == .ended(.unsettled(transactions: ["0xaa"])))
        #expect(run.take(.retry).isEmpty)
        #expect(run.take(.pay).isEmpty)
    }

    @Test func `missing details are requested, and the payment is signed again`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer(collect: PaymentFixture.page))
        run.take(
            .choose(PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account())))
        run.take(.formEnded(isComplete: true))
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.authorize])))
        run.sign(.done("0xaa"))
        run.answer(.confirmed(.failure(.dataCollectionRequired)))
        run.answer(.status(.success(PaymentFixture.settled(.requiresAction))))
        #expect(run.state == .collecting(.hosted(url: PaymentFixture.page.url ?? "")))
        #expect(run.kept.last?.state == .failed)
        #expect(run.flow.earlier.count == 1)
    }

    @Test(arguments: [PayError.http(404), .http(401), .http(500), .paymentNotFound, .malformed, .unauthorized])
    func `an inconclusive answer is followed by another query, and nothing is called unpaid`(error: PayError) {
        for option in [PaymentFixture.dollars, PaymentFixture.ether] {
            var run = FlowRun()
            run.beginAndConfirm(option)
            run.answer(.confirmed(.failure(.outcomeUnknown)))
            for _ in 0..<20 {
                run.answer(.status(.failure(error)))
                #expect(run.state == .unsure(isAsking: false))
                #expect(run.flow.notice == .notAnswered(error))
                #expect(run.kept.last?.state == .confirming)
            }
            #expect(run.effects == [.askStatus(run.flow.question, after: .seconds(60))])
            run.answer(.status(.success(PaymentFixture.settled(.succeeded))))
            #expect(run.state.end == .succeeded(transaction: option == PaymentFixture.ether ? "0xaa" : nil))
        }
    }

    @Test func `an unknown payment is settled only when no signature can be used any more`() {
        var run = FlowRun()
        run.beginAndConfirm()
        run.answer(.confirmed(.failure(.outcomeUnknown)))
        let until = PaymentFixture.end + 300
        run.now = until - 1
        run.answer(.status(.failure(.paymentNotFound)))
        #expect(run.state == .unsure(isAsking: false))
        run.now += 1
        run.answer(.status(.failure(.http(404))))
        #expect(run.state == .unsure(isAsking: false))
        run.answer(.status(.failure(.paymentNotFound)))
        #expect(run.state == .ended(.unsettled(transactions: [])))
        #expect(run.kept.last?.state == .unsettled)
    }

    @Test func `the attempt records how long its signatures can be used`() throws {
        var run = FlowRun()
        run.beginAndConfirm()
        // The signature's own time, not the latest that is accepted.
        #expect(run.flow.attempt?.usableUntil == PaymentFixture.end + 300)
        run.answer(.confirmed(.success(PaymentFixture.settled(.failed))))
        #expect(run.flow.attempt?.usableUntil == PaymentFixture.end + 300)
        var paid = FlowRun()
        paid.beginAndConfirm()
        paid.answer(.confirmed(.success(PaymentFixture.settled(.succeeded))))
        #expect(paid.flow.attempt?.usableUntil == nil)
        var sent = FlowRun()
        sent.beginAndConfirm(PaymentFixture.ether)
        #expect(sent.flow.attempt?.usableUntil == .max)
        var begun = FlowRun()
        begun.begin()
        begun.take(.pay)
        begun.answer(.actions(.success([PaymentFixture.authorize])))
        #expect(begun.flow.attempt?.usableUntil == nil)
    }

    @Test func `a transaction that no node confirmed is submitted, and not called sent`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.ether]))
        run.take(.pay)
        run.answer(.actions(.success([PaymentFixture.pay])))
        run.sign(.sentUnknown(hash: "0xaa"))
        #expect(run.effects == [.confirm(run.flow.question, option: "o3", signatures: ["0xaa"], collected: nil)])
        #expect(run.flow.attempt?.signedHashes == ["0xaa"])
        #expect(run.flow.attempt?.paidHashes == [])
        run.answer(.confirmed(.success(PaymentFixture.settled(.expired))))
        #expect(run.state == .ended(.unsettled(transactions: ["0xaa"])))
    }
}
