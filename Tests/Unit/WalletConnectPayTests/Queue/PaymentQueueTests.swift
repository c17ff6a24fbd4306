import BigInt
@testable import WalletConnectPay
import TestSupport
import Testing

@MainActor struct PaymentQueueTests {
    @Test func `a payment goes from its link to its end`() async {
        let counter = Counter()
        await counter.open()
        #expect(counter.state == .review)
        await counter.take(.pay)
        #expect(counter.state == .processing(isAsking: false))
        await counter.wait(seconds: 3)
        #expect(counter.state == .ended(.succeeded(transaction: "0x7a1d")))
        #expect(counter.gateway.accepted == [["0x511"]])
        #expect(counter.journal.written == [.signing, .confirming, .processing, .succeeded])
    }

    @Test func `the allowance for Permit2 and its transfer are requested one after the other`() async {
        let counter = Counter([PaymentFixture.tether], [PaymentFixture.approve, PaymentFixture.permit])
        await counter.open()
        await counter.pay()
        #expect(counter.signer.performed == [PaymentFixture.approve, PaymentFixture.permit])
        #expect(counter.gateway.accepted == [["0x7a1", "0x512"]])
        #expect(counter.state == .ended(.succeeded(transaction: "0x7a1d")))
    }

    @Test func `a second link waits, is queued once, and starts when the first is closed`() async {
        let counter = Counter()
        await counter.open()
        #expect(counter.queue.open(PaymentFixture.payment) == .shown)
        #expect(counter.queue.open(PaymentFixture.id("pay_2")) == .waiting)
        #expect(counter.queue.open(PaymentFixture.id("pay_2")) == .waiting)
        #expect(counter.queue.open(PaymentFixture.id("pay_3")) == .waiting)
        #expect(counter.queue.open(PaymentFixture.id("pay_4")) == .waiting)
        #expect(counter.queue.open(PaymentFixture.id("pay_5")) == .refused)
        #expect(counter.queue.waiting.map(\.text) == ["pay_2", "pay_3", "pay_4"])
        #expect(counter.queue.flow?.payment == PaymentFixture.payment)
        counter.queue.close()
        await counter.settle()
        #expect(counter.queue.flow?.payment.text == "pay_2")
        #expect(counter.queue.waiting.map(\.text) == ["pay_3", "pay_4"])
    }

    @Test func `a link replaces a finished payment`() async {
        let counter = Counter()
        await counter.open()
        await counter.pay()
        // The same one again: it is paid already.
        #expect(counter.queue.open(PaymentFixture.payment) == .begun)
        await counter.settle()
        #expect(counter.state == .unsure(isAsking: true) || counter.state?.end != nil)
        #expect(counter.queue.open(PaymentFixture.payment) != .refused)
        #expect(counter.gateway.accepted.count == 1)
    }

    @Test func `a paid link is not paid again`() async {
        let counter = Counter()
        await counter.open()
        await counter.pay()
        counter.queue.close()
        await counter.open()
        await counter.pay()
        #expect(counter.state == .ended(.succeeded(transaction: "0x7a1d")))
        #expect(counter.gateway.handed.count == 1)
        #expect(counter.signer.performed.count == 1)
    }

    @Test func `a user who closes the window while the gateway works is told the outcome`() async {
        let counter = Counter()
        var told: [PaymentFlow.State] = []
        counter.queue.onSettled = { told.append($0.state) }
        await counter.open()
        await counter.take(.pay)
        counter.queue.close()
        #expect(counter.queue.flow == nil)
        #expect(counter.queue.unseenFlows.count == 1)
        await counter.wait(seconds: 3)
        #expect(told == [.ended(.succeeded(transaction: "0x7a1d"))])
        #expect(counter.queue.unseenFlows.isEmpty)
    }

    @Test func `a payment that continues in the background is shown by its link, and not restarted`() async {
        let counter = Counter()
        await counter.open()
        await counter.take(.pay)
        counter.queue.close()
        #expect(counter.queue.open(PaymentFixture.payment) == .shown)
        #expect(counter.state == .processing(isAsking: false))
        await counter.wait(seconds: 3)
        #expect(counter.state == .ended(.succeeded(transaction: "0x7a1d")))
        #expect(counter.gateway.asked == 1)
    }

    @Test func `closing the window while the wallet asks withdraws the question`() async {
        let counter = Counter()
        counter.signer.isAsking = true
        await counter.open()
        await counter.take(.pay)
        counter.queue.close()
        await counter.settle()
        #expect(counter.signer.wasTakenAway)
        #expect(counter.gateway.handed.isEmpty)
        #expect(counter.journal.attempts[PaymentFixture.payment]?.state == .abandoned)
        #expect(counter.queue.unseenFlows.isEmpty)
    }

