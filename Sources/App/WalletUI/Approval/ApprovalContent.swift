import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The scrolled part: the sentence, the rows, the warnings, the text entry, and the collapsed sections.
@MainActor final class ApprovalContent {
    let widget: Widget

    /// An event in the content.
    enum Event {
        /// Everything that the user must read has been in view; once.
        case read
        /// The width has become too small for two columns, or large enough again.
        case narrow(Bool)
        /// A section has opened or closed.
        case opened
        /// An event of an editor.
        case adjustment(AdjustmentEditor.Event)
    }

    /// Called with each event.
    var onEvent: (@MainActor (Event) -> Void)?

    /// The values that the user can change.
    let adjustments: AdjustmentList

    // An idle callback may run after the window is destroyed but before this object: keep a reference to what it uses.
    private let frame: Ref<GtkScrolledWindow>
    private let summary: Ref<GtkWidget>
    private let scroller: UnsafeMutablePointer<GtkScrolledWindow>
    private let rows: RowList
    private let advanced: RowList?
    private let sections = Sections()
    private let mandatory = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 14)
    private let entry: Widget?
    private let columns: Int
    private let narrowWidth: gint
    private var isNarrow = false
    private var kept: [TextBox] = []
    private var raw: RawBytes?
    private var isBottomSeen = false
    private var isRead = false
    private var unread = 0
    private var isLooking = false

    /// Creates the content; `columns` is the number of characters in a line, `narrowWidth` the width in pixels below
    /// which values are placed below their labels.
    ///
    /// The adjustments and sections in `open` start open.
    init(_ approval: Approval, columns: Int, narrowWidth: gint, open: Set<String> = []) {
        self.columns = columns
        self.narrowWidth = narrowWidth
        widget = gtk_scrolled_window_new(nil, nil)
        scroller = widget.cast()
        frame = Ref(retaining: scroller)
        summary = Ref(retaining: mandatory)
        adjustments = AdjustmentList(approval.adjustments, open: open)
        let editors = adjustments.editors.filter { !$0.adjustment.isAdvanced }
        let folded = adjustments.editors.filter(\.adjustment.isAdvanced)
        rows = RowList(approval.orderedRows, editors: editors, columns: columns)
        advanced = folded.isEmpty ? nil : RowList([], editors: folded, columns: columns)
        entry = approval.entry.map { _ in gtk_entry_new() }
        adjustments.onEvent = { [weak self] in self?.onEvent?(.adjustment($0)) }
        if approval.mustBeRead, approval.fields.isEmpty { require(rows.boxes) }
        for box in rows.boxes { box.onOverscroll = { [weak self] in self?.scroll($0) } }
        lay(approval, open: open)
        watch()
    }

    /// The typed text, if the approval asks for one.
    var typed: String? {
        entry.flatMap { gtk_entry_get_text($0.cast()) }.map { String(cString: $0) }
    }

    /// The IDs of the open editors and sections.
    var open: Set<String> { adjustments.open.union(sections.open) }

    /// Puts the focus into the text entry; returns whether there was one.
    func grabFocus() -> Bool {
        guard let entry else { return false }
        gtk_widget_grab_focus(entry)
        return true
    }

    /// The scroll position, in pixels.
    var position: Double { gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(scroller)) }

    /// Scrolls to `position` once the layout is done.
    func scroll(to position: Double) {
        Idle.run(.last) { [weak self] in
            if let self { gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller), position) }
            return false
        }
    }

    /// The additional height that the whole content needs in a window of `width` pixels.
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
        advanced?.set(narrow: isNarrow)
        sections.set(narrow: isNarrow)
        onEvent?(.narrow(isNarrow))
    }

    private static let leastHeight: gint = 60
}

extension ApprovalContent {
    /// The IDs of the collapsed sections in ``open``; no adjustment has such an ID.
    private enum Section {
        static let details = "section/details"
        static let advanced = "section/advanced"
        static let raw = "section/raw"
    }

