import Bridge
import Testing

/// Which input is kept from pages after a window of the wallet closes.
@Suite struct PageInputBlockTests {
    @Test func `keys are kept from the page until none has been pressed for a while`() {
        var block = PageInputBlock()
        block.begin(at: .zero)
        var now = Duration.zero
        for number in 0..<200 {
            now += .milliseconds(number % 14 * 100 + 50)
            let isBlocked = block.press(UInt32(number % 7), at: now)
            let isReleaseBlocked = block.release(UInt32(number % 7), at: now + .milliseconds(20))
            #expect(isBlocked && isReleaseBlocked)
        }
        let isBlocked = block.press(3, at: now + PageInputBlock.quiet)
        #expect(!isBlocked)
    }

    @Test func `nothing is blocked if no window has closed`() {
        var block = PageInputBlock()
        let key = block.press(3, at: .seconds(1))
        let release = block.release(3, at: .seconds(1))
        let click = block.click(at: .seconds(1))
        #expect(!key && !release && !click)
    }

    @Test func `the release of a key that was pressed in the closed window does not reach the page`() {
        var block = PageInputBlock()
        block.begin(at: .zero)
        let isBlocked = block.release(40, at: .milliseconds(80))
        #expect(isBlocked)
    }

    @Test func `the release of a blocked key is blocked, however late`() {
        var block = PageInputBlock()
        block.begin(at: .zero)
        _ = block.press(40, at: .milliseconds(80))
        let isBlocked = block.release(40, at: .seconds(60))
        let isNextBlocked = block.release(40, at: .seconds(61))
        #expect(isBlocked && !isNextBlocked)
    }

    @Test func `a click into the page unblocks keys, unless it comes too soon`() {
        var block = PageInputBlock()
        block.begin(at: .zero)
        let hasty = block.click(at: PageInputBlock.clickPause - .milliseconds(1))
        let early = block.press(1, at: PageInputBlock.clickPause)
        let click = block.click(at: PageInputBlock.clickPause)
        let key = block.press(2, at: PageInputBlock.clickPause)
        #expect(hasty && early && !click && !key)
    }

    @Test func `a key in another window keeps keys blocked for longer, and blocks none by itself`() {
        var block = PageInputBlock()
        block.pressElsewhere(at: .zero)
        let free = block.remaining(at: .zero)
        block.begin(at: .zero)
        block.pressElsewhere(at: .milliseconds(1_000))
        let typing = block.remaining(at: .milliseconds(1_500))
        let quiet = block.remaining(at: .milliseconds(2_500))
        #expect(free == nil && typing == .milliseconds(1_000) && quiet == nil)
    }

    @Test func `it is known how long keys stay blocked, and when only a click unblocks them`() {
        var block = PageInputBlock()
        block.begin(at: .seconds(10))
        let first = block.remaining(at: .seconds(10))
        _ = block.press(1, at: .milliseconds(11_000))
        let second = block.remaining(at: .milliseconds(11_500))
        block.hold()
        let held = block.remaining(at: .seconds(500))
        #expect(first == PageInputBlock.quiet && second == .milliseconds(1_000) && held == .zero && block.waitsForClick)
        _ = block.click(at: .seconds(501))
        let clicked = block.remaining(at: .seconds(501))
        #expect(clicked == nil && !block.waitsForClick)
    }

    @Test
    func `while another process asks for a secret only a click unblocks keys, and only until the process ends`() {
        var block = PageInputBlock()
        block.hold()
        block.hold()
        let held = block.press(1, at: .seconds(500))
        block.endHold(at: .seconds(600))
        let stillHeld = block.press(2, at: .seconds(700))
        _ = block.click(at: .seconds(800))
        let clicked = block.press(3, at: .seconds(800))
        block.returnToPage()
        let returned = block.press(4, at: .seconds(900))
        block.endHold(at: .seconds(1_000))
        let ended = block.press(5, at: .seconds(1_001))
        block.returnToPage()
        let later = block.press(6, at: .seconds(1_100))
        #expect(held && stillHeld && !clicked && returned && ended && !later)
    }
}
