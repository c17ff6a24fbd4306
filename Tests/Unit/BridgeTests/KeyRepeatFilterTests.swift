import Bridge
import Testing

@Suite struct KeyRepeatFilterTests {
    @Test func `repeats of a held key are not presses`() {
        var keys = KeyRepeatFilter()
        let held = [keys.press(36, at: .zero), keys.press(36, at: .seconds(9)), keys.press(65, at: .seconds(9))]
        keys.release(36)
        let later = [keys.press(36, at: .seconds(10)), keys.press(65, at: .seconds(10))]
        #expect(held == [true, false, true])
        #expect(later == [true, false])
    }

    @Test func `a release without a press is harmless`() {
        var keys = KeyRepeatFilter()
        keys.release(1)
        let isFresh = keys.press(1, at: .zero)
        #expect(isFresh)
    }

    @Test func `a key that is held while another window comes to the front is not a fresh press`() {
        var keys = KeyRepeatFilter()
        _ = keys.press(36, at: .zero)
        keys.loseFocus()
        let repeats = (1...40).map { keys.press(36, at: .milliseconds(600 + $0 * 30)) }
        #expect(repeats.contains(true) == false)
    }

    @Test func `a key whose release went to another program can be pressed again`() {
        var keys = KeyRepeatFilter()
        _ = keys.press(36, at: .zero)
        keys.loseFocus()
        let isFresh = keys.press(36, at: KeyRepeatFilter.memory)
        #expect(isFresh)
    }
}
