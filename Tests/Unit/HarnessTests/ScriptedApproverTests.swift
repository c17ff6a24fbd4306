import Testing

@testable import Bridge
@testable import Harness

@Suite @MainActor struct ScriptedApproverTests {
    private func question(_ sentence: String, entry: Approval.Entry? = nil) throws -> PendingApproval {
        var approval = Approval(sentence, verb: "Do")
        approval.entry = entry
        let document = try #require(DocumentID(String(repeating: "0", count: 32)))
        let peer = Peer.page(origin: try Origin(serialized: "https://shop.example"), document: document)
        return PendingApproval(approval: approval, peer: peer, claim: nil, waiting: 0)
    }

    /// A user for whom time passes only when `pass` is called.
    private func approver() -> (approver: ScriptedApprover, pass: @MainActor () -> Void) {
        let hours = TestTimeSource()
        let time = TimeSource(now: { .zero }, sleep: { _ in await hours.wait() })
        return (ScriptedApprover(patience: .seconds(1), time: time), { hours.pass() })
    }

    @Test func `a question is answered as in the script`() async throws {
        let (user, _) = approver()
        user.begin()
        user.add(.approve, times: 1)
        user.add(.reject, times: 1)
        #expect(await user.decide(try question("A?")) == .approved)
        #expect(await user.decide(try question("B?")) == .rejected)
        #expect(user.end() == ([], []))
        #expect(user.questions.map(\.approval.sentence) == ["A?", "B?"])
    }

    @Test func `a text is typed if one is requested`() async throws {
        let (user, _) = approver()
        user.begin()
        user.always(.approve)
        user.type("mine")
        let entry = Approval.Entry(label: "A", initial: "first")
        #expect(await user.decide(try question("A?", entry: entry)) == .approved(entry: "mine"))
        #expect(await user.decide(try question("A?", entry: entry)) == .approved(entry: "first"))
    }

    @Test func `a question that no script answers is rejected, with its name`() async throws {
        let (user, pass) = approver()
        user.begin()
        let asked = try question("Pay it all?")
        let decision = Task { await user.decide(asked) }
        await asking(user)
        pass()
        #expect(await decision.value == .rejected)
        #expect(
            user.end().unanswered == [
                "The test does not say how to answer “Pay it all?”, so it was rejected. Call t.wallet.approve() or "
                    + "t.wallet.reject() before the request."
            ])
    }

    @Test func `an answer that comes after the question counts`() async throws {
        let (user, pass) = approver()
        user.begin()
        let asked = try question("A?")
        let decision = Task { await user.decide(asked) }
        await asking(user)
        user.add(.approve, times: 1)
        pass()
        #expect(await decision.value == .approved)
        #expect(user.end() == ([], []))
    }

    @Test func `a held question stays open until it is answered`() async throws {
        let (user, pass) = approver()
        user.begin()
        user.hold()
        let asked = try question("A?")
        let decision = Task { await user.decide(asked) }
        await asking(user)
        pass()
        #expect(user.questions.first?.isOpen == true)
        user.add(.reject, times: 1)
        #expect(await decision.value == .rejected)
        #expect(user.end() == ([], []))
    }

    @Test func `a question of a page that loads waits for its first test`() async throws {
        let (user, pass) = approver()
        let asked = try question("A?")
        let decision = Task { await user.decide(asked) }
        await asking(user)
        pass()
        #expect(user.questions.first?.isOpen == true)
        user.begin()
        user.add(.approve, times: 1)
        #expect(await decision.value == .approved)
    }

    @Test func `a request that ends withdraws its question`() async throws {
        let (user, _) = approver()
        user.begin()
        let asked = try question("A?")
        let decision = Task { await user.decide(asked) }
        await asking(user)
        decision.cancel()
        #expect(await decision.value == .rejected)
        #expect(user.questions.first?.state == .withdrawn)
        #expect(user.end() == ([], []))
    }

    @Test func `the end of a test ends its open questions and its script`() async throws {
        let (user, _) = approver()
        user.begin()
        user.hold()
        user.always(nil)
        let asked = try question("A?")
        let decision = Task { await user.decide(asked) }
        await asking(user)
        _ = user.end()
        #expect(await decision.value == .rejected)
        user.begin()
        #expect(user.questions.isEmpty)
        #expect(user.end() == ([], []))
    }

    /// Waits until `user` has been asked.
    private func asking(_ user: ScriptedApprover) async {
        await withCheckedContinuation { continuation in user.whenAsked(1) { continuation.resume() } }
    }
}

/// A clock whose sleepers wake when a test says so, those who come later at once.
private final class TestTimeSource: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func wait() async {
        for await _ in stream {}
    }

    func pass() {
        continuation.finish()
    }
}
