import CWebKit
import WebHost

/// What a notice is about.
///
/// Two notices about the same are one: the later text replaces the earlier one.
public struct NoticeID: Hashable, Sendable {
    private let key: String

    /// Creates an identifier.
    ///
    /// - Parameter key: A key that is the same in each language, such as `lock.failure`.
    public init(_ key: String) {
        self.key = key
    }
}

/// The wallet's own notices above the page, the newest last, each until the user closes it.
///
/// A page cannot remove them.
@MainActor final class NoticeList {
    /// The maximum number of notices; another one replaces the oldest.
    static let limit = 3

    let widget = Draw.box(GTK_ORIENTATION_VERTICAL)
    private var notices: [(id: NoticeID, bar: NoticeBar)] = []

    /// The sentences that are shown, the newest last.
    var sentences: [String] { notices.compactMap(\.bar.sentence) }

    /// Whether a notice is shown.
    func shows(_ id: NoticeID) -> Bool { notices.contains { $0.id == id && $0.bar.isShown } }

    /// Shows a sentence; nothing changes if it is shown already.
    func show(_ id: NoticeID, _ sentence: String, button: String? = nil, _ press: (@MainActor () -> Void)? = nil) {
        if notices.contains(where: { $0.id == id && $0.bar.sentence == sentence }) { return }
        remove { !$0.bar.isShown || $0.id == id }
        if notices.count == Self.limit, let oldest = notices.first?.id { remove(oldest) }
        let bar = NoticeBar()
        Draw.add(bar.widget, to: widget)
        bar.show(sentence, action: button, press)
        notices.append((id, bar))
    }

    /// Removes a notice that no longer applies.
    func remove(_ id: NoticeID) { remove { $0.id == id } }

    private func remove(where isOver: ((id: NoticeID, bar: NoticeBar)) -> Bool) {
        // Decided before any is destroyed: a destroyed bar cannot be asked whether it is shown.
        let over = notices.filter(isOver)
        notices.removeAll { notice in over.contains { $0.bar === notice.bar } }
        for notice in over { gtk_widget_destroy(notice.bar.widget) }
    }
}
