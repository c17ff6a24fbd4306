import Foundation
import LocalServer
import WalletConnectPay
import Simulators
import Store
import Testing
import Network

/// Payments over real sockets at a gateway that fails, loses and repeats requests, and crashes.
@MainActor @Suite(.serialized) struct PaymentFaultTests {
    /// The ways to pay, each with other steps.
    private nonisolated static let ways: [PaymentPreset] = [.usdc, .usdtFirst, .eth, .fields]

    @Test(arguments: [PaymentPreset.usdc, .usdt, .usdtFirst, .eth, .several, .fields])
    func `without faults a payment is made, and its signatures are correct`(preset: PaymentPreset) async throws {
        let fixture = try await FaultFixture(preset.plan)
        try await fixture.start()
        await fixture.pay()
        try await check(fixture, "\(preset)")
        #expect(fixture.books?.status == "succeeded")
        #expect(fixture.books?.repeats == 0)
    }

    @Test(arguments: ways, CrashingSender.Moment.allCases)
    func `a gateway that is killed at any step takes a payment once or not at all`(
        preset: PaymentPreset, moment: CrashingSender.Moment
    ) async throws {
        var struck = 0
        for step in 0..<12 {
            let fixture = try await FaultFixture(preset.plan)
            let gateway = fixture.gateway
            let sender = CrashingSender(at: step, moment) { await gateway.stop() }
            try await fixture.start(sender)
            await fixture.pay()
            guard sender.hasHappened else { break }
            struck += 1
            // The user is away: the state says what is known, and nothing is called paid.
            try await check(fixture, "\(preset), killed \(moment) request \(step)", isReachable: false)
            try await gateway.start(port: fixture.port)
            await fixture.payAgain()
            try await check(fixture, "\(preset), back after it was killed \(moment) request \(step)")
            await gateway.stop()
        }
        #expect(struck >= 3)
    }

    @Test(arguments: ways, CrashingSender.Moment.allCases)
    func `a wallet that is killed at any step pays once or not at all, and knows which after a restart`(
        preset: PaymentPreset, moment: CrashingSender.Moment
    ) async throws {
        var step = 0
        while let fixture = try await crash(at: step, moment, of: FaultFixture(preset.plan)) {
            try await check(fixture, "\(preset), crash \(moment) request \(step)")
            await fixture.gateway.stop()
            step += 1
        }
        #expect(step >= 3)
    }

