package import Bridge
package import CWebKit
package import GLibKit

/// One event of the keyboard, the pointer or a touch screen, before GTK hands it to a widget.
///
/// The events come from the display. A page's script cannot make one.
@MainActor package struct InputEvent {
    /// What happened.
    package enum Kind {
        /// A mouse button went down.
        case press(PressProtection.Point)
        /// A mouse button went up, or a finger left the screen.
        case release
        /// A finger touched the screen.
        case touch
        /// The pointer moved, or came into the window.
        case movement(PressProtection.Point)
        /// A key went down; one that was held before and repeats is not fresh.
        case key(GdkEventKey, isFresh: Bool)
        /// A key went up.
        case keyRelease(GdkEventKey)
    }

    package let kind: Kind

    /// The widget that the event is for.
    package let widget: Widget

    /// The window that holds the widget.
    package let window: Widget

    /// Reads `event`; `nil` if it is of another kind, or has no target.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - isFresh: Whether it is the press of a key that was not held.
    init?(_ event: UnsafeMutablePointer<GdkEvent>, isFresh: Bool) {
        let kind: Kind? =
            switch event.pointee.type {
            case GDK_BUTTON_PRESS: Self.press(event)
            case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: .release
            case GDK_TOUCH_BEGIN: .touch
            case GDK_MOTION_NOTIFY:
                .movement(.init(x: event.pointee.motion.x_root, y: event.pointee.motion.y_root))
            case GDK_ENTER_NOTIFY:
                .movement(.init(x: event.pointee.crossing.x_root, y: event.pointee.crossing.y_root))
            case GDK_KEY_PRESS: .key(event.pointee.key, isFresh: isFresh)
            case GDK_KEY_RELEASE: .keyRelease(event.pointee.key)
            default: nil
            }
        guard let kind, let widget = gtk_get_event_widget(event), let window = gtk_widget_get_toplevel(widget) else {
            return nil
        }
        (self.kind, self.widget, self.window) = (kind, widget, window)
    }

    /// A touch comes as a press, too, where the widget does not ask for touches.
    private static func press(_ event: UnsafeMutablePointer<GdkEvent>) -> Kind {
        if let device = gdk_event_get_source_device(event), gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN {
            return .touch
        }
        return .press(.init(x: event.pointee.button.x_root, y: event.pointee.button.y_root))
    }
}
