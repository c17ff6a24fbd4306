import CWebKit
import GLibKit
import WebHost

/// The size of an approval and of its text.
@MainActor struct DialogSize {
    /// The available space on the screen, in pixels.
    let limit: (width: gint, height: gint)

    /// The average width of a character, in pixels.
    private let character: Double

    /// The preferred number of characters in a line.
    private static let columns = 84.0

    /// The maximum size of a window's frame.
    private static let frame: (width: gint, height: gint) = (12, 64)

    /// The maximum size of the desktop's panels if their size is not known.
    private static let panels: gint = 80

    /// Measures the space for a dialog over `parent`.
    init(over parent: UnsafeMutablePointer<GtkWindow>) {
        let display = gtk_widget_get_display(parent.cast())
        let monitor =
            gtk_widget_get_window(parent.cast()).flatMap { gdk_display_get_monitor_at_window(display, $0) }
            ?? gdk_display_get_monitor(display, 0)
        var area = GdkRectangle(x: 0, y: 0, width: 572, height: 704)
        if let monitor { gdk_monitor_get_workarea(monitor, &area) }
        // Wayland does not report the work area: it is the whole monitor.
        let hidden = Self.isWayland(display) ? Self.panels : 0
        // No trap: a monitor's, as GDK gives it.
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

    /// The preferred width, limited by the available space.
    var width: gint {
        min(gint(Self.columns * character) + 36, limit.width)
    }

    /// The number of characters of untrusted text in a line.
    var columns: Int {
        max(1, Int(Double(width) / character) - 14)  // No trap: a window's width by at least 1.
    }

    /// The width in pixels below which values are placed below their labels.
    var narrowWidth: gint {
        gint(60 * character)
    }

    /// Sets the size of `window`, which is not on the screen yet, to that of its content.
    ///
    /// Scrolled content has no natural height, so `missingHeight` returns the additional height that it needs in a
    /// window of the given width.
    func apply(to window: UnsafeMutablePointer<GtkWindow>, missingHeight: (gint) -> gint) {
        guard let content = gtk_bin_get_child(window.cast()) else { return }
        // Use the preferred width first: in a narrow window the layout changes, and needs less width.
        _ = missingHeight(width)
        var least: gint = 0
        gtk_widget_get_preferred_width(content, &least, nil)
        let width = max(least, width)
        let missing = missingHeight(width)
        var height: gint = 0
        gtk_widget_get_preferred_height_for_width(content, width, nil, &height)
        gtk_window_set_default_size(window, width, min(height + missing, limit.height))
    }

    /// Increases the height of `window` if its content needs more and there is space.
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
