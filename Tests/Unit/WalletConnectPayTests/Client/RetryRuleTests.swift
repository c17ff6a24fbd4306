import Bridge
import WalletConnectPay
import Testing
import Network

struct RetryRuleTests {
    @Test(arguments: [
        ScriptedSender.Reply.raw(429, [], []), .error(400, "rate_limited"), .raw(500, [], []), .raw(599, [], []),
        .error(409, "internal_error"), .failure(.unreachable), .failure(.timedOut), .failure(.interrupted),
    ])
    func `a request that fails transiently is sent six times in all`(reply: ScriptedSender.Reply) async throws {
        let bench = try ClientBench(["options": [reply], "status": [reply], "fetch": [reply], "cancel": [reply]])
        _ = try? await bench.options()
        _ = try? await bench.client.status(of: bench.payment)
        _ = try? await bench.client.actions(of: bench.payment, option: "opt_1")
        _ = try? await bench.client.cancel(bench.payment)
        for route in ["options", "status", "fetch", "cancel"] {
            #expect(bench.sender.asked.filter { $0 == route }.count == 6, "\(route)")
        }
        #expect(Array(bench.clock.waits.prefix(5)) == [1, 2, 2, 2, 2].map(Duration.seconds))
    }

    @Test(arguments: [400, 401, 403, 404, 409, 410, 422, 451, 302])
    func `a request that is refused is not retried`(status: Int) async throws {
        let bench = try ClientBench(["options": [.raw(status, [], [])]])
        _ = try? await bench.options()
        #expect(bench.sender.requests.count == 1)
    }

    @Test(arguments: [NetworkError.untrusted, .tooLarge, .malformed, .unusableAddress, .closed])
    func `a permanent error is not retried`(error: NetworkError) async throws {
        let bench = try ClientBench(["options": [.failure(error)]])
        _ = try? await bench.options()
        #expect(bench.sender.requests.count == 1)
    }

    @Test func `a late success is returned`() async throws {
        let bench = try ClientBench([
            "options": [.failure(.interrupted), .raw(503, [], []), .raw(429, [], []), .ok(GatewayText.options())]
        ])
        #expect(try await bench.options().options.count == 1)
        #expect(bench.sender.requests.count == 4)
    }

    @Test func `a random part adds up to half of a delay`() async throws {
        let bench = try ClientBench(["options": [.raw(500, [], [])]], chance: 1)
        _ = try? await bench.options()
        #expect(bench.clock.waits == [1_500, 3_000, 3_000, 3_000, 3_000].map(Duration.milliseconds))
    }

    @Test(arguments: [
        ("3", Duration.seconds(3)), ("10", .seconds(10)), ("0", .seconds(1)), ("-1", .seconds(1)),
        ("soon", .seconds(1)),
        ("1.5", .seconds(1)), ("Wed, 21 Oct 2026 07:28:00 GMT", .seconds(1)), ("99999999999", .seconds(1)),
        ("", .seconds(1)),
    ])
    func `the gateway's Retry-After is respected if it is valid`(wish: String, pause: Duration) async throws {
        let bench = try ClientBench([
            "status": [.raw(429, [], [(name: "retry-after", value: wish)]), .ok(["status": "failed"])]
        ])
        _ = try await bench.client.status(of: bench.payment)
        #expect(bench.clock.waits == [pause])
    }

    @Test func `if the requested delay is too long, the client gives up and reports it`() async throws {
        let bench = try ClientBench(["status": [.raw(429, [], [(name: "retry-after", value: "11")])]])
        await #expect(throws: PayError.rateLimited(retryAfter: .seconds(11))) {
            try await bench.client.status(of: bench.payment)
        }
        #expect(bench.sender.requests.count == 1)
    }

    @Test func `after a minute nothing is retried`() async throws {
        let bench = try ClientBench(["status": [.raw(503, [], [(name: "retry-after", value: "10")])]])
        var rule = RetryRule()
        rule.count = 100
        var configuration = PayClient.Configuration(apiKey: "k")
        configuration.baseURL = "https://gateway.example"
        let client = try PayClient(configuration, sender: bench.sender, time: bench.clock.time, retry: rule)
        await #expect(throws: PayError.http(503)) { try await client.status(of: bench.payment) }
        #expect(bench.sender.requests.count == 7)
    }
}
