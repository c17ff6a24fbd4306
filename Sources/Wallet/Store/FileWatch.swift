import Dispatch
import Glibc

/// Notices changes of files.
package enum FileWatch {
    /// Calls `body` after each time that a file at one of `paths`, or in a folder at one of them, was written, replaced
    /// or removed, until the returned function is called.
    ///
    /// - Parameters:
    ///   - paths: Files and folders that exist; what is in the folders of a folder is not watched.
    ///   - body: Called on any thread; several changes may be one call.
    /// - Returns: Ends it.
    /// - Throws: ``StoreError/unavailable(path:reason:)``.
    package static func start(
        _ paths: [String], _ body: @escaping @Sendable () -> Void
    ) throws(StoreError) -> @Sendable () -> Void {
        let queue = inotify_init1(Int32(truncatingIfNeeded: IN_CLOEXEC | IN_NONBLOCK))
        guard queue >= 0 else { throw .unavailable(path: paths.first ?? "", reason: StoreFolder.reason) }
        let mask = UInt32(truncatingIfNeeded: IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE)
        for path in paths where inotify_add_watch(queue, path, mask) < 0 {
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
