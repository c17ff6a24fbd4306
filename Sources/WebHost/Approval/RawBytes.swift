import Bridge
import CWebKit

/// The bytes that are signed, on demand.
@MainActor final class RawBytes {
    let widget: Widget
    var onOverscroll: (@MainActor (UnsafeMutablePointer<GdkEvent>) -> Void)?
    /// Called when the bytes are there for the first time.
    var onOpen: (@MainActor () -> Void)?

    private let payload: [UInt8]
    private var box: TextBox?

    init(_ payload: [UInt8]) {
        self.payload = payload
        widget = gtk_expander_new("Raw bytes (\(payload.count))")
        Signal.connect(widget, "notify::expanded") { [weak self] (_: gpointer?) -> Void in self?.dump() }
    }

    private func dump() {
        guard box == nil, gtk_expander_get_expanded(widget.cast()) != 0 else { return }
        let lines = HexDump(payload).enumerated().lazy.map { index, line in
            Passage((index == 0 ? "" : "\n") + line, .raw)
        }
        let box = TextBox(name: "Raw bytes", lines, rows: min(8, HexDump(payload).lineCount + 1))
        box.onOverscroll = { [weak self] in self?.onOverscroll?($0) }
        gtk_container_add(widget.cast(), box.widget)
        gtk_widget_show_all(box.widget)
        self.box = box
        onOpen?()
    }
}
