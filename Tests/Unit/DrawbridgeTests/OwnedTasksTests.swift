import Testing

@testable import WalletWindow

@Suite @MainActor struct OwnedTasksTests {
    @Test func `tasks end when their owner is released, and not before`() async {
        let (ends, end) = AsyncStream<Bool>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        var tasks: OwnedTasks? = OwnedTasks()
        tasks?.start {
            start.yield()
            try? await ContinuousClock().sleep(for: .seconds(60))
            end.yield(Task.isCancelled)
        }
        for await _ in starts { break }
        tasks = nil
        for await isCancelled in ends {
            #expect(isCancelled)
            break
        }
    }
}
