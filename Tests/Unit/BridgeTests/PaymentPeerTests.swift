import TestSupport
import Testing

@testable import Bridge

/// Requests of a payment service for a payment: handled like all requests, and in the service's name.
@MainActor @Suite struct PaymentPeerTests {
    private let fixture: DispatcherFixture
    private let payment: PaymentPeer

    init() throws {
        var limits = Limits()
        limits.inFlightPerDocument = 4
        fixture = DispatcherFixture(limits: limits)
        payment = PaymentPeer(
            origin: try Origin(serialized: "https://pay.example"), id: "pay_1", account: "eip155:1:0xabc")
    }

    /// Sends a request for the payment, without waiting for the response.
    private func begin(_ method: String) -> Task<Result<JSON, RPCError>, Never> {
        Task { await fixture.dispatcher.perform(method, ["x"], for: payment).result }
    }

    @Test func `the question comes from the service, and an approval is answered`() async {
        let asked = begin("ask")
        #expect(await eventually { fixture.user.open.count == 1 })
        #expect(fixture.user.open.first?.peer == .payment(payment))
        #expect(fixture.user.open.first?.peer.origin.description == "https://pay.example")
        #expect(fixture.user.open.first?.peer.document == nil)
        fixture.user.answer(.approved)
        #expect(await asked.value == .success("yes"))
        #expect(fixture.dispatcher.pendingCount == 0)
    }

    @Test func `the parameters arrive unchanged, and an observer of the dispatcher sees both directions`() async {
        var seen: [String] = []
        fixture.dispatcher.traffic.add {
            seen.append("\($0.direction.rawValue) \($0.dialect) \($0.peer.origin) \($0.text)")
        }
        #expect(await begin("echo").value == .success(["x"]))
        #expect(
            seen == [
                #"request payment https://pay.example {"method":"echo","params":["x"]}"#,
                #"answer payment https://pay.example {"result":["x"]}"#,
            ])
    }

    @Test func `locking ends it, and its question closes`() async {
        let asked = begin("ask")
        #expect(await eventually { fixture.user.open.count == 1 })
        fixture.dispatcher.lock()
        #expect(await asked.value.failure?.kind == .locked)
        #expect(await eventually { fixture.user.open.isEmpty })
    }

    @Test func `work that was finished before a lock is reported as done`() async {
        let asked = begin("late")
        #expect(await eventually { fixture.dispatcher.pendingCount == 1 })
        fixture.dispatcher.lock()
        #expect(fixture.dispatcher.pendingCount == 0)
        fixture.finish()
        #expect(await asked.value == .success(.null))
    }

    @Test func `a cancelled task removes its question from the screen`() async {
        let asked = begin("ask")
        #expect(await eventually { fixture.user.open.count == 1 })
        asked.cancel()
        #expect(await asked.value.failure?.kind == .gone)
        #expect(await eventually { fixture.user.open.isEmpty })
        #expect(fixture.done == [])
        let late = begin("ask")
        late.cancel()
        #expect(await late.value.failure?.kind == .gone)
    }

    @Test func `rejections of a payment do not count as rejections of a site, nor vice versa`() async throws {
        for _ in 1...4 {
            let asked = begin("ask")
            #expect(await eventually { fixture.user.open.count == 1 })
            fixture.user.answer(.rejected)
            #expect(await asked.value.failure?.kind == .rejected)
        }
        let site = try Site(fixture.dispatcher, origin: "https://pay.example")
        for count in 1...3 {
            site.say("ask", id: "\(count)")
            #expect(await eventually { fixture.user.open.count == 1 })
            fixture.user.answer(.rejected)
            #expect(await eventually { site.answers.count == count })
        }
        site.say("ask", id: "4")
        #expect(site.answers.count == 4)
        let asked = begin("ask")
        #expect(await eventually { fixture.user.open.count == 1 })
        fixture.user.answer(.approved)
        #expect(await asked.value == .success("yes"))
    }

    @Test func `the number of simultaneous payments is limited, and an oversized message is refused`() async {
        let tasks = (1...4).map { _ in begin("late") }
        #expect(await eventually { fixture.dispatcher.pendingCount == 4 })
        #expect(await begin("echo").value.failure?.kind == .tooMany)
        fixture.finish()
        for task in tasks { _ = await task.value }
        let long = JSON.array([.string(String(repeating: "x", count: fixture.dispatcher.limits.bodyBytes))])
        #expect(await fixture.dispatcher.perform("echo", long, for: payment).result.failure?.kind == .tooLarge)
    }

    @Test func `payments of one service are different peers`() {
        let other = PaymentPeer(origin: payment.origin, id: payment.id, account: "eip155:10:0xabc")
        #expect(Peer.payment(payment) != Peer.payment(other))
        #expect(Peer.payment(payment) != .wallet)
    }
}

extension Result {
    /// Why it failed; `nil` if it did not.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
