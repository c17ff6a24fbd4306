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

    private var source: guint

    /// Starts to watch `descriptor`.
    package init(_ descriptor: Int32, for direction: Direction, _ body: @escaping @MainActor () -> Void) {
        typealias Body = @MainActor () -> Void
        let trampoline: GUnixFDSourceFunc = { _, _, data in
            let body: Body = SignalBox<Body>.body(in: data)
            MainActor.assumeIsolated { body() }
            return gboolean(1)  // G_SOURCE_CONTINUE
        }
        let release: GDestroyNotify = { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }
        source = g_unix_fd_add_full(
            Self.priority, descriptor, direction.condition, trampoline,
            Unmanaged.passRetained(SignalBox(body as Body)).toOpaque(), release)
    }

    /// Ends the watch.
    package func stop() {
        guard source != 0 else { return }
        g_source_remove(source)
        source = 0
    }

    isolated deinit {
        stop()
    }
}
