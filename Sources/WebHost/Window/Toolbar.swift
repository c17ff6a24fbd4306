import Bridge
import CWebKit

/// The window's header: where the page comes from, back, reload, the lock, and the notice.
@MainActor final class Toolbar {
    var onBack: (@MainActor () -> Void)?
    var onReload: (@MainActor () -> Void)?
    var onAddress: (@MainActor (String) -> Void)?
    var onLock: (@MainActor (_ isLocked: Bool) -> Void)?

    let widget: UnsafeMutablePointer<GtkWidget>
    private let address: UnsafeMutablePointer<GtkEntry>
    private let lock: UnsafeMutablePointer<GtkWidget> = gtk_button_new_with_label("Lock")
    private var isLocked = false

    /// The wallet's menu.
    let menu = MenuButton()

    init(title: String, notice: String?) {
        widget = gtk_header_bar_new()
        address = gtk_entry_new().cast()
        let header: UnsafeMutablePointer<GtkHeaderBar> = widget.cast()
        gtk_header_bar_set_show_close_button(header, 1)
        gtk_header_bar_pack_start(header, button("go-previous-symbolic", "Back") { [weak self] in self?.onBack?() })
        gtk_header_bar_pack_start(
            header, button("view-refresh-symbolic", "Reload") { [weak self] in self?.onReload?() })
        gtk_header_bar_set_custom_title(header, addressField())
        gtk_header_bar_pack_end(header, menu.widget)
        gtk_header_bar_pack_end(header, lock)
        Signal.connect(lock, "clicked") { [weak self] () -> Void in
            guard let self else { return }
            onLock?(!isLocked)
        }
        show(isLocked: false)
        if let notice { gtk_header_bar_pack_end(header, label(notice)) }
    }

    /// Shows where the page comes from.
    func show(address url: String, origin: Origin?) {
        gtk_entry_set_text(address, url)
        let (icon, text) =
            if let origin {
                origin.isExposed
                    ? ("dialog-warning-symbolic", "Not encrypted: others can read and change this page")
                    : origin.scheme == "https"
                        ? ("channel-secure-symbolic", "Encrypted") : ("computer-symbolic", "From this machine")
            } else {
                ("dialog-question-symbolic", "A page without an origin: it has no wallet")
            }
        gtk_entry_set_icon_from_icon_name(address, GTK_ENTRY_ICON_PRIMARY, icon)
        gtk_entry_set_icon_tooltip_text(address, GTK_ENTRY_ICON_PRIMARY, text)
    }

    /// Shows whether the wallet is locked: the button does the opposite.
    func show(isLocked: Bool) {
        self.isLocked = isLocked
        gtk_button_set_label(lock.cast(), isLocked ? "Unlock" : "Lock")
        gtk_widget_set_tooltip_text(
            lock,
            isLocked
                ? "Unlock the wallet" : "Lock the wallet: nothing is shown or signed until it is unlocked")
        name(lock, isLocked ? "Unlock the wallet" : "Lock the wallet")
    }

    func focusAddress() {
        gtk_widget_grab_focus(address.cast())
    }

    private func addressField() -> UnsafeMutablePointer<GtkWidget> {
        gtk_entry_set_width_chars(address, 24)
        gtk_entry_set_max_width_chars(address, 60)
        gtk_widget_set_hexpand(address.cast(), 1)
        gtk_entry_set_input_purpose(address, GTK_INPUT_PURPOSE_URL)
        name(address.cast(), "Address")
        Signal.connect(address, "activate") { [weak self] () -> Void in
            guard let self, let text = gtk_entry_get_text(address) else { return }
            onAddress?(String(cString: text))
        }
        return address.cast()
    }

    private func button(
        _ icon: String, _ title: String, _ body: @escaping @MainActor () -> Void
    ) -> UnsafeMutablePointer<GtkWidget> {
        let button: UnsafeMutablePointer<GtkWidget> = gtk_button_new_from_icon_name(icon, GTK_ICON_SIZE_BUTTON)
        gtk_widget_set_tooltip_text(button, title)
        name(button, title)
        Signal.connect(button, "clicked") { () -> Void in body() }
        return button
    }

    private func label(_ text: String) -> UnsafeMutablePointer<GtkWidget> {
        let label: UnsafeMutablePointer<GtkWidget> = gtk_label_new(text)
        return label
    }

    private func name(_ widget: UnsafeMutablePointer<GtkWidget>, _ text: String) {
        atk_object_set_name(gtk_widget_get_accessible(widget), text)
    }
}
