import CAtspi
import Glibc

/// An accessible element of a program's windows; the only type that uses AT-SPI.
///
/// Every property queries the other program again. An element that no longer exists has no name, no role and no
/// children.
@MainActor final class Accessible {
    /// The states of an element.
    enum State {
        case showing
        case sensitive
        case focused
        case checked
        case editable

        fileprivate var type: AtspiStateType {
            switch self {
            case .showing: ATSPI_STATE_SHOWING
            case .sensitive: ATSPI_STATE_SENSITIVE
            case .focused: ATSPI_STATE_FOCUSED
            case .checked: ATSPI_STATE_CHECKED
            case .editable: ATSPI_STATE_EDITABLE
            }
        }
    }

    private let pointer: UnsafeMutablePointer<AtspiAccessible>

    /// How long a program may take to answer a question, in milliseconds: it may be busy, as after its start.
    private static let answerTime: gint = 10_000

    /// Takes over a reference (`transfer full`, like all getters of AT-SPI).
    private init?(taking pointer: UnsafeMutablePointer<AtspiAccessible>?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// Connects to the accessibility bus of this session; false if the session has no such bus.
    static func start() -> Bool {
        // 1 means that it was already connected.
        guard [0, 1].contains(atspi_init()) else { return false }
        atspi_set_timeout(answerTime, answerTime)
        return true
    }

    /// The program that runs as `process`; `nil` while it has no window.
    static func application(of process: pid_t) -> Accessible? {
        // Nothing is cached, but pending messages must be read from the bus.
        while g_main_context_iteration(nil, 0) != 0 {}
        guard let desktop = Accessible(taking: atspi_get_desktop(0)) else { return nil }
        return desktop.children.first { $0.process == process }
    }

    /// Whether both are the same element; the library has one object for each element that is in use.
    func isSame(as other: Accessible) -> Bool { pointer == other.pointer }

    private var process: pid_t? {
        var error: UnsafeMutablePointer<GError>?
        let process = atspi_accessible_get_process_id(pointer, &error)
        return Self.failed(&error) ? nil : pid_t(process)
    }

    /// Clears the library's cache of the element, because this program does not listen for changes.
    private func refresh() {
        atspi_accessible_clear_cache(pointer)
    }

    /// The AT-SPI name of its role, such as `push button`.
    var role: String {
        Self.standard(Self.text { atspi_accessible_get_role_name(pointer, $0) } ?? "")
    }

    /// The name of a role in all versions of AT-SPI: since at-spi2-core 2.56 a `push button` is called `button`.
    static func standard(_ role: String) -> String { role == "button" ? "push button" : role }

    /// Its name, as a screen reader announces it.
    var name: String {
        PseudoLanguage.english(Self.text { atspi_accessible_get_name(pointer, $0) } ?? "")
    }

    /// Its description, in addition to its name.
    var summary: String {
        PseudoLanguage.english(Self.text { atspi_accessible_get_description(pointer, $0) } ?? "")
    }

    /// Its children.
    var children: [Accessible] {
        refresh()
        var error: UnsafeMutablePointer<GError>?
        let count = atspi_accessible_get_child_count(pointer, &error)
        guard !Self.failed(&error), count > 0 else { return [] }
        return (0..<min(count, 1_000)).compactMap { index in
            var error: UnsafeMutablePointer<GError>?
            let child = atspi_accessible_get_child_at_index(pointer, index, &error)
            return Self.failed(&error) ? nil : Accessible(taking: child)
        }
    }

    /// Its descendants with `role`, in reading order, found by the other program in a single call.
    ///
    /// The program only searches elements of its own process: a page in a window belongs to another one.
    ///
    /// - Parameters:
    ///   - role: The AT-SPI name of the role.
    ///   - isShowing: Whether they are on the screen; `nil` for all.
    /// - Returns: At most 1,000 elements; `nil` if AT-SPI does not know the role, or the program cannot search.
    func descendants(role: String, isShowing: Bool? = nil) -> [Accessible]? {
        let states = isShowing == nil ? [] : [ATSPI_STATE_SHOWING]
        return Self.roles[Self.standard(role)].flatMap {
            descendants(role: $0, states, isShowing == false ? ATSPI_Collection_MATCH_NONE : ATSPI_Collection_MATCH_ALL)
        }
    }

    /// The roots of what other processes draw inside it: the pages of its web views.
    ///
    /// - Returns: `nil` if the program cannot search.
    var embedded: [Accessible]? {
        // The place of a page has neither of these states, which the boxes of GTK have while they are shown.
        guard
            let places = descendants(
                role: ATSPI_ROLE_FILLER, [ATSPI_STATE_VISIBLE, ATSPI_STATE_ENABLED], ATSPI_Collection_MATCH_NONE)
        else { return nil }
        let own = process
        return places.compactMap { place in
            var error: UnsafeMutablePointer<GError>?
            let child = atspi_accessible_get_child_at_index(place.pointer, 0, &error)
            guard !Self.failed(&error), let root = Accessible(taking: child), root.process != own else { return nil }
            return root
        }
    }

    private func descendants(
        role: AtspiRole, _ wanted: [AtspiStateType], _ match: AtspiCollectionMatchType
    ) -> [Accessible]? {
        guard let collection = atspi_accessible_get_collection_iface(pointer) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(collection)) }
        guard let states = atspi_state_set_new(nil) else { return nil }
        defer { g_object_unref(states) }
        for state in wanted { atspi_state_set_add(states, state) }
        guard let attributes = g_hash_table_new(nil, nil) else { return nil }
        defer { g_hash_table_unref(attributes) }
        guard let types = g_array_new(0, 0, guint(MemoryLayout<AtspiRole>.size)) else { return nil }
        defer { g_array_unref(types) }
        withUnsafePointer(to: role) { _ = g_array_append_vals(types, $0, 1) }
        guard let interfaces = g_array_new(0, 0, guint(MemoryLayout<UnsafeMutableRawPointer>.size)) else { return nil }
        defer { g_array_unref(interfaces) }
        guard
            let rule = atspi_match_rule_new(
                states, match, attributes, ATSPI_Collection_MATCH_ALL, types, ATSPI_Collection_MATCH_ANY, interfaces,
                ATSPI_Collection_MATCH_ALL, 0)
        else { return nil }
        defer { g_object_unref(rule) }
        var error: UnsafeMutablePointer<GError>?
        let matches = atspi_collection_get_matches(
            collection, rule, ATSPI_Collection_SORT_ORDER_CANONICAL, 1_000, 1, &error)
        guard !Self.failed(&error), let matches else { return nil }
        defer { g_array_unref(matches) }
        guard matches.pointee.len > 0 else { return [] }
        let size = MemoryLayout<UnsafeMutablePointer<AtspiAccessible>?>.stride
        return (0..<Int(matches.pointee.len)).compactMap { index in
            let place = UnsafeMutableRawPointer(matches.pointee.data) + index * size
            return Accessible(taking: place.load(as: UnsafeMutablePointer<AtspiAccessible>?.self))
        }
    }

    /// The roles by their names.
    private static let roles: [String: AtspiRole] = {
        var roles: [String: AtspiRole] = [:]
        for value in 0..<ATSPI_ROLE_LAST_DEFINED.rawValue {
            guard let name = atspi_role_get_name(AtspiRole(value)) else { continue }
            roles[standard(String(cString: name))] = AtspiRole(value)
            g_free(name)
        }
        return roles
    }()

    /// Whether it has `state`.
    func has(_ state: State) -> Bool {
        refresh()
        guard let set = atspi_accessible_get_state_set(pointer) else { return false }
        defer { g_object_unref(set) }
        return atspi_state_set_contains(set, state.type) != 0
    }

    /// Its text; `nil` if it has none.
    var text: String? {
        guard let text = atspi_accessible_get_text_iface(pointer) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(text)) }
        return Self.text { atspi_text_get_text(text, 0, -1, $0) }.map(PseudoLanguage.english)
    }

    /// Performs its default action: presses, clicks, opens.
    ///
    /// - Parameter patience: How long the program may take; a press that is not answered may still take place.
    /// - Returns: What was wrong; `nil` if the action was performed.
    func act(patience: Duration) -> String? {
        guard let action = atspi_accessible_get_action_iface(pointer) else { return "it has no action" }
        defer { g_object_unref(UnsafeMutableRawPointer(action)) }
        atspi_set_timeout(gint(min(max(patience / .milliseconds(1), 0), 3_600_000)), Self.answerTime)
        defer { atspi_set_timeout(Self.answerTime, Self.answerTime) }
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        let isDone = atspi_action_do_action(action, 0, &error) != 0
        return error.map { String(cString: $0.pointee.message) } ?? (isDone ? nil : "it refuses its action")
    }

    /// Scrolls its container until it is visible.
    ///
    /// - Returns: Whether the program could do it; GTK 3 cannot.
    func reveal() -> Bool {
        guard let component = atspi_accessible_get_component_iface(pointer) else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(component)) }
        var error: UnsafeMutablePointer<GError>?
        let isDone = atspi_component_scroll_to(component, ATSPI_SCROLL_ANYWHERE, &error) != 0
        return !Self.failed(&error) && isDone
    }

    /// Moves it, a scroll bar, to its maximum.
    ///
    /// - Returns: The maximum; `nil` if it has none.
    func moveToEnd() -> Double? {
        guard let value = atspi_accessible_get_value_iface(pointer) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(value)) }
        var error: UnsafeMutablePointer<GError>?
        let end = atspi_value_get_maximum_value(value, &error)
        guard !Self.failed(&error) else { return nil }
        _ = atspi_value_set_current_value(value, end, &error)
        _ = Self.failed(&error)
        return end
    }

    /// Focuses it, if it can be focused.
    func focus() {
        guard let component = atspi_accessible_get_component_iface(pointer) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(component)) }
        var error: UnsafeMutablePointer<GError>?
        _ = atspi_component_grab_focus(component, &error)
        _ = Self.failed(&error)
    }

    /// Selects all of its text, so that typed text replaces it.
    func selectAll() {
        guard let text = atspi_accessible_get_text_iface(pointer) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(text)) }
        var error: UnsafeMutablePointer<GError>?
        let count = atspi_text_get_character_count(text, &error)
        guard !Self.failed(&error), count > 0 else { return }
        _ =
            atspi_text_set_selection(text, 0, 0, count, &error) != 0
            || atspi_text_add_selection(text, 0, count, &error) != 0
        _ = Self.failed(&error)
    }

    /// Types `text` into the focused element with the keyboard.
    ///
    /// - Returns: Whether the keyboard is available.
    static func type(_ text: String) -> Bool {
        guard hasKeyboard else { return false }
        var error: UnsafeMutablePointer<GError>?
        let isDone = atspi_generate_keyboard_event(0, text, ATSPI_KEY_STRING, &error) != 0
        return !failed(&error) && isDone
    }

    /// Presses one key, given by its X11 keysym.
    ///
    /// - Returns: Whether the keyboard is available.
    static func pressKey(_ key: Int) -> Bool {
        guard hasKeyboard else { return false }
        var error: UnsafeMutablePointer<GError>?
        let isDone = atspi_generate_keyboard_event(glong(key), nil, ATSPI_KEY_SYM, &error) != 0
        return !failed(&error) && isDone
    }

    /// Whether keys can be typed; ``VirtualDisplay/avoidWayland()`` explains when they cannot.
    private static var hasKeyboard: Bool { getenv("WAYLAND_DISPLAY") == nil }

    /// Replaces its text through the editable-text interface, which page content does not offer.
    ///
    /// - Returns: Whether the text was accepted.
    func write(_ text: String) -> Bool {
        guard let field = atspi_accessible_get_editable_text_iface(pointer) else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(field)) }
        var error: UnsafeMutablePointer<GError>?
        let isDone = atspi_editable_text_set_text_contents(field, text, &error) != 0
        return !Self.failed(&error) && isDone
    }

    private typealias Fault = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    private static func text(_ read: (Fault) -> UnsafeMutablePointer<gchar>?) -> String? {
        var error: UnsafeMutablePointer<GError>?
        let text = read(&error)
        defer { g_free(text) }
        return failed(&error) ? nil : text.map { String(cString: $0) }
    }

    private static func failed(_ error: Fault) -> Bool {
        defer { g_clear_error(error) }
        return error.pointee != nil
    }
}
