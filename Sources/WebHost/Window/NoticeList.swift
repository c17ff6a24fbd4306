import CWebKit

/// The wallet's own sentences above the page, the newest last, each until the user closes it.
///
/// What a page does takes none of them away.
@MainActor final class NoticeList {
    /// How many there are at most; one more takes the place of the oldest.
    static let most = 3

    let widget = Draw.box(GTK_ORIENTATION_VERTICAL)
    private var notices: [(sentence: String, bar: NoticeBar)] = []

    /// Adds a sentence, where it is not there already.
    func say(_ sentence: String) {
        drop { !$0.bar.isShown }
        guard !notices.contains(where: { $0.sentence == sentence }) else { return }
        if notices.count == Self.most, let oldest = notices.first?.sentence { drop { $0.sentence == oldest } }
        let bar = NoticeBar()
        Draw.add(bar.widget, to: widget)
        bar.show(sentence)
        notices.append((sentence, bar))
    }

    /// Takes a sentence away that is not so any more.
    func takeBack(_ sentence: String) { drop { $0.sentence == sentence } }

    private func drop(where isOver: ((sentence: String, bar: NoticeBar)) -> Bool) {
        for notice in notices where isOver(notice) { gtk_widget_destroy(notice.bar.widget) }
        notices.removeAll(where: isOver)
    }
}