    private func lay(_ approval: Approval, open: Set<String>) {
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        // GTK may draw the indicators that lie over the content after it has destroyed them.
        gtk_scrolled_window_set_overlay_scrolling(scroller, 0)
        gtk_scrolled_window_set_min_content_height(scroller, Self.leastHeight)
        let all = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 14, class: "approval-content")
        Draw.add(Draw.heading(approval.sentence, class: "approval-sentence"), to: mandatory)
        if !approval.rows.isEmpty || !adjustments.editors.isEmpty { Draw.add(rows.widget, to: mandatory) }
        if !approval.warnings.isEmpty {
            let box = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 9)
            for warning in Self.gravestFirst(approval.warnings) { Draw.add(WarningRow.draw(warning), to: box) }
            Draw.add(box, to: mandatory)
        }
        if let asked = approval.entry, let entry { Draw.add(field(asked, entry), to: mandatory) }
        Draw.add(mandatory, to: all)
        fold(approval, open: open)
        if !sections.isEmpty { Draw.add(sections.widget, to: approval.mustBeRead ? mandatory : all) }
        gtk_container_add(widget.cast(), all)
    }

    /// The warnings sorted by severity, otherwise in their order.
    private static func gravestFirst(_ warnings: [Approval.Warning]) -> [Approval.Warning] {
        [Approval.Warning.Level.danger, .caution, .plain].flatMap { level in warnings.filter { $0.level == level } }
    }

    /// Adds the collapsed sections; a section that must be read starts open.
    private func fold(_ approval: Approval, open: Set<String>) {
        let mustBeRead = approval.mustBeRead
        if !approval.fields.isEmpty {
            let isOpen = mustBeRead || open.contains(Section.details)
            sections.add(Section.details, title: FieldList.title(approval.fields), isOpen: isOpen) { [weak self] in
                self?.box(FieldList.draw(approval.fields, columns: self?.columns ?? 1), isRequired: mustBeRead)
                    ?? Draw.label("")
            }
        }
        if let advanced {
            let hasProblem = adjustments.editors.contains {
                $0.adjustment.isAdvanced && $0.adjustment.problem != nil
            }
            let isOpen = hasProblem || open.contains(Section.advanced)
            sections.add(Section.advanced, title: localized("Advanced"), isOpen: isOpen) { advanced.widget }
        }
        if !approval.payload.isEmpty {
            let isOpen = open.contains(Section.raw)
            sections.add(Section.raw, title: RawBytes.title(approval.payload), isOpen: isOpen) { [weak self] in
                self?.raw(approval.payload) ?? Draw.label("")
            }
        }
        sections.onOpen = { [weak self] pane in
            self?.onEvent?(.opened)
            if let pane { self?.reveal(pane) }
        }
    }

    /// Scrolls to an opened section, once the layout is done.
    private func reveal(_ pane: Widget) {
        let pane = Ref(retaining: pane)
        Idle.run(.last) { [weak self] in
            var (x, y) = (gint(0), gint(0))
            guard let self, let content = gtk_widget_get_parent(mandatory),
                gtk_widget_translate_coordinates(pane.pointer, content, 0, 0, &x, &y) != 0
            else { return false }
            let bottom = y + gtk_widget_get_allocated_height(pane.pointer)
            gtk_adjustment_clamp_page(gtk_scrolled_window_get_vadjustment(scroller), Double(y), Double(bottom))
            return false
        }
    }

    private func box(_ box: TextBox, isRequired: Bool) -> Widget {
        box.onOverscroll = { [weak self] in self?.scroll($0) }
        kept.append(box)
        if isRequired { require([box]) }
        return box.widget
    }

    private func raw(_ payload: [UInt8]) -> Widget {
        let raw = RawBytes(payload)
        raw.onOverscroll = { [weak self] in self?.scroll($0) }
        self.raw = raw
        return raw.widget
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

    /// Waits until the ends of these boxes have been in view.
    private func require(_ boxes: [TextBox]) {
        unread += boxes.count
        for box in boxes {
            box.onEnd = { [weak self] in
                self?.unread -= 1
                self?.tell()
            }
        }
    }

    /// Checks the layout once it is stable.
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

    private func tell() {
        guard isBottomSeen, unread == 0, !isRead else { return }
        isRead = true
        onEvent?(.read)
    }

    private func scroll(_ event: UnsafeMutablePointer<GdkEvent>) {
        gtk_widget_event(widget, event)
    }
}
