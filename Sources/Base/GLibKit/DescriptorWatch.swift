import CWebKit

/// Calls a closure in GLib's main loop while a file descriptor is ready; ends with this object.
///
/// It does not own the descriptor, which must stay open until the watch ends.
@MainActor package final class DescriptorWatch {
    /// What a descriptor must be ready for.
    package enum Direction {
        /// Reading: also when the other end is closed, or after an error.
        case reading
        /// Writing.
        case writing

        fileprivate var condition: GIOCondition {
            switch self {
            case .reading: GIOCondition(rawValue: G_IO_IN.rawValue | G_IO_HUP.rawValue | G_IO_ERR.rawValue)
            case .writing: G_IO_OUT
            }
        }
    }

    /// Descriptors are served after input and drawing, so that a busy peer does not stop the windows.
    package static let priority = GDK_PRIORITY_REDRAW + 5

    /// The watch, which GLib keeps while it is attached.
    private let source: WatchSource

    /// Starts to watch `descriptor`.
    package init(_ descriptor: Int32, for direction: Direction, _ body: @escaping @MainActor () -> Void) {
        source = WatchSource(descriptor, direction, body)
        source.attach()
    }

    /// Ends the watch.
    package func stop() {
        source.stop()
    }

    isolated deinit {
        source.stop()
    }
}

/// The source of a watch.
///
/// GLib takes a source that cannot recurse out of its poll while it runs, and wakes itself up twice for it: three more
/// system calls each time. So this one can recurse, and detaches itself in a main loop that its own body runs.
@MainActor private final class WatchSource {
    private let descriptor: Int32
    private let direction: DescriptorWatch.Direction
    private let body: @MainActor () -> Void
    private var id: guint = 0
    private var isRunning = false
    /// Whether it was detached until the body returns.
    private var isHeld = false

    init(_ descriptor: Int32, _ direction: DescriptorWatch.Direction, _ body: @escaping @MainActor () -> Void) {
        (self.descriptor, self.direction, self.body) = (descriptor, direction, body)
    }

    func attach() {
        let trampoline: GUnixFDSourceFunc = { _, _, data in
            guard let data else { return 0 }
            let source = Unmanaged<WatchSource>.fromOpaque(data).takeUnretainedValue()
            return MainActor.assumeIsolated { source.run() } ? 1 : 0
        }
        let release: GDestroyNotify = { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }
        let made = g_unix_fd_source_new(descriptor, direction.condition)
        g_source_set_can_recurse(made, 1)
        g_source_set_priority(made, DescriptorWatch.priority)
        // Unchecked because GLib has one type for the functions of all sources, and calls this one with its own.
        g_source_set_callback(
            made, unsafeBitCast(trampoline, to: GSourceFunc.self), Unmanaged.passRetained(self).toOpaque(), release)
        id = g_source_attach(made, nil)
        g_source_unref(made)
    }

    func stop() {
        isHeld = false
        guard id != 0 else { return }
        g_source_remove(id)
        id = 0
    }

    /// - Returns: Whether the source stays attached.
    private func run() -> Bool {
        guard !isRunning else {
            (id, isHeld) = (0, true)
            return false
        }
        isRunning = true
        body()
        isRunning = false
        if isHeld {
            isHeld = false
            attach()
            return false
        }
        return id != 0
    }
}
