import TestSupport
import Testing

@testable import Bridge

/// Requests that wait until the wallet is unlocked.
@MainActor @Suite struct UnlockQueueTests {
    /// A user who is asked to unlock the wallet.
    private final class Sleeper: Unlocker {
        var wanted: [[Peer]] = []
        var isWantedNow = false

        func isWanted(by peers: [Peer]) {
            wanted.append(peers)
            isWantedNow = true
        }

        func isWantedNoMore() { isWantedNow = false }
    }

    private let fixture = DispatcherFixture()
    private let user = Sleeper()
    private let site: Site

    init() throws {
        site = try Site(fixture.dispatcher)
        fixture.gate.unlocker = user
        fixture.dispatcher.lock()
    }

    @Test func `a request waits until the wallet is unlocked, and then continues`() async throws {
        site.say("unlock", id: "1")
        #expect(site.answers == [] && user.isWantedNow)
        #expect(user.wanted == [[site.peer]])
        fixture.dispatcher.unlock()
        #expect(await eventually { site.outcomes == ["ok"] })
        #expect(!user.isWantedNow)
    }

    @Test func `requests do not wait if the wallet is unlocked`() async throws {
        fixture.dispatcher.unlock()
        site.say("unlock")
        #expect(await eventually { site.outcomes == ["ok"] })
        #expect(user.wanted.isEmpty)
    }

    @Test func `without an unlocker, requests to a locked wallet end with the error locked`() async throws {
        fixture.gate.unlocker = nil
        site.say("unlock")
        #expect(site.outcomes == ["locked"])
    }

    @Test func `declining to unlock rejects all waiting requests`() async throws {
        let other = try Site(fixture.dispatcher, origin: "https://other.example", number: 2)
        site.say("unlock", id: "1")
        site.say("unlock", id: "2")
        other.say("unlock")
        #expect(user.wanted.last == [site.peer, other.peer])
        fixture.gate.refuseUnlocking()
        #expect(await eventually { site.answers.count == 2 && other.answers.count == 1 })
        #expect(site.outcomes + other.outcomes == ["rejected", "rejected", "rejected"])
        #expect(!user.isWantedNow)
        fixture.dispatcher.unlock()
        #expect(site.answers.count == 2)
    }

    @Test func `a site that is rejected repeatedly cannot ask for a while`() async throws {
        for count in 1...3 {
            site.say("unlock", id: "\(count)")
            fixture.gate.refuseUnlocking()
            #expect(await eventually { site.answers.count == count })
        }
        site.say("unlock", id: "4")
        #expect(site.outcomes == Array(repeating: "rejected", count: 4))
        #expect(user.wanted.count == 3)
    }

    @Test func `the simultaneous requests of a site are limited`() async throws {
        for id in 1...101 { site.say("unlock", id: "\(id)") }
        #expect(site.outcomes == ["tooMany"])
    }

    @Test func `a closed page stops waiting and is answered once`() async throws {
        site.say("unlock")
        fixture.dispatcher.end(try #require(site.document), because: .navigated)
        #expect(site.outcomes == ["gone"])
        #expect(await eventually { !user.isWantedNow })
        fixture.dispatcher.unlock()
        #expect(site.answers.count == 1)
    }

    @Test func `locking a locked wallet again does not end the wait`() async throws {
        site.say("unlock")
        fixture.dispatcher.lock()
        #expect(site.answers == [] && user.isWantedNow)
        fixture.dispatcher.unlock()
        #expect(await eventually { site.outcomes == ["ok"] })
    }

    @Test func `a timeout ends the wait`() async throws {
        site.say("unlock")
        #expect(await eventually { fixture.clock.sleeperCount > 0 })
        fixture.clock.advance(by: .seconds(300))
        #expect(await eventually { site.outcomes == ["timedOut"] && !user.isWantedNow })
    }
}
