import Bridge
import SumUp
import Testing

@Suite struct SumUpAttemptTests {
    private static let secret = "5ec7e7"

    private static func request(_ text: String = "12.50") throws -> SumUpRequest {
        try SumUpRequest(amount: text, currency: "EUR", affiliateKey: "k", foreignID: "sale-7")
    }

    static func attempt(_ state: SumUpAttempt.State = .waiting) throws -> SumUpAttempt {
        SumUpAttempt(
            secret: secret, request: try request(), requester: nil, begun: 100, deadline: 1_000, state: state,
            changed: 100)
    }

    static func answer(_ tail: String) throws -> SumUpAnswer {
        try SumUpAnswer(parsing: "drawbridge://sumup-callback?\(tail)", scheme: "drawbridge")
    }

    private static func record(
        paid: Bool = true, _ amount: String = "12.50", _ currency: String = "EUR", code: String = "T1",
        name: String = "sale-7"
    ) throws -> SumUpRecord {
        let unit = try #require(SumUpCurrency(currency))
        return SumUpRecord(
            isPaid: paid, amount: try SumUpAmount(amount, unit), transactionCode: code, foreignID: name)
    }

    @Test func `an attempt is recorded, sent to the app, and answered`() throws {
        let waiting = try #require(try Self.attempt(.started).after(.handedOver, at: 200))
        #expect(waiting.state == .waiting)
        #expect(waiting.changed == 200)
        let answer = try Self.answer("attempt=5ec7e7&smp-status=success&smp-tx-code=T1&foreign-tx-id=sale-7")
        let said = try #require(waiting.after(.answered(answer), at: 300))
        #expect(said.state == .succeededUnverified(transactionCode: "T1"))
        #expect(!said.state.isSettled)
        #expect(said.after(.recorded(try Self.record()), at: 400)?.state == .resolved(.verified))
    }

    @Test(arguments: [
        ("smp-status=success", SumUpAttempt.State.succeededUnverified(transactionCode: nil)),
        ("smp-status=failed", .failed(.reported(.unsaid))), ("smp-status=invalidstate", .failed(.notReady)),
        ("smp-status=failed&smp-failure-cause=invalid-param", .failed(.reported(.parameter))),
        ("smp-status=paid", .unclear), ("smp-status=failed&smp-failure-cause=no-connectivity", .unclear),
        ("smp-status=failed&smp-failure-cause=duplicate-foreign-tx-id", .unclear),
    ])
    func `the first answer counts, and it never proves a payment`(tail: String, state: SumUpAttempt.State) throws {
        let answer = try Self.answer("attempt=5ec7e7&" + tail)
        for before in [SumUpAttempt.State.started, .waiting, .timedOut] {
            #expect(try Self.attempt(before).after(.answered(answer), at: 200)?.state == state)
        }
    }

    @Test(arguments: [
        "attempt=other&smp-status=success", "attempt=5ec7e7&smp-status=success&foreign-tx-id=sale-8",
        "attempt=5EC7E7&smp-status=success", "smp-status=success&foreign-tx-id=SALE-7",
        "smp-status=success&foreign-tx-id=sale-7", "smp-status=success",
    ])
    func `an answer to another attempt changes nothing`(tail: String) throws {
        #expect(try Self.attempt().after(.answered(try Self.answer(tail)), at: 200) == nil)
    }

    @Test(arguments: [
        SumUpAttempt.State.mismatch(.amount), .resolved(.verified), .resolved(.paidByHand),
    ])
    func `a second answer changes nothing`(state: SumUpAttempt.State) throws {
        for tail in ["smp-status=success&smp-tx-code=T2", "smp-status=failed", "smp-status=invalidstate"] {
            let answer = try Self.answer("attempt=5ec7e7&" + tail)
            #expect(try Self.attempt(state).after(.answered(answer), at: 200) == nil)
        }
    }

    @Test(arguments: [
        SumUpAttempt.Failure.notReady, .reported(.unsaid), .reported(.transaction),
    ])
    func `a success after a failure is not lost, and anything else after it changes nothing`(
        failure: SumUpAttempt.Failure
    ) throws {
        let failed = try Self.attempt(.failed(failure))
        let success = try Self.answer("attempt=5ec7e7&smp-status=success&smp-tx-code=T2")
        let end = try #require(failed.after(.answered(success), at: 200))
        #expect(end.state == .mismatch(.paidAfterFailed))
        #expect(!end.state.isSettled)
        for tail in ["smp-status=failed", "smp-status=invalidstate", "smp-status=x"] {
            #expect(failed.after(.answered(try Self.answer("attempt=5ec7e7&" + tail)), at: 200) == nil)
        }
    }

