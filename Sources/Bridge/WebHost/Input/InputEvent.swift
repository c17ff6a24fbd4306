package import Bridge
package import CWebKit
package import GLibKit

/// A keyboard, pointer or touch event, before GTK delivers it to a widget.
///
/// The events come from the display server. A page's script cannot create one.
@MainActor package struct InputEvent {
    /// The kind of event.
    package enum Kind {
        /// A mouse button went down.
        case press(PressProtection.Point)
        /// A mouse button went up, or a finger left the screen.
        case release
        /// A finger touched the screen.
        case touch
        /// The pointer moved, or entered the window.
        case movement(PressProtection.Point)
        /// A key was pressed; `isFresh` is false for repeats while it is held.
        case key(GdkEventKey, isFresh: Bool)
        /// A key was released.
        case keyRelease(GdkEventKey)
    }

    package let kind: Kind

    /// The target widget.
    package let widget: Widget

    /// The window of the widget.
    package let window: Widget

    /// Converts `event`; `nil` if it is of another kind, or has no target.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - isFresh: Whether it is a key press that is not a repeat.
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

    /// A touch is reported as a button press if the widget does not request touch events.
    private static func press(_ event: UnsafeMutablePointer<GdkEvent>) -> Kind {
        if let device = gdk_event_get_source_device(event), gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN {
            return .touch
        }
        return .press(.init(x: event.pointee.button.x_root, y: event.pointee.button.y_root))
    }
}
