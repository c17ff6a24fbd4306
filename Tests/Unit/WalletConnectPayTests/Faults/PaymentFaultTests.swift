import Foundation
import WalletConnectPay
import Simulators
import Store
import Testing
import Network

/// Payments over real sockets at a gateway that fails, loses, repeats and dies.
@MainActor @Suite(.serialized) struct PaymentFaultTests {
    /// The ways to pay, each with other steps.
    private nonisolated static let ways: [PaymentPreset] = [.usdc, .usdtFirst, .eth, .fields]

    @Test(arguments: [PaymentPreset.usdc, .usdt, .usdtFirst, .eth, .several, .fields])
    func `without faults a payment is made, and its signatures are right`(preset: PaymentPreset) async throws {
        let stand = try await FaultFixture(preset.plan)
        try await stand.start()
        await stand.pay()
        try await check(stand, "\(preset)")
        #expect(stand.books?.status == "succeeded")
        #expect(stand.books?.repeats == 0)
    }

    @Test(arguments: ways, MortalSender.Moment.allCases)
    func `a gateway that is killed at any step takes a payment once or not at all`(
        preset: PaymentPreset, moment: MortalSender.Moment
    ) async throws {
        var struck = 0
        for step in 0..<12 {
            let stand = try await FaultFixture(preset.plan)
            let gateway = stand.gateway
            let sender = MortalSender(at: step, moment) { await gateway.stop() }
            try await stand.start(sender)
            await stand.pay()
            guard sender.hasHappened else { break }
            struck += 1
            // Nobody is there: the state says what is known, and nothing is called paid.
            try await check(stand, "\(preset), killed \(moment) request \(step)", isReachable: false)
            try await gateway.start(port: stand.port)
            await stand.payAgain()
            try await check(stand, "\(preset), back after it was killed \(moment) request \(step)")
            await gateway.stop()
        }
        #expect(struck >= 3)
    }

    @Test(arguments: ways, MortalSender.Moment.allCases)
    func `a wallet that is killed at any step pays once or not at all, and knows which after a restart`(
        preset: PaymentPreset, moment: MortalSender.Moment
    ) async throws {
        var step = 0
        while let stand = try await death(at: step, moment, of: FaultFixture(preset.plan)) {
            try await check(stand, "\(preset), died \(moment) request \(step)")
            await stand.gateway.stop()
            step += 1
        }
        #expect(step >= 3)
    }

