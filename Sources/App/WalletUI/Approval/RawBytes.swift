import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The bytes that are signed, as a hex dump.
///
/// Of many bytes, one part is in the window at a time: the text of all of them can take hundreds of megabytes.
@MainActor final class RawBytes {
    let widget = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 6)

    /// Called when the user scrolls beyond an end of the dump.
    var onOverscroll: (@MainActor (UnsafeMutablePointer<GdkEvent>) -> Void)?

    private let payload: [UInt8]
    private let range = Draw.label("", class: "approval-small")
    private var box: TextBox?
    private var shown = 0

    /// The number of bytes in a part.
    static let part = 65_536

    static func title(_ payload: [UInt8]) -> String {
        localized(
            "Raw data (\(payload.count, as: "count") byte)", plural: "Raw data (\(payload.count, as: "count") bytes)",
            count: payload.count)
    }

    init(_ payload: [UInt8]) {
        self.payload = payload
        if payload.count > Self.part { Draw.add(chooser(), to: widget) }
        show(0)
    }

    /// The line in which the user chooses a part.
    private func chooser() -> Widget {
        let count = (payload.count + Self.part - 1) / Self.part
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
        let entry: Widget = gtk_spin_button_new_with_range(1, Double(count), 1)
        let label = Draw.label(localized("Part"))
        gtk_label_set_mnemonic_widget(label.cast(), entry)
        Draw.name(entry, localized("Part of the raw data"))
        // The buttons change the text, too. A number that is typed counts at once: Enter is for the approval.
        Signal.connect(entry, "changed") { [weak self] () -> Void in
            guard let text = gtk_entry_get_text(entry.cast()), let part = Int(String(cString: text)),
                1...count ~= part
            else { return }
            self?.choose(part - 1)
        }
        for widget in [label, entry, Draw.label(localized("of \(count, as: "count")")), range] {
            gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
            Draw.add(widget, to: line)
        }
        return line
    }

    private func choose(_ part: Int) {
        guard part != shown else { return }
        show(part)
    }

    private func show(_ part: Int) {
        shown = part
        let start = part * Self.part
        let dump = HexDump(payload, in: start..<(start + Self.part))
        let lines = dump.enumerated().lazy.map { index, line in Passage((index == 0 ? "" : "\n") + line, .raw) }
        let box = TextBox(name: localized("Raw data"), lines, rows: min(8, HexDump(payload).lineCount + 1))
        box.onOverscroll = { [weak self] in self?.onOverscroll?($0) }
        if let old = self.box { gtk_widget_destroy(old.widget) }
        self.box = box
        Draw.add(box.widget, to: widget)
        gtk_widget_show_all(box.widget)
        let end = min(start + Self.part, payload.count)
        gtk_label_set_text(
            range.cast(), localized("bytes \(start + 1, as: "first") to \(end, as: "last")"))
    }
}