    @Test func `the end of the time limit withdraws the wallet's question`() async {
        let counter = Counter()
        counter.signer.isAsking = true
        await counter.open()
        await counter.take(.pay)
        counter.clock.advance(by: .seconds(589))
        await counter.settle()
        #expect(!counter.signer.wasTakenAway)
        await counter.wait(seconds: 2)
        #expect(counter.signer.wasTakenAway)
        #expect(counter.state == .ended(.expired(by: .wallet)))
    }

    @Test func `each second of the countdown is reported`() async {
        let counter = Counter()
        await counter.open()
        var seconds: [Int64] = []
        counter.queue.onChange = { [weak counter] in
            if let left = counter?.queue.flow?.secondsLeft { seconds.append(left) }
        }
        await counter.wait(seconds: 3)
        #expect(seconds == [599, 598, 597])
    }

    @Test func `changing the system clock neither ends nor prolongs a payment`() async {
        let counter = Counter()
        await counter.open()
        counter.wall += 100_000
        await counter.wait(seconds: 1)
        #expect(counter.queue.flow?.secondsLeft == 599)
        counter.wall -= 200_000
        counter.clock.advance(by: .seconds(590))
        await counter.wait(seconds: 1)
        #expect(counter.state == .ended(.expired(by: .wallet)))
    }

    @Test func `without a gateway payments are unavailable`() async {
        let counter = Counter()
        let queue = PaymentQueue(
            PaymentPorts(
                gateway: nil, signer: counter.signer, journal: counter.journal, wallClock: { PaymentFixture.now }),
            accounts: { [] })
        #expect(queue.open(PaymentFixture.payment) == .begun)
        #expect(queue.flow?.state == .ended(.notConfigured))
    }

