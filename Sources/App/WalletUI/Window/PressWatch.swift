import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// Applies a ``PressProtection`` to a question: watches the window, the pointer and the keyboard.
///
/// The owner disables the answer button until ``isOver``, and checks ``isOver`` again when it is activated. Assistive
/// technology activates buttons without a press; after the period, this counts like any other activation.
@MainActor final class PressWatch: InputWatcher {
    /// Called when the period restarts, and when it is over.
    var onChange: (@MainActor () -> Void)?

    /// Called when Escape is pressed, but not by a key that was already held; the event is then consumed.
    var onEscape: (@MainActor () -> Void)?

    /// Whether Return is blocked in the whole window until the period is over, not only on buttons.
    var stopsReturn = false

    /// Whether the last press was too early to count, which the owner must show.
    private(set) var wasIgnored = false

    /// What the owner shows then.
    static var ignoredSentence: String {
        localized("Too early. Move the pointer, then press again.")
    }

    /// The least width of that sentence beside buttons, in characters: it has two lines then, and no button moves.
    static let hintColumns: gint = 24

    private let time: TimeSource
    private var protection: PressProtection
    private var window: Widget?
    private var bounds: GdkRectangle?
    private var places: [Widget: Int32] = [:]
    private var isAsking = false
    private var timer: Task<Void, Never>?

    /// Creates the protection of a question that is not shown yet.
    init(_ period: Duration = PressProtection.forDecisions, time: TimeSource) {
        protection = PressProtection(period: period)
        self.time = time
        InputWatch.add(self)
    }

    /// Watches `window`, in which questions are shown; only its keys matter until ``begin()``.
    func watch(_ window: Widget) {
        guard self.window != window else { return }
        self.window = window
        Signal.connect(window, "destroy") { [weak self] () -> Void in
            self?.end()
            self?.window = nil
        }
        Signal.connect(window, "map") { [weak self] () -> Void in self?.appear() }
        Signal.connect(window, "unmap") { [weak self] () -> Void in
            InputWatch.windowLeft()
            self?.protection.hide()
            self?.tell()
        }
        Signal.connect(window, "focus-in-event") { [weak self] (_: gpointer?) -> Bool in
            self?.restart()
            return false
        }
        Signal.connect(window, "configure-event") { [weak self] (event: gpointer?) -> Bool in
            if let event { self?.configure(event.assumingMemoryBound(to: GdkEventConfigure.self).pointee) }
            return false
        }
    }

    /// Restarts the period whenever `widget`, which contains the question, moves vertically in the window.
    func watchPlace(of widget: Widget) {
        Signal.connect(widget, "size-allocate") { [weak self] (_: gpointer?) -> Void in self?.allocate(widget) }
    }

    /// A question is shown, or replaces the previous one.
    func begin() {
        isAsking = true
        appear()
    }

    /// The question is answered or withdrawn.
    func end() {
        isAsking = false
        wasIgnored = false
        timer?.cancel()
        protection.hide()
    }

    /// The content of the question changed, or it moved.
    func appear() {
        guard isAsking, let window, gtk_widget_get_mapped(window) != 0 else { return }
        protection.appear(at: time.now())
        wasIgnored = false
        tell()
    }

    /// Restarts the period without a change of the question.
    func restart() {
        guard isAsking, protection.remaining(at: time.now()) != nil else { return }
        protection.restart(at: time.now())
        tell()
    }

    /// Whether an activation of the answer button counts now.
    var isOver: Bool { isAsking && protection.isOver(at: time.now()) }

    func take(_ event: InputEvent) -> Bool {
        let isOurs = event.window == window
        switch event.kind {
        case .press(let point): press(isOurs ? .pointer(point) : nil, on: event.widget)
        case .touch: press(isOurs ? .touch : nil, on: event.widget)
        case .movement(let point): if isOurs { protection.pointer(at: point) }
        case .key(let key, let isFresh):
            guard isOurs else {
                press(nil)
                return false
            }
            return take(key, isFresh: isFresh)
        case .keyRelease, .release: break
        }
        return false
    }

    /// Handles a press; a press in another window, `nil`, only restarts the period.
    @discardableResult private func press(_ press: PressProtection.Press?, on widget: Widget? = nil) -> Bool {
        guard isAsking else { return true }
        let now = time.now()
        guard let press else {
            if !protection.isOver(at: now) { restart() }
            return false
        }
        let counts = protection.press(press, at: now)
        switch press {
        // A press that only gives the window its focus was not meant for a button.
        case .pointer, .touch: wasIgnored = !counts && Self.answers(widget)
        case .key: break
        }
        if !counts { tell() }
        return counts
    }

    /// Handles a key; returns true if the event is consumed.
    private func take(_ key: GdkEventKey, isFresh: Bool) -> Bool {
        let counts = press(.key(isFresh: isFresh)) && isFresh
        switch Int32(bitPattern: key.keyval) {
        case GDK_KEY_Escape:
            guard let onEscape else { return false }
            if isFresh { onEscape() }
            return true
        case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter:
            return ignores(!counts && (stopsReturn || isOnButton))
        case GDK_KEY_space, GDK_KEY_KP_Space:
            return ignores(!counts && isOnButton)
        default:
            return false
        }
    }

    /// Remembers whether a key that would have pressed a button was too early; returns it.
    private func ignores(_ isIgnored: Bool) -> Bool {
        guard isAsking, isIgnored != wasIgnored else { return isIgnored }
        wasIgnored = isIgnored
        onChange?()
        return isIgnored
    }

    private var isOnButton: Bool {
        guard let window, let focus = gtk_window_get_focus(window.cast()) else { return false }
        return g_type_check_instance_is_a(focus.cast(), gtk_button_get_type()) != 0
    }

    /// Whether `widget` is a button that is pressed once, not a check box or an expander.
    private static func answers(_ widget: Widget?) -> Bool {
        guard let widget else { return false }
        return g_type_check_instance_is_a(widget.cast(), gtk_button_get_type()) != 0
            && g_type_check_instance_is_a(widget.cast(), gtk_toggle_button_get_type()) == 0
    }

    private func configure(_ event: GdkEventConfigure) {
        let (old, new) = (
            bounds, GdkRectangle(x: event.x, y: event.y, width: event.width, height: event.height)
        )
        bounds = new
        guard let old, (old.x, old.y, old.width, old.height) != (new.x, new.y, new.width, new.height) else { return }
        appear()
    }

    private func allocate(_ widget: Widget) {
        guard let window else { return }
        var (x, y) = (gint(0), gint(0))
        guard gtk_widget_translate_coordinates(widget, window, 0, 0, &x, &y) != 0 else { return }
        guard let old = places.updateValue(y, forKey: widget), old != y else { return }
        appear()
    }

    /// Reports a change now, and again when the period is over.
    private func tell() {
        timer?.cancel()
        onChange?()
        guard let remaining = protection.remaining(at: time.now()), remaining > .zero else { return }
        timer = Task { [weak self, time] in
            guard (try? await time.sleep(remaining)) != nil, !Task.isCancelled else { return }
            self?.onChange?()
        }
    }

    isolated deinit {
        timer?.cancel()
    }
}
