import Bridge
import CWebKit

/// What scrolls: the sentence, the rows, the warnings, what is typed, what is signed.
@MainActor final class ApprovalContent {
    let widget: Widget

    /// Called once, when everything that must be seen was in view.
    var onRead: (@MainActor () -> Void)?

    /// Called when the room became too narrow for two columns, or wide enough again.
    var onNarrow: (@MainActor (Bool) -> Void)?

    // A later turn of the loop may find the window gone and this object not yet: what it touches is kept.
    private let frame: Ref<GtkScrolledWindow>
    private let summary: Ref<GtkWidget>
    private let scroller: UnsafeMutablePointer<GtkScrolledWindow>
    private let rows: RowList
    private let fields: TextBox?
    private let raw: RawBytes?
    private let mandatory = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 18)
    private let entry: Widget?

    /// The values that the user may change.
    let adjustments: AdjustmentList
    private let narrowWidth: gint
    private var isNarrow = false
    private var isBottomSeen = false
    private var unread: Int
    private var isLooking = false

    /// Creates the content; `columns` is how many characters fit on a line, `narrowWidth` the width in pixels below
    /// which values go below their labels.
    ///
    /// Of the adjustments, those in `open` stand open.
    init(_ approval: Approval, columns: Int, narrowWidth: gint, open: Set<String> = []) {
        self.narrowWidth = narrowWidth
        widget = gtk_scrolled_window_new(nil, nil)
        scroller = widget.cast()
        frame = Ref(retaining: scroller)
        summary = Ref(retaining: mandatory)
        rows = RowList(approval.rows, columns: columns)
        fields = approval.fields.isEmpty ? nil : FieldList.draw(approval.fields, columns: columns)
        raw = approval.payload.isEmpty ? nil : RawBytes(approval.payload)
        adjustments = AdjustmentList(approval.adjustments, open: open)
        entry = approval.entry.map { _ in gtk_entry_new() }
        let boxes = fields.map { [$0] } ?? (approval.payload.isEmpty ? [] : rows.boxes)
        unread = boxes.count
        for box in boxes { box.onEnd = { [weak self] in self?.see() } }
        for box in rows.boxes + [fields].compactMap(\.self) {
            box.onOverscroll = { [weak self] in self?.scroll($0) }
        }
        raw?.onOpen = { [weak self] in self?.scrollToBottom() }
        raw?.onOverscroll = { [weak self] in self?.scroll($0) }
        lay(approval)
        watch()
    }

    /// What the user typed, where something was asked for.
    var typed: String? {
        entry.flatMap { gtk_entry_get_text($0.cast()) }.map { String(cString: $0) }
    }

    /// Puts the focus into the field where something is asked for; false where nothing is.
    func grabFocus() -> Bool {
        guard let entry else { return false }
        gtk_widget_grab_focus(entry)
        return true
    }

    /// How far it is scrolled, in pixels.
    var position: Double { gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(scroller)) }

    /// Scrolls to `position` once everything has its place.
    func scroll(to position: Double) {
        Idle.run(.last) { [weak self] in
            if let self { gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller), position) }
            return false
        }
    }

    /// How much higher than its least height it would be if nothing scrolled, in a window of `width` pixels.
    func missingHeight(for width: gint) -> gint {
        guard let all = gtk_widget_get_parent(mandatory) else { return 0 }
        set(narrow: width < narrowWidth)
        var height: gint = 0
        gtk_widget_get_preferred_height_for_width(all, width, nil, &height)
        return max(0, height - Self.leastHeight)
    }

    private func set(narrow isNarrow: Bool) {
        self.isNarrow = isNarrow
        rows.set(narrow: isNarrow)
        onNarrow?(isNarrow)
    }

    private static let leastHeight: gint = 60

    private func lay(_ approval: Approval) {
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_min_content_height(scroller, Self.leastHeight)
        let all = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 18, class: "approval-content")
        Draw.add(Draw.label(approval.sentence, class: "approval-sentence"), to: mandatory)
        if !approval.rows.isEmpty { Draw.add(rows.widget, to: mandatory) }
        if !approval.adjustments.isEmpty { Draw.add(adjustments.widget, to: mandatory) }
        if !approval.warnings.isEmpty {
            let box = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 9)
            for warning in approval.warnings.sorted(by: { $0.level > $1.level }) {
                Draw.add(WarningRow.draw(warning), to: box)
            }
            Draw.add(box, to: mandatory)
        }
        if let asked = approval.entry, let entry { Draw.add(field(asked, entry), to: mandatory) }
        if let fields {
            let box = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 6)
            Draw.add(Draw.label(FieldList.title(approval.fields), class: "approval-heading"), to: box)
            Draw.add(fields.widget, to: box)
            Draw.add(box, to: mandatory)
        }
        Draw.add(mandatory, to: all)
        if let raw { Draw.add(raw.widget, to: all) }
        gtk_container_add(widget.cast(), all)
    }

    private func field(_ asked: Approval.Entry, _ entry: Widget) -> Widget {
        let box = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 6)
        let label = Draw.label(asked.label, class: "approval-heading")
        gtk_label_set_mnemonic_widget(label.cast(), entry)
        gtk_entry_set_text(entry.cast(), asked.initial)
        Draw.name(entry, VisibleText.of(asked.label))
        Draw.add(label, to: box)
        Draw.add(entry, to: box)
        return box
    }
}

extension ApprovalContent {
    private func watch() {
        if let adjustment = gtk_scrolled_window_get_vadjustment(scroller) {
            Signal.connect(adjustment, "value-changed") { [weak self] () -> Void in self?.look() }
        }
        Signal.connect(widget, "size-allocate") { [weak self] (_: gpointer?) -> Void in self?.look() }
        Signal.connect(widget, "map") { [weak self] () -> Void in self?.look() }
    }

    /// Looks at the layout when it has come to rest.
    private func look() {
        guard !isLooking else { return }
        isLooking = true
        Idle.run(.last) { [weak self] in
            self?.lookNow()
            return false
        }
    }

    private func lookNow() {
        isLooking = false
        guard gtk_widget_get_mapped(widget) != 0 else { return }
        let width = gtk_widget_get_allocated_width(widget)
        if (width < narrowWidth) != isNarrow {
            set(narrow: !isNarrow)
            return look()
        }
        let adjustment = gtk_scrolled_window_get_vadjustment(scroller)
        let bottom = gtk_adjustment_get_value(adjustment) + gtk_adjustment_get_page_size(adjustment)
        var (x, y) = (gint(0), gint(0))
        guard !isBottomSeen, let content = gtk_widget_get_parent(mandatory),
            gtk_widget_translate_coordinates(mandatory, content, 0, 0, &x, &y) != 0
        else { return }
        guard bottom + 2 >= Double(y + gtk_widget_get_allocated_height(mandatory)) else { return }
        isBottomSeen = true
        tell()
    }

    private func see() {
        unread -= 1
        tell()
    }

    private func tell() {
        guard isBottomSeen, unread == 0 else { return }
        onRead?()
        onRead = nil
    }

    /// Brings what was opened at the bottom into view, when it has its place.
    private func scrollToBottom() {
        Idle.run(.last) { [weak self] in
            guard let self else { return false }
            let adjustment = gtk_scrolled_window_get_vadjustment(scroller)
            gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment))
            return false
        }
    }

    private func scroll(_ event: UnsafeMutablePointer<GdkEvent>) {
        gtk_widget_event(widget, event)
    }
}
