import Bridge
import SumUp
import Synchronization
import Testing

@Suite struct SumUpPaymentsTests {
    private let journal = MemorySumUpJournal()
    private let clock = Clock()

    private final class Clock: Sendable {
        let now = Mutex<Int64>(1_000)
    }

    private func sumUpPayments() -> SumUpPayments {
        SumUpPayments(journal: journal, limit: 600, now: { [clock] in clock.now.withLock(\.self) })
    }

    private func request(_ name: String? = nil) throws -> SumUpRequest {
        try SumUpRequest(
            amount: "12.50", currency: "EUR", affiliateKey: "k", foreignID: name,
            returns: .init(SumUpReturnAddress("https://shop.example/back")))
    }

    @Test func `an attempt is recorded before it is sent, with unguessable names`() async throws {
        let attempt = try await sumUpPayments().begin(request())
        #expect(await journal.recent(limit: 9) == [attempt])
        #expect(attempt.secret.utf8.count == 32)
        #expect(attempt.foreignID.utf8.count == 32)
        #expect(attempt.foreignID != attempt.secret)
        let link = attempt.request.url()
        #expect(link.contains("callback=drawbridge%3A%2F%2Fsumup-callback%3Fattempt%3D\(attempt.secret)&"))
        #expect(!link.contains("shop.example"))
        let other = try await sumUpPayments().begin(request("sale-7"))
        #expect(other.foreignID == "sale-7")
        #expect(other.secret != attempt.secret)
    }

    @Test func `on a phone the answer goes to the address in the request`() async throws {
        let attempt = try await sumUpPayments().begin(request(), keepsReturns: true)
        #expect(attempt.request.url().contains("callback=https%3A%2F%2Fshop.example%2Fback"))
    }

    @Test func `an answer updates the attempt that it names, once`() async throws {
        let attempt = try await sumUpPayments().begin(request())
        _ = try await sumUpPayments().move(secret: attempt.secret, .handedOver)
        let link = "drawbridge://sumup-callback?attempt=\(attempt.secret)&smp-status=success&smp-tx-code=T1"
        let taken = try await sumUpPayments().take(link)
        #expect(taken.attempt.state == .succeededUnverified(transactionCode: "T1"))
        #expect(taken.answer.status == .success)
        await #expect(throws: SumUpError.stray) { try await sumUpPayments().take(link) }
        #expect(await journal.attempt(secret: attempt.secret) == taken.attempt)
    }

    @Test func `a failure after a success is a contradiction`() async throws {
        let attempt = try await sumUpPayments().begin(request())
        let link = "drawbridge://sumup-callback?attempt=\(attempt.secret)&smp-status=success&smp-tx-code=T1"
        _ = try await sumUpPayments().take(link)
        let taken = try await sumUpPayments().take(link.replacing("success", with: "failed"))
        #expect(taken.attempt.state == .mismatch(.failedAfterPaid))
    }

