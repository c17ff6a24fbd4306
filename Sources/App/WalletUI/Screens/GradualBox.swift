import Bridge
import CWebKit
import GLibKit

/// A vertical box whose rows are drawn, and later removed, a few at a time, so that a long list does not block the window.
@MainActor final class GradualBox {
    /// A row: draws itself, and adds itself to the box.
    typealias Row = @MainActor () -> Void

    /// The number of rows that are drawn at once, together with the rest of the screen.
    private static let first = 6

    /// The maximum number of rows that are drawn in each later frame.
    private static let most = 12

    /// How long a frame with new rows may take.
    ///
    /// Most of it is the layout of the texts of the rows, at the end of the frame.
    private static let limit = Duration.milliseconds(12)

    /// The number of rows that are removed in each turn of the main loop.
    private static let removedAtOnce = 16

    let widget: Widget
    private let time: TimeSource
    private var rest: ArraySlice<Row> = []

    /// The number of rows that are drawn in the next frame.
    private var atOnce = 3

    init(spacing: gint, time: TimeSource = .system) {
        self.time = time
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
        let rows = rest.prefix(atOnce)
        rest = rest.dropFirst(atOnce)
        guard !rows.isEmpty else { return false }
        let (start, count) = (time.now(), rows.count)
        for row in rows { row() }
        // After this frame.
        Idle.run { [weak self] in
            self?.adapt(toFrameOf: count, start: start)
            return false
        }
        return !rest.isEmpty
    }

    /// Chooses the number of rows of the next frame by how long the one with `count` rows took.
    private func adapt(toFrameOf count: Int, start: Duration) {
        let each = max((time.now() - start) / count, .microseconds(1))
        atOnce = max(1, min(Self.most, Int(Self.limit / each)))
    }
}
