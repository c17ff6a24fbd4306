import Bridge
import CWebKit
import GLibKit
import WebHost

/// Keeps keys and accidental clicks from pages after a window of the wallet closes.
@MainActor package enum PageInputGuard {
    private final class Watcher: InputWatcher {
        var block = PageInputBlock()
        private var isReleaseBlocked = false

        func take(_ event: InputEvent) -> Bool {
            let now = InputWatch.time.now()
            switch event.kind {
            case .key(let key, _):
                // No trap: 16 bits.
                if PageInputGuard.reachesPage(event) { return block.press(UInt32(key.hardware_keycode), at: now) }
                block.pressElsewhere(at: now)
                return false
            case .keyRelease(let key):
                // No trap: 16 bits.
                return PageInputGuard.reachesPage(event) && block.release(UInt32(key.hardware_keycode), at: now)
            case .press, .touch:
                guard PageInputGuard.isPage(event.widget) || PageInputGuard.windows.contains(event.window) else {
                    return false
                }
                let isBlocked = block.click(at: now) && PageInputGuard.isPage(event.widget)
                isReleaseBlocked = isBlocked
                return isBlocked
            case .release:
                defer { isReleaseBlocked = false }
                return isReleaseBlocked && PageInputGuard.isPage(event.widget)
            case .movement: return false
            }
        }
    }

    private static let watcher = {
        let watcher = Watcher()
        InputWatch.add(watcher)
        return watcher
    }()

    /// The windows that show pages: none of their widgets gets a blocked key.
    private static var windows: Set<Widget> = []

    /// Registers `window` as one that shows pages.
    static func guardWindow(_ window: Widget) {
        windows.insert(window)
        Signal.connect(window, "destroy") { () -> Void in windows.remove(window) }
        Signal.connect(window, "focus-in-event") { (_: gpointer?) -> Bool in
            watcher.block.returnToPage()
            return false
        }
    }

    /// A window of the wallet closes: keys and clicks that were meant for it are discarded.
    static func block() {
        watcher.block.begin(at: InputWatch.time.now())
    }

    /// A window of another process of the wallet is open, and the user may be typing there: no key reaches a page until
    /// ``endHold()``, unless the user clicks into the page first.
    package static func hold() {
        watcher.block.hold()
    }

    /// The other process ended; its window closed a moment ago.
    package static func endHold() {
        watcher.block.endHold(at: InputWatch.time.now())
    }

    /// Whether keys are kept from pages now.
    static var isBlocked: Bool { watcher.block.remaining(at: InputWatch.time.now()) != nil }

    /// Waits until keys reach pages again, or until only a click can achieve that.
    static func untilFree() async {
        while !Task.isCancelled, !watcher.block.waitsForClick,
            let remaining = watcher.block.remaining(at: InputWatch.time.now())
        {
            guard (try? await InputWatch.time.sleep(remaining)) != nil else { return }
        }
    }

    /// Whether a key would go to a page, or to the window around it.
    private static func reachesPage(_ event: InputEvent) -> Bool {
        if windows.contains(event.window) { return true }
        guard g_type_check_instance_is_a(event.window.cast(), gtk_window_get_type()) != 0,
            let focus = gtk_window_get_focus(event.window.cast())
        else { return false }
        return isPage(focus)
    }

    private static func isPage(_ widget: Widget) -> Bool {
        g_type_check_instance_is_a(widget.cast(), webkit_web_view_get_type()) != 0
    }
}
