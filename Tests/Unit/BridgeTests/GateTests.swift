import TestSupport
import Testing

@testable import Bridge

/// Which requests may ask the user, when, and how often.
@MainActor @Suite struct GateTests {
    private let fixture = DispatcherFixture(limits: .small)

    @Test func `approval returns a consent for what was shown, rejection an error`() async throws {
        let site = try Site(fixture.dispatcher)
        site.say("ask", id: "1")
        #expect(site.answers == [])
        fixture.user.answer(.approved(entry: "typed"))
        #expect(await eventually { site.answers.count == 1 })
        #expect(site.answers.first?.contains(#""data":"typed""#) == true)
        site.say("ask", id: "2")
        #expect(await eventually { fixture.user.open.count == 1 })
        fixture.user.answer(.rejected)
        #expect(await eventually { site.outcomes == ["ok", "rejected"] })
        #expect(fixture.done == ["Do"])
    }

    @Test func `without what must be stored first, an approval does not count as consent`() async throws {
        let site = try Site(fixture.dispatcher)
        var approved: [String] = []
        fixture.dispatcher.gate.onApproval = { request throws(RPCError) in
            approved.append(request.method)
            throw RPCError(.failed, "It could not be stored.")
        }
        site.say("ask", id: "1")
        #expect(await eventually { fixture.user.open.count == 1 })
        fixture.user.answer(.approved)
        #expect(await eventually { site.outcomes == ["failed"] })
        fixture.dispatcher.gate.onApproval = { [fixture] request throws(RPCError) in
            approved.append(request.method)
            fixture.dispatcher.lock()
        }
        site.say("ask", id: "2")
        #expect(await eventually { fixture.user.open.count == 1 })
        fixture.user.answer(.approved)
        #expect(await eventually { site.outcomes == ["failed", "locked"] })
        #expect(approved == ["ask", "ask"])
        #expect(fixture.done.isEmpty)
    }

    @Test func `a document has one question at a time, in order of arrival`() async throws {
        let site = try Site(fixture.dispatcher)
        for id in ["1", "2", "3"] { site.say("ask", id: id) }
        for count in 1...3 {
            #expect(await eventually { fixture.user.questions.count == count })
            #expect(fixture.user.open.count == 1)
            fixture.user.answer(.approved)
            #expect(await eventually { site.answers.count == count })
        }
        #expect(site.answers.map { $0.prefix(16) } == ["1", "2", "3"].map { #"{"messageId":"\#($0)""# })
    }

    @Test func `the questions of an origin are limited, over all its documents`() async throws {
        let sites = try (1...3).map { try Site(fixture.dispatcher, number: $0) }
        for site in sites { for id in ["1", "2"] { site.say("ask", id: id) } }
        #expect(sites[0].answers == [] && sites[1].answers == [])
        #expect(sites[2].outcomes == ["tooMany", "tooMany"])
        #expect(fixture.user.open.map(\.waiting) == [3, 3])
        let other = try Site(fixture.dispatcher, origin: "https://other.example", number: 9)
        other.say("ask")
        #expect(fixture.user.open.count == 3)
        fixture.user.answer(.approved)
        #expect(await eventually { sites[0].answers.count == 1 })
        sites[2].say("ask", id: "3")
        #expect(sites[2].answers.count == 2)
    }

    @Test func `after several rejections in a row a site is rejected for a while without asking`() async throws {
        let site = try Site(fixture.dispatcher)
        for count in 1...3 {
            site.say("ask", id: "\(count)")
            #expect(await eventually { fixture.user.open.count == 1 })
            fixture.user.answer(.rejected)
            #expect(await eventually { site.answers.count == count })
        }
        for id in 4...50 { site.say("ask", id: "\(id)") }
        #expect(site.outcomes == Array(repeating: "rejected", count: 50))
        #expect(fixture.user.questions.count == 3)
        try Site(fixture.dispatcher, origin: "https://other.example", number: 2).say("ask")
        #expect(fixture.user.questions.count == 4)
        fixture.clock.advance(by: .seconds(29))
        site.say("ask", id: "x")
        #expect(fixture.user.questions.count == 4)
        fixture.clock.advance(by: .seconds(1))
        site.say("ask", id: "y")
        #expect(fixture.user.questions.count == 5)
    }

