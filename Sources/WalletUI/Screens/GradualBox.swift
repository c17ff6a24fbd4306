import CWebKit
import GLibKit

/// A vertical box whose rows are drawn a few at a time, so that a long list does not block the window.
@MainActor final class GradualBox {
    /// A row: draws itself, and adds itself to the box.
    typealias Row = @MainActor () -> Void

    /// The number of rows that are drawn at once: more than fit on a screen.
    private static let first = 24

    /// The number of rows that are drawn in each later turn of the main loop.
    private static let atOnce = 8

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
        Idle.run { [weak self] in self?.drawMore() ?? false }
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
