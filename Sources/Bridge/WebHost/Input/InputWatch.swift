package import Bridge
import CWebKit

/// An observer that receives input before the program's widgets do.
@MainActor package protocol InputWatcher: AnyObject {
    /// Handles an event; true if no widget should receive it.
    func take(_ event: InputEvent) -> Bool
}

/// Observes the input to all windows of the program before GTK delivers it to a widget.
///
/// GTK does not report presses on insensitive buttons, which matter here.
@MainActor public enum InputWatch {
    private struct Entry {
        weak var watcher: (any InputWatcher)?
    }

    /// The clock, which tests replace.
    package static var time = TimeSource.system

    private static var onInput: (@MainActor () -> Void)?
    private static var entries: [Entry] = []
    private static var isStarted = false
    private static var keys = KeyRepeatFilter()
    private static var lastTyped: Duration?

    /// The number of key, button and touch presses so far.
    package private(set) static var presses = 0

    /// Whether the user is typing text: the last key, a moment ago, was a character.
    package static var isTyping: Bool {
        lastTyped.map { time.now() - $0 < .seconds(1) } ?? false
    }

    /// Calls `body` for every key, press and movement from now on, instead of an earlier body.
    public static func start(_ body: @escaping @MainActor () -> Void) {
        onInput = body
        listen()
    }

    /// Reports input to `watcher` for as long as it exists.
    package static func add(_ watcher: any InputWatcher) {
        entries.removeAll { $0.watcher == nil }
        entries.append(Entry(watcher: watcher))
        listen()
    }

    /// Handles that a window left the screen: the release of a key that was pressed in it may not be reported.
    package static func windowLeft() {
        keys.loseFocus()
    }

    private static func listen() {
        guard !isStarted else { return }
        isStarted = true
        gdk_event_handler_set({ event, _ in InputWatch.take(event) }, nil, nil)
    }

    private nonisolated static func take(_ event: UnsafeMutablePointer<GdkEvent>?) {
        guard let event else { return }
        // Unsafe because pointers are not Sendable; GDK calls back on the main thread, where the body runs.
        nonisolated(unsafe) let given = event
        if MainActor.assumeIsolated({ isStopped(given) }) { return }
        gtk_main_do_event(event)
    }

    private static func isStopped(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        switch event.pointee.type {
        case GDK_KEY_PRESS, GDK_BUTTON_PRESS, GDK_MOTION_NOTIFY, GDK_SCROLL, GDK_TOUCH_BEGIN: onInput?()
        default: break
        }
        let isFresh = followKeys(event)
        guard let input = InputEvent(event, isFresh: isFresh) else { return false }
        var isStopped = false
        for entry in entries where entry.watcher?.take(input) == true { isStopped = true }
        switch input.kind {
        case .press, .touch, .key: presses += 1
        case .release, .movement, .keyRelease: break
        }
        return isStopped
    }

    /// Tracks which keys are held, in all windows together.
    ///
    /// - Returns: Whether `event` is a key press that is not a repeat.
    private static func followKeys(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        switch event.pointee.type {
        case GDK_KEY_PRESS:
            let now = time.now()
            lastTyped = isText(event.pointee.key) ? now : nil
            return keys.press(UInt32(event.pointee.key.hardware_keycode), at: now)  // No trap: 16 bits.
        case GDK_KEY_RELEASE: keys.release(UInt32(event.pointee.key.hardware_keycode))  // No trap: 16 bits.
        case GDK_FOCUS_CHANGE: if event.pointee.focus_change.in == 0 { keys.loseFocus() }
        default: break
        }
        return false
    }

    /// Whether a key produces a character: not Return or Tab, which end a text, and not a shortcut.
    private static func isText(_ key: GdkEventKey) -> Bool {
        let shortcuts = GDK_CONTROL_MASK.rawValue | GDK_MOD1_MASK.rawValue | GDK_SUPER_MASK.rawValue
        return key.state & shortcuts == 0 && gdk_keyval_to_unicode(key.keyval) >= 0x20
    }
}
