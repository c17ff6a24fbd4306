import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The address field, which shows the address of the page and accepts another one.
@MainActor final class AddressField {
    /// Takes the typed text when the user presses Enter, and `nil` when the user leaves the field with Escape.
    private let take: @MainActor (String?) -> Void

    private let owner: Ref<GtkEntry>
    private var state = AddressEntry()
    private var isSetting = false
    private var pulse: Task<Void, Never>?

    /// The field itself.
    var entry: UnsafeMutablePointer<GtkEntry> { owner.pointer }

    init(_ take: @escaping @MainActor (String?) -> Void) {
        self.take = take
        let widget: UnsafeMutablePointer<GtkWidget> = gtk_entry_new()
        owner = Ref(retaining: widget.cast())
        gtk_entry_set_width_chars(entry, 24)
        gtk_entry_set_max_width_chars(entry, 60)
        gtk_widget_set_hexpand(entry.cast(), 1)
        gtk_entry_set_input_purpose(entry, GTK_INPUT_PURPOSE_URL)
        atk_object_set_name(gtk_widget_get_accessible(entry.cast()), localized("Address"))
        Signal.connect(entry, "changed") { [weak self] () -> Void in self?.follow() }
        Signal.connect(entry, "activate") { [weak self] () -> Void in self?.enter() }
        Signal.connect(entry, "key-press-event") { [weak self] (event: gpointer?) -> Bool in
            guard let self, let key = event?.assumingMemoryBound(to: GdkEventKey.self).pointee,
                Int32(bitPattern: key.keyval) == GDK_KEY_Escape
            else { return false }
            restore()
            take(nil)
            return true
        }
        Signal.connect(entry, "focus-out-event") { [weak self] (_: gpointer?) -> Bool in
            // Another window may have the focus for a while: the typed text stays until another widget of this window
            // gets it, which is known in the next main loop iteration.
            Idle.run { [weak self] in
                guard let self, gtk_widget_is_focus(entry.cast()) == 0 else { return false }
                restore()
                return false
            }
            return false
        }
        replaceOnDrop()
        draw()
    }

    /// A dropped address takes the place of the whole text: GTK would insert it where the pointer is.
    private func replaceOnDrop() {
        typealias Body = @MainActor (OpaquePointer?, OpaquePointer?) -> Void
        let trampoline:
            @convention(c) (gpointer?, OpaquePointer?, gint, gint, OpaquePointer?, guint, guint, gpointer?) -> Void = {
                _, context, _, _, dropped, _, _, data in
                let body: Body = SignalBox<Body>.body(in: data)
                // Unsafe because pointers are not Sendable; GLib calls on the main thread, where the body runs.
                nonisolated(unsafe) let (context, dropped) = (context, dropped)
                MainActor.assumeIsolated { body(context, dropped) }
            }
        let body: Body = { [weak self] context, dropped in
            guard let self, let text = dropped.flatMap({ gtk_selection_data_get_text($0) }) else { return }
            g_free(text)
            let own: Widget = entry.cast()
            if context.map({ gtk_drag_get_source_widget($0) }) != own {
                gtk_editable_delete_text(OpaquePointer(entry), 0, -1)
            }
        }
        Signal.attach(entry, "drag-data-received", Signal.erase(trampoline), body)
    }

    isolated deinit {
        pulse?.cancel()
    }

    /// Shows the current page; text that the user is typing stays.
    func show(_ page: ShownPage) {
        guard page != state.page else { return }
        state.show(page)
        write()
    }

    /// Shows that another page is loading, without its address.
    func show(isLoading: Bool) {
        guard isLoading != (pulse != nil) else { return }
        pulse?.cancel()
        pulse = nil
        gtk_entry_set_progress_fraction(entry, 0)
        guard isLoading else { return }
        gtk_entry_set_progress_pulse_step(entry, 0.1)
        pulse = Task { [weak self] in
            while !Task.isCancelled {
                if let self { gtk_entry_progress_pulse(entry) }
                try? await Task.sleep(for: .milliseconds(150))
            }
        }
    }

    /// Focuses the field and selects its text.
    func focus() {
        gtk_widget_grab_focus(entry.cast())
    }

    /// Whether the user is editing the address.
    var isEdited: Bool { state.isEdited }

    /// The text in the field, and the icon next to it.
    var shown: (text: String, mark: AddressEntry.Mark) {
        (gtk_entry_get_text(entry).map { String(cString: $0) } ?? "", state.mark)
    }

    /// Simulates typing: puts `text` into the field.
    func type(_ text: String) {
        gtk_entry_set_text(entry, text)
    }

    private func follow() {
        guard !isSetting, let text = gtk_entry_get_text(entry) else { return }
        state.type(String(cString: text))
        draw()
    }

    private func enter() {
        let text = state.text
        // From now on it is a requested address, not the address of the current page.
        restore()
        take(text)
    }

    private func restore() {
        state.restore()
        write()
    }

    /// Updates the field with the text of the state.
    private func write() {
        let isSelected = gtk_widget_is_focus(entry.cast()) != 0
        if let old = gtk_entry_get_text(entry), String(cString: old) != state.text {
            isSetting = true
            gtk_entry_set_text(entry, state.text)
            isSetting = false
            if isSelected { gtk_editable_select_region(OpaquePointer(entry), 0, -1) }
        }
        draw()
    }

    private func draw() {
        let (icon, text) = Self.look(of: state.mark)
        gtk_entry_set_icon_from_icon_name(entry, GTK_ENTRY_ICON_PRIMARY, icon)
        gtk_entry_set_icon_tooltip_text(entry, GTK_ENTRY_ICON_PRIMARY, text)
        atk_object_set_description(gtk_widget_get_accessible(entry.cast()), text ?? "")
        emphasise()
    }

    private static func look(of mark: AddressEntry.Mark) -> (icon: String?, text: String?) {
        switch mark {
        case .none: (nil, nil)
        case .editing:
            (
                "document-edit-symbolic",
                localized("Press Enter to open this address, or Escape to return to that of the page")
            )
        case .encrypted: ("channel-secure-symbolic", localized("Encrypted"))
        case .local: ("computer-symbolic", localized("From this computer"))
        case .exposed: ("dialog-warning-symbolic", localized("Not encrypted: others can read and change this page"))
        case .noOrigin: ("dialog-question-symbolic", localized("This page has no origin, so it cannot use the wallet"))
        case .lookalike(let other):
            (
                "dialog-error-symbolic",
                localized("The name of this site looks like \(other, as: "site"), but it is another site")
            )
        }
    }

    /// Emphasizes the registered domain and keeps it visible: a long host is truncated at its start.
    private func emphasise() {
        let range = state.hostRange(registeredDomain: PublicSuffix.registeredDomain)
        let attributes =
            range.map { HostEmphasis.attributes($0.domain, length: state.text.utf8.count) } ?? pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        gtk_entry_set_attributes(entry, attributes)
        guard let range, gtk_widget_is_focus(entry.cast()) == 0 else { return }
        // The field scrolls only as far as its cursor needs. (The host is ASCII: bytes are characters.)
        gtk_editable_set_position(OpaquePointer(entry), 0)
        gtk_editable_set_position(OpaquePointer(entry), gint(range.host.upperBound))
    }
}
