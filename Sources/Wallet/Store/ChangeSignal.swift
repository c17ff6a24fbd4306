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
        return try FileWatch.start(["\(folder.path)/\(name)"], body)
    }
}
