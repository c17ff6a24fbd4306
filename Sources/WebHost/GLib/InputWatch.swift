import CWebKit

/// Tells that a person uses the program: keys, buttons and the pointer, in any of its windows.
///
/// The events come from the display. A page's script cannot make one.
@MainActor public enum InputWatch {
    private static var onInput: (@MainActor () -> Void)?

    /// Calls `body` at every key, press and movement from now on, in the place of a body before it.
    public static func start(_ body: @escaping @MainActor () -> Void) {
        onInput = body
        gdk_event_handler_set({ event, _ in InputWatch.take(event) }, nil, nil)
    }

    private nonisolated static func take(_ event: UnsafeMutablePointer<GdkEvent>?) {
        guard let event else { return }
        switch event.pointee.type {
        case GDK_KEY_PRESS, GDK_BUTTON_PRESS, GDK_MOTION_NOTIFY, GDK_SCROLL, GDK_TOUCH_BEGIN:
            MainActor.assumeIsolated { onInput?() }
        default: break
        }
        gtk_main_do_event(event)
    }
}
