import Bridge
import TestSupport
import Testing

@testable import WebHost

/// Detection of an unresponsive page.
@MainActor @Suite struct HeartbeatTests {
    private let clock = ManualClock()
    private let page = Page()

    @Test func `a page that answers is never reported as unresponsive`() async {
        let heart = makeHeart()
        page.answers = { heart.sign() }
        await beat(heart, for: .seconds(20))
        #expect(page.told == [])
        #expect(page.asked > 15)
    }

    @Test func `a page that does not answer is reported within three seconds, once`() async {
        let heart = makeHeart()
        await beat(heart, for: .seconds(2))
        #expect(page.told == [])
        await beat(heart, for: .seconds(1))
        #expect(page.told == [false])
        await beat(heart, for: .seconds(30))
        #expect(page.told == [false])
        #expect(page.asked == 1)
    }

    @Test func `a page that does not start is reported later`() async {
        let heart = makeHeart()
        page.patience = Heartbeat.patienceAtStart
        await beat(heart, for: .seconds(8))
        #expect(page.told == [])
        await beat(heart, for: .seconds(1))
        #expect(page.told == [false])
    }

    @Test func `a page that answers again is reported, too`() async {
        let heart = makeHeart()
        await beat(heart, for: .seconds(4))
        heart.sign()
        heart.sign()
        #expect(page.told == [false, true])
    }

    @Test func `another document resets the state`() async {
        let heart = makeHeart()
        await beat(heart, for: .seconds(4))
        heart.forget()
        #expect(page.told == [false, true])
        await beat(heart, for: .seconds(2))
        #expect(page.told == [false, true])
    }

    @Test func `nothing is reported if there is no page to ask`() async {
        let heart = makeHeart()
        page.isThere = false
        await beat(heart, for: .seconds(20))
        #expect(page.told == [])
    }

    @Test func `a page with an open dialog is not unresponsive`() async {
        let heart = makeHeart()
        await beat(heart, for: .seconds(1))
        heart.pause()
        await beat(heart, for: .seconds(60))
        #expect(page.told == [])
        heart.resume()
        await beat(heart, for: .seconds(2))
        #expect(page.told == [])
        await beat(heart, for: .seconds(1))
        #expect(page.told == [false])
    }

    @Test func `a stopped heartbeat does not ping`() async {
        let heart = makeHeart()
        heart.stop()
        clock.advance(by: .seconds(10))
        #expect(page.asked == 0)
    }

    private func makeHeart() -> Heartbeat {
        let heart = Heartbeat(time: clock.time, ask: { [page] in page.ask() }, tell: { [page] in page.told.append($0) })
        heart.start()
        return heart
    }

    private func beat(_ heart: Heartbeat, for time: Duration) async {
        let start = clock.time.now()
        while clock.time.now() - start < time {
            let isAsleep = await eventually { clock.sleeperCount == 1 }
            #expect(isAsleep)
            clock.advance(by: .milliseconds(500))
            _ = await eventually { clock.sleeperCount == 1 }
        }
    }

    /// A simulated page.
    @MainActor private final class Page {
        var isThere = true
        var patience = Heartbeat.patience
        var asked = 0
        var told: [Bool] = []
        var answers: (@MainActor () -> Void)?

        func ask() -> Duration? {
            guard isThere else { return nil }
            asked += 1
            if let answers { Task { answers() } }
            return patience
        }
    }
}
