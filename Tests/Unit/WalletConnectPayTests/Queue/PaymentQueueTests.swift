import BigInt
import Bridge
@testable import WalletConnectPay
import TestSupport
import Testing

@MainActor struct PaymentQueueTests {
    @Test func `a payment goes from its link to its end`() async {
        let fixture = PaymentQueueFixture()
        await fixture.open()
        #expect(fixture.state == .review)
        await fixture.take(.pay)
        #expect(fixture.state == .processing(isAsking: false))
        await fixture.wait(seconds: 3)
        #expect(fixture.state == .ended(.succeeded(transaction: "0x7a1d")))
        #expect(fixture.gateway.accepted == [["0x511"]])
        #expect(fixture.journal.written == [.signing, .confirming, .processing, .succeeded])
    }

    @Test func `the allowance for Permit2 and its transfer are requested one after the other`() async {
        let fixture = PaymentQueueFixture([PaymentFixture.tether], [PaymentFixture.approve, PaymentFixture.permit])
        await fixture.open()
        await fixture.pay()
        #expect(fixture.signer.performed == [PaymentFixture.approve, PaymentFixture.permit])
        #expect(fixture.gateway.accepted == [["0x7a1", "0x512"]])
        #expect(fixture.state == .ended(.succeeded(transaction: "0x7a1d")))
    }

    @Test func `a second link waits, is queued once, and starts when the first is closed`() async {
        let fixture = PaymentQueueFixture()
        await fixture.open()
        #expect(fixture.queue.open(PaymentFixture.payment) == .shown)
        #expect(fixture.queue.open(PaymentFixture.id("pay_2")) == .waiting)
        #expect(fixture.queue.open(PaymentFixture.id("pay_2")) == .waiting)
        #expect(fixture.queue.open(PaymentFixture.id("pay_3")) == .waiting)
        #expect(fixture.queue.open(PaymentFixture.id("pay_4")) == .waiting)
        #expect(fixture.queue.open(PaymentFixture.id("pay_5")) == .refused)
        #expect(fixture.queue.waiting.map(\.text) == ["pay_2", "pay_3", "pay_4"])
        #expect(fixture.queue.flow?.payment == PaymentFixture.payment)
        fixture.queue.close()
        await fixture.settle()
        #expect(fixture.queue.flow?.payment.text == "pay_2")
        #expect(fixture.queue.waiting.map(\.text) == ["pay_3", "pay_4"])
    }

    @Test func `a link replaces a finished payment`() async {
        let fixture = PaymentQueueFixture()
        await fixture.open()
        await fixture.pay()
        // The same one again: it is paid already.
        #expect(fixture.queue.open(PaymentFixture.payment) == .begun)
        await fixture.settle()
        #expect(fixture.state == .unsure(isAsking: true) || fixture.state?.end != nil)
        #expect(fixture.queue.open(PaymentFixture.payment) != .refused)
        #expect(fixture.gateway.accepted.count == 1)
    }

    @Test func `a paid link is not paid again`() async {
        let fixture = PaymentQueueFixture()
        await fixture.open()
        await fixture.pay()
        fixture.queue.close()
        await fixture.open()
        await fixture.pay()
        #expect(fixture.state == .ended(.succeeded(transaction: "0x7a1d")))
        #expect(fixture.gateway.handed.count == 1)
        #expect(fixture.signer.performed.count == 1)
    }

    @Test func `a user who closes the window while the gateway works is informed of the outcome`() async {
        let fixture = PaymentQueueFixture()
        var told: [PaymentFlow.State] = []
        fixture.queue.events.add { if case .settled(let flow) = $0 { told.append(flow.state) } }
        await fixture.open()
        await fixture.take(.pay)
        fixture.queue.close()
        #expect(fixture.queue.flow == nil)
        #expect(fixture.queue.unseenFlows.count == 1)
        await fixture.wait(seconds: 3)
        #expect(told == [.ended(.succeeded(transaction: "0x7a1d"))])
        #expect(fixture.queue.unseenFlows.isEmpty)
    }

    @Test func `a payment that continues in the background is shown by its link, and not restarted`() async {
        let fixture = PaymentQueueFixture()
        await fixture.open()
        await fixture.take(.pay)
        fixture.queue.close()
        #expect(fixture.queue.open(PaymentFixture.payment) == .shown)
        #expect(fixture.state == .processing(isAsking: false))
        await fixture.wait(seconds: 3)
        #expect(fixture.state == .ended(.succeeded(transaction: "0x7a1d")))
        #expect(fixture.gateway.asked == 1)
    }

