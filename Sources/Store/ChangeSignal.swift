import Dispatch
import Glibc

/// Tells every process that has the store open that something was changed.
///
/// An empty file beside the store is opened for writing and closed after each change, and `inotify` tells those who
/// wait. The files of the database itself would wake them too early: SQLite writes the log before others can read it.
struct ChangeSignal {
    let folder: StoreFolder

    /// The name of the file in the folder.
    let name: String

    /// Wakes those who wait.
    ///
    /// A signal that cannot be sent loses nothing: who waits looks again at the deadline of what it waits for.
    func send() {
        guard let file = try? folder.openLock(name) else { return }
        close(file)
    }

    /// Calls `body` after each signal, of whichever process, until the function that it returns is called.
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
        // Dispatch does not say so, but its sources can be used on any thread: safe because this one is only cancelled.
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
