import Keys
import Testing

@Suite struct IdleLockTests {
    @Test func `the vault is due ten minutes after the last activity`() {
        let start = ContinuousClock.now
        var idle = IdleLock(now: start)
        #expect(!idle.isDue(at: start + .seconds(599)))
        #expect(idle.isDue(at: start + .seconds(600)))
        idle.activity(at: start + .seconds(500))
        #expect(idle.deadline == start + .seconds(1_100))
        #expect(!idle.isDue(at: start + .seconds(1_099)))
        #expect(idle.isDue(at: start + .seconds(1_100)))
    }

    @Test func `an activity reported late does not shorten the time`() {
        let start = ContinuousClock.now
        var idle = IdleLock(limit: .seconds(60), now: start)
        idle.activity(at: start + .seconds(30))
        idle.activity(at: start + .seconds(10))
        #expect(idle.deadline == start + .seconds(90))
    }

    @Test func `the time during which the machine was suspended counts`() {
        // The clock continues while the machine is suspended, so that it is locked after resuming.
        let start = ContinuousClock.now
        #expect(IdleLock(now: start).isDue(at: start + .seconds(36_000)))
    }
}