    @Test func `closing the window while the wallet asks withdraws the question`() async {
        let fixture = PaymentQueueFixture()
        fixture.signer.isAsking = true
        await fixture.open()
        await fixture.take(.pay)
        fixture.queue.close()
        await fixture.settle()
        #expect(fixture.signer.wasTakenAway)
        #expect(fixture.gateway.handed.isEmpty)
        #expect(fixture.journal.attempts[PaymentFixture.payment]?.state == .abandoned)
        #expect(fixture.queue.unseenFlows.isEmpty)
    }

    @Test func `the end of the time limit withdraws the wallet's question`() async {
        let fixture = PaymentQueueFixture()
        fixture.signer.isAsking = true
        await fixture.open()
        await fixture.take(.pay)
        fixture.clock.advance(by: .seconds(589))
        await fixture.settle()
        #expect(!fixture.signer.wasTakenAway)
        await fixture.wait(seconds: 2)
        #expect(fixture.signer.wasTakenAway)
        #expect(fixture.state == .ended(.expired(by: .wallet)))
    }

    @Test func `each second of the countdown is reported`() async {
        let fixture = PaymentQueueFixture()
        await fixture.open()
        var seconds: [Int64] = []
        fixture.queue.events.add { [weak fixture] event in
            if case .changed = event, let left = fixture?.queue.flow?.secondsLeft { seconds.append(left) }
        }
        await fixture.wait(seconds: 3)
        #expect(seconds == [599, 598, 597])
    }

    @Test func `changing the system clock neither ends nor prolongs a payment`() async {
        let fixture = PaymentQueueFixture()
        await fixture.open()
        fixture.wall += 100_000
        await fixture.wait(seconds: 1)
        #expect(fixture.queue.flow?.secondsLeft == 599)
        fixture.wall -= 200_000
        fixture.clock.advance(by: .seconds(590))
        await fixture.wait(seconds: 1)
        #expect(fixture.state == .ended(.expired(by: .wallet)))
    }

