import Testing

@testable import Keys

@Suite struct BackOffTests {
    @Test func `the delay doubles from the third failure on, up to five minutes`() throws {
        var (backOff, now) = (BackOff(), ContinuousClock.now)
        var waits: [Int] = []
        for _ in 0..<14 {
            try backOff.check(at: now)
            backOff.failed(at: now)
            do {
                try backOff.check(at: now)
                waits.append(0)
            } catch .tooManyAttempts(let seconds) {
                waits.append(seconds)
                #expect(throws: KeyError.tooManyAttempts(seconds: 1)) {
                    try backOff.check(at: now + .seconds(seconds) - .nanoseconds(1))
                }
                now += .seconds(seconds)
            }
        }
        #expect(waits == [0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
        backOff.succeeded()
        try backOff.check(at: now - .seconds(1_000))
    }
}
