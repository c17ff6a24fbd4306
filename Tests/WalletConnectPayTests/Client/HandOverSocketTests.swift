import Bridge
import WalletConnectPay
import Simulators
import Testing
import Network

/// A payment is never confirmed twice, over real sockets and whatever happens to them.
@Suite(.timeLimit(.minutes(10))) struct HandOverSocketTests {
    @Test func `a lost answer is recovered from the status`() async throws {
        let visit = try await GatewayVisit()
        for fault in [
            SimulatedFault.lostAnswer(.confirm), SimulatedFault(.confirm, takesEffect: true, delivery: .half),
            SimulatedFault(.confirm, takesEffect: true, status: 502, code: "x"),
            SimulatedFault(.confirm, takesEffect: true, status: 500, code: "internal_error"),
            SimulatedFault(.confirm, takesEffect: true, body: "<html>"),
        ] {
            let prepared = try await HandOverVisit(visit)
            prepared.inject(fault)
            let result = try await prepared.confirm()
            #expect(result.status == .processing || result.status == .succeeded)
            #expect(prepared.confirmations == 1)
            #expect(try prepared.state.results == prepared.signatures)
        }
        await visit.gateway.stop()
    }

    @Test func `an answer after the time limit is recovered from the status`() async throws {
        let visit = try await GatewayVisit(sender: HurriedSender())
        let prepared = try await HandOverVisit(visit)
        visit.gateway.inject(SimulatedFault(.confirm, takesEffect: true, delay: 5_000))
        let result = try await prepared.confirm()
        #expect(result.status == .processing || result.status == .succeeded)
        #expect(visit.gateway.count(.confirm) == 1)
        await visit.gateway.stop()
    }

    @Test func `a lost request leaves the outcome unknown, and the same signatures may be sent again`() async throws {
        let visit = try await GatewayVisit()
        let prepared = try await HandOverVisit(visit)
        visit.gateway.inject(.lostRequest(.confirm))
        await #expect(throws: PayError.outcomeUnknown) { try await prepared.confirm() }
        #expect(visit.gateway.count(.confirm) == 1)
        #expect(try await prepared.confirm().status == .processing)
        let state = try prepared.state
        #expect(state.contradictions == 0)
        #expect(state.repeats == 0)
        await visit.gateway.stop()
    }

    @Test func `a gateway that was killed continues where it stopped`() async throws {
        let visit = try await GatewayVisit()
        let port = visit.gateway.port
        let prepared = try await HandOverVisit(visit)
        await visit.gateway.stop()
        await #expect(throws: PayError.noConnection) { try await visit.options(of: prepared.payment) }
        await #expect(throws: PayError.self) { try await prepared.confirm() }
        #expect(visit.gateway.count(.confirm) == 0)
        try await visit.gateway.start(port: port)
        // The options ended when they were asked for again, had the question arrived; it did not.
        visit.clock.advance(by: .seconds(300))
        #expect(try await prepared.confirm().status == .processing)
        await visit.gateway.stop()
        await #expect(throws: PayError.noConnection) { try await visit.client.status(of: prepared.payment) }
        try await visit.gateway.start(port: port)
        #expect(try await visit.client.status(of: prepared.payment).status != .requiresAction)
        #expect(try prepared.state.contradictions == 0)
        await visit.gateway.stop()
    }

    /// Faults in any order, and a wallet that comes back until it knows; with a number that repeats a run.
    @Test func `in 60 runs with many faults no payment is confirmed twice and none is lost`() async throws {
        let visit = try await GatewayVisit()
        var unknown = 0
        for seed in 0..<60 as Range<UInt64> {
            var dice = SeededGenerator(seed: seed)
            let prepared = try await HandOverVisit(visit)
            for _ in 0..<Int.random(in: 1...6, using: &dice) { prepared.inject(Self.fault(&dice)) }
            var result: ConfirmResult?
            for _ in 0..<20 where result == nil {
                do throws(PayError) {
                    result = try await prepared.confirm()
                } catch .outcomeUnknown {
                    unknown += 1
                    await #expect(throws: PayError.outcomeUnknown, "storm \(seed)") {
                        try await prepared.confirm(["0x00"])
                    }
                } catch {}
            }
            let end = try #require(result, "storm \(seed)")
            #expect(end.status == .processing || end.status == .succeeded, "storm \(seed)")
            let state = try prepared.state
            #expect(state.results == prepared.signatures, "storm \(seed)")
            #expect(state.contradictions == 0, "storm \(seed)")
            #expect(state.repeats == 0, "storm \(seed)")
        }
        #expect(unknown > 0)
        await visit.gateway.stop()
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
