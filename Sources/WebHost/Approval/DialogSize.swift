import CWebKit

/// How large an approval may be, and how large its text is.
@MainActor struct DialogSize {
    /// The room on the screen, in pixels.
    let limit: (width: gint, height: gint)

    /// The width of an ordinary character, in pixels.
    private let character: Double

    /// How many characters are wished on a line.
    private static let columns = 84.0

    /// The most that the frame of a window takes.
    private static let frame: (width: gint, height: gint) = (12, 64)

    /// The most that a desktop's own panels take where nothing tells how large they are.
    private static let panels: gint = 80

    /// Takes the measures for a dialog over `parent`.
    init(over parent: UnsafeMutablePointer<GtkWindow>) {
        let display = gtk_widget_get_display(parent.cast())
        let monitor =
            gtk_widget_get_window(parent.cast()).flatMap { gdk_display_get_monitor_at_window(display, $0) }
            ?? gdk_display_get_monitor(display, 0)
        var area = GdkRectangle(x: 0, y: 0, width: 572, height: 704)
        if let monitor { gdk_monitor_get_workarea(monitor, &area) }
        // Wayland does not tell a program what is left beside the panels: the work area is the whole monitor.
        let hidden = Self.isWayland(display) ? Self.panels : 0
        limit = (area.width - Self.frame.width, area.height - Self.frame.height - hidden)
        character = Self.characterWidth(in: parent.cast())
    }

    private static func isWayland(_ display: OpaquePointer?) -> Bool {
        guard let display else { return false }
        let instance = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GTypeInstance.self)
        guard let name = g_type_name_from_instance(instance) else { return false }
        return String(cString: name) == "GdkWaylandDisplay"
    }

    private static func characterWidth(in widget: Widget) -> Double {
        let context = gtk_widget_get_pango_context(widget)
        guard let metrics = pango_context_get_metrics(context, nil, nil) else { return 8 }
        defer { pango_font_metrics_unref(metrics) }
        return max(1, Double(pango_font_metrics_get_approximate_char_width(metrics)) / Double(PANGO_SCALE))
    }

    /// The width that is wished, as far as there is room.
    var width: gint {
        min(gint(Self.columns * character) + 36, limit.width)
    }

    /// How many characters of a stranger's text fit on a line.
    var columns: Int {
        max(1, Int(Double(width) / character) - 14)
    }

    /// The width in pixels below which values go below their labels.
    var narrowWidth: gint {
        gint(60 * character)
    }

    /// Gives `window`, which is not on the screen yet, the size that its content asks for.
    ///
    /// What scrolls has no height of its own, so `missingHeight` tells how much more than its least it wants in a
    /// window of some width.
    func apply(to window: UnsafeMutablePointer<GtkWindow>, missingHeight: (gint) -> gint) {
        guard let content = gtk_bin_get_child(window.cast()) else { return }
        // First what is wished: in a narrow window the content is laid out otherwise, and needs less width.
        _ = missingHeight(width)
        var least: gint = 0
        gtk_widget_get_preferred_width(content, &least, nil)
        let width = max(least, width)
        let missing = missingHeight(width)
        var height: gint = 0
        gtk_widget_get_preferred_height_for_width(content, width, nil, &height)
        gtk_window_set_default_size(window, width, min(height + missing, limit.height))
    }

    /// Makes `window` higher where its content wants more than it has, as far as there is room.
    func grow(_ window: UnsafeMutablePointer<GtkWindow>, missingHeight: (gint) -> gint) {
        guard let content = gtk_bin_get_child(window.cast()) else { return }
        var (width, now, height) = (gint(0), gint(0), gint(0))
        gtk_window_get_size(window, &width, &now)
        let missing = missingHeight(width)
        gtk_widget_get_preferred_height_for_width(content, width, nil, &height)
        let wanted = min(height + missing, limit.height)
        if wanted > now { gtk_window_resize(window, width, wanted) }
    }
}
