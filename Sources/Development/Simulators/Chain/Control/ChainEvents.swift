internal import Synchronization

/// Tells what happens on a simulated chain, in a line for each event.
package final class ChainEvents: Sendable {
    private let watchers = Mutex<[@Sendable (String) -> Void]>([])

    /// Creates events without observers.
    package init() {}

    /// Calls `body` with each line from now on.
    package func watch(_ body: @escaping @Sendable (String) -> Void) {
        watchers.withLock { $0.append(body) }
    }

    /// Tells the watchers a line; it is only made if there are any.
    package func tell(_ line: @autoclosure () -> String) {
        let watchers = watchers.withLock { $0 }
        guard !watchers.isEmpty else { return }
        let line = line()
        for watcher in watchers { watcher(line) }
    }
}
