import Bridge
import SumUp
import Synchronization
import TestSupport
import Testing

@Suite @MainActor struct SumUpFlowTests {
    private let journal = MemorySumUpJournal()
    private let clock = ManualClock()

    /// Seconds since 1970, with the clock.
    private var payments: SumUpPayments {
        SumUpPayments(
            journal: journal, limit: 900, now: { [clock] in 1_000 + clock.time.now().components.seconds })
    }

    private func request(_ name: String? = nil) throws -> SumUpRequest {
        try SumUpRequest(amount: "12.50", currency: "EUR", affiliateKey: "k", foreignID: name)
    }

    private func handOver() async throws -> SumUpFlow {
        try await SumUpFlow.handOver(request(), in: payments, time: clock.time) { _ in true }
    }

    private func answer(_ attempt: SumUpAttempt, _ status: String = "success&smp-tx-code=T1") async throws {
        _ = try await payments.take("drawbridge://sumup-callback?attempt=\(attempt.secret)&smp-status=\(status)")
    }

    private func waiting(_ flow: SumUpFlow, within limit: Duration = SumUpFlow.patience) async
        -> Task<SumUpAttempt?, Never>
    {
        let next = Task { await flow.next(within: limit) }
        while clock.sleeperCount == 0 { await Task.yield() }
        return next
    }

    @Test func `a payment is recorded before it is sent`() async throws {
        let recorded = Mutex<SumUpAttempt?>(nil)
        let flow = try await SumUpFlow.handOver(request(), in: payments, time: clock.time) { attempt in
            recorded.withLock { $0 = attempt }
            return true
        }
        #expect(recorded.withLock(\.self)?.state == .started)
        #expect(flow.attempt.state == .waiting)
        #expect(await journal.attempt(secret: flow.attempt.secret) == flow.attempt)
    }

    @Test func `if the name is taken, nothing is sent to the app`() async throws {
        _ = try await payments.begin(request("order-1"))
        await #expect(throws: SumUpError.nameTaken) {
            try await SumUpFlow.handOver(request("order-1"), in: payments) { _ in
                Issue.record("It was handed over.")
                return true
            }
        }
    }

    @Test func `a payment that no program opened has failed, and a late success is a contradiction`() async throws {
        let flow = try await SumUpFlow.handOver(request(), in: payments, time: clock.time) { _ in false }
        #expect(flow.attempt.state == .failed(.notHandedOver))
        let next = await waiting(flow)
        try await answer(flow.attempt)
        #expect(await next.value?.state == .mismatch(.paidUnsent))
    }

    @Test func `an answer that comes before anything waits for it is not lost`() async throws {
        let flow = try await SumUpFlow.handOver(request(), in: payments, time: clock.time) { _ in true }
        try await answer(flow.attempt)
        #expect(await flow.next()?.state == .succeededUnverified(transactionCode: "T1"))
        #expect(await flow.next() == nil)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a change wakes the flow, without a timer`() async throws {
        let flow = try await handOver()
        let next = await waiting(flow)
        try await answer(flow.attempt, "failed")
        #expect(await next.value?.state == .failed(.reported(.unsaid)))
        #expect(clock.time.now() == .zero)
    }

    @Test func `changes of other payments change nothing`() async throws {
        let flow = try await handOver()
        let next = await waiting(flow)
        try await answer(try await handOver().attempt)
        for _ in 0..<100 { await Task.yield() }
        #expect(flow.attempt.state == .waiting)
        try await answer(flow.attempt)
        #expect(await next.value?.state == .succeededUnverified(transactionCode: "T1"))
    }

    @Test func `a payment without an answer is timed out at its deadline, and an answer still counts`() async throws {
        let flow = try await handOver()
        let timedOut = await waiting(flow)
        clock.advance(by: .seconds(900))
        #expect(await timedOut.value?.state == .timedOut)
        #expect(flow.attempt.isOver)
        let paid = await waiting(flow)
        try await answer(flow.attempt)
        #expect(await paid.value?.state == .succeededUnverified(transactionCode: "T1"))
    }

    @Test func `a payment that was given up is still tracked`() async throws {
        let flow = try await handOver()
        let next = await waiting(flow)
        await flow.abandon()
        #expect(await next.value?.state == .abandoned)
        let late = await waiting(flow)
        try await answer(flow.attempt)
        #expect(await late.value?.state == .mismatch(.paidAfterAbandoned))
    }

    @Test func `a caller can limit its wait`() async throws {
        let flow = try await handOver()
        let next = await waiting(flow, within: .seconds(5))
        clock.advance(by: .seconds(5))
        #expect(await next.value == nil)
        #expect(await flow.next(within: .zero) == nil)
        #expect(flow.attempt.state == .waiting)
    }

    @Test func `an attempt without an answer is followed for a day, and not without its window`() async throws {
        let flow = try await handOver()
        await flow.abandon()
        #expect(await flow.next()?.state == .abandoned)
        let whole = await waiting(flow)
        clock.advance(by: SumUpFlow.patience)
        #expect(await whole.value == nil)
        // A window cancels what it owns.
        let unneeded = await waiting(flow)
        unneeded.cancel()
        #expect(await unneeded.value == nil)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a payment that is shown as a code waits for the user`() async throws {
        let attempt = try await SumUpFlow.show(request(), in: payments)
        #expect(attempt.state == .waiting)
        #expect(!attempt.request.url().contains("sumup-callback"))
    }
}
