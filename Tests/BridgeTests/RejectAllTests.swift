import Props
import Testing

@testable import Bridge

/// "Reject all" ends everything that an origin waits for, and nothing of other origins.
@MainActor @Suite struct RejectAllTests {
    private let desk = Desk()

    @Test func `reject all ends all waiting requests of the origin, in all its documents, and asks nothing more`()
        async throws
    {
        let sites = try [Site(desk.hall, number: 1), Site(desk.hall, number: 2)]
        for site in sites { for id in ["1", "2", "3"] { site.say("ask", id: id) } }
        #expect(desk.user.open.map(\.waiting) == [5, 5])
        desk.user.answer(.rejectedAll)
        #expect(await eventually { sites.allSatisfy { $0.answers.count == 3 } })
        #expect(sites.flatMap(\.outcomes) == Array(repeating: "rejected", count: 6))
        #expect(desk.user.questions.count == 2)
        #expect(desk.user.open.isEmpty)
        #expect(desk.done.isEmpty)
    }

    @Test func `reject all does not affect other origins`() async throws {
        let (site, other) = (try Site(desk.hall), try Site(desk.hall, origin: "https://other.example", number: 2))
        for id in ["1", "2"] { site.say("ask", id: id) }
        for id in ["1", "2"] { other.say("ask", id: id) }
        desk.user.answer(.rejectedAll)
        #expect(await eventually { site.outcomes == ["rejected", "rejected"] })
        #expect(desk.user.open.map(\.peer.origin.site) == ["other.example"])
        desk.user.answer(.approved)
        #expect(await eventually { desk.user.open.count == 1 && other.answers.count == 1 })
        desk.user.answer(.approved)
        #expect(await eventually { other.outcomes == ["ok", "ok"] })
    }

    @Test func `after reject all the site must wait before it can ask again`() async throws {
        let site = try Site(desk.hall)
        site.say("ask", id: "1")
        desk.user.answer(.rejectedAll)
        #expect(await eventually { site.outcomes == ["rejected"] })
        site.say("ask", id: "2")
        #expect(await eventually { site.outcomes == ["rejected", "rejected"] })
        #expect(desk.user.questions.count == 1)
        desk.clock.advance(by: .seconds(30))
        site.say("ask", id: "3")
        #expect(await eventually { desk.user.open.count == 1 })
    }

    @Test func `an outcome leaves the screen when its document closes or the wallet is locked`() async throws {
        let (site, other) = (try Site(desk.hall), try Site(desk.hall, origin: "https://other.example", number: 2))
        for site in [site, other] { site.say("ask") }
        desk.user.answer(.approved)
        desk.user.answer(.approved)
        #expect(await eventually { desk.user.questions.allSatisfy { $0.outcome != nil } })
        #expect(desk.user.questions.map(\.isWithdrawn) == [false, false])
        desk.hall.end(try #require(site.document), because: .navigated)
        #expect(desk.user.questions.map(\.isWithdrawn) == [true, false])
        desk.hall.lock()
        #expect(desk.user.questions.map(\.isWithdrawn) == [true, true])
    }
}
