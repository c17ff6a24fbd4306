import TestSupport
import Testing

@testable import Bridge

/// "Reject all" ends all pending requests of an origin, and none of other origins.
@MainActor @Suite struct RejectAllTests {
    private let fixture = DispatcherFixture()

    @Test func `reject all ends all waiting requests of the origin, in all its documents, and asks nothing more`()
        async throws
    {
        let sites = try [Site(fixture.dispatcher, number: 1), Site(fixture.dispatcher, number: 2)]
        for site in sites { for id in ["1", "2", "3"] { site.say("ask", id: id) } }
        #expect(fixture.user.open.map(\.waiting) == [5, 5])
        fixture.user.answer(.rejectedAll)
        #expect(await eventually { sites.allSatisfy { $0.answers.count == 3 } })
        #expect(sites.flatMap(\.outcomes) == Array(repeating: "rejected", count: 6))
        #expect(fixture.user.questions.count == 2)
        #expect(fixture.user.open.isEmpty)
        #expect(fixture.done.isEmpty)
    }

    @Test func `reject all does not affect other origins`() async throws {
        let (site, other) = (
            try Site(fixture.dispatcher), try Site(fixture.dispatcher, origin: "https://other.example", number: 2)
        )
        for id in ["1", "2"] { site.say("ask", id: id) }
        for id in ["1", "2"] { other.say("ask", id: id) }
        fixture.user.answer(.rejectedAll)
        #expect(await eventually { site.outcomes == ["rejected", "rejected"] })
        #expect(fixture.user.open.map(\.peer.origin.site) == ["other.example"])
        fixture.user.answer(.approved)
        #expect(await eventually { fixture.user.open.count == 1 && other.answers.count == 1 })
        fixture.user.answer(.approved)
        #expect(await eventually { other.outcomes == ["ok", "ok"] })
    }

    @Test func `after reject all the site must wait before it can ask again`() async throws {
        let site = try Site(fixture.dispatcher)
        site.say("ask", id: "1")
        fixture.user.answer(.rejectedAll)
        #expect(await eventually { site.outcomes == ["rejected"] })
        site.say("ask", id: "2")
        #expect(await eventually { site.outcomes == ["rejected", "rejected"] })
        #expect(fixture.user.questions.count == 1)
        fixture.clock.advance(by: .seconds(30))
        site.say("ask", id: "3")
        #expect(await eventually { fixture.user.open.count == 1 })
    }

    @Test func `an outcome leaves the screen when its document closes or the wallet is locked`() async throws {
        let (site, other) = (
            try Site(fixture.dispatcher), try Site(fixture.dispatcher, origin: "https://other.example", number: 2)
        )
        for site in [site, other] { site.say("ask") }
        fixture.user.answer(.approved)
        fixture.user.answer(.approved)
        #expect(await eventually { fixture.user.questions.allSatisfy { $0.outcome != nil } })
        #expect(fixture.user.questions.map(\.isWithdrawn) == [false, false])
        fixture.dispatcher.end(try #require(site.document), because: .navigated)
        #expect(fixture.user.questions.map(\.isWithdrawn) == [true, false])
        fixture.dispatcher.lock()
        #expect(fixture.user.questions.map(\.isWithdrawn) == [true, true])
    }
}
