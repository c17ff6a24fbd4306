import Dispatch
import Glibc

/// Notifies every process that has the store open of changes.
///
/// An empty file next to the store is opened for writing and closed after each change, and `inotify` notifies the
/// waiting processes. The files of the database would wake them too early: SQLite writes the log before others can read
/// it.
struct ChangeSignal {
    let folder: StoreFolder

    /// The name of the file in the folder.
    let name: String

    /// Wakes the waiting processes.
    ///
    /// Nothing is lost if a signal cannot be sent: waiting code checks again at its own deadline.
    func send() {
        guard let file = try? folder.openLock(name) else { return }
        close(file)
    }

    /// Calls `body` after each signal, from any process, until the returned function is called.
    func receive(_ body: @escaping @Sendable () -> Void) throws(StoreError) -> @Sendable () -> Void {
        close(try folder.openLock(name))
        let path = "\(folder.path)/\(name)"
        let queue = inotify_init1(Int32(truncatingIfNeeded: IN_CLOEXEC | IN_NONBLOCK))
        guard queue >= 0 else { throw .unavailable(path: path, reason: StoreFolder.reason) }
        guard inotify_add_watch(queue, path, UInt32(truncatingIfNeeded: IN_CLOSE_WRITE)) >= 0 else {
            let reason = StoreFolder.reason
            close(queue)
            throw .unavailable(path: path, reason: reason)
        }
        // Dispatch does not document it, but its sources can be used on any thread: safe because this one is only
        // cancelled.
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: queue, queue: .global())
        source.setEventHandler {
            var events = [UInt8](repeating: 0, count: 4_096)
            while read(queue, &events, events.count) > 0 {}
            body()
        }
        source.setCancelHandler { close(queue) }
        source.resume()
        return { source.cancel() }
    }
}
