import CWebKit
import GLibKit

/// A vertical box whose rows are drawn, and later removed, a few at a time, so that a long list does not block the window.
@MainActor final class GradualBox {
    /// A row: draws itself, and adds itself to the box.
    typealias Row = @MainActor () -> Void

    /// The number of rows that are drawn at once: about as many as fit on a screen.
    ///
    /// Most of the time of a row is the layout of its texts, before the next frame: 3 to 6 ms on a busy machine.
    private static let first = 8

    /// The number of rows that are drawn in each later frame.
    private static let atOnce = 4

    /// The number of rows that are removed in each turn of the main loop.
    private static let removedAtOnce = 16

    let widget: Widget
    private var rest: ArraySlice<Row> = []

    init(spacing: gint) {
        widget = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: spacing)
        Signal.connect(widget, "destroy") { [weak self] () -> Void in self?.rest = [] }
    }

    /// Whether all rows are drawn.
    var isComplete: Bool { rest.isEmpty }

    /// Draws the first of `rows` now and the others later.
    func draw(_ rows: [Row]) {
        for row in rows.prefix(Self.first) { row() }
        rest = rows.dropFirst(Self.first)
        guard !rest.isEmpty else { return }
        // Not when the main loop is idle, which happens several times until a frame lays out what was drawn.
        Frames.run(of: widget) { [weak self] in self?.drawMore() ?? false }
    }

    /// Whether it has more rows than are drawn or removed at once.
    var isLong: Bool {
        guard let children = gtk_container_get_children(widget.cast()) else { return false }
        defer { g_list_free(children) }
        return g_list_length(children) > guint(Self.removedAtOnce)
    }

    /// Removes some of the rows, and does not draw those that are left.
    ///
    /// - Returns: Whether there are more.
    func removeSome() -> Bool {
        rest = []
        guard let children = gtk_container_get_children(widget.cast()) else { return false }
        defer { g_list_free(children) }
        var next: UnsafeMutablePointer<GList>? = children
        for _ in 0..<Self.removedAtOnce {
            guard let child = next?.pointee.data else { return false }
            gtk_widget_destroy(child.assumingMemoryBound(to: GtkWidget.self))
            next = next?.pointee.next
        }
        return next != nil
    }

    /// Draws some of the rows that are left.
    ///
    /// - Returns: Whether there are more.
    private func drawMore() -> Bool {
        let rows = rest.prefix(Self.atOnce)
        rest = rest.dropFirst(Self.atOnce)
        guard !rows.isEmpty else { return false }
        for row in rows { row() }
        return !rest.isEmpty
    }
}
