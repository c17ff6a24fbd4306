import Bridge
import BigInt
@testable import WalletConnectPay
import Testing

struct PaymentFlowOptionsTests {
    @Test func `a payment begins with a request for its options`() {
        var run = FlowRun()
        #expect(run.state == .loading)
        #expect(run.take(.begin) == [.askOptions(1)])
        #expect(run.take(.begin).isEmpty)
    }

    @Test func `a single option is shown at once, and the user chooses among several`() {
        var one = FlowRun()
        one.begin()
        #expect(one.state == .review)
        #expect(one.flow.option == PaymentFixture.dollars)
        #expect(!one.flow.canGoBack)
        var two = FlowRun()
        two.begin(PaymentFixture.answer([PaymentFixture.dollars, PaymentFixture.tether]))
        #expect(two.state == .options)
        two.take(
            .choose(
                PaymentChoice(
                    asset: PaymentFixture.token(PaymentFixture.usdt.lowercased()), account: PaymentFixture.account())))
        #expect(two.state == .review)
        #expect(two.flow.option == PaymentFixture.tether)
        two.take(.back)
        #expect(two.state == .options)
    }

    @Test func `the asset that was used last is shown first`() {
        var run = FlowRun(preferred: PaymentFixture.token(PaymentFixture.usdt.lowercased()))
        run.begin(PaymentFixture.answer([PaymentFixture.dollars, PaymentFixture.tether]))
        #expect(run.state == .review)
        #expect(run.flow.option == PaymentFixture.tether)
        #expect(run.flow.canGoBack)
    }

    @Test(arguments: [
        (PaymentStatus.succeeded, PaymentEnd.alreadyPaid(transaction: nil)), (.failed, .gatewayFailed),
        (.expired, .expired(by: .gateway)), (.cancelled, .cancelled(by: .gateway)),
        (.other("held"), .failed(.paymentNotReady)),
    ])
    func `only a payment that is awaiting a payer is started`(status: PaymentStatus, end: PaymentEnd) {
        var run = FlowRun()
        run.begin(PaymentFixture.answer(info: PaymentFixture.info(status)))
        #expect(run.state == .ended(end))
    }

    @Test func `a payment that is being made elsewhere is tracked, and not paid here`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer(info: PaymentFixture.info(.processing)))
        #expect(run.state == .processing(isAsking: true))
        #expect(run.take(.pay).isEmpty)
        run.answer(.status(.success(PaymentFixture.settled(.succeeded, transaction: "0x1"))))
        #expect(run.state == .ended(.alreadyPaid(transaction: "0x1")))
        #expect(run.kept.isEmpty)
    }

    @Test func `a payment without its details, or with a result, is not started`() {
        var blind = FlowRun()
        blind.begin(PaymentFixture.answer(info: nil))
        #expect(blind.state == .ended(.failed(.infoMissing)))
        var done = FlowRun()
        done.begin(PaymentFixture.answer(result: PaymentResult(txID: "0x7")))
        #expect(done.state == .ended(.alreadyPaid(transaction: "0x7")))
    }

    @Test func `no options mean insufficient funds, but no supported options do not`() {
        var poor = FlowRun()
        poor.begin(PaymentFixture.answer([]))
        #expect(poor.state == .ended(.insufficientFunds))
        var strange = FlowRun()
        strange.begin(PaymentFixture.answer([], unreadable: 2))
        #expect(strange.state == .ended(.unsupported))
        var foreign = FlowRun()
        foreign.begin(
            PaymentFixture.answer([PaymentFixture.option(from: PaymentFixture.account(PaymentFixture.other))]))
        #expect(foreign.state == .ended(.unsupported))
    }

    @Test(arguments: [
        (PayError.noConnection, PaymentEnd.offline), (.timedOut, .offline), (.paymentNotFound, .notFound),
        (.paymentExpired, .expired(by: .gateway)), (.complianceFailed, .complianceRefused),
        (.missingAuth, .notConfigured), (.unauthorized, .failed(.unauthorized)), (.http(500), .failed(.http(500))),
        (.untrusted, .failed(.untrusted)), (.malformed, .failed(.malformed)), (.http(404), .failed(.http(404))),
        (.versionRefused, .failed(.versionRefused)), (.configuration, .failed(.configuration)),
    ])
    func `a failed request ends the payment with the right reason`(error: PayError, end: PaymentEnd) {
        var run = FlowRun()
        run.take(.begin)
        run.answer(.options(.failure(error)))
        #expect(run.state == .ended(end))
    }

    @Test func `an option whose details cannot be collected is left out, and the others are offered`() {
        var run = FlowRun()
        run.begin(
            PaymentFixture.answer([
                PaymentFixture.option(collect: CollectData(schema: ["type": "object"])), PaymentFixture.tether,
            ]))
        #expect(run.flow.options == [PaymentFixture.tether])
        #expect(run.state == .review)
    }

    @Test func `a connection error before signing can be retried, but an unknown payment cannot`() {
        var run = FlowRun()
        run.take(.begin)
        run.answer(.options(.failure(.noConnection)))
        #expect(run.take(.retry) == [.askOptions(2)])
        run.answer(.options(.failure(.paymentNotFound)))
        #expect(run.take(.retry).isEmpty)
    }

    @Test func `a late answer, and an answer to an earlier request, are ignored`() {
        var run = FlowRun()
        run.take(.begin)
        run.answer(.options(.failure(.noConnection)))
        run.take(.retry)
        run.take(.answer(1, .options(.success(PaymentFixture.answer()))))
        #expect(run.state == .loading)
        run.take(.answer(2, .options(.success(PaymentFixture.answer([PaymentFixture.tether])))))
        run.take(.answer(2, .options(.success(PaymentFixture.answer([PaymentFixture.dollars])))))
        #expect(run.flow.option == PaymentFixture.tether)
    }

    @Test func `duplicate options of one asset and account are merged, and the first counts`() {
        var run = FlowRun()
        run.begin(
            PaymentFixture.answer([
                PaymentFixture.dollars, PaymentFixture.option("o9", value: 99_000_000), PaymentFixture.tether,
            ]))
        #expect(run.flow.options == [PaymentFixture.dollars, PaymentFixture.tether])
    }

    @Test func `the explanation of a request can be opened and closed`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.dollars, PaymentFixture.tether], collect: PaymentFixture.page))
        run.take(.explainInfo)
        #expect(run.state == .whyInfo)
        run.take(.back)
        #expect(run.state == .options)
        #expect(run.take(.explainGas).isEmpty)
        #expect(run.state == .options)
    }

    @Test func `a network fee is explained if there is one`() {
        var run = FlowRun()
        run.begin(PaymentFixture.answer([PaymentFixture.ether]))
        #expect(run.flow.needsGas)
        run.take(.explainGas)
        #expect(run.state == .gasExplained)
        run.take(.back)
        #expect(run.state == .review)
        var free = FlowRun()
        free.begin()
        #expect(!free.flow.needsGas)
        free.take(.explainGas)
        #expect(free.state == .review)
    }

    @Test func `leaving before signing ends the payment, and only cancelling informs the gateway`() {
        var left = FlowRun()
        left.begin()
        #expect(left.take(.leave).isEmpty)
        #expect(left.state == .ended(.cancelled(by: .wallet)))
        var called = FlowRun()
        called.begin()
        #expect(called.take(.cancel) == [.callOff])
        #expect(called.state == .ended(.cancelled(by: .wallet)))
    }
}
