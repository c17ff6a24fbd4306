import Props
import Testing

@testable import Bridge

/// Requests that wait until the wallet is unlocked.
@MainActor @Suite struct LockLineTests {
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

    private let desk = Desk()
    private let user = Sleeper()
    private let site: Site

    init() throws {
        site = try Site(desk.hall)
        desk.gate.unlocker = user
        desk.hall.lock()
    }

    @Test func `a request waits for the lock to open, and goes on`() async throws {
        site.say("unlock", id: "1")
        #expect(site.answers == [] && user.isWantedNow)
        #expect(user.wanted == [[site.peer]])
        desk.hall.unlock()
        #expect(await eventually { site.outcomes == ["ok"] })
        #expect(!user.isWantedNow)
    }

    @Test func `an open wallet makes nobody wait`() async throws {
        desk.hall.unlock()
        site.say("unlock")
        #expect(await eventually { site.outcomes == ["ok"] })
        #expect(user.wanted.isEmpty)
    }

    @Test func `without somebody to unlock it, a locked wallet is locked`() async throws {
        desk.gate.unlocker = nil
        site.say("unlock")
        #expect(site.outcomes == ["locked"])
    }

    @Test func `a user who does not want to unlock it has said no to all who wait`() async throws {
        let other = try Site(desk.hall, origin: "https://other.example", number: 2)
        site.say("unlock", id: "1")
        site.say("unlock", id: "2")
        other.say("unlock")
        #expect(user.wanted.last == [site.peer, other.peer])
        desk.gate.refuseUnlocking()
        #expect(await eventually { site.answers.count == 2 && other.answers.count == 1 })
        #expect(site.outcomes + other.outcomes == ["rejected", "rejected", "rejected"])
        #expect(!user.isWantedNow)
        desk.hall.unlock()
        #expect(site.answers.count == 2)
    }

    @Test func `a site that is refused again and again brings up no question for a while`() async throws {
        for count in 1...3 {
            site.say("unlock", id: "\(count)")
            desk.gate.refuseUnlocking()
            #expect(await eventually { site.answers.count == count })
        }
        site.say("unlock", id: "4")
        #expect(site.outcomes == Array(repeating: "rejected", count: 4))
        #expect(user.wanted.count == 3)
    }

    @Test func `what one site asks for at once is bounded`() async throws {
        for id in 1...9 { site.say("unlock", id: "\(id)") }
        #expect(site.outcomes == ["tooMany"])
    }

    @Test func `a page that goes takes its waiting with it, and is answered once`() async throws {
        site.say("unlock")
        desk.hall.end(try #require(site.document), because: .navigated)
        #expect(site.outcomes == ["gone"])
        #expect(await eventually { !user.isWantedNow })
        desk.hall.unlock()
        #expect(site.answers.count == 1)
    }

    @Test func `locking a locked wallet again ends nobody's waiting`() async throws {
        site.say("unlock")
        desk.hall.lock()
        #expect(site.answers == [] && user.isWantedNow)
        desk.hall.unlock()
        #expect(await eventually { site.outcomes == ["ok"] })
    }

    @Test func `time that runs out ends waiting`() async throws {
        site.say("unlock")
        #expect(await eventually { desk.clock.sleeperCount > 0 })
        desk.clock.advance(by: .seconds(300))
        #expect(await eventually { site.outcomes == ["timedOut"] && !user.isWantedNow })
    }
}
