import Props
import Testing

@testable import Bridge

/// Adjustments of a question by the user.
@MainActor @Suite struct RevisionTests {
    private let desk = Desk()
    private let site: Site

    init() throws {
        site = try Site(desk.hall)
    }

    /// Asks a question, and adjusts its fee.
    private func adjust(to fee: String) async throws -> Question {
        if desk.user.questions.isEmpty { site.say("adjust") }
        let question = try #require(desk.user.open.first)
        let count = desk.revisions.count
        desk.user.answer(.adjusted(["fee": fee]))
        #expect(await eventually { desk.revisions.count == count + 1 && desk.user.open.count == 1 })
        #expect(desk.revisions.last == fee)
        return question
    }

    @Test func `approval after an adjustment applies to what was shown last`() async throws {
        let question = try await adjust(to: "fast")
        #expect(question.isRevising && !question.canBeApproved)
        #expect(question.approval == Deed.fee("slow").approval())
        desk.revise(to: .success(Deed.fee("fast")))
        #expect(await eventually { !question.isRevising })
        #expect(question.approval == Deed.fee("fast").approval())
        #expect(desk.user.open.first === question)
        desk.user.answer(.approved)
        #expect(await eventually { site.outcomes == ["ok"] })
        #expect(desk.done == ["Pay with a fast fee."])
    }

    @Test func `a question reports each of its changes`() async throws {
        site.say("adjust")
        let question = try #require(desk.user.open.first)
        var seen: [String] = []
        question.onChange = { seen.append("\($0.approval.adjustments.first?.value ?? "") \($0.isRevising)") }
        _ = try await adjust(to: "fast")
        desk.revise(to: .success(Deed.fee("fast")))
        #expect(await eventually { !question.isRevising })
        #expect(seen == ["slow true", "fast true", "fast false"])
    }

    @Test func `approval while a revision is running does not count`() async throws {
        let question = try await adjust(to: "fast")
        desk.user.answer(.approved)
        #expect(await eventually { desk.user.open.isEmpty })
        #expect(site.answers == [])
        desk.revise(to: .success(Deed.fee("fast")))
        #expect(await eventually { desk.user.open.count == 1 })
        #expect(question.approval == Deed.fee("fast").approval())
        #expect(site.answers == [] && desk.done == [])
        desk.user.answer(.approved)
        #expect(await eventually { desk.done == ["Pay with a fast fee."] })
        #expect(site.outcomes == ["ok"])
    }

    @Test func `the last of two adjustments wins, in whatever order they finish`() async throws {
        _ = try await adjust(to: "fast")
        let question = try await adjust(to: "normal")
        desk.revise(to: .success(Deed.fee("fast")))
        #expect(await eventually { desk.cancelled == 1 })
        #expect(question.isRevising && question.approval == Deed.fee("slow").approval())
        desk.revise(to: .success(Deed.fee("normal")))
        #expect(await eventually { !question.isRevising })
        desk.user.answer(.approved)
        #expect(await eventually { desk.done == ["Pay with a normal fee."] })
        #expect(site.outcomes == ["ok"])
    }

    @Test func `an approval with an invalid value cannot be approved`() async throws {
        let question = try await adjust(to: "none")
        desk.revise(to: .success(Deed.fee("none", problem: "The fee is too low.")))
        #expect(await eventually { !question.isRevising })
        #expect(!question.canBeApproved)
        desk.user.answer(.approved)
        #expect(await eventually { site.outcomes == ["rejected"] })
        #expect(desk.done == [])
    }

    @Test func `if a revision fails the user sees the reason and can choose again`() async throws {
        let question = try await adjust(to: "fast")
        desk.revise(to: .failure(RPCError(.disconnected, "The network does not answer.")))
        #expect(await eventually { question.trouble == "The network does not answer." })
        #expect(!question.isRevising && !question.canBeApproved)
        #expect(site.answers == [])
        _ = try await adjust(to: "slow")
        #expect(question.trouble == nil)
        desk.revise(to: .success(Deed.fee("slow")))
        #expect(await eventually { question.canBeApproved })
        desk.user.answer(.approved)
        #expect(await eventually { site.outcomes == ["ok"] })
    }

    @Test func `rejection while a revision is running takes effect at once`() async throws {
        _ = try await adjust(to: "fast")
        desk.user.answer(.rejected)
        #expect(await eventually { site.outcomes == ["rejected"] })
        desk.revise(to: .success(Deed.fee("fast")))
        #expect(await eventually { desk.cancelled == 1 })
        #expect(site.outcomes == ["rejected"] && desk.done == [])
    }

    @Test func `closing the document ends a revision, and the request is answered once`() async throws {
        let question = try await adjust(to: "fast")
        desk.hall.end(try #require(site.document), because: .navigated)
        #expect(site.outcomes == ["gone"])
        #expect(await eventually { desk.user.open.isEmpty })
        desk.revise(to: .success(Deed.fee("fast")))
        #expect(await eventually { desk.cancelled == 1 })
        #expect(question.approval == Deed.fee("slow").approval())
        #expect(site.answers.count == 1 && desk.done == [])
    }

    @Test func `closing the document after approving outdated data answers the request once`() async throws {
        _ = try await adjust(to: "fast")
        desk.user.answer(.approved)
        #expect(await eventually { desk.user.open.isEmpty })
        desk.hall.end(try #require(site.document), because: .navigated)
        desk.revise(to: .success(Deed.fee("fast")))
        #expect(await eventually { desk.cancelled == 1 && desk.hall.pendingCount == 0 })
        #expect(site.outcomes == ["gone"] && desk.done == [])
    }

    @Test func `locking the wallet during a revision ends it, and nothing is signed`() async throws {
        _ = try await adjust(to: "fast")
        desk.hall.lock()
        #expect(site.outcomes == ["locked"])
        #expect(await eventually { desk.user.open.isEmpty })
        desk.revise(to: .success(Deed.fee("fast")))
        #expect(await eventually { desk.cancelled == 1 })
        #expect(site.answers.count == 1 && desk.done == [])
    }

    @Test func `a timeout during a revision ends the request once`() async throws {
        _ = try await adjust(to: "fast")
        #expect(await eventually { desk.clock.sleeperCount > 0 })
        desk.clock.advance(by: .seconds(300))
        #expect(await eventually { site.outcomes == ["timedOut"] && desk.user.open.isEmpty })
        desk.revise(to: .success(Deed.fee("fast")))
        #expect(await eventually { desk.cancelled == 1 })
        #expect(site.answers.count == 1 && desk.done == [])
    }
}
