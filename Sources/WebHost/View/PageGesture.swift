import Bridge
import CWebKit

/// Lets one gesture of the user open one question.
///
/// WebKit forwards a gesture through timers and requests, so that a page could ask again and again for one click. A
/// press that nobody saw, as assistive technology makes them, counts again once WebKit has forgotten the one before.
@MainActor final class PageGesture: InputWatcher {
    /// How long WebKit forwards a gesture at most (`UserGestureIndicator.h`, for what a request brings).
    static let memory = Duration.seconds(10)

    private let view: Widget
    private let time: Timekeeper
    private var presses = 0
    private var spent: (presses: Int, time: Duration)?

    /// Counts the presses on `view`.
    init(on view: Widget, time: Timekeeper) {
        self.view = view
        self.time = time
        InputWatch.add(self)
    }

    /// Whether a question may be asked now; a second one needs another gesture.
    func spend() -> Bool {
        let now = time.now()
        if let spent, spent.presses == presses, now - spent.time < Self.memory { return false }
        settle()
        return true
    }

    /// The question was answered: what was pressed in the page while it was open is for no other one.
    func settle() {
        spent = (presses, time.now())
    }

    func take(_ event: InputEvent) -> Bool {
        switch event.kind {
        case .press, .touch: if event.widget == view { presses += 1 }
        case .key:
            let isWindow = g_type_check_instance_is_a(event.window.cast(), gtk_window_get_type()) != 0
            if isWindow, gtk_window_get_focus(event.window.cast()) == view { presses += 1 }
        case .release, .movement, .keyRelease: break
        }
        return false
    }
}