    @Test func `without a gateway payments are unavailable`() async {
        let fixture = PaymentQueueFixture()
        let queue = PaymentQueue(
            PaymentPorts(
                gateway: nil, signer: fixture.signer, journal: fixture.journal, wallClock: { PaymentFixture.now }),
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
            let fixture = PaymentQueueFixture()
            var ports = PaymentPorts(
                gateway: fixture.gateway, signer: fixture.signer, journal: fixture.journal, time: fixture.clock.time,
                wallClock: { PaymentFixture.now })
            ports.known = { $0 == PaymentFixture.token(PaymentFixture.usdc) ? known : nil }
            let queue = PaymentQueue(ports, accounts: { [PaymentFixture.account()] })
            queue.open(PaymentFixture.payment)
            await fixture.settle()
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
        let called = PaymentQueueFixture()
        await called.open()
        await called.take(.cancel)
        #expect(called.gateway.calledOff == 1)
        let closed = PaymentQueueFixture()
        await closed.open()
        closed.queue.close()
        await closed.settle()
        #expect(closed.gateway.calledOff == 0)
        #expect(closed.gateway.status == .requiresAction)
    }

    @Test func `the hash of a replaced transaction is not submitted, and the user is informed`()
        async throws
    {
        for (successor, handed) in [("0xb", [["0xb"]]), ("0xa", [["0xa"]]), (nil, [])] as [(String?, [[String]])] {
            let fixture = PaymentQueueFixture([PaymentFixture.ether], [PaymentFixture.pay])
            try await fixture.journal.keep(
                PaymentAttempt(
                    id: "a", payment: PaymentFixture.payment, option: "l0-0",
                    choice: try #require(PaymentChoice(PaymentFixture.ether)),
                    amount: 7_000_000_000_000_000, decimals: 18, symbol: "ETH", merchant: "Shop",
                    startedAt: PaymentFixture.now,
                    expiresAt: PaymentFixture.end, steps: [.init(.payment, .done(hash: "0xa"))], state: .confirming))
            fixture.signer.successors = ["0xa": successor]
            await fixture.open()
            await fixture.settle()
            #expect(fixture.gateway.handed == handed)
            guard successor == nil else { continue }
            #expect(fixture.state == .ended(.unsettled(transactions: ["0xa"])))
            #expect(fixture.queue.flow?.refusal == .transactionReplaced)
        }
    }

    @Test func `an attempt that was signed is remembered after others replace it`() async throws {
        let fixture = PaymentQueueFixture([PaymentFixture.ether], [PaymentFixture.pay])
        try await fixture.journal.keep(
            PaymentAttempt(
                id: "a", payment: PaymentFixture.payment, option: "l0-0",
                choice: try #require(PaymentChoice(PaymentFixture.ether)), amount: 7_000_000_000_000_000, decimals: 18,
                symbol: "ETH", merchant: "Shop", startedAt: PaymentFixture.now, expiresAt: PaymentFixture.end,
                steps: [.init(.payment, .done(hash: "0xa"))], state: .failed))
        fixture.signer.outcome = .refused
        for _ in 0..<3 {
            await fixture.open()
            await fixture.take(.pay)
            #expect(fixture.state == .review)
            #expect(fixture.queue.flow?.earlierUsableUntil == .max)
            #expect(fixture.journal.attempts[PaymentFixture.payment]?.id != "a")
            fixture.queue.close()
            await fixture.settle()
        }
    }

    @Test func `two programs that pay the same simultaneously submit it once`() async {
        let fixture = PaymentQueueFixture()
        let second = PaymentQueue(
            PaymentPorts(
                gateway: fixture.gateway, signer: fixture.signer, journal: fixture.journal, time: fixture.clock.time,
                wallClock: { PaymentFixture.now }), accounts: { [PaymentFixture.account()] })
        // Both have read that there was no attempt before either has stored one.
        fixture.queue.open(PaymentFixture.payment)
        second.open(PaymentFixture.payment)
        await fixture.settle()
        for _ in 0..<6 {
            fixture.queue.take(.pay)
            second.take(.pay)
            await fixture.settle()
        }
        #expect(fixture.gateway.handed.count <= 1)
        #expect([fixture.queue.flow, second.flow].contains { $0?.state.end == .busy })
        // The next attempt pays, once.
        fixture.queue.close()
        second.close()
        await fixture.open()
        await fixture.pay()
        #expect(fixture.gateway.accepted.count == 1)
        #expect(fixture.state == .ended(.succeeded(transaction: "0x7a1d")))
    }

    @Test(arguments: [(PaymentFixture.dollars, PaymentFixture.authorize), (PaymentFixture.ether, PaymentFixture.pay)])
    func `a second program neither abandons nor shares a payment that is being approved`(
        option: PaymentOption, action: PaymentAction
    ) async throws {
        let fixture = PaymentQueueFixture([option], [action])
        fixture.signer.isAsking = true
        await fixture.open()
        await fixture.take(.pay)
        let second = fixture.secondQueue()
        try await second.start()
        await fixture.settle()
        #expect(second.unseenFlows.isEmpty)
        second.open(PaymentFixture.payment)
        await fixture.settle()
        #expect(second.flow?.state == .ended(.busy))
        #expect(fixture.journal.attempts[PaymentFixture.payment]?.state == .signing)
        fixture.signer.isAsking = false
        await fixture.settle()
        await fixture.wait(seconds: 3)
        #expect(fixture.state == .ended(.succeeded(transaction: "0x7a1d")))
        #expect(fixture.signer.performed == [action])
        // What is signed is no longer locked: it is asked for from everywhere.
        second.close()
        second.open(PaymentFixture.payment)
        await fixture.settle()
        #expect(second.flow?.state == .ended(.succeeded(transaction: "0x7a1d")))
        #expect(fixture.signer.performed == [action])
    }

    @Test func `of two programs that find what a killed one was signing, one takes it over`() async throws {
        let fixture = PaymentQueueFixture()
        try await fixture.journal.keep(
            PaymentAttempt(
                id: "a", payment: PaymentFixture.payment, option: "o1",
                choice: try #require(PaymentChoice(PaymentFixture.dollars)),
                amount: 25_000_000, decimals: 6, symbol: "USDC", merchant: "Shop", startedAt: PaymentFixture.now,
                expiresAt: PaymentFixture.end, steps: [.init(.signature, .begun)]))
        let second = fixture.secondQueue()
        await fixture.open()
        second.open(PaymentFixture.payment)
        await fixture.settle()
        #expect(fixture.state == .review)
        #expect(second.flow?.state == .ended(.busy))
        fixture.queue.close()
        await fixture.settle()
        second.close()
        second.open(PaymentFixture.payment)
        await fixture.settle()
        #expect(second.flow?.state == .review)
    }

    @Test func `a payment that the user refused to sign can be made by another program`() async {
        let fixture = PaymentQueueFixture()
        fixture.signer.outcome = .refused
        await fixture.open()
        await fixture.take(.pay)
        #expect(fixture.state == .review)
        fixture.signer.outcome = nil
        let second = fixture.secondQueue()
        second.open(PaymentFixture.payment)
        await fixture.settle()
        second.take(.pay)
        await fixture.settle()
        #expect(second.flow?.state == .processing(isAsking: false))
        #expect(fixture.gateway.handed.count == 1)
    }
}
