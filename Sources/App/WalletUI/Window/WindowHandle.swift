import CWebKit
import GLibKit
import CWindowHandle
import WebHost

/// A handle of a window of this program, with which another process can place its own windows above it: `x11:` and a
/// number, or `wayland:` and a handle (XDG Desktop Portal, “Parent Window Identifiers”).
@MainActor enum WindowHandle {
    /// The maximum time for a compositor to return a handle.
    private static let patience = Duration.seconds(1)

    /// The handle of `window`; `nil` if it is not on the screen, or the display system has none.
    static func of(_ window: Widget) async -> String? {
        guard gtk_widget_get_mapped(window) != 0, let window = gtk_widget_get_window(window) else { return nil }
        let surface = UnsafeMutableRawPointer(window)
        if let handle = drawbridge_x11_handle(surface) {
            defer { g_free(handle) }
            return String(cString: handle)
        }
        let (handles, told) = AsyncStream<String?>.makeStream()
        let box = Unmanaged.passRetained(SignalBox<@MainActor (String) -> Void>({ told.yield($0) })).toOpaque()
        let isAsked = drawbridge_export_wayland(
            surface,
            { _, handle, data in
                guard let handle else { return }
                let text = String(cString: handle)
                let body: @MainActor (String) -> Void = SignalBox<@MainActor (String) -> Void>.body(in: data)
                MainActor.assumeIsolated { body("wayland:\(text)") }
            }, box,
            { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
        guard isAsked != 0 else {
            Unmanaged<AnyObject>.fromOpaque(box).release()
            return nil
        }
        let clock = Task {
            try await ContinuousClock().sleep(for: patience)
            told.yield(nil)
        }
        defer { clock.cancel() }
        for await handle in handles { return handle }
        return nil
    }

    /// Puts `window` above the one that `handle` names, as soon as it is on the screen.
    static func attach(_ window: Widget, to handle: String) {
        Signal.connect(window, "realize") { () -> Void in
            if let surface = gtk_widget_get_window(window) {
                _ = drawbridge_attach(UnsafeMutableRawPointer(surface), handle)
            }
        }
    }
}