    @Test func `an asset whose name or decimals differ from the wallet's data is not offered`() async {
        let stopped = PaymentFlow.State.ended(.mismatch(.name))
        for (known, state) in [
            (KnownAsset(symbol: "USDC", decimals: 6), PaymentFlow.State.review),
            (KnownAsset(symbol: "usdc", decimals: 6), .review), (KnownAsset(symbol: "USDC", decimals: 8), stopped),
            (KnownAsset(symbol: "ETH", decimals: 6), stopped), (KnownAsset(symbol: "USDС", decimals: 6), stopped),
        ] {
            let counter = Counter()
            var ports = PaymentPorts(
                gateway: counter.gateway, signer: counter.signer, journal: counter.journal, time: counter.clock.time,
                wallClock: { PaymentFixture.now })
            ports.known = { $0 == PaymentFixture.token(PaymentFixture.usdc) ? known : nil }
            let queue = PaymentQueue(ports, accounts: { [PaymentFixture.account()] })
            queue.open(PaymentFixture.payment)
            await counter.settle()
            #expect(queue.flow?.state == state, "\(known)")
            // What is kept bears the wallet's own name.
            if state == .review { #expect(queue.flow?.option?.amount.display.symbol == known.symbol) }
        }
    }

    @Test(arguments: [
        ("USDT", "USD₮0"), ("USDT", "USD₮"), ("USDT", "USDT0"), ("POL", "MATIC"), ("xDAI", "XDAI"), ("USDC.e", "USDC"),
    ])
    func `known aliases of an asset are accepted`(own: String, other: String) {
        let known = KnownAsset(symbol: own, decimals: 6)
        #expect(known.fits(.init(symbol: other, name: "", decimals: 6)))
        #expect(!known.fits(.init(symbol: other, name: "", decimals: 18)))
    }

    @Test(arguments: [("USDC", "USDT"), ("USDC", "USDC.e"), ("ETH", "WETH"), ("USDC", ""), ("USDC", "USDC ")])
    func `the name of another asset is not accepted`(own: String, other: String) {
        #expect(!KnownAsset(symbol: own, decimals: 6).fits(.init(symbol: other, name: "", decimals: 6)))
    }

    @Test func `cancelling informs the gateway, and closing does not`() async {
        let called = Counter()
        await called.open()
        await called.take(.cancel)
        #expect(called.gateway.calledOff == 1)
        let closed = Counter()
        await closed.open()
        closed.queue.close()
        await closed.settle()
        #expect(closed.gateway.calledOff == 0)
        #expect(closed.gateway.status == .requiresAction)
    }

    @Test func `the hash of a replaced transaction is not handed over, and the user is told`()
        async throws
    {
        for (successor, handed) in [("0xb", [["0xb"]]), ("0xa", [["0xa"]]), (nil, [])] as [(String?, [[String]])] {
            let counter = Counter([PaymentFixture.ether], [PaymentFixture.pay])
            try await counter.journal.keep(
                PaymentAttempt(
                    id: "a", payment: PaymentFixture.payment, option: "l0-0",
                    choice: try #require(PaymentChoice(PaymentFixture.ether)),
                    amount: 7_000_000_000_000_000, decimals: 18, symbol: "ETH", merchant: "Shop",
                    startedAt: PaymentFixture.now,
                    expiresAt: PaymentFixture.end, steps: [.init(.payment, .done(hash: "0xa"))], state: .confirming))
            counter.signer.successors = ["0xa": successor]
            await counter.open()
            await counter.settle()
            #expect(counter.gateway.handed == handed)
            guard successor == nil else { continue }
            #expect(counter.state == .ended(.unsettled(transactions: ["0xa"])))
            #expect(counter.queue.flow?.refusal == .transactionReplaced)
        }
    }

    @Test func `two desks that pay the same simultaneously hand over once`() async {
        let counter = Counter()
        let second = PaymentQueue(
            PaymentPorts(
                gateway: counter.gateway, signer: counter.signer, journal: counter.journal, time: counter.clock.time,
                wallClock: { PaymentFixture.now }), accounts: { [PaymentFixture.account()] })
        // Both have read that there was no attempt before either has stored one.
        counter.queue.open(PaymentFixture.payment)
        second.open(PaymentFixture.payment)
        await counter.settle()
        for _ in 0..<6 {
            counter.queue.take(.pay)
            second.take(.pay)
            await counter.settle()
        }
        #expect(counter.gateway.handed.count <= 1)
        #expect([counter.queue.flow, second.flow].contains { $0?.state.end == .busy })
        // Whoever tries again afterwards pays, once.
        counter.queue.close()
        second.close()
        await counter.open()
        await counter.pay()
        #expect(counter.gateway.accepted.count == 1)
        #expect(counter.state == .ended(.succeeded(transaction: "0x7a1d")))
    }

    @Test(arguments: [(PaymentFixture.dollars, PaymentFixture.authorize), (PaymentFixture.ether, PaymentFixture.pay)])
    func `a second program neither abandons nor shares a payment that is being approved`(
        option: PaymentOption, action: PaymentAction
    ) async throws {
        let counter = Counter([option], [action])
        counter.signer.isAsking = true
        await counter.open()
        await counter.take(.pay)
        let second = counter.secondDesk()
        try await second.start()
        await counter.settle()
        #expect(second.unseenFlows.isEmpty)
        second.open(PaymentFixture.payment)
        await counter.settle()
        #expect(second.flow?.state == .ended(.busy))
        #expect(counter.journal.attempts[PaymentFixture.payment]?.state == .signing)
        counter.signer.isAsking = false
        await counter.settle()
        await counter.wait(seconds: 3)
        #expect(counter.state == .ended(.succeeded(transaction: "0x7a1d")))
        #expect(counter.signer.performed == [action])
        // What is signed is no longer locked: it is asked for from everywhere.
        second.close()
        second.open(PaymentFixture.payment)
        await counter.settle()
        #expect(second.flow?.state == .ended(.succeeded(transaction: "0x7a1d")))
        #expect(counter.signer.performed == [action])
    }

    @Test func `of two programs that find what a killed one was signing, one takes it over`() async throws {
        let counter = Counter()
        try await counter.journal.keep(
            PaymentAttempt(
                id: "a", payment: PaymentFixture.payment, option: "o1",
                choice: try #require(PaymentChoice(PaymentFixture.dollars)),
                amount: 25_000_000, decimals: 6, symbol: "USDC", merchant: "Shop", startedAt: PaymentFixture.now,
                expiresAt: PaymentFixture.end, steps: [.init(.signature, .begun)]))
        let second = counter.secondDesk()
        await counter.open()
        second.open(PaymentFixture.payment)
        await counter.settle()
        #expect(counter.state == .review)
        #expect(second.flow?.state == .ended(.busy))
        counter.queue.close()
        await counter.settle()
        second.close()
        second.open(PaymentFixture.payment)
        await counter.settle()
        #expect(second.flow?.state == .review)
    }

    @Test func `a payment that the user refused to sign can be made by another program`() async {
        let counter = Counter()
        counter.signer.outcome = .refused
        await counter.open()
        await counter.take(.pay)
        #expect(counter.state == .review)
        counter.signer.outcome = nil
        let second = counter.secondDesk()
        second.open(PaymentFixture.payment)
        await counter.settle()
        second.take(.pay)
        await counter.settle()
        #expect(second.flow?.state == .processing(isAsking: false))
        #expect(counter.gateway.handed.count == 1)
    }
}