    @Test(arguments: [PaymentPreset.usdc, .eth])
    func `an attempt survives in the store if the wallet is killed at any step`(preset: PaymentPreset) async throws {
        for step in 0..<4 {
            let folder = FileManager.default.temporaryDirectory.appending(path: "drawbridge-pay-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let fixture = try await FaultFixture(preset.plan) { try Store(folder: folder.path).payments }
            guard try await crash(at: step, .after, of: fixture) != nil else { continue }
            try await check(fixture, "\(preset), crash after request \(step), with a store")
            await fixture.gateway.stop()
        }
    }

    /// A wallet that crashes at a request while it pays, and is started again and pays.
    ///
    /// - Returns: The fixture; `nil` if there was no such request.
    private func crash(at step: Int, _ moment: CrashingSender.Moment, of fixture: FaultFixture) async throws
        -> FaultFixture?
    {
        let crash = AsyncStream<Void>.makeStream()
        let sender = CrashingSender(at: step, moment, crashes: true) { crash.continuation.finish() }
        try await fixture.start(sender)
        let payment = Task { await fixture.pay(until: { sender.hasHappened }) }
        let end = Task { for await _ in crash.stream {} }
        // Whichever is first: the crash, or the end of the payment.
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await payment.value }
            group.addTask { await end.value }
            await group.next()
            payment.cancel()
            end.cancel()
        }
        guard sender.hasHappened else { return nil }
        try await fixture.start()
        await fixture.pay()
        return fixture
    }

    /// What may go wrong with the answers to one kind of call.
    private nonisolated static let faults: [(name: String, make: @Sendable (GatewayCall) -> SimulatedFault)] = [
        ("lost request", { .lostRequest($0) }), ("lost answer", { .lostAnswer($0) }),
        ("many lost answers", { .lostAnswer($0, times: 4) }), ("lost for good", { .lostAnswer($0, times: 20) }),
        ("half an answer", { SimulatedFault($0, takesEffect: true, delivery: .half) }),
        ("two answers", { SimulatedFault($0, takesEffect: true, delivery: .twice) }),
        ("garbage", { SimulatedFault($0, takesEffect: true, body: "<html>") }),
        ("another shape", { SimulatedFault($0, takesEffect: true, body: "{\"options\":7,\"status\":[]}") }),
        (
            "a key twice",
            { SimulatedFault($0, takesEffect: true, body: "{\"status\":\"failed\",\"status\":\"failed\"}") }
        ),
        ("500 before", { .refusal($0, status: 500, code: "internal_error") }),
        ("500 after", { SimulatedFault($0, takesEffect: true, status: 500, code: "internal_error") }),
        ("503 for long", { .refusal($0, status: 503, code: "internal_error", times: 9) }),
        ("429", { .refusal($0, status: 429, code: "rate_limited", times: 2) }),
        ("invalid state", { SimulatedFault($0, takesEffect: true, status: 400, code: "invalid_state") }),
        ("an unknown error", { SimulatedFault($0, takesEffect: true, status: 418, code: "teapot") }),
    ]

    @Test(arguments: ways, [GatewayCall.options, .fetch, .confirm, .status])
    func `answers that are lost, repeated or wrong make no difference`(
        preset: PaymentPreset, call: GatewayCall
    ) async throws {
        for (name, make) in Self.faults {
            let fixture = try await FaultFixture(preset.plan)
            fixture.gateway.inject(make(call), for: fixture.payment.text)
            try await fixture.start()
            await fixture.pay()
            try await check(fixture, "\(preset), \(name) at \(call)")
            fixture.gateway.clearFaults()
            await fixture.payAgain()
            try await check(fixture, "\(preset), after \(name) at \(call)")
            await fixture.gateway.stop()
        }
    }

    @Test(arguments: [PaymentPreset.usdc, .eth])
    func `after the time limit the status is queried, and the confirmation is not repeated`(preset: PaymentPreset)
        async throws
    {
        let fixture = try await FaultFixture(preset.plan)
        fixture.gateway.inject(SimulatedFault(.confirm, takesEffect: true, delay: 700), for: fixture.payment.text)
        try await fixture.start(ImpatientSender())
        await fixture.pay()
        try await check(fixture, "\(preset), late")
        #expect(fixture.books?.status == "succeeded")
        #expect(fixture.gateway.count(.confirm, for: fixture.payment.text) == 1)
    }

    /// Each difference, where it makes one: the receiver of a coin is nowhere shown, and a signature moves no coin.
    private nonisolated static let deviations:
        [(deviation: OptionPlan.Deviation, asset: PaymentAsset, approves: Bool)] =
            [.amount, .account, .chain, .method, .surplus, .nothing].flatMap { deviation in
                [
                    (deviation, .usdcOnBase, false), (deviation, .usdtOnEthereum, false),
                    (deviation, .etherOnEthereum, false),
                ]
            } + [
                (.token, .usdcOnBase, false), (.token, .usdtOnEthereum, false), (.token, .usdtOnEthereum, true),
                (.spender, .usdtOnEthereum, false), (.spender, .usdtOnEthereum, true),
                (.value, .usdtOnEthereum, true), (.value, .etherOnEthereum, false),
            ]

    @Test(arguments: deviations)
    func `data that differs from what was shown is not signed`(
        deviation: OptionPlan.Deviation, asset: PaymentAsset, approves: Bool
    ) async throws {
        let fixture = try await FaultFixture(
            PaymentPlan([OptionPlan(asset, value: "25000000", approves: approves, deviation: deviation)]))
        try await fixture.start()
        await fixture.pay()
        #expect(fixture.signer.count == 0)
        #expect(fixture.gateway.count(.confirm) == 0)
        #expect(try await fixture.journal.attempt(at: fixture.payment) == nil)
        await fixture.gateway.stop()
    }

    @Test func `a gateway whose clock is ahead refuses, and the wallet says that the time is over`() async throws {
        let fixture = try await FaultFixture(PaymentPreset.usdc.plan)
        try await fixture.start()
        await fixture.pay(until: { fixture.state == .review })
        fixture.gateway.moveClock(by: 600)
        await fixture.pay()
        #expect(fixture.state == .ended(.expired(by: .gateway)))
        #expect(try await fixture.kept()?.state == .expired)
        #expect(fixture.books?.results == [])
    }

    @Test func `a wallet whose clock is a day ahead signs nothing, and one a day behind is eventually refused`()
        async throws
    {
        let ahead = try await FaultFixture(PaymentPreset.usdc.plan)
        ahead.error = 86_400
        try await ahead.start()
        await ahead.pay()
        #expect(ahead.state == .ended(.expired(by: .wallet)))
        #expect(ahead.signer.count == 0)
        let behind = try await FaultFixture(PaymentPreset.usdc.plan)
        behind.error = -86_400
        try await behind.start()
        await behind.pay(until: { behind.state == .review })
        behind.gateway.moveClock(by: 600)
        await behind.pay()
        #expect(behind.state == .ended(.expired(by: .gateway)))
    }

    @Test func `an expired price is requested again by asset and account, and signed once`() async throws {
        let fixture = try await FaultFixture(PaymentPreset.eth.plan)
        try await fixture.start()
        await fixture.pay(until: { fixture.state == .review })
        fixture.gateway.dropQuotes(of: fixture.payment.text)
        await fixture.pay()
        #expect(fixture.gateway.count(.options, for: fixture.payment.text) >= 2)
        try await check(fixture, "a price that ended")
        #expect(fixture.books?.status == "succeeded")
    }

    @Test(arguments: [GatewayStatus.failed, .cancelled, .expired])
    func `an end decided by the gateway is reported, and money that was sent is not forgotten`(
        status: GatewayStatus
    ) async throws {
        for preset in [PaymentPreset.usdc, .eth] {
            let fixture = try await FaultFixture(preset.plan)
            let (gateway, id) = (fixture.gateway, fixture.payment.text)
            let last = preset == .eth ? 2 : 1
            try await fixture.start(CrashingSender(at: last, .after) { gateway.set(status, of: id) })
            await fixture.pay()
            let kept = try #require(try await fixture.kept())
            #expect(kept.state == (preset == .eth ? .unsettled : PaymentAttempt.State(rawValue: status.rawValue)))
            #expect(fixture.state?.end != .succeeded(transaction: nil))
            await gateway.stop()
        }
    }

    /// What must be true whenever a user has done what they can.
    private func check(_ fixture: FaultFixture, _ comment: String, isReachable: Bool = true) async throws {
        let books = try #require(fixture.books)
        let state = try #require(fixture.state)
        let kept = try await fixture.kept()
        #expect(books.contradictions == 0, "the wallet tried to pay twice: \(comment)")
        #expect(
            (fixture.signer.sent[fixture.payment]?.filter { books.results.contains($0) }.count ?? 0) <= 1, "\(comment)")
        switch state {
        case .ended(.succeeded), .ended(.alreadyPaid):
            #expect(books.status == "succeeded", "called paid: \(comment)")
            #expect(kept?.state == .succeeded, "\(comment)")
        case .processing, .unsure:
            // The attempt is open, and the wallet asks on.
            #expect(kept?.state.isOpen == true, "\(comment)")
        default:
            #expect(books.results.isEmpty || !isReachable, "lost: \(comment), \(state)")
            #expect(kept?.isHarmless ?? true, "\(comment), \(state)")
        }
        if isReachable, !books.results.isEmpty {
            #expect(kept?.state == .succeeded || kept?.state == .processing || kept?.state == .confirming, "\(comment)")
        }
    }
}

/// An HTTP client that waits only 200 ms for the response to a confirmation.
private struct ImpatientSender: HTTPSender {
    private let transport = WebClient()

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        var request = request
        if request.url.contains("/confirm") { request.timeLimit = .milliseconds(200) }
        return try await transport.send(request)
    }
}
