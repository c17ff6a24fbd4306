import CWebKit
import Dispatch
import Glibc

/// GLib's loop, made to run Swift's main actor as well.
///
/// GTK owns the main thread and never drains libdispatch's main queue, on which main-actor jobs are put. The queue
/// announces work on a descriptor, and GLib watches that: no polling, no timer.
@MainActor public enum MainLoop {
    /// Starts GTK and joins the two loops; call once, first, from a synchronous `main`.
    ///
    /// Variables by which the environment could load code, switch WebKit's sandbox off or attach an inspector are
    /// removed. The allocator is set to return large blocks to the system as soon as they are free.
    ///
    /// - Returns: Whether there is a display to draw on; without one nothing of `WebHost` may be used.
    public static func start() -> Bool {
        ProcessEnvironment.clean()
        // Unless it is set, glibc raises the threshold to the largest block that was ever freed, and keeps such blocks.
        mallopt(M_MMAP_THRESHOLD, 1 << 20)
        guard gtk_init_check(nil, nil) != 0 else { return false }
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

    /// Runs what the main queue holds.
    ///
    /// The count must be read off first: a descriptor left readable starves every other source.
    private static let drain: GUnixFDSourceFunc = { descriptor, _, _ in
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
        return gboolean(1)  // G_SOURCE_CONTINUE
    }
}
