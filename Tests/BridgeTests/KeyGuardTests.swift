import Bridge
import Testing

@Suite struct KeyGuardTests {
    @Test func `the repeats of a held key are not presses`() {
        var keys = KeyGuard()
        let held = [keys.press(36), keys.press(36), keys.press(65)]
        keys.release(36)
        let later = [keys.press(36), keys.press(65)]
        #expect(held == [true, false, true])
        #expect(later == [true, false])
    }

    @Test func `a release that was never pressed does no harm`() {
        var keys = KeyGuard()
        keys.release(1)
        let first = keys.press(1)
        keys.forget()
        let second = keys.press(1)
        #expect(first && second)
    }
}
