import Testing

@testable import WebHost

/// Pages that are loaded but never drawn.
@Suite struct FrameWatchTests {
    /// The verdict after `count` frames that are `pause` apart.
    private func verdict(
        _ watch: inout FrameWatch, frames count: Int, every pause: Duration, isVisible: Bool = true
    ) -> FrameWatch.Verdict {
        var last = FrameWatch.Verdict.waiting
        for number in 1...count where last == .waiting {
            last = watch.frame(at: pause * number, isVisible: isVisible)
        }
        return last
    }

    @Test func `a page without a frame is blank after some seconds`() {
        var watch = FrameWatch()
        watch.finish(at: .zero)
        #expect(verdict(&watch, frames: 499, every: .milliseconds(16)) == .waiting)
        #expect(watch.frame(at: .seconds(8), isVisible: true) == .blank)
    }

    @Test func `a page that was drawn while it was loaded, or later, is not`() {
        var watch = FrameWatch()
        watch.draw()
        watch.finish(at: .zero)
        #expect(watch.frame(at: .milliseconds(16), isVisible: true) == .drawn)
        watch.begin()
        watch.finish(at: .zero)
        #expect(verdict(&watch, frames: 400, every: .milliseconds(16)) == .waiting)
        watch.draw()
        #expect(watch.frame(at: .seconds(7), isVisible: true) == .drawn)
    }

    @Test func `a window that has few frames, such as on another workspace, proves nothing`() {
        var watch = FrameWatch()
        watch.finish(at: .zero)
        #expect(verdict(&watch, frames: FrameWatch.leastFrames - 1, every: .seconds(60)) == .waiting)
    }

    @Test func `a hidden view, or one with another document, is not watched any more`() {
        var watch = FrameWatch()
        watch.finish(at: .zero)
        #expect(watch.frame(at: .seconds(1), isVisible: false) == .over)
        #expect(verdict(&watch, frames: 1_000, every: .milliseconds(16)) == .over)
        watch.finish(at: .zero)
        watch.begin()
        #expect(watch.frame(at: .seconds(9), isVisible: true) == .over)
    }
}
