import Bridge
import CWebKit
import GLibKit

/// Allows one question for each gesture of the user.
///
/// WebKit propagates a gesture through timers and requests, so a page could ask repeatedly after one click. A press
/// that produces no event, as from assistive technology, counts again after WebKit has forgotten the previous one.
@MainActor final class PageGesture: InputWatcher {
    /// The maximum time for which WebKit propagates a gesture (`UserGestureIndicator.h`, for network responses).
    static let memory = Duration.seconds(10)

    private let view: Widget
    private let time: TimeSource
    private var presses = 0
    private var lastPress: Duration?
    private var spent: (presses: Int, time: Duration)?

    /// Counts the presses on `view`.
    init(on view: Widget, time: TimeSource) {
        self.view = view
        self.time = time
        InputWatch.add(self)
    }

    /// Whether a question is allowed now; another one needs another gesture.
    func spend() -> Bool {
        let now = time.now()
        if let spent, spent.presses == presses, now - spent.time < Self.memory { return false }
        settle()
        return true
    }

    /// Whether WebKit's gesture can come from a press that was seen here; otherwise assistive technology has clicked.
    var wasPressed: Bool { lastPress.map { time.now() - $0 < Self.memory } ?? false }

    /// The question was answered: presses in the page while it was open do not count for another one.
    func settle() {
        spent = (presses, time.now())
    }

    func take(_ event: InputEvent) -> Bool {
        switch event.kind {
        case .press, .touch: if event.widget == view { count() }
        case .key:
            let isWindow = g_type_check_instance_is_a(event.window.cast(), gtk_window_get_type()) != 0
            if isWindow, gtk_window_get_focus(event.window.cast()) == view { count() }
        case .release, .movement, .keyRelease: break
        }
        return false
    }

    private func count() {
        presses += 1
        lastPress = time.now()
    }
}