    @Test(arguments: [PaymentPreset.usdc, .eth])
    func `an attempt survives in the store if the wallet is killed at any step`(preset: PaymentPreset) async throws {
        for step in 0..<4 {
            let folder = FileManager.default.temporaryDirectory.appending(path: "drawbridge-pay-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let stand = try await FaultFixture(preset.plan) { try Store(folder: folder.path).payments }
            guard try await death(at: step, .after, of: stand) != nil else { continue }
            try await check(stand, "\(preset), died after request \(step), with a store")
            await stand.gateway.stop()
        }
    }

    /// A wallet that dies at a request while it pays, and is started again and pays.
    ///
    /// - Returns: The stand; `nil` if there was no such request.
    private func death(at step: Int, _ moment: MortalSender.Moment, of stand: FaultFixture) async throws
        -> FaultFixture?
    {
        let died = AsyncStream<Void>.makeStream()
        let sender = MortalSender(at: step, moment, isMortal: true) { died.continuation.finish() }
        try await stand.start(sender)
        let life = Task { await stand.pay(until: { sender.hasHappened }) }
        let end = Task { for await _ in died.stream {} }
        // Whichever is first: its death, or its end in peace.
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await life.value }
            group.addTask { await end.value }
            await group.next()
            life.cancel()
            end.cancel()
        }
        guard sender.hasHappened else { return nil }
        try await stand.start()
        await stand.pay()
        return stand
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
        ("an error nobody knows", { SimulatedFault($0, takesEffect: true, status: 418, code: "teapot") }),
    ]

    @Test(arguments: ways, [GatewayCall.options, .fetch, .confirm, .status])
    func `answers that are lost, repeated or wrong make no difference`(
        preset: PaymentPreset, call: GatewayCall
    ) async throws {
        for (name, make) in Self.faults {
            let stand = try await FaultFixture(preset.plan)
            stand.gateway.inject(make(call), for: stand.payment.text)
            try await stand.start()
            await stand.pay()
            try await check(stand, "\(preset), \(name) at \(call)")
            stand.gateway.clearFaults()
            await stand.payAgain()
            try await check(stand, "\(preset), after \(name) at \(call)")
            await stand.gateway.stop()
        }
    }

    @Test(arguments: [PaymentPreset.usdc, .eth])
    func `after the time limit the status is queried, and the confirmation is not repeated`(preset: PaymentPreset)
        async throws
    {
        let stand = try await FaultFixture(preset.plan)
        stand.gateway.inject(SimulatedFault(.confirm, takesEffect: true, delay: 700), for: stand.payment.text)
        try await stand.start(ImpatientSender())
        await stand.pay()
        try await check(stand, "\(preset), late")
        #expect(stand.books?.status == "succeeded")
        #expect(stand.gateway.count(.confirm, for: stand.payment.text) == 1)
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
        let stand = try await FaultFixture(
            PaymentPlan([OptionPlan(asset, value: "25000000", approves: approves, deviation: deviation)]))
        try await stand.start()
        await stand.pay()
        #expect(stand.signer.count == 0)
        #expect(stand.gateway.count(.confirm) == 0)
        #expect(try await stand.journal.attempt(at: stand.payment) == nil)
        await stand.gateway.stop()
    }

    @Test func `a gateway whose clock is ahead refuses, and the wallet says that the time is over`() async throws {
        let stand = try await FaultFixture(PaymentPreset.usdc.plan)
        try await stand.start()
        await stand.pay(until: { stand.state == .review })
        stand.gateway.moveClock(by: 600)
        await stand.pay()
        #expect(stand.state == .ended(.expired(by: .gateway)))
        #expect(try await stand.kept()?.state == .expired)
        #expect(stand.books?.results == [])
    }

    @Test func `a wallet whose clock is a day ahead signs nothing, and one a day behind is refused in the end`()
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
        let stand = try await FaultFixture(PaymentPreset.eth.plan)
        try await stand.start()
        await stand.pay(until: { stand.state == .review })
        stand.gateway.dropQuotes(of: stand.payment.text)
        await stand.pay()
        #expect(stand.gateway.count(.options, for: stand.payment.text) >= 2)
        try await check(stand, "a price that ended")
        #expect(stand.books?.status == "succeeded")
    }

    @Test(arguments: [GatewayStatus.failed, .cancelled, .expired])
    func `an end decided by the gateway is reported, and money that was sent is not forgotten`(
        status: GatewayStatus
    ) async throws {
        for preset in [PaymentPreset.usdc, .eth] {
            let stand = try await FaultFixture(preset.plan)
            let (gateway, id) = (stand.gateway, stand.payment.text)
            let last = preset == .eth ? 2 : 1
            try await stand.start(MortalSender(at: last, .after) { gateway.set(status, of: id) })
            await stand.pay()
            let kept = try #require(try await stand.kept())
            #expect(kept.state == (preset == .eth ? .unsettled : PaymentAttempt.State(rawValue: status.rawValue)))
            #expect(stand.state?.end != .succeeded(transaction: nil))
            await gateway.stop()
        }
    }

    /// What must be true whenever a user has done what they can.
    private func check(_ stand: FaultFixture, _ comment: String, isReachable: Bool = true) async throws {
        let books = try #require(stand.books)
        let state = try #require(stand.state)
        let kept = try await stand.kept()
        #expect(books.contradictions == 0, "somebody tried to pay twice: \(comment)")
        #expect((stand.signer.sent[stand.payment]?.filter { books.results.contains($0) }.count ?? 0) <= 1, "\(comment)")
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

/// A carrier that waits for the answer to a handing over no longer than this.
private struct ImpatientSender: HTTPSender {
    private let transport = WebClient()

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        var request = request
        if request.url.contains("/confirm") { request.timeLimit = .milliseconds(200) }
        return try await transport.send(request)
    }
}
