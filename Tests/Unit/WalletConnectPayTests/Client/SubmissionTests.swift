import Bridge
@testable import WalletConnectPay
import Testing
import Network

/// A payment is never confirmed twice: what the flow does with the results, and what the client tells it.
struct SubmissionTests {
    private typealias Reply = ScriptedSender.Reply

    private static let waiting = Reply.ok(["status": "requires_action", "isFinal": false])
    private static let processing = Reply.ok(["status": "processing", "isFinal": false, "pollInMs": 100])
    private static let succeeded = Reply.ok(["status": "succeeded", "isFinal": true, "info": ["txId": "0xabc"]])

    /// Replies after which the gateway may have the results.
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
        for (status, state) in [
            ("processing", PaymentFlow.State.processing(isAsking: false)),
            ("succeeded", .ended(.succeeded(transaction: nil))), ("failed", .ended(.gatewayFailed)),
            ("expired", .ended(.expired(by: .gateway))), ("cancelled", .ended(.cancelled(by: .gateway))),
            ("on_the_moon", .processing(isAsking: false)),
        ] {
            var bench = try SubmissionBench([
                "confirm": [reply, Self.succeeded], "status": [.ok(["status": .string(status)])],
            ])
            await bench.settle()
            #expect(bench.state == state)
            #expect(bench.asked == ["confirm", "status"])
        }
    }

    @Test(arguments: lost)
    private func `if the payment is still pending after a lost answer, three queries come before the next confirmation`(
        reply: Reply
    ) async throws {
        var bench = try SubmissionBench(["confirm": [reply, Self.succeeded], "status": [Self.waiting]])
        await bench.settle()
        #expect(bench.asked == ["confirm", "status", "status", "status", "confirm"])
        #expect(bench.waits == [.zero, .seconds(1), .seconds(2)])
        #expect(bench.state == .ended(.succeeded(transaction: "0xabc")))
    }

    @Test(arguments: lost)
    private func `an outcome that stays unknown is not confirmed again automatically more than twice`(
        reply: Reply
    ) async throws {
        var bench = try SubmissionBench(["confirm": [reply], "status": [Self.waiting]])
        await bench.settle()
        #expect(bench.submissions == 3)
        #expect(bench.state == .unsure(isAsking: false))
        #expect(bench.run.kept.last?.state == .confirming)
    }

    @Test func `a confirmation that arrives late is found by another query`() async throws {
        var bench = try SubmissionBench([
            "confirm": [.failure(.timedOut)], "status": [Self.waiting, .failure(.interrupted), Self.processing],
        ])
        await bench.settle()
        #expect(bench.state == .processing(isAsking: false))
        #expect(bench.submissions == 1)
    }

    @Test func `if the status cannot be queried either, the outcome is unknown`() async throws {
        var bench = try SubmissionBench(["confirm": [.failure(.interrupted)], "status": [.failure(.unreachable)]])
        await bench.settle()
        #expect(bench.state == .unsure(isAsking: false))
        #expect(bench.run.flow.notice == .notReached)
        #expect(bench.submissions == 1)
    }

    @Test func `before the same confirmation is retried, the status is queried`() async throws {
        var bench = try SubmissionBench(["confirm": [.failure(.timedOut)], "status": [Self.waiting]])
        await bench.settle()
        let count = bench.submissions
        bench.bench.sender.answer("confirm", Self.succeeded)
        bench.bench.sender.answer("status", Self.processing)
        await bench.check()
        #expect(bench.state == .processing(isAsking: false))
        #expect(bench.submissions == count)
    }

    @Test func `a retry while the payment is pending sends the same bytes`() async throws {
        var bench = try SubmissionBench(["confirm": [.failure(.timedOut)], "status": [Self.waiting]])
        await bench.settle()
        bench.bench.sender.answer("confirm", Self.succeeded)
        await bench.check()
        #expect(bench.state == .ended(.succeeded(transaction: "0xabc")))
        #expect(bench.asked.suffix(2) == ["status", "confirm"])
        let bodies = bench.bench.sender.bodies(of: "confirm")
        #expect(bodies.count == 4)
        #expect(Set(bodies.map { "\($0)" }).count == 1)
    }

    @Test(arguments: [
        ("quote_expired", PaymentFlow.State.refreshing), ("payment_expired", .ended(.expired(by: .gateway))),
        ("params_validation", .ended(.failed(.invalidOption))), ("invalid_state", .ended(.failed(.invalidState))),
        ("unauthorized", .ended(.failed(.unauthorized))),
    ])
    func `a different confirmation is not sent while the first may be in transit`(
        code: String, state: PaymentFlow.State
    ) async throws {
        var bench = try SubmissionBench([
            "confirm": [.failure(.timedOut), .error(400, code)], "status": [Self.waiting],
        ])
        await bench.settle()
        #expect(bench.submissions == 2)
        #expect(bench.state == .unsure(isAsking: false))
        for event in [PaymentFlow.Event.pay, .retry, .cancel, .leave, .tick] {
            #expect(bench.run.take(event).isEmpty)
        }
        bench.run.now += 110
        await bench.check()
        #expect(bench.state == .unsure(isAsking: false))
        #expect(bench.run.kept.last?.state == .confirming)
        bench.run.now += 7
        await bench.check()
        #expect(bench.state == state)
        #expect(bench.submissions == 2)
        #expect(bench.asked.last == "status")
    }

    @Test(arguments: ["params_validation", "quote_expired", "unauthorized", "payment_expired", "invalid_state"])
    func `a refusal of the second confirmation does not settle the outcome of the first`(code: String) async throws {
        var bench = try SubmissionBench([
            "confirm": [.failure(.timedOut), .error(400, code)],
            "status": [Self.waiting, Self.waiting, Self.waiting, Self.processing],
        ])
        await bench.settle()
        #expect(bench.state == .processing(isAsking: false))
        #expect(bench.submissions == 2)
    }

    @Test func `a first confirmation after the payment closed did not pay`() async throws {
        let bench = try ClientBench(["confirm": [.error(400, "invalid_state")], "status": [Self.succeeded]])
        await #expect(throws: PayError.invalidState) { try await bench.confirm() }
        #expect(bench.sender.asked == ["confirm"])
    }

    @Test func `a confirmation that arrived is not sent again, whatever the status says`() async throws {
        var bench = try SubmissionBench(["confirm": [Self.processing], "status": [Self.waiting]])
        await bench.settle()
        #expect(bench.state == .processing(isAsking: false))
        for result in [
            PaymentFixture.settled(.requiresAction), PaymentFixture.settled(.other("held")),
            PaymentFixture.settled(.processing),
        ] {
            #expect(
                bench.run.answer(.status(.success(result))) == [.askStatus(bench.run.flow.question, after: .seconds(1))]
            )
        }
        bench.run.answer(.status(.failure(.paymentNotFound)))
        bench.run.take(.checkStatus)
        bench.run.answer(.status(.success(PaymentFixture.settled(.succeeded, transaction: "0xabc"))))
        #expect(bench.state == .ended(.succeeded(transaction: "0xabc")))
        #expect(bench.asked == ["confirm"])
    }

    @Test func `of two simultaneous confirmations only one is sent`() async throws {
        var run = FlowRun()
        run.beginAndConfirm()
        let question = run.flow.question
        for event in [PaymentFlow.Event.pay, .retry, .checkStatus, .cancel, .leave, .tick, .begin, .sendAgain, .giveUp]
        {
            #expect(run.take(event).isEmpty)
        }
        // Responses to earlier requests, and those of other kinds, have no effect.
        run.take(.answer(question - 1, .kept(.success(()))))
        #expect(run.effects.isEmpty)
        #expect(run.state == .confirming)
    }

    @Test func `a confirmation that was cancelled during the request has an unknown outcome`() async throws {
        let bench = try ClientBench(["confirm": [.silence], "status": [Self.waiting]])
        let first = Task { try await bench.confirm() }
        while bench.sender.requests.isEmpty { await Task.yield() }
        first.cancel()
        await #expect(throws: PayError.cancelled) { try await first.value }
        #expect(bench.sender.asked == ["confirm"])
        #expect(PayError.cancelled.submissionEffect == .unknown)
    }

    @Test(arguments: lost)
    private func `the client sends a confirmation once, and says if its outcome is unknown`(reply: Reply) async throws {
        let bench = try ClientBench(["confirm": [reply, Self.succeeded], "status": [Self.succeeded]])
        await #expect(throws: PayError.outcomeUnknown) { try await bench.confirm() }
        #expect(bench.sender.asked == ["confirm"])
    }

    @Test func `after a failure the gateway's status is queried before the same is sent again`() async throws {
        for failure in [
            Reply.error(500, "internal_error"), .error(503, "internal_error"), .error(500, "wallet_not_found"),
            .failure(.unreachable),
        ] {
            var bench = try SubmissionBench(["confirm": [failure, failure, Self.succeeded], "status": [Self.waiting]])
            await bench.settle()
            #expect(bench.state == .ended(.succeeded(transaction: "0xabc")))
            #expect(bench.asked == ["confirm", "status", "confirm", "status", "confirm"])
            #expect(bench.waits == [.zero, .seconds(1)])
            var acted = try SubmissionBench(["confirm": [failure, Self.succeeded], "status": [Self.processing]])
            await acted.settle()
            #expect(acted.state == .processing(isAsking: false))
            #expect(acted.asked == ["confirm", "status"])
        }
    }

    @Test func `a gateway that keeps failing leaves the payment open for a retry`() async throws {
        var bench = try SubmissionBench(["confirm": [.error(500, "wallet_not_found")], "status": [Self.waiting]])
        await bench.settle()
        #expect(bench.submissions == 6)
        #expect(bench.asked.last == "status")
        #expect(bench.state == .unsure(isAsking: false))
        bench.bench.sender.answer("confirm", Self.succeeded)
        await bench.check()
        #expect(bench.state == .ended(.succeeded(transaction: "0xabc")))
    }

    @Test func `a gateway that fails and then does not answer may still have the confirmation`() async throws {
        var bench = try SubmissionBench(["confirm": [.raw(500, [], [])], "status": [.raw(200, [], [])]])
        await bench.settle()
        #expect(bench.state == .unsure(isAsking: false))
        bench.bench.sender.answer("confirm", Self.succeeded)
        bench.bench.sender.answer("status", Self.waiting)
        #expect(bench.run.take(.pay).isEmpty)
        await bench.check()
        #expect(bench.state == .ended(.succeeded(transaction: "0xabc")))
        #expect(bench.asked.suffix(4) == ["status", "status", "status", "confirm"])
    }

    @Test func `without a connection nothing was sent, and a retry is safe`() async throws {
        var bench = try SubmissionBench(["confirm": [.failure(.unreachable)], "status": [.failure(.unreachable)]])
        await bench.settle()
        #expect(bench.state == .unsure(isAsking: false))
        #expect(bench.submissions == 1)
        bench.bench.sender.answer("confirm", Self.succeeded)
        bench.bench.sender.answer("status", Self.waiting)
        await bench.check()
        #expect(bench.state == .ended(.succeeded(transaction: "0xabc")))
        #expect(bench.submissions == 2)
    }

    @Test func `without a connection after a lost answer the outcome stays unknown`() async throws {
        var bench = try SubmissionBench([
            "confirm": [.failure(.timedOut), .failure(.unreachable)], "status": [Self.waiting],
        ])
        await bench.settle()
        for _ in 0..<3 {
            #expect(bench.state == .unsure(isAsking: false))
            #expect(bench.run.flow.submission.lostAt == PaymentFixture.now)
            #expect(bench.run.kept.last?.state == .confirming)
            await bench.check()
        }
    }

    @Test func `after a rate limit the same is sent again later, because it was not processed`() async throws {
        var bench = try SubmissionBench([
            "confirm": [
                .raw(
                    429, Array(#"{"code":"rate_limited","message":"slow"}"#.utf8), [(name: "retry-after", value: "3")]),
                Self.succeeded,
            ], "status": [Self.waiting],
        ])
        await bench.settle()
        #expect(bench.state == .ended(.succeeded(transaction: "0xabc")))
        #expect(bench.asked == ["confirm", "status", "confirm"])
        #expect(bench.waits == [.seconds(3)])
    }

    @Test(arguments: [
        ("quote_expired", PaymentFlow.State.refreshing, ["confirm"]),
        ("payment_expired", .ended(.expired(by: .gateway)), ["confirm", "status"]),
        ("sanctioned_user", .ended(.complianceRefused), ["confirm", "status"]),
    ])
    func `a confirmation that the gateway refuses may be replaced by another`(
        code: String, state: PaymentFlow.State, asked: [String]
    ) async throws {
        var bench = try SubmissionBench(["confirm": [.error(409, code), Self.succeeded], "status": [Self.waiting]])
        await bench.settle()
        #expect(bench.state == state)
        #expect(bench.asked == asked)
        // The gateway has the signature, so the attempt stays known.
        #expect(bench.run.kept.last?.state.isOpen == false)
        #expect(bench.run.kept.last?.usableUntil != nil)
    }

    @Test func `a gateway that cannot be authenticated receives nothing`() async throws {
        let bench = try ClientBench(["confirm": [.failure(.untrusted)]])
        await #expect(throws: PayError.untrusted) { try await bench.confirm() }
        #expect(bench.sender.asked == ["confirm"])
    }
}
