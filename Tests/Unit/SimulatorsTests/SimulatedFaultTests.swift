import Bridge
import LocalServer
import Simulators
import Testing
import Network

@Suite(.timeLimit(.minutes(15))) struct SimulatedFaultTests {
    @Test func `a scripted error occurs as often as specified, then requests succeed`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.usdc)
        client.gateway.inject(
            .refusal(.options, status: 429, code: "rate_limited", times: 2, headers: [.init("Retry-After", "1")]),
            for: payment)
        for _ in 0..<2 {
            let answer = try await client.options(payment)
            #expect(answer.status == 429)
            #expect(answer.json["code"] == "rate_limited")
            #expect(answer.response.header("Retry-After") == "1")
        }
        let answer = try await client.options(payment)
        #expect(answer.status == 200)
        #expect(client.gateway.count(.options, for: payment) == 3)
    }

    @Test func `a lost answer has taken effect, a lost request has not`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.usdc)
        let option = try await client.options(payment).json["options"]?[0]
        let results = try client.results(for: option?["actions"])
        client.gateway.inject(.lostRequest(.confirm), for: payment)
        await #expect(throws: NetworkError.self) { try await client.confirm(payment, option, results) }
        #expect(client.gateway.state(of: payment)?.status == "requires_action")
        client.gateway.inject(.lostAnswer(.confirm), for: payment)
        // The first fault is used up, so the second applies.
        await #expect(throws: NetworkError.self) { try await client.confirm(payment, option, results) }
        #expect(client.gateway.state(of: payment)?.results == results)
    }

    @Test func `a truncated answer is invalid`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.usdc)
        client.gateway.inject(SimulatedFault(.options, takesEffect: true, delivery: .half))
        await #expect(throws: NetworkError.self) { try await client.options(payment) }
    }

    @Test func `a scripted body is sent unchanged`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.usdc)
        client.gateway.inject(SimulatedFault(.status, body: "{\"status\":"))
        let answer = try await client.status(payment)
        #expect(answer.response.body == Array("{\"status\":".utf8))
    }

    @Test func `a fault of one payment does not affect others`() async throws {
        let client = try await GatewayClient.start()
        let (one, other) = (client.gateway.make(.usdc), client.gateway.make(.usdc))
        client.gateway.inject(SimulatedFault(nil, times: nil, status: 500, code: "internal_error"), for: one)
        let good = try await client.status(other)
        #expect(good.status == 200)
        let bad = try await client.status(one)
        #expect(bad.status == 500)
    }
}
