import Bridge
import Synchronization
import Testing

@testable import WalletUI

@MainActor @Suite struct SlideshowTests {
    /// A clock whose waits end when the test says so.
    private final class Steps: Sendable {
        private let waiting = Mutex<[CheckedContinuation<Void, any Error>]>([])
        let asked = Mutex<[Duration]>([])

        var time: TimeSource {
            TimeSource(
                now: { .zero },
                sleep: { [self] duration in
                    asked.withLock { $0.append(duration) }
                    try await withTaskCancellationHandler {
                        try await withCheckedThrowingContinuation { continuation in
                            waiting.withLock { $0.append(continuation) }
                        }
                    } onCancel: {
                        cancel()
                    }
                })
        }

        var count: Int { waiting.withLock(\.count) }

        func step() { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.resume() }

        private func cancel() {
            let all = waiting.withLock { waits in
                defer { waits = [] }
                return waits
            }
            for wait in all { wait.resume(throwing: CancellationError()) }
        }
    }

    private func settle(_ isDone: () -> Bool) async {
        for _ in 0..<10_000 where !isDone() { await Task.yield() }
    }

    @Test func `images follow each other in a circle until a pause`() async {
        let steps = Steps()
        let slides = Slideshow(count: 3, interval: .milliseconds(200), time: steps.time)
        var shown: [Int] = []
        slides.onShow = { shown.append($0) }
        slides.start()
        for number in 1...4 {
            await settle { steps.count == 1 }
            steps.step()
            await settle { shown.count == number }
        }
        #expect(shown == [1, 2, 0, 1])
        await settle { steps.count == 1 }
        slides.pause()
        #expect(!slides.isRunning)
        await settle { steps.count == 0 }
        #expect(shown == [1, 2, 0, 1])
        slides.start()
        await settle { steps.count == 1 }
        steps.step()
        await settle { shown.count == 5 }
        #expect(shown.last == 2)
        #expect(steps.asked.withLock { Set($0) } == [.milliseconds(200)])
    }

    @Test func `the timer ends with the screen`() async {
        let steps = Steps()
        var slides: Slideshow? = Slideshow(count: 2, interval: .seconds(1), time: steps.time)
        weak let gone = slides
        slides?.start()
        await settle { steps.count == 1 }
        slides = nil
        await settle { steps.count == 0 }
        #expect(gone == nil)
        #expect(steps.count == 0)
    }

    @Test func `one image does not change`() {
        let slides = Slideshow(count: 1, interval: .seconds(1), time: Steps().time)
        slides.start()
        #expect(!slides.isRunning)
    }
}
