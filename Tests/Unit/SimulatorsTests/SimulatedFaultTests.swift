import Bridge
import Simulators
import Testing
import Network

@Suite(.timeLimit(.minutes(15))) struct SimulatedFaultTests {
    @Test func `a scripted error occurs as often as specified, then requests succeed`() async throws {
        let guest = try await GatewayGuest.start()
        let payment = guest.gateway.make(.usdc)
        guest.gateway.inject(
            .refusal(.options, status: 429, code: "rate_limited", times: 2, headers: [.init("Retry-After", "1")]),
            for: payment)
        for _ in 0..<2 {
            let answer = try await guest.options(payment)
            #expect(answer.status == 429)
            #expect(answer.json["code"] == "rate_limited")
            #expect(answer.response.header("Retry-After") == "1")
        }
        let answer = try await guest.options(payment)
        #expect(answer.status == 200)
        #expect(guest.gateway.count(.options, for: payment) == 3)
    }

    @Test func `a lost answer has taken effect, a lost request has not`() async throws {
        let guest = try await GatewayGuest.start()
        let payment = guest.gateway.make(.usdc)
        let option = try await guest.options(payment).json["options"]?[0]
        let results = try guest.results(for: option?["actions"])
        guest.gateway.inject(.lostRequest(.confirm), for: payment)
        await #expect(throws: NetworkError.self) { try await guest.confirm(payment, option, results) }
        #expect(guest.gateway.state(of: payment)?.status == "requires_action")
        guest.gateway.inject(.lostAnswer(.confirm), for: payment)
        // The first fault is used up, so that the second strikes.
        await #expect(throws: NetworkError.self) { try await guest.confirm(payment, option, results) }
        #expect(guest.gateway.state(of: payment)?.results == results)
    }

    @Test func `a truncated answer is invalid`() async throws {
        let guest = try await GatewayGuest.start()
        let payment = guest.gateway.make(.usdc)
        guest.gateway.inject(SimulatedFault(.options, takesEffect: true, delivery: .half))
        await #expect(throws: NetworkError.self) { try await guest.options(payment) }
    }

    @Test func `a scripted body is sent unchanged`() async throws {
        let guest = try await GatewayGuest.start()
        let payment = guest.gateway.make(.usdc)
        guest.gateway.inject(SimulatedFault(.status, body: "{\"status\":"))
        let answer = try await guest.status(payment)
        #expect(answer.response.body == Array("{\"status\":".utf8))
    }

    @Test func `a fault of one payment does not affect others`() async throws {
        let guest = try await GatewayGuest.start()
        let (one, other) = (guest.gateway.make(.usdc), guest.gateway.make(.usdc))
        guest.gateway.inject(SimulatedFault(nil, times: nil, status: 500, code: "internal_error"), for: one)
        let good = try await guest.status(other)
        #expect(good.status == 200)
        let bad = try await guest.status(one)
        #expect(bad.status == 500)
    }
}
