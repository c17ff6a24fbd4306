import Bridge
import TestSupport
import WebHost

extension PageTestContext {
    /// Stops the clock of input until the test is over; returns the clock that is used instead.
    ///
    /// No clock goes back: for each test, what an earlier one pressed was pressed long ago.
    func stopInputClock() -> ManualClock {
        let pause = Duration.seconds(60)
        let clock = ManualClock()
        clock.advance(by: InputWatch.time.now() + pause)
        InputWatch.time = clock.time
        atEnd {
            let ahead = clock.time.now() + pause - TimeSource.system.now()
            InputWatch.time = TimeSource(now: { TimeSource.system.now() + ahead }, sleep: TimeSource.system.sleep)
        }
        return clock
    }
}
