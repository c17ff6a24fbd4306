import CWebKit

/// Runs work when GLib's main loop is idle.
@MainActor package enum Idle {
    /// Which work takes precedence.
    package enum Urgency {
        /// Input and drawing.
        case afterDrawing
        /// Everything that is pending, such as the layout of a long text.
        case last
    }

    /// Calls `body` in a later iteration, repeatedly while it returns true.
    package static func run(_ urgency: Urgency = .afterDrawing, _ body: @escaping @MainActor () -> Bool) {
        typealias Body = @MainActor () -> Bool
        let trampoline: GSourceFunc = { data in
            let body: Body = SignalBox<Body>.body(in: data)
            return MainActor.assumeIsolated { body() } ? 1 : 0
        }
        let release: GDestroyNotify = { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }
        let priority = urgency == .last ? G_PRIORITY_LOW : G_PRIORITY_DEFAULT_IDLE
        g_idle_add_full(priority, trampoline, Unmanaged.passRetained(SignalBox(body as Body)).toOpaque(), release)
    }
}

/// Runs work in the frames of a widget.
@MainActor package enum Frames {
    /// Calls `body` before the layout of each of the next frames of `widget`, while it returns true.
    ///
    /// A window that is not on the screen has no frames; then `body` waits. It is not called after the widget is destroyed.
    package static func run(of widget: Widget, _ body: @escaping @MainActor () -> Bool) {
        typealias Body = @MainActor () -> Bool
        let trampoline: GtkTickCallback = { _, _, data in
            let body: Body = SignalBox<Body>.body(in: data)
            return MainActor.assumeIsolated { body() } ? 1 : 0
        }
        let release: GDestroyNotify = { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }
        let data = Unmanaged.passRetained(SignalBox(body as Body)).toOpaque()
        gtk_widget_add_tick_callback(widget, trampoline, data, release)
    }
}
