import Bridge
import CWebKit

/// The keys of a window in which something can be agreed to.
///
/// A key that presses a button must be a fresh one: one that was held for what stood there before decides nothing.
@MainActor final class KeyWatch {
    /// A key that can press a button.
    struct Press {
        /// Whether it was not held already.
        let isFresh: Bool

        /// Whether a button has the focus; Return presses the window's own button where none has.
        let isOnButton: Bool

        /// Whether it is Return, not the space bar.
        let isReturn: Bool
    }

    private var keys = KeyGuard()
    private let window: UnsafeMutablePointer<GtkWindow>
    private let onEscape: @MainActor () -> Void
    private let stops: @MainActor (Press) -> Bool

    /// Watches the keys of `window`.
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - onEscape: Called when Escape is pressed afresh.
    ///   - stops: Whether a key that can press a button goes no further.
    init(
        _ window: UnsafeMutablePointer<GtkWindow>, onEscape: @escaping @MainActor () -> Void,
        stops: @escaping @MainActor (Press) -> Bool
    ) {
        self.window = window
        self.onEscape = onEscape
        self.stops = stops
        Signal.connect(window, "focus-out-event") { [weak self] (_: gpointer?) -> Bool in
            self?.keys.forget()
            return false
        }
        Signal.connect(window, "key-press-event") { [weak self] (event: gpointer?) -> Bool in
            guard let key = event?.assumingMemoryBound(to: GdkEventKey.self).pointee else { return false }
            return self?.press(key) ?? false
        }
        Signal.connect(window, "key-release-event") { [weak self] (event: gpointer?) -> Bool in
            guard let key = event?.assumingMemoryBound(to: GdkEventKey.self).pointee else { return false }
            self?.keys.release(UInt32(key.hardware_keycode))
            return false
        }
    }

    /// Takes a key; true where it goes no further.
    private func press(_ key: GdkEventKey) -> Bool {
        let isFresh = keys.press(UInt32(key.hardware_keycode))
        switch Int32(bitPattern: key.keyval) {
        case GDK_KEY_Escape:
            if isFresh { onEscape() }
            return true
        case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter:
            return stops(Press(isFresh: isFresh, isOnButton: isOnButton, isReturn: true))
        case GDK_KEY_space, GDK_KEY_KP_Space:
            return stops(Press(isFresh: isFresh, isOnButton: isOnButton, isReturn: false))
        default:
            return false
        }
    }

    private var isOnButton: Bool {
        guard let focus = gtk_window_get_focus(window) else { return false }
        return g_type_check_instance_is_a(focus.cast(), gtk_button_get_type()) != 0
    }
}