    @Test func `an answer without the secret is ignored, even if it has the name`() async throws {
        let attempt = try await sumUpPayments().begin(request("order-42"))
        for status in ["success&smp-tx-code=FAKE1", "failed", "invalidstate"] {
            await #expect(throws: SumUpError.stray) {
                try await sumUpPayments().take(
                    "drawbridge://sumup-callback?smp-status=\(status)&foreign-tx-id=order-42")
            }
        }
        let link = "drawbridge://sumup-callback?attempt=\(attempt.secret)&smp-status=failed&foreign-tx-id=order-42"
        #expect(try await sumUpPayments().take(link).attempt.state == .failed(.reported(.unsaid)))
    }

    @Test func `a success after a failure is a contradiction`() async throws {
        let attempt = try await sumUpPayments().begin(request())
        let failed = "drawbridge://sumup-callback?attempt=\(attempt.secret)&smp-status=failed"
        _ = try await sumUpPayments().take(failed)
        await #expect(throws: SumUpError.stray) { try await sumUpPayments().take(failed) }
        let success = "drawbridge://sumup-callback?attempt=\(attempt.secret)&smp-status=success&smp-tx-code=T1"
        #expect(try await sumUpPayments().take(success).attempt.state == .mismatch(.paidAfterFailed))
        await #expect(throws: SumUpError.stray) { try await sumUpPayments().take(success) }
    }

    @Test func `a user's name is used once, and a page's may be reused if nothing was paid`() async throws {
        let first = try await sumUpPayments().begin(request("order-42"))
        await #expect(throws: SumUpError.nameTaken) { try await sumUpPayments().begin(request("order-42")) }
        _ = try await sumUpPayments().move(secret: first.secret, .decided(isPaid: false))
        await #expect(throws: SumUpError.nameTaken) { try await sumUpPayments().begin(request("order-42")) }
        let page = try Origin(serialized: "https://shop.example")
        let other = try Origin(serialized: "https://other.example")
        // Names of payments from another page or the user do not conflict.
        let asked = try await sumUpPayments().begin(request("order-42"), for: page)
        _ = try await sumUpPayments().begin(request("order-42"), for: other)
        await #expect(throws: SumUpError.nameTaken) { try await sumUpPayments().begin(request("order-42"), for: page) }
        _ = try await sumUpPayments().take("drawbridge://sumup-callback?attempt=\(asked.secret)&smp-status=failed")
        let again = try await sumUpPayments().begin(request("order-42"), for: page)
        _ = try await sumUpPayments().take("drawbridge://sumup-callback?attempt=\(again.secret)&smp-status=success")
        await #expect(throws: SumUpError.nameTaken) { try await sumUpPayments().begin(request("order-42"), for: page) }
    }

    @Test(arguments: ["pending", "FAILED", "cancelled"])
    func `after an undocumented status a page gets no result, and cannot reuse the name`(
        status: String
    ) async throws {
        let page = try Origin(serialized: "https://shop.example")
        let attempt = try await sumUpPayments().begin(request("order-42"), for: page)
        _ = try await sumUpPayments().move(secret: attempt.secret, .handedOver)
        let link = "drawbridge://sumup-callback?attempt=\(attempt.secret)&smp-status="
        let (taken, answer) = try await sumUpPayments().take(link + status)
        #expect(taken.state == .unclear)
        #expect(taken.pageAddress == nil)
        #expect(taken.pageAddress(for: answer) == nil)
        await #expect(throws: SumUpError.nameTaken) { try await sumUpPayments().begin(request("order-42"), for: page) }
        #expect(try await sumUpPayments().take(link + "failed").attempt.state == .failed(.reported(.unsaid)))
        _ = try await sumUpPayments().begin(request("order-42"), for: page)
    }

    @Test(arguments: [
        "smp-status=success", "smp-status=success&foreign-tx-id=never-sent", "smp-status=success&attempt=0123",
        "smp-status=success&attempt=0123&foreign-tx-id=sale-7", "smp-status=success&foreign-tx-id=sale-7",
    ])
    func `an answer of another program changes nothing`(tail: String) async throws {
        let attempt = try await sumUpPayments().begin(request("sale-7"))
        await #expect(throws: SumUpError.stray) {
            try await sumUpPayments().take("drawbridge://sumup-callback?" + tail)
        }
        #expect(await journal.recent(limit: 9) == [attempt])
    }

    @Test func `of two payments that claim a name at the same time, one succeeds`() async throws {
        for number in 0..<50 {
            let (first, second) = (sumUpPayments(), sumUpPayments())
            let request = try request("order-\(number)")
            async let one = try? first.begin(request)
            async let two = try? second.begin(request)
            #expect(await [one, two].compactMap(\.self).count == 1)
        }
    }

    @Test func `of a thousand simultaneous answers one of each kind is accepted, and the contradiction is detected`()
        async throws
    {
        let attempt = try await sumUpPayments().begin(request())
        let sumUpPayments = sumUpPayments()
        let taken = await withTaskGroup(of: Int.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    let status = number.isMultiple(of: 2) ? "success" : "failed"
                    let link = "drawbridge://sumup-callback?attempt=\(attempt.secret)&smp-status=\(status)"
                    return (try? await sumUpPayments.take(link)) == nil ? 0 : 1
                }
            }
            return await group.reduce(0, +)
        }
        let state = await journal.attempt(secret: attempt.secret)?.state
        #expect(state == .mismatch(.failedAfterPaid) || state == .mismatch(.paidAfterFailed))
        #expect(taken == 2)
    }

    @Test func `an unanswered attempt times out, and a late answer still counts`() async throws {
        let attempt = try await sumUpPayments().begin(request())
        clock.now.withLock { $0 += 599 }
        #expect(try await sumUpPayments().attempt(secret: attempt.secret)?.state == .started)
        clock.now.withLock { $0 += 1 }
        #expect(try await sumUpPayments().recent(limit: 9).map(\.state) == [.timedOut])
        let link = "drawbridge://sumup-callback?attempt=\(attempt.secret)&smp-status=success"
        #expect(try await sumUpPayments().take(link).attempt.state == .succeededUnverified(transactionCode: nil))
    }

    @Test func `an action without effect is reported as impossible`() async throws {
        let attempt = try await sumUpPayments().begin(request())
        try await sumUpPayments().move(secret: attempt.secret, .notHandedOver)
        await #expect(throws: SumUpError.notPossible) {
            try await sumUpPayments().move(secret: attempt.secret, .handedOver)
        }
        await #expect(throws: SumUpError.notPossible) { try await sumUpPayments().move(secret: "none", .abandoned) }
    }
}
