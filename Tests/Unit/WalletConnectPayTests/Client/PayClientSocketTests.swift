import Bridge
import LocalServer
import WalletConnectPay
import Simulators
import Testing
import Network

/// The client and a gateway that was written apart from it, over real sockets.
@Suite(.timeLimit(.minutes(10))) struct PayClientSocketTests {
    @Test func `a payment is paid from its link to its receipt`() async throws {
        let visit = try await GatewayVisit()
        let prepared = try await PreparedPayment(visit)
        var result = try await prepared.confirm()
        while !result.isFinal { result = try await visit.client.status(of: prepared.payment, maxPollMs: 1_000) }
        #expect(result.status == .succeeded)
        #expect(result.isFinal)
        let state = try prepared.state
        #expect(result.result?.txID == state.transaction)
        #expect(state.results == prepared.signatures)
        #expect(visit.gateway.count(.confirm) == 1)
        #expect(visit.gateway.count(.fetch) == 0)
        await visit.gateway.stop()
    }

    @Test func `the address of a hosted form is requested`() async throws {
        let visit = try await GatewayVisit()
        let answer = try await visit.options(of: try visit.make(PaymentPreset.form.plan))
        let url = try #require(answer.options.first?.collectData?.url ?? answer.collectData?.url)
        #expect(url.contains("/collect/?pid="))
        await visit.gateway.stop()
    }

    @Test func `a payment that cannot be paid is reported`() async throws {
        let visit = try await GatewayVisit()
        for (preset, status) in [
            (PaymentPreset.expired, PaymentStatus.expired), (.cancelled, .cancelled), (.paid, .succeeded),
        ] {
            let answer = try await visit.options(of: try visit.make(preset.plan))
            #expect(answer.options.isEmpty)
            #expect(answer.info?.status == status)
        }
        let poor = try await visit.options(of: try visit.make(PaymentPreset.insufficient.plan))
        #expect(poor.options.isEmpty)
        #expect(poor.info?.status == .requiresAction)
        let unknown = try #require(PaymentID("pay_nobody"))
        await #expect(throws: PayError.paymentNotFound) { try await visit.client.status(of: unknown) }
        await visit.gateway.stop()
    }

    @Test func `a wrong signature is refused, and a correct one is accepted afterwards`() async throws {
        let visit = try await GatewayVisit()
        let prepared = try await PreparedPayment(visit)
        let wrong = "0x" + String(repeating: "11", count: 65)
        await #expect(throws: PayError.invalidSignature) {
            try await prepared.confirm([wrong])
        }
        #expect(try await prepared.confirm().status == .processing)
        await visit.gateway.stop()
    }

    @Test func `old options and old prices are refused`() async throws {
        let visit = try await GatewayVisit()
        let prepared = try await PreparedPayment(visit)
        let answer = try await visit.options(of: prepared.payment)
        #expect(answer.options.first?.id != prepared.option)
        await #expect(throws: PayError.invalidOption) { try await prepared.confirm() }
        let short = try await PreparedPayment(visit, .shortQuote)
        visit.gateway.dropQuotes(of: short.payment.text)
        await #expect(throws: PayError.quoteExpired) { try await short.confirm() }
        await visit.gateway.stop()
    }

    @Test func `a payment is cancelled, and then cannot be paid`() async throws {
        let visit = try await GatewayVisit()
        let prepared = try await PreparedPayment(visit)
        visit.gateway.inject(.lostAnswer(.cancel))
        #expect(try await visit.client.cancel(prepared.payment) == .cancelled)
        #expect(try await visit.client.status(of: prepared.payment).status == .cancelled)
        await #expect(throws: PayError.self) { try await prepared.confirm() }
        let paid = try await PreparedPayment(visit)
        _ = try await paid.confirm()
        await #expect(throws: PayError.invalidState) { try await visit.client.cancel(paid.payment) }
        await visit.gateway.stop()
    }

    @Test func `transient faults are retried`() async throws {
        let visit = try await GatewayVisit()
        let payment = try visit.make(PaymentPreset.usdc.plan)
        for fault in [
            SimulatedFault.refusal(.options, status: 429, code: "rate_limited", headers: [.init("Retry-After", "1")]),
            .refusal(.options, status: 503, code: "internal_error"), .lostAnswer(.options), .lostRequest(.options),
            SimulatedFault(.options, takesEffect: true, delivery: .half),
        ] {
            visit.gateway.inject(fault)
        }
        #expect(try await visit.options(of: payment).options.count == 1)
        #expect(visit.gateway.count(.options) == 6)
        visit.gateway.inject(SimulatedFault(.options, body: "{\"options\":"))
        await #expect(throws: PayError.malformed) { try await visit.options(of: payment) }
        await visit.gateway.stop()
    }

    @Test func `a gateway that was killed continues where it stopped`() async throws {
        let visit = try await GatewayVisit()
        let port = visit.gateway.port
        let prepared = try await PreparedPayment(visit)
        await visit.gateway.stop()
        await #expect(throws: PayError.noConnection) { try await visit.options(of: prepared.payment) }
        await #expect(throws: PayError.noConnection) { try await prepared.confirm() }
        #expect(visit.gateway.count(.confirm) == 0)
        try await visit.gateway.start(port: port)
        // The options would have ended if the request for new ones had arrived; it did not.
        #expect(try await prepared.confirm().status == .processing)
        await visit.gateway.stop()
        await #expect(throws: PayError.noConnection) { try await visit.client.status(of: prepared.payment) }
        try await visit.gateway.start(port: port)
        #expect(try await visit.client.status(of: prepared.payment).status != .requiresAction)
        #expect(try prepared.state.contradictions == 0)
        await visit.gateway.stop()
    }

    @Test func `a confirmation is sent once, whatever happens to it`() async throws {
        let visit = try await GatewayVisit()
        for (fault, isRecorded) in [
            (SimulatedFault.lostAnswer(.confirm), true), (.lostRequest(.confirm), false),
            (SimulatedFault(.confirm, takesEffect: true, delivery: .half), true),
            (SimulatedFault(.confirm, takesEffect: true, status: 502, code: "x"), true),
            (SimulatedFault(.confirm, takesEffect: true, body: "<html>"), true),
        ] {
            let prepared = try await PreparedPayment(visit)
            prepared.inject(fault)
            await #expect(throws: PayError.outcomeUnknown) { try await prepared.confirm() }
            #expect(prepared.confirmations == 1)
            #expect(try prepared.state.results == (isRecorded ? prepared.signatures : []))
        }
        let failing = try await PreparedPayment(visit)
        failing.inject(SimulatedFault(.confirm, takesEffect: true, status: 500, code: "internal_error"))
        await #expect(throws: PayError.internalError) { try await failing.confirm() }
        #expect(failing.confirmations == 1)
        await visit.gateway.stop()
    }

    @Test func `an earlier answer is not used for a later request`() async throws {
        let visit = try await GatewayVisit()
        let prepared = try await PreparedPayment(visit)
        visit.gateway.inject(SimulatedFault(.confirm, takesEffect: true, delivery: .twice))
        _ = try? await prepared.confirm()
        let status = try await visit.client.status(of: prepared.payment)
        #expect(status.status == .processing || status.status == .succeeded)
        #expect(try prepared.state.contradictions == 0)
        await visit.gateway.stop()
    }
}
