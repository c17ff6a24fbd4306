import Bridge
import CWebKit
import GLibKit
import WebHost

/// The windows of the wallet that appear over a page: approvals, steps and forms.
@MainActor enum DialogWindows {
    /// Those on the screen, each with the window over which it appeared.
    private static var shown: [Widget: Widget?] = [:]

    /// The one that has the focus.
    private static var active: Widget?

    /// The window to which the focus returns because the user has ended one over it, and when that was.
    private static var left: (parent: Widget, time: Duration)?

    /// How long a window takes to get the focus back.
    private static let returnTime = Duration.seconds(2)

    /// Registers `window`: after it closes in any way, keys are kept from pages for a while.
    static func follow(_ window: Widget) {
        Signal.connect(window, "map") { () -> Void in
            let parent: Widget? = gtk_window_get_transient_for(window.cast()).map { $0.cast() }
            shown.updateValue(parent, forKey: window)
        }
        Signal.connect(window, "unmap") { () -> Void in leave(window) }
        Signal.connect(window, "destroy") { () -> Void in leave(window) }
        Signal.connect(window, "focus-in-event") { (_: gpointer?) -> Bool in
            gtk_window_set_urgency_hint(window.cast(), 0)
            active = window
            return false
        }
        Signal.connect(window, "focus-out-event") { (_: gpointer?) -> Bool in
            if active == window { active = nil }
            return false
        }
    }

    /// Whether the user has just ended a window over `parent`, which has not got the focus back yet.
    static func isReturning(to parent: Widget) -> Bool {
        guard let left, left.parent == parent, !isUserIn(windowOver: parent) else { return false }
        return InputWatch.time.now() - left.time < returnTime
    }

    /// Whether one of the windows over `parent` has the focus, or gets it when it appears.
    private static func isUserIn(windowOver parent: Widget) -> Bool {
        shown.contains { $0.value == parent && !waits($0.key) }
    }

    /// Whether `window` has appeared without the focus, and waits for the user.
    private static func waits(_ window: Widget) -> Bool { gtk_window_get_urgency_hint(window.cast()) != 0 }

    /// Whether any of them except `window` is visible.
    static func isOneShown(beside window: Widget? = nil) -> Bool {
        shown.keys.contains { $0 != window }
    }

    /// Brings `window` to the front; without taking the focus if the user is typing in another one.
    static func present(_ window: Widget) {
        if isTypedElsewhere(than: window) {
            gtk_window_set_urgency_hint(window.cast(), 1)
        } else {
            gtk_window_present(window.cast())
        }
    }

    /// Shows `window` for the first time; without taking the focus if the user is typing in another one.
    static func show(_ window: Widget) {
        let isTyped = isTypedElsewhere(than: window)
        gtk_window_set_focus_on_map(window.cast(), isTyped ? 0 : 1)
        gtk_window_set_urgency_hint(window.cast(), isTyped ? 1 : 0)
        gtk_widget_show(window)
    }

    /// Whether the user is typing, or may have started to, in something outside `window`.
    static func isTypedElsewhere(than window: Widget) -> Bool {
        guard gtk_window_is_active(window.cast()) == 0 else { return false }
        return InputWatch.isTyping || shown.keys.contains { $0 != window && holdsTypedText($0) }
    }

    /// Whether `window` is active and the focus is in a field with text.
    private static func holdsTypedText(_ window: Widget) -> Bool {
        guard gtk_window_is_active(window.cast()) != 0, let focus = gtk_window_get_focus(window.cast()),
            g_type_check_instance_is_a(focus.cast(), gtk_entry_get_type()) != 0
        else { return false }
        return gtk_entry_get_text_length(focus.cast()) > 0
    }

    private static func leave(_ window: Widget) {
        guard let parent = shown.removeValue(forKey: window) else { return }
        PageInputGuard.block()
        guard active == window else { return }
        active = nil
        guard let parent else { return }
        left = (parent, InputWatch.time.now())
        // A question that appeared meanwhile has waited without the focus.
        Idle.run {
            // The user may have opened the next form meanwhile.
            if !isUserIn(windowOver: parent),
                let waiting = shown.first(where: { $0.value == parent && waits($0.key) })
            {
                present(waiting.key)
            }
            return false
        }
    }
}
