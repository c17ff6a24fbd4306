import Bridge
import WalletConnectPay
import Testing
import Network

/// A payment is never confirmed twice.
struct HandOverTests {
    private typealias Reply = ScriptedSender.Reply

    private static let waiting = Reply.ok(["status": "requires_action", "isFinal": false])
    private static let processing = Reply.ok(["status": "processing", "isFinal": false, "pollInMs": 100])
    private static let succeeded = Reply.ok(["status": "succeeded", "isFinal": true, "info": ["txId": "0xabc"]])

    /// What may be done with the question although no answer came.
    private static let lost: [Reply] = [
        .failure(.timedOut), .failure(.interrupted), .failure(.tooLarge), .failure(.malformed), .raw(200, [], []),
        .raw(200, Array("{".utf8), []), .answer(200, ["status": 7]), .answer(200, []), .raw(502, [], []),
        .raw(504, [], []),
        // A proxy of the gateway, or an impostor, does not know more than the wallet.
        .raw(400, html, []), .raw(401, html, []), .raw(403, html, []), .raw(404, html, []), .raw(404, [], []),
        .raw(409, html, []), .raw(410, html, []), .raw(422, html, []), .raw(429, html, []), .raw(500, html, []),
        .raw(503, html, []), .answer(404, ["error": "not found"]), .answer(500, ["message": "oops"]),
        .answer(404, ["code": 404]), .answer(404, ["error": ["code": "payment_not_found", "message": "no"]]),
        .answer(404, ["code": "payment_not_found"]), .error(404, "solar_flare"), .error(422, "solar_flare"),
        .error(500, "solar_flare"),
    ]

    private static let html = Array("<html><h1>404 Not Found</h1></html>".utf8)

    @Test(arguments: lost)
    private func `after a lost answer the status is queried, and it is the result`(reply: Reply) async throws {
        for status in ["processing", "succeeded", "failed", "expired", "cancelled", "on_the_moon"] {
            let bench = try ClientBench([
                "confirm": [reply, Self.succeeded], "status": [.ok(["status": .string(status)])],
            ])
            #expect(try await bench.confirm().status == PaymentStatus(status))
            #expect(bench.sender.asked == ["confirm", "status"])
        }
    }

