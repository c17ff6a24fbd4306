import CWebKit
import WebHost

/// The wallet's own notices above the page, the newest last, each until the user closes it.
///
/// A page cannot remove them.
@MainActor final class NoticeList {
    /// The maximum number of notices; another one replaces the oldest.
    static let most = 3

    let widget = Draw.box(GTK_ORIENTATION_VERTICAL)
    private var notices: [(sentence: String, bar: NoticeBar)] = []

    /// Adds a sentence, where it is not there already.
    func say(_ sentence: String, button: String? = nil, _ press: (@MainActor () -> Void)? = nil) {
        drop { !$0.bar.isShown }
        guard !notices.contains(where: { $0.sentence == sentence }) else { return }
        if notices.count == Self.most, let oldest = notices.first?.sentence { drop { $0.sentence == oldest } }
        let bar = NoticeBar()
        Draw.add(bar.widget, to: widget)
        bar.show(sentence, action: button, press)
        notices.append((sentence, bar))
    }

    /// Removes a notice that no longer applies.
    func takeBack(_ sentence: String) { drop { $0.sentence == sentence } }

    private func drop(where isOver: ((sentence: String, bar: NoticeBar)) -> Bool) {
        for notice in notices where isOver(notice) { gtk_widget_destroy(notice.bar.widget) }
        notices.removeAll(where: isOver)
    }
}
