import TestSupport
import Testing

@testable import Bridge

/// Adjustments of a question by the user.
@MainActor @Suite struct RevisionTests {
    private let fixture = DispatcherFixture()
    private let site: Site

    init() throws {
        site = try Site(fixture.dispatcher)
    }

    /// Asks a question, and adjusts its fee.
    private func adjust(to fee: String) async throws -> PendingApproval {
        if fixture.user.questions.isEmpty { site.say("adjust") }
        let question = try #require(fixture.user.open.first)
        let count = fixture.revisions.count
        fixture.user.answer(.adjusted(["fee": fee]))
        #expect(await eventually { fixture.revisions.count == count + 1 && fixture.user.open.count == 1 })
        #expect(fixture.revisions.last == fee)
        return question
    }

    @Test func `approval after an adjustment applies to what was shown last`() async throws {
        let question = try await adjust(to: "fast")
        #expect(question.isRevising && !question.canBeApproved)
        #expect(question.approval == TestSubject.fee("slow").approval())
        fixture.revise(to: .success(TestSubject.fee("fast")))
        #expect(await eventually { !question.isRevising })
        #expect(question.approval == TestSubject.fee("fast").approval())
        #expect(fixture.user.open.first === question)
        fixture.user.answer(.approved)
        #expect(await eventually { site.outcomes == ["ok"] })
        #expect(fixture.done == ["Pay with a fast fee."])
    }

    @Test func `a question reports each of its changes`() async throws {
        site.say("adjust")
        let question = try #require(fixture.user.open.first)
        var seen: [String] = []
        question.changes.add { seen.append("\($0.approval.adjustments.first?.value ?? "") \($0.isRevising)") }
        _ = try await adjust(to: "fast")
        fixture.revise(to: .success(TestSubject.fee("fast")))
        #expect(await eventually { !question.isRevising })
        #expect(seen == ["slow true", "fast true", "fast false"])
    }

    @Test func `approval while a revision is running does not count`() async throws {
        let question = try await adjust(to: "fast")
        fixture.user.answer(.approved)
        #expect(await eventually { fixture.user.open.isEmpty })
        // The approval reaches the dispatcher in several turns.
        for _ in 0..<100 { await Task.yield() }
        #expect(site.answers == [])
        fixture.revise(to: .success(TestSubject.fee("fast")))
        #expect(await eventually { fixture.user.open.count == 1 })
        #expect(question.approval == TestSubject.fee("fast").approval())
        #expect(site.answers == [] && fixture.done == [])
        fixture.user.answer(.approved)
        #expect(await eventually { fixture.done == ["Pay with a fast fee."] })
        #expect(site.outcomes == ["ok"])
    }

    @Test func `the last of two adjustments wins, in whatever order they finish`() async throws {
        _ = try await adjust(to: "fast")
        let question = try await adjust(to: "normal")
        fixture.revise(to: .success(TestSubject.fee("fast")))
        #expect(await eventually { fixture.cancelled == 1 })
        #expect(question.isRevising && question.approval == TestSubject.fee("slow").approval())
        fixture.revise(to: .success(TestSubject.fee("normal")))
        #expect(await eventually { !question.isRevising })
        fixture.user.answer(.approved)
        #expect(await eventually { fixture.done == ["Pay with a normal fee."] })
        #expect(site.outcomes == ["ok"])
    }

    @Test func `an approval with an invalid value cannot be approved`() async throws {
        let question = try await adjust(to: "none")
        fixture.revise(to: .success(TestSubject.fee("none", problem: "The fee is too low.")))
        #expect(await eventually { !question.isRevising })
        #expect(!question.canBeApproved)
        fixture.user.answer(.approved)
        #expect(await eventually { site.outcomes == ["rejected"] })
        #expect(fixture.done == [])
    }

    @Test func `if a revision fails the user sees the reason and can choose again`() async throws {
        let question = try await adjust(to: "fast")
        fixture.revise(to: .failure(RPCError(.disconnected, "The network does not answer.")))
        #expect(await eventually { question.problem == "The network does not answer." })
        #expect(!question.isRevising && !question.canBeApproved)
        #expect(site.answers == [])
        _ = try await adjust(to: "slow")
        #expect(question.problem == nil)
        fixture.revise(to: .success(TestSubject.fee("slow")))
        #expect(await eventually { question.canBeApproved })
        fixture.user.answer(.approved)
        #expect(await eventually { site.outcomes == ["ok"] })
    }

    @Test func `rejection while a revision is running takes effect at once`() async throws {
        _ = try await adjust(to: "fast")
        fixture.user.answer(.rejected)
        #expect(await eventually { site.outcomes == ["rejected"] })
        fixture.revise(to: .success(TestSubject.fee("fast")))
        #expect(await eventually { fixture.cancelled == 1 })
        #expect(site.outcomes == ["rejected"] && fixture.done == [])
    }

    @Test func `closing the document ends a revision, and the request is answered once`() async throws {
        let question = try await adjust(to: "fast")
        fixture.dispatcher.end(try #require(site.document), because: .navigated)
        #expect(site.outcomes == ["gone"])
        #expect(await eventually { fixture.user.open.isEmpty })
        fixture.revise(to: .success(TestSubject.fee("fast")))
        #expect(await eventually { fixture.cancelled == 1 })
        #expect(question.approval == TestSubject.fee("slow").approval())
        #expect(site.answers.count == 1 && fixture.done == [])
    }

    @Test func `closing the document after approving outdated data answers the request once`() async throws {
        _ = try await adjust(to: "fast")
        fixture.user.answer(.approved)
        #expect(await eventually { fixture.user.open.isEmpty })
        fixture.dispatcher.end(try #require(site.document), because: .navigated)
        fixture.revise(to: .success(TestSubject.fee("fast")))
        #expect(await eventually { fixture.cancelled == 1 && fixture.dispatcher.pendingCount == 0 })
        #expect(site.outcomes == ["gone"] && fixture.done == [])
    }

    @Test func `locking the wallet during a revision ends it, and nothing is signed`() async throws {
        _ = try await adjust(to: "fast")
        fixture.dispatcher.lock()
        #expect(site.outcomes == ["locked"])
        #expect(await eventually { fixture.user.open.isEmpty })
        fixture.revise(to: .success(TestSubject.fee("fast")))
        #expect(await eventually { fixture.cancelled == 1 })
        #expect(site.answers.count == 1 && fixture.done == [])
    }

    @Test func `a timeout during a revision ends the request once`() async throws {
        _ = try await adjust(to: "fast")
        #expect(await eventually { fixture.clock.sleeperCount > 0 })
        fixture.clock.advance(by: .seconds(300))
        #expect(await eventually { site.outcomes == ["timedOut"] && fixture.user.open.isEmpty })
        fixture.revise(to: .success(TestSubject.fee("fast")))
        #expect(await eventually { fixture.cancelled == 1 })
        #expect(site.answers.count == 1 && fixture.done == [])
    }
}