    @Test(arguments: lost)
    private func `if the payment is still pending after a lost answer, it is not confirmed again`(reply: Reply)
        async throws
    {
        let bench = try ClientBench(["confirm": [reply, Self.succeeded], "status": [Self.waiting]])
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm() }
        #expect(bench.sender.asked == ["confirm", "status", "status", "status"])
    }

    @Test func `a confirmation that arrives late is found by another query`() async throws {
        let bench = try ClientBench([
            "confirm": [.failure(.timedOut)], "status": [Self.waiting, .failure(.interrupted), Self.processing],
        ])
        #expect(try await bench.confirm().status == .processing)
        #expect(bench.sender.asked.filter { $0 == "confirm" }.count == 1)
    }

    @Test func `if the status cannot be queried either, the outcome is unknown`() async throws {
        let bench = try ClientBench(["confirm": [.failure(.interrupted)], "status": [.failure(.unreachable)]])
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm() }
        #expect(bench.sender.asked.filter { $0 == "confirm" }.count == 1)
    }

    @Test func `before the same confirmation is retried, the status is queried`() async throws {
        let bench = try ClientBench([
            "confirm": [.failure(.timedOut), Self.succeeded],
            "status": [Self.waiting, Self.waiting, Self.waiting, Self.processing],
        ])
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm() }
        #expect(try await bench.confirm().status == .processing)
        #expect(bench.sender.asked.filter { $0 == "confirm" }.count == 1)
    }

    @Test func `a retry while the payment is pending sends the same bytes`() async throws {
        let bench = try ClientBench(["confirm": [.failure(.timedOut), Self.succeeded], "status": [Self.waiting]])
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm() }
        #expect(try await bench.confirm().result?.txID == "0xabc")
        let bodies = bench.sender.bodies(of: "confirm")
        #expect(bodies.count == 2)
        #expect(bodies.first == bodies.last)
        #expect(bench.sender.asked == ["confirm", "status", "status", "status", "status", "confirm"])
    }

    @Test func `a different confirmation is not sent while the first may be in transit`() async throws {
        let bench = try ClientBench(["confirm": [.failure(.timedOut), Self.succeeded], "status": [Self.waiting]])
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm(["0xaa"]) }
        let count = bench.sender.requests.count
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm(["0xbb"]) }
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm(["0xaa"], option: "opt_2") }
        #expect(bench.sender.requests.count == count)
        bench.clock.advance(by: .seconds(120))
        #expect(try await bench.confirm(["0xbb"]).status == .succeeded)
        #expect(bench.sender.asked.suffix(2) == ["status", "confirm"])
    }

    @Test func `a second confirmation after the payment closed returns the result of the first`() async throws {
        let bench = try ClientBench([
            "confirm": [.failure(.timedOut), .error(400, "invalid_state")],
            "status": [Self.waiting, Self.waiting, Self.waiting, Self.waiting, Self.processing],
        ])
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm() }
        #expect(try await bench.confirm().status == .processing)
    }

    @Test(arguments: ["params_validation", "quote_expired", "unauthorized", "payment_expired"])
    func `a refusal of the second confirmation does not settle the outcome of the first`(code: String) async throws {
        let bench = try ClientBench([
            "confirm": [.failure(.timedOut), .error(400, code)],
            "status": [Self.waiting, Self.waiting, Self.waiting, Self.waiting, Self.processing],
        ])
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm() }
        #expect(try await bench.confirm().status == .processing)
    }

    @Test func `a first confirmation after the payment closed did not pay`() async throws {
        let bench = try ClientBench(["confirm": [.error(400, "invalid_state")], "status": [Self.succeeded]])
        await #expect(throws: PayError.invalidState) { try await bench.confirm() }
        #expect(bench.sender.asked == ["confirm"])
    }

    @Test func `a confirmation that arrived is not sent again, whatever is passed in`() async throws {
        let bench = try ClientBench(["confirm": [Self.processing], "status": [Self.succeeded]])
        #expect(try await bench.confirm().status == .processing)
        #expect(try await bench.confirm().status == .succeeded)
        #expect(try await bench.confirm(["0xbb"], option: "opt_2").status == .succeeded)
        #expect(bench.sender.asked == ["confirm", "status", "status"])
    }

    @Test func `of two simultaneous confirmations only one is sent`() async throws {
        let bench = try ClientBench(["confirm": [.silence], "status": [Self.waiting]])
        let first = Task { try await bench.confirm() }
        while bench.sender.requests.isEmpty { await Task.yield() }
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm() }
        first.cancel()
        await #expect(throws: PayError.cancelled) { try await first.value }
        #expect(bench.sender.asked == ["confirm"])
        bench.sender.answer("confirm", Self.succeeded)
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm(["0xbb"]) }
        #expect(try await bench.confirm().status == .succeeded)
        #expect(bench.sender.asked == ["confirm", "status", "confirm"])
    }

    @Test func `after a failure the gateway's status is queried before the same is sent again`() async throws {
        for failure in [
            Reply.error(500, "internal_error"), .error(503, "internal_error"), .error(500, "wallet_not_found"),
            .failure(.unreachable),
        ] {
            let bench = try ClientBench(["confirm": [failure, failure, Self.succeeded], "status": [Self.waiting]])
            #expect(try await bench.confirm().status == .succeeded)
            #expect(bench.sender.asked == ["confirm", "status", "confirm", "status", "confirm"])
            let acted = try ClientBench(["confirm": [failure, Self.succeeded], "status": [Self.processing]])
            #expect(try await acted.confirm().status == .processing)
            #expect(acted.sender.asked == ["confirm", "status"])
        }
    }

    @Test func `a gateway that keeps failing leaves the payment open for a retry`() async throws {
        let bench = try ClientBench(["confirm": [.error(500, "wallet_not_found")], "status": [Self.waiting]])
        await #expect(throws: PayError.http(500)) { try await bench.confirm() }
        #expect(bench.sender.asked.filter { $0 == "confirm" }.count == 6)
        #expect(bench.sender.asked.last == "status")
        bench.sender.answer("confirm", Self.succeeded)
        #expect(try await bench.confirm(["0xbb"]).status == .succeeded)
    }

    @Test func `a gateway that fails and then does not answer may still have the confirmation`() async throws {
        let bench = try ClientBench(["confirm": [.raw(500, [], [])], "status": [.raw(200, [], [])]])
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm() }
        bench.sender.answer("confirm", Self.succeeded)
        bench.sender.answer("status", Self.waiting)
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm(["0xbb"]) }
        #expect(try await bench.confirm().status == .succeeded)
    }

    @Test func `without a connection nothing was sent, and a retry is safe`() async throws {
        let bench = try ClientBench(["confirm": [.failure(.unreachable)], "status": [.failure(.unreachable)]])
        await #expect(throws: PayError.noConnection) { try await bench.confirm() }
        #expect(bench.sender.asked.filter { $0 == "confirm" }.count == 1)
        bench.sender.answer("confirm", Self.succeeded)
        #expect(try await bench.confirm(["0xbb"]).status == .succeeded)
    }

    @Test func `without a connection after a lost answer the outcome stays unknown`() async throws {
        let bench = try ClientBench([
            "confirm": [.failure(.timedOut), .failure(.unreachable)], "status": [Self.waiting],
        ])
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm() }
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm() }
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm(["0xbb"]) }
    }

    @Test func `after a rate limit the same is sent again later, because it was not processed`() async throws {
        let bench = try ClientBench([
            "confirm": [
                .raw(
                    429, Array(#"{"code":"rate_limited","message":"slow"}"#.utf8), [(name: "retry-after", value: "3")]),
                Self.succeeded,
            ]
        ])
        #expect(try await bench.confirm().status == .succeeded)
        #expect(bench.sender.asked == ["confirm", "confirm"])
        #expect(bench.clock.waits == [.seconds(3)])
    }

    @Test(arguments: ["quote_expired", "payment_expired", "sanctioned_user"])
    func `a confirmation that the gateway refuses may be replaced by another`(code: String) async throws {
        let bench = try ClientBench(["confirm": [.error(409, code), Self.succeeded]])
        await #expect(throws: PayError.self) { try await bench.confirm() }
        #expect(try await bench.confirm(["0xbb"], option: "opt_2").status == .succeeded)
        #expect(bench.sender.asked == ["confirm", "confirm"])
    }

    @Test func `a gateway that cannot be authenticated receives nothing`() async throws {
        let bench = try ClientBench(["confirm": [.failure(.untrusted)]])
        await #expect(throws: PayError.untrusted) { try await bench.confirm() }
        #expect(bench.sender.asked == ["confirm"])
    }
}
