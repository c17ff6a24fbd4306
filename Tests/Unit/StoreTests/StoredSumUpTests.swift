import Bridge
import Foundation
import GRDB
import SumUp
@testable import Store
import Testing

@Suite struct StoredSumUpTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private static let states: [SumUpAttempt.State] =
        [
            .started, .waiting, .succeededUnverified(transactionCode: "T1"),
            .succeededUnverified(transactionCode: nil), .failed(.notHandedOver), .failed(.notReady),
            .unclear, .abandoned, .timedOut,
        ] + SumUpFailure.allCases.map { .failed(.reported($0)) }
        + SumUpAttempt.Mismatch.allCases.map { .mismatch($0) }
        + SumUpAttempt.Resolution.allCases.map { .resolved($0) }

    private func attempt(_ secret: String, _ state: SumUpAttempt.State = .waiting) throws -> SumUpAttempt {
        let request = try SumUpRequest(
            amount: "12.50", currency: "EUR", affiliateKey: "k", appID: "com.example.till", title: "Straße + 'x'",
            receiptEmail: "a+b@shop.example", receiptPhone: "+491701234567", foreignID: "sale-7",
            returns: .init(SumUpReturnAddress("https://shop.example/back?a=b#c")), skipsSuccessScreen: true,
            tags: [.init("table", "7")])
        return SumUpAttempt(
            secret: secret, request: request,
            requester: .init(page: try Origin(serialized: "https://shop.example"), request: request), begun: 1,
            deadline: 2,
            state: state, changed: 3)
    }

    @Test func `an attempt is complete after a restart, in every state`() async throws {
        let all = try Self.states.enumerated().map { try attempt("s\($0.offset)", $0.element) }
        do {
            let store = try Store(folder: folder.path)
            for each in all { try await store.sumUp.add(each) }
        }
        do {
            let store = try Store(folder: folder.path)
            #expect(try await store.sumUp.recent(limit: 99) == all.reversed())
            #expect(try await store.sumUp.recent(limit: -1).isEmpty)
            #expect(try await store.sumUp.open() == all.filter { !$0.state.isSettled })
            #expect(try await store.sumUp.attempt(secret: "s1") == all[1])
            #expect(try await store.sumUp.attempt(secret: "none") == nil)
            #expect(try await store.sumUp.attempts(foreignID: "sale-7") == all.suffix(16).reversed())
        }
    }

    @Test func `an undocumented answer that was stored as a failure becomes unclear`() async throws {
        let step = try #require(Schema.steps.first { $0.contains("unknownStatus") })
        do {
            let store = try Store(folder: folder.path)
            try await store.sumUp.add(attempt("a", .failed(.notReady)))
            try await store.sumUp.add(attempt("b", .failed(.notReady)))
        }
        try Table(path: folder.file.path).writeNow { db in
            try db.execute(sql: "UPDATE sumup SET detail = 'unknownStatus' WHERE secret = 'b'")
            try db.execute(sql: step)
        }
        let store = try Store(folder: folder.path)
        #expect(try await store.sumUp.recent(limit: 9).map(\.state) == [.unclear, .failed(.notReady)])
    }

    @Test func `a secret is used once`() async throws {
        let store = try Store(folder: folder.path)
        try await store.sumUp.add(attempt("a"))
        await #expect(throws: SumUpError.notPossible) { try await store.sumUp.add(attempt("a", .started)) }
    }

    @Test func `of two programs that use a name at the same time, one succeeds`() async throws {
        let first = try Store(folder: folder.path)
        let second = try Store(folder: folder.path)
        let sumUpPayments = SumUpPayments(journal: first.sumUp, now: { 100 })
        let other = SumUpPayments(journal: second.sumUp, now: { 100 })
        for number in 0..<20 {
            let request = try SumUpRequest(
                amount: "1", currency: "EUR", affiliateKey: "k", foreignID: "order-\(number)")
            async let one = try? sumUpPayments.begin(request)
            async let two = try? other.begin(request)
            #expect(await [one, two].compactMap(\.self).count == 1)
            await #expect(throws: SumUpError.nameTaken) { try await other.begin(request) }
        }
    }

    @Test func `of two programs that change the same attempt, one succeeds`() async throws {
        let first = try Store(folder: folder.path)
        let second = try Store(folder: folder.path)
        let sumUpPayments = SumUpPayments(journal: first.sumUp, now: { 100 })
        let other = SumUpPayments(journal: second.sumUp, now: { 100 })
        for _ in 0..<20 {
            let request = try SumUpRequest(amount: "1", currency: "EUR", affiliateKey: "k")
            let attempt = try await sumUpPayments.begin(request)
            let link = "drawbridge://sumup-callback?attempt=\(attempt.secret)&smp-status="
            // A success after a failure would be taken as well: they do not fit together, and a person must look.
            async let one = try? sumUpPayments.take(link + "success&smp-tx-code=ONE").attempt
            async let two = try? other.take(link + "success&smp-tx-code=TWO").attempt
            let taken = await [one, two].compactMap(\.self)
            #expect(taken.count == 1)
            #expect(try await first.sumUp.attempt(secret: attempt.secret) == taken.first)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `a change by another program wakes those who wait, until they stop`()
        async throws
    {
        let first = try Store(folder: folder.path)
        let second = try Store(folder: folder.path)
        let (changes, change) = AsyncStream<Void>.makeStream()
        var observation: SumUpObservation? = try await first.sumUp.observe { change.yield() }
        var iterator = changes.makeAsyncIterator()
        let begun = try attempt("a", .waiting)
        try await second.sumUp.add(begun)
        await iterator.next()
        #expect(try await first.sumUp.attempt(secret: "a") == begun)
        var changed = begun
        changed = try #require(changed.after(.abandoned, at: 9))
        #expect(try await second.sumUp.replace(begun, by: changed))
        await iterator.next()
        #expect(try await first.sumUp.attempt(secret: "a") == changed)
        #expect(observation != nil)
        observation = nil
        try await second.sumUp.add(attempt("b"))
        change.finish()
    }

    @Test(arguments: [
        "request = 'sumupmerchant://pay/1.0?amount=0'", "request = 'javascript:x'", "page = 'null'",
        "state = 'resolved', detail = 'perhaps'", "state = 'failed', detail = NULL", "asked = ''",
    ])
    func `a row that was tampered with is refused`(change: String) async throws {
        let store = try Store(folder: folder.path)
        try await store.sumUp.add(attempt("a"))
        let queue = try DatabaseQueue(path: folder.file.path)
        try await queue.write { try $0.execute(sql: "UPDATE sumup SET \(change)") }
        await #expect(throws: SumUpError.self) { try await store.sumUp.recent(limit: 9) }
    }
}
