import CWebKit
import Dispatch
import Glibc

/// GLib's main loop, extended to run Swift's main actor.
///
/// GTK owns the main thread and never drains libdispatch's main queue, which has the main actor's jobs. libdispatch
/// signals pending jobs on a file descriptor, and GLib watches it: there is no polling and no timer.
@MainActor public enum MainLoop {
    private static var isConnected = false

    /// Starts GTK and connects the two loops; call it first, from a synchronous `main`.
    ///
    /// Removes environment variables that could load code, switch off WebKit's sandbox or attach an inspector, and
    /// makes the allocator return large blocks to the system as soon as they are free.
    ///
    /// - Returns: Whether there is a display; without one, nothing in `WebHost` may be used.
    public static func start() -> Bool {
        ProcessEnvironment.clean()
        // By default, glibc raises the threshold to the size of the largest freed block, and keeps such blocks.
        mallopt(M_MMAP_THRESHOLD, 1 << 20)
        // With a threshold, it no longer adapts how often the heap shrinks and grows: with each message, by default.
        mallopt(M_TRIM_THRESHOLD, 4 << 20)
        mallopt(M_TOP_PAD, 1 << 20)
        guard gtk_init_check(nil, nil) != 0 else { return false }
        // A second source would find nothing in the counter that the first one has read.
        guard !isConnected else { return true }
        isConnected = true
        _ = g_unix_fd_add(_dispatch_get_main_queue_handle_4CF(), G_IO_IN, drain, nil)
        return true
    }

    /// Runs until ``stop()``.
    public static func run() {
        gtk_main()
    }

    /// Makes ``run()`` return.
    public static func stop() {
        gtk_main_quit()
    }

    /// Runs the jobs of the main queue.
    ///
    /// The counter must be read first: a descriptor that stays readable starves every other source.
    private static let drain: GUnixFDSourceFunc = { descriptor, _, _ in
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
        return gboolean(1)  // G_SOURCE_CONTINUE
    }
}
