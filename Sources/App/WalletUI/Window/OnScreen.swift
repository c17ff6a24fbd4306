import CWebKit
import GLibKit
import WebHost

/// Inspects the program's windows, for tests that use a real pointer and keyboard.
@MainActor package enum OnScreen {
    /// The centre of a button, in screen pixels; `nil` if there is no button with this title.
    package static func place(ofButton title: String) -> (x: Int, y: Int)? {
        guard let button = button(title), let surface = gtk_widget_get_window(button) else { return nil }
        var (x, y) = (gint(0), gint(0))
        gdk_window_get_origin(surface, &x, &y)
        var area = GtkAllocation()
        gtk_widget_get_allocation(button, &area)
        // A button has no GDK window of its own: its position is relative to the window of its parent.
        // No trap: a button's, as GTK gives it.
        return (Int(x + area.x + area.width / 2), Int(y + area.y + area.height / 2))
    }

    /// The number of buttons in the windows with a title, also of those that are out of view.
    package static func buttons(inWindow title: String) -> Int {
        named(title).map { count(in: $0) { g_type_check_instance_is_a($0.cast(), gtk_button_get_type()) != 0 } }
            .reduce(0, +)
    }

    private static func count(in widget: Widget, where isWanted: (Widget) -> Bool) -> Int {
        children(of: widget).reduce(isWanted(widget) ? 1 : 0) { $0 + count(in: $1, where: isWanted) }
    }

    /// Whether a button is enabled.
    package static func isSensitive(button title: String) -> Bool {
        button(title).map { gtk_widget_is_sensitive($0) != 0 } ?? false
    }

    /// Whether a label that is visible contains a text.
    package static func isShown(label text: String) -> Bool {
        windows.contains { window in
            count(in: window) { widget in
                guard g_type_check_instance_is_a(widget.cast(), gtk_label_get_type()) != 0,
                    gtk_widget_get_mapped(widget) != 0, let shown = gtk_label_get_text(widget.cast())
                else { return false }
                return String(cString: shown).contains(text)
            } > 0
        }
    }

    /// Focuses a button, as the Tab key does.
    package static func focus(button title: String) {
        if let button = button(title) { gtk_widget_grab_focus(button) }
    }

    /// Whether a window has the keyboard focus.
    package static func isActive(window title: String) -> Bool {
        named(title).contains { gtk_window_is_active($0.cast()) != 0 }
    }

    /// Whether a window is visible.
    package static func isShown(window title: String) -> Bool {
        named(title).contains { gtk_widget_get_mapped($0) != 0 }
    }

    /// Focuses a window, as a window manager does when the user selects it.
    package static func focus(window title: String) {
        for window in named(title) { gtk_window_present(window.cast()) }
    }

    private static func named(_ title: String) -> [Widget] {
        windows.filter { gtk_window_get_title($0.cast()).map { String(cString: $0) } == title }
    }

    /// The X11 ID of the window for which a window is transient (`WM_TRANSIENT_FOR`), or `nil`.
    package static func parent(ofWindow title: String) -> String? {
        guard let window = named(title).first, let surface = gtk_widget_get_window(window) else { return nil }
        var (type, format, length) = (GdkAtom(bitPattern: 0), gint(0), gint(0))
        var data: UnsafeMutablePointer<guchar>?
        let property = gdk_atom_intern("WM_TRANSIENT_FOR", 0)
        guard gdk_property_get(surface, property, nil, 0, 4, 0, &type, &format, &length, &data) != 0, let data else {
            return nil
        }
        defer { g_free(data) }
        // The toolkit returns 32-bit properties as longs.
        guard format == 32, length == MemoryLayout<UInt>.size else { return nil }
        return "x11:" + String(UnsafeRawPointer(data).loadUnaligned(as: UInt.self), radix: 16)
    }

    /// The number of keys and buttons that were pressed in the program's windows so far.
    package static var presses: Int { InputWatch.presses }

    private static func button(_ title: String) -> Widget? {
        for window in windows {
            if let found = find(in: window, where: { isButton($0, title) }) { return found }
        }
        return nil
    }

    private static func isButton(_ widget: Widget, _ title: String) -> Bool {
        g_type_check_instance_is_a(widget.cast(), gtk_button_get_type()) != 0
            && gtk_button_get_label(widget.cast()).map { String(cString: $0) } == title
    }

    private static func find(in widget: Widget, where isWanted: (Widget) -> Bool) -> Widget? {
        guard gtk_widget_get_mapped(widget) != 0 else { return nil }
        if isWanted(widget) { return widget }
        for child in children(of: widget) {
            if let found = find(in: child, where: isWanted) { return found }
        }
        return nil
    }

    private static func children(of widget: Widget) -> [Widget] {
        guard g_type_check_instance_is_a(widget.cast(), gtk_container_get_type()) != 0 else { return [] }
        return widgets(of: gtk_container_get_children(widget.cast()))
    }

    private static var windows: [Widget] { widgets(of: gtk_window_list_toplevels()) }

    private static func widgets(of list: UnsafeMutablePointer<GList>?) -> [Widget] {
        defer { g_list_free(list) }
        return sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }
            .compactMap { $0?.pointee.data?.assumingMemoryBound(to: GtkWidget.self) }
    }
}
