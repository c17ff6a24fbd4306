import Bridge
import LocalServer
import WalletConnectPay
import Simulators
import Testing

@Suite(.timeLimit(.minutes(15))) struct ClientAtGatewayTests {
    @Test(arguments: [PaymentPreset.usdc, .usdt, .usdtFirst, .eth, .several]) func `the client pays at the gateway`(
        _ preset: PaymentPreset
    ) async throws {
        let visit = try await GatewayVisit("pays-\(preset.rawValue)")
        let payment = try visit.make(preset.plan)
        let result = try await visit.pay(payment)
        #expect(result.status == .succeeded)
        #expect(result.result?.txID == visit.gateway.state(of: payment.text)?.transaction)
        #expect(visit.gateway.count(.confirm, for: payment.text) == 1)
    }

    @Test func `a list of fields is filled in`() async throws {
        let visit = try await GatewayVisit("fields")
        let payment = try visit.make(PaymentPreset.fields.plan)
        let fields =
            ["fullName": "Ada Example", "dob": "1990-12-31", "pobCountry": "AT", "pobAddress": "Graz"]
            .map { CollectedField(id: $0, value: $1) } + [CollectedField(id: "tosConfirmed", value: "true")]
        await #expect(throws: PayError.dataCollectionRequired) { try await visit.pay(payment) }
        let result = try await visit.pay(payment, data: fields)
        #expect(result.status == .succeeded)
    }

    @Test(arguments: [
        (PaymentPreset.expired, PaymentStatus.expired), (.cancelled, .cancelled), (.paid, .succeeded),
        (.insufficient, .requiresAction),
    ]) func `a payment that no account can make has no options`(_ preset: PaymentPreset, _ status: PaymentStatus)
        async throws
    {
        let visit = try await GatewayVisit("closed-\(preset.rawValue)")
        let options = try await visit.options(of: try visit.make(preset.plan))
        #expect(options.options.isEmpty)
        #expect(options.info?.status == status)
    }

    @Test func `unknown fields do not stop a payment`() async throws {
        let visit = try await GatewayVisit("unknown")
        var plan = PaymentPreset.several.plan
        plan.hasUnknowns = true
        let payment = try visit.make(plan)
        let result = try await visit.pay(payment)
        #expect(result.status == .succeeded)
    }

    @Test func `a failed payment is reported as failed`() async throws {
        let visit = try await GatewayVisit("failed")
        let result = try await visit.pay(try visit.make(PaymentPreset.failing.plan))
        #expect(result.status == .failed)
        #expect(result.failureCode == "declined_user")
    }

    @Test func `an unknown payment and an expired option are refused, and a payment can be cancelled twice`()
        async throws
    {
        let visit = try await GatewayVisit("over")
        let unknown = try PaymentID("pay_nobody").orThrow
        await #expect(throws: PayError.paymentNotFound) { try await visit.options(of: unknown) }
        let payment = try visit.make(PaymentPreset.eth.plan)
        let option = try await visit.options(of: payment).options.first.orThrow
        visit.gateway.moveClock(by: 150)
        await #expect(throws: PayError.quoteExpired) { try await visit.client.actions(of: payment, option: option.id) }
        #expect(try await visit.client.cancel(payment) == .cancelled)
        #expect(try await visit.client.cancel(payment) == .cancelled)
    }

    @Test func `a signature by another key is refused`() async throws {
        let visit = try await GatewayVisit("stranger")
        let payment = try visit.make(PaymentPreset.usdc.plan)
        let option = try await visit.options(of: payment).options.first.orThrow
        let strange = "0x" + String(repeating: "11", count: 64) + "1b"
        await #expect(throws: PayError.invalidSignature) {
            try await visit.client.confirm(payment, option: option.id, signatures: [strange])
        }
    }

    @Test(arguments: [
        ("lost-answer", SimulatedFault.lostAnswer(.confirm)), ("lost-request", .lostRequest(.confirm)),
        ("half", SimulatedFault(.confirm, takesEffect: true, delivery: .half)),
        ("garbage", SimulatedFault(.confirm, takesEffect: true, body: "<html>")),
        ("broken", .refusal(.confirm, status: 503, code: "internal_error")),
        ("twice", SimulatedFault(.confirm, takesEffect: true, delivery: .twice)),
    ]) func `a confirmation with faults pays once, or is not reported as paid`(
        _ name: String, _ fault: SimulatedFault
    ) async throws {
        let visit = try await GatewayVisit("error-\(name)")
        let payment = try visit.make(PaymentPreset.usdc.plan)
        visit.gateway.inject(fault, for: payment.text)
        let result = try? await visit.pay(payment)
        let state = try visit.gateway.state(of: payment.text).orThrow
        #expect((result?.status == .succeeded) == (state.status == "succeeded"))
        #expect(state.repeats == 0)
        #expect(state.contradictions == 0)
    }
}
