import LocalServer
import WalletConnectPay
import Simulators
import Testing

/// A payment is never confirmed twice, over real sockets and whatever happens to them.
@MainActor @Suite(.serialized, .timeLimit(.minutes(10))) struct SubmissionFaultTests {
    @Test func `a lost answer is recovered from the status`() async throws {
        for fault in [
            SimulatedFault.lostAnswer(.confirm), SimulatedFault(.confirm, takesEffect: true, delivery: .half),
            SimulatedFault(.confirm, takesEffect: true, status: 502, code: "x"),
            SimulatedFault(.confirm, takesEffect: true, status: 500, code: "internal_error"),
            SimulatedFault(.confirm, takesEffect: true, body: "<html>"),
        ] {
            let fixture = try await FaultFixture(PaymentPreset.usdc.plan)
            fixture.gateway.inject(fault, for: fixture.payment.text)
            try await fixture.start()
            await fixture.pay()
            #expect(Self.isTaken(fixture.state), "\(fault)")
            #expect(fixture.gateway.count(.confirm, for: fixture.payment.text) == 1)
            #expect(fixture.books?.results.count == 1)
            await fixture.gateway.stop()
        }
    }

    @Test func `a lost request leaves the outcome unknown, and the same signatures may be sent again`() async throws {
        let fixture = try await FaultFixture(PaymentPreset.usdc.plan)
        fixture.gateway.inject(.lostRequest(.confirm), for: fixture.payment.text)
        try await fixture.start()
        await fixture.pay(until: { fixture.state == .unsure(isAsking: false) })
        #expect(fixture.state == .unsure(isAsking: false))
        #expect(fixture.gateway.count(.confirm, for: fixture.payment.text) == 1)
        #expect(fixture.books?.results == [])
        await fixture.pay()
        #expect(Self.isTaken(fixture.state))
        #expect(fixture.signer.count == 1)
        #expect(fixture.books?.contradictions == 0)
        #expect(fixture.books?.repeats == 0)
        await fixture.gateway.stop()
    }

    /// Faults in any order, and a user who comes back until the outcome is known; with a number that repeats a run.
    @Test func `in 60 runs with many faults no payment is confirmed twice and none is lost`() async throws {
        var unknown = 0
        for seed in 0..<60 as Range<UInt64> {
            var dice = SeededGenerator(seed: seed)
            let fixture = try await FaultFixture(PaymentPreset.usdc.plan)
            let id = fixture.payment.text
            for _ in 0..<Int.random(in: 1...6, using: &dice) { fixture.gateway.inject(Self.fault(&dice), for: id) }
            try await fixture.start()
            for _ in 0..<20 where !Self.isTaken(fixture.state) {
                await fixture.pay(until: { fixture.state == .unsure(isAsking: false) || Self.isTaken(fixture.state) })
                guard case .unsure? = fixture.state else { continue }
                unknown += 1
                // Nothing else is signed while the outcome is unknown.
                fixture.queue?.take(.pay)
                fixture.queue?.take(.retry)
                #expect(fixture.state == .unsure(isAsking: false), "run \(seed)")
                await fixture.pay()
            }
            #expect(Self.isTaken(fixture.state), "run \(seed): \(String(describing: fixture.state))")
            #expect(fixture.signer.count == 1, "run \(seed)")
            #expect(fixture.books?.results.count == 1, "run \(seed)")
            #expect(fixture.books?.contradictions == 0, "run \(seed)")
            #expect(fixture.books?.repeats == 0, "run \(seed)")
            await fixture.gateway.stop()
        }
        #expect(unknown > 0)
    }

    private static func isTaken(_ state: PaymentFlow.State?) -> Bool {
        switch state {
        case .processing, .ended(.succeeded): true
        default: false
        }
    }

    private static func fault(_ dice: inout SeededGenerator) -> SimulatedFault {
        let call: GatewayCall = Bool.random(using: &dice) ? .confirm : .status
        return switch Int.random(in: 0..<8, using: &dice) {
        case 0: .lostAnswer(call)
        case 1: .lostRequest(call)
        case 2: SimulatedFault(call, takesEffect: true, delivery: .half)
        case 3: .refusal(call, status: 429, code: "rate_limited")
        case 4: .refusal(call, status: 500, code: "internal_error")
        case 5: SimulatedFault(call, takesEffect: Bool.random(using: &dice), status: 502, code: "bad_gateway")
        case 6: SimulatedFault(call, takesEffect: true, body: "{}")
        default: SimulatedFault(call, takesEffect: true, delay: 1)
        }
    }
}

/// A generator that repeats itself (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