    @Test(arguments: [
        ("success&smp-tx-code=T2", SumUpAttempt.State.succeededUnverified(transactionCode: "T2")),
        ("failed", .failed(.reported(.unsaid))), ("invalidstate", .failed(.notReady)),
    ])
    func `after an undocumented status the first documented one counts`(
        status: String, state: SumUpAttempt.State
    ) throws {
        let unclear = try #require(
            try Self.attempt().after(.answered(Self.answer("attempt=5ec7e7&smp-status=pending")), at: 150))
        #expect(unclear.state == .unclear)
        #expect(!unclear.state.isSettled)
        #expect(unclear.after(.answered(try Self.answer("attempt=5ec7e7&smp-status=x")), at: 200) == nil)
        #expect(unclear.after(.looked, at: 2_000) == nil)
        #expect(unclear.after(.recorded(try Self.record()), at: 200)?.state == .resolved(.verified))
        let answer = try Self.answer("attempt=5ec7e7&smp-status=\(status)")
        #expect(unclear.after(.answered(answer), at: 200)?.state == state)
    }

    @Test(arguments: [
        (SumUpAttempt.State.failed(.notHandedOver), SumUpAttempt.Mismatch.paidUnsent),
        (.resolved(.notPaid), .paidAfterNotPaid),
    ])
    func `an unexpected success is not lost`(
        before: SumUpAttempt.State, mismatch: SumUpAttempt.Mismatch
    ) throws {
        let attempt = try Self.attempt(before)
        let success = try Self.answer("attempt=5ec7e7&smp-status=success&smp-tx-code=T2")
        let end = try #require(attempt.after(.answered(success), at: 200))
        #expect(end.state == .mismatch(mismatch))
        #expect(!end.state.isSettled)
        for tail in ["attempt=5ec7e7&smp-status=failed", "attempt=other&smp-status=success"] {
            #expect(attempt.after(.answered(try Self.answer(tail)), at: 200) == nil)
        }
    }

    @Test func `a failure after a success is not lost, and a second success changes nothing`() throws {
        let paid = try Self.attempt(.succeededUnverified(transactionCode: "T1"))
        for tail in ["smp-status=failed", "smp-status=invalidstate", "smp-status=x"] {
            let end = paid.after(.answered(try Self.answer("attempt=5ec7e7&" + tail)), at: 200)
            #expect(end?.state == .mismatch(.failedAfterPaid))
        }
        let second = try Self.answer("attempt=5ec7e7&smp-status=success&smp-tx-code=T2")
        #expect(paid.after(.answered(second), at: 200) == nil)
    }

    @Test func `a success after the user gave up is not lost`() throws {
        let given = try #require(try Self.attempt().after(.abandoned, at: 200))
        #expect(given.state.isSettled)
        #expect(given.after(.answered(try Self.answer("attempt=5ec7e7&smp-status=failed")), at: 300) == nil)
        let late = given.after(.answered(try Self.answer("attempt=5ec7e7&smp-status=success")), at: 300)
        #expect(late?.state == .mismatch(.paidAfterAbandoned))
    }

    @Test func `the timeout ends the wait once, and not early`() throws {
        #expect(try Self.attempt().after(.looked, at: 999) == nil)
        let late = try #require(try Self.attempt().after(.looked, at: 1_000))
        #expect(late.state == .timedOut)
        #expect(late.after(.looked, at: 2_000) == nil)
        #expect(try Self.attempt(.succeededUnverified(transactionCode: nil)).after(.looked, at: 5_000) == nil)
    }

    @Test func `a clock that goes back does not reverse the order`() throws {
        #expect(try Self.attempt().after(.abandoned, at: 50)?.changed == 100)
    }

    @Test func `the account decides, and contradictions are reported`() throws {
        let said = SumUpAttempt.State.succeededUnverified(transactionCode: "T1")
        let table: [(SumUpAttempt.State, SumUpRecord, SumUpAttempt.State)] = [
            (.waiting, try Self.record(), .resolved(.verified)), (.timedOut, try Self.record(), .resolved(.verified)),
            (.succeededUnverified(transactionCode: nil), try Self.record(), .resolved(.verified)),
            (said, try Self.record("12.51"), .mismatch(.amount)),
            (said, try Self.record("12.50", "USD"), .mismatch(.amount)),
            (said, try Self.record(code: "T2"), .mismatch(.name)), (said, try Self.record(name: "x"), .mismatch(.name)),
            (said, try Self.record(paid: false), .mismatch(.notPaid)),
            (.failed(.notReady), try Self.record(), .mismatch(.paid)),
            (.abandoned, try Self.record(), .mismatch(.paid)),
            (.waiting, try Self.record(paid: false), .resolved(.notPaid)),
            (.failed(.notReady), try Self.record(paid: false), .resolved(.notPaid)),
        ]
        for (before, record, after) in table {
            #expect(try Self.attempt(before).after(.recorded(record), at: 200)?.state == after)
        }
        #expect(try Self.attempt(.mismatch(.amount)).after(.recorded(try Self.record()), at: 200) == nil)
    }

    @Test func `the user can end every attempt, once`() throws {
        for state in [
            SumUpAttempt.State.started, .waiting, .timedOut, .abandoned, .mismatch(.paid), .failed(.notReady),
            .succeededUnverified(transactionCode: nil),
        ] {
            let attempt = try Self.attempt(state)
            #expect(attempt.after(.decided(isPaid: true), at: 200)?.state == .resolved(.paidByHand))
            #expect(attempt.after(.decided(isPaid: false), at: 200)?.state == .resolved(.notPaid))
        }
        #expect(try Self.attempt(.resolved(.notPaid)).after(.decided(isPaid: true), at: 200) == nil)
    }

    @Test func `the answer is stored for the page, without unneeded members`() throws {
        let page = try Origin(serialized: "https://shop.example")
        let asked = try SumUpRequest(
            amount: "1", currency: "EUR", affiliateKey: "k", foreignID: "s",
            returns: .init(SumUpReturnAddress("https://shop.example/")))
        func address(_ state: SumUpAttempt.State) -> String? {
            SumUpAttempt(
                secret: "a", request: asked, requester: .init(page: page, request: asked), begun: 0, deadline: 1,
                state: state, changed: 0
            ).pageAddress
        }
        let base = "https://shop.example/?smp-status="
        #expect(address(.succeededUnverified(transactionCode: "T1")) == "\(base)success&smp-tx-code=T1&foreign-tx-id=s")
        #expect(
            address(.failed(.reported(.login))) == "\(base)failed&smp-failure-cause=invalid-token&foreign-tx-id=s")
        #expect(address(.failed(.notReady)) == "\(base)invalidstate&foreign-tx-id=s")
        for state in [
            SumUpAttempt.State.waiting, .unclear, .abandoned, .timedOut, .resolved(.paidByHand), .mismatch(.paid),
        ] {
            #expect(address(state) == nil)
        }
        // A page that heard nothing yet hears of the money.
        for state in [SumUpAttempt.State.mismatch(.paidAfterAbandoned), .mismatch(.paidUnsent)] {
            #expect(address(state) == "\(base)success&foreign-tx-id=s")
        }
    }

    @Test func `a page gets the result only at an address of its origin`() throws {
        let page = try Origin(serialized: "https://shop.example")
        func address(_ callback: String, _ status: String = "success") throws -> String? {
            let asked = try SumUpRequest(
                amount: "1", currency: "EUR", affiliateKey: "k", foreignID: "s",
                returns: .init(success: SumUpReturnAddress(callback), failure: nil))
            let attempt = SumUpAttempt(
                secret: "a", request: asked, requester: .init(page: page, request: asked), begun: 0, deadline: 1,
                state: .waiting, changed: 0)
            return attempt.pageAddress(for: try Self.answer("attempt=a&smp-status=\(status)"))
        }
        #expect(
            try address("https://shop.example/done?x=1")
                == "https://shop.example/done?x=1&smp-status=success&foreign-tx-id=s")
        #expect(try address("https://shop.example/done", "failed") == nil)
        #expect(try address("https://shop.example/done", "pending") == nil)
        for other in [
            "https://shop.example:8443/done", "https://www.shop.example/done", "https://evil.example/", "till://done",
            "http://127.0.0.1/done",
        ] {
            #expect(try address(other) == nil)
        }
        #expect(try Self.attempt().pageAddress(for: Self.answer("attempt=a&smp-status=success")) == nil)
    }
}