    @Test func `queued requests of a site that was rejected too often are not shown`() async throws {
        let site = try Site(fixture.dispatcher)
        for id in 1...4 { site.say("ask", id: "\(id)") }
        for count in 1...3 {
            #expect(await eventually { fixture.user.open.count == 1 && fixture.user.questions.count == count })
            fixture.user.answer(.rejected)
        }
        #expect(await eventually { site.answers.count == 4 })
        #expect(site.outcomes == Array(repeating: "rejected", count: 4))
        #expect(fixture.user.questions.count == 3)
        fixture.clock.advance(by: .seconds(30))
        site.say("ask", id: "5")
        #expect(fixture.user.open.count == 1)
    }

    @Test func `an approval resets the count of rejections`() async throws {
        let site = try Site(fixture.dispatcher)
        for (count, decision) in [Decision.rejected, .rejected, .approved, .rejected, .rejected].enumerated() {
            site.say("ask", id: "\(count)")
            #expect(await eventually { fixture.user.open.count == 1 })
            fixture.user.answer(decision)
            #expect(await eventually { site.answers.count == count + 1 })
        }
        site.say("ask", id: "last")
        #expect(fixture.user.open.count == 1)
    }

    @Test func `a closed document removes its question and its queue, and no other is shown`() async throws {
        let site = try Site(fixture.dispatcher)
        for id in ["1", "2", "3"] { site.say("ask", id: id) }
        fixture.dispatcher.end(try #require(site.document), because: .navigated)
        #expect(site.outcomes == ["gone", "gone", "gone"])
        #expect(await eventually { fixture.user.open.isEmpty })
        let next = try Site(fixture.dispatcher, number: 2)
        next.say("ask")
        #expect(await eventually { fixture.user.open.count == 1 })
        #expect(fixture.user.questions.count == 2)
        #expect(await eventually { fixture.user.open.first?.waiting == 0 })
    }

    @Test func `an approval gives the requests of the page behind it their time again`() async throws {
        var limits = Limits.small
        limits.decisionTime = .seconds(60)
        let fixture = DispatcherFixture(limits: limits)
        let site = try Site(fixture.dispatcher)
        for id in ["1", "2", "3"] { site.say("ask", id: id) }
        for count in 1...3 {
            #expect(await eventually { fixture.user.questions.count == count && fixture.clock.sleeperCount == 1 })
            fixture.clock.advance(by: .seconds(50))
            // The timer may have rung for the old deadline.
            #expect(await eventually { fixture.clock.sleeperCount == 1 })
            fixture.user.answer(.approved)
            #expect(await eventually { site.outcomes == Array(repeating: "ok", count: count) })
        }
        site.say("ask", id: "4")
        #expect(await eventually { fixture.clock.sleeperCount == 1 })
        fixture.clock.advance(by: .seconds(60))
        #expect(await eventually { site.outcomes.last == "timedOut" })
    }

    @Test func `the next queued question is shown when the current one ends`() async throws {
        var limits = Limits.small
        limits.decisionTime = .seconds(60)
        let fixture = DispatcherFixture(limits: limits)
        let site = try Site(fixture.dispatcher)
        site.say("ask", id: "1")
        fixture.clock.advance(by: .seconds(20))
        site.say("ask", id: "2")
        #expect(await eventually { fixture.clock.sleeperCount > 0 })
        fixture.clock.advance(by: .seconds(40))
        #expect(await eventually { site.outcomes == ["timedOut"] })
        #expect(await eventually { fixture.user.questions.count == 2 })
        fixture.user.answer(.approved)
        #expect(await eventually { site.outcomes == ["timedOut", "ok"] })
        #expect(fixture.done == ["Do"])
    }

    @Test func `a locked wallet asks nothing, and an approval at that moment has no effect`() async throws {
        let site = try Site(fixture.dispatcher)
        site.say("ask", id: "1")
        #expect(fixture.user.open.count == 1)
        fixture.user.answer(.approved)
        fixture.dispatcher.lock()
        #expect(site.outcomes == ["locked"])
        site.say("ask", id: "2")
        #expect(site.outcomes == ["locked", "locked"])
        #expect(await eventually { fixture.user.open.isEmpty })
        #expect(fixture.done == [])
        fixture.dispatcher.unlock()
        site.say("ask", id: "3")
        #expect(await eventually { fixture.user.open.count == 1 })
    }

    @Test func `a question learns the outcome of its request`() async throws {
        let site = try Site(fixture.dispatcher)
        site.say("ask")
        let question = try #require(fixture.user.open.first)
        var changes = 0
        question.changes.add { _ in changes += 1 }
        fixture.user.answer(.approved)
        #expect(await eventually { question.outcome == .success("yes") })
        #expect(changes == 1)
    }

    @Test func `every question of a request learns its outcome`() async throws {
        let site = try Site(fixture.dispatcher)
        site.say("ask twice")
        let first = try #require(fixture.user.open.first)
        fixture.user.answer(.approved)
        #expect(await eventually { fixture.user.questions.count == 2 })
        #expect(first.isContinued && first.outcome == nil)
        fixture.user.answer(.approved)
        #expect(await eventually { site.outcomes == ["ok"] })
        #expect(first.outcome == .success("twice") && fixture.user.questions.last?.outcome == .success("twice"))
    }

    @Test func `rejecting all ends all requests of the site, in all its documents, and no others`() async throws {
        let sites = try (1...2).map { try Site(fixture.dispatcher, number: $0) }
        for site in sites { for id in ["1", "2"] { site.say("ask", id: id) } }
        let other = try Site(fixture.dispatcher, origin: "https://other.example", number: 9)
        other.say("ask")
        #expect(fixture.user.open.count == 3)
        fixture.user.answer(.rejectedAll)
        #expect(await eventually { sites.allSatisfy { $0.outcomes == ["rejected", "rejected"] } })
        #expect(fixture.user.questions.count == 3 && other.outcomes == [])
        #expect(await eventually { fixture.user.open.count == 1 })
        sites[0].say("ask", id: "3")
        #expect(sites[0].outcomes == ["rejected", "rejected", "rejected"])
        fixture.user.answer(.approved)
        #expect(await eventually { other.outcomes == ["ok"] })
    }

    @Test func `a request keeps its turn while it queries a server, and later ones wait`() async throws {
        let site = try Site(fixture.dispatcher)
        site.say("slow", id: "1")
        site.say("ask", id: "2")
        #expect(fixture.user.questions.isEmpty)
        fixture.finish()
        #expect(await eventually { fixture.user.open.count == 1 })
        #expect(fixture.user.open.first?.approval.sentence == "Slow.")
        fixture.user.answer(.approved)
        #expect(await eventually { fixture.user.questions.count == 2 })
        fixture.user.answer(.approved)
        #expect(await eventually { site.answers.count == 2 })
    }

    @Test func `the signed bytes are the raw data that was shown`() async throws {
        let site = try Site(fixture.dispatcher)
        site.say("sign")
        let question = try #require(fixture.user.open.first)
        #expect(question.approval.payload == [1, 2, 3])
        fixture.user.answer(.approved)
        #expect(await eventually { site.outcomes == ["ok"] })
    }
}

extension Limits {
    /// At most four questions for an origin, otherwise the default limits.
    fileprivate static var small: Limits {
        var limits = Limits()
        limits.waitingPerOrigin = 4
        return limits
    }
}
