import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The window's header bar: the address of the page, back, reload, lock, and the notice.
@MainActor final class Toolbar {
    /// An action of the user.
    enum Action {
        case back, reload, stop

        /// The typed text of the address field; `nil` if the user has left it with Escape.
        case address(String?)

        /// What concerns the wallet.
        case wallet(BrowserWindow.Action)
    }

    /// Receives the actions of the user.
    var onAction: (@MainActor (Action) -> Void)?

    /// Whether the page has an origin.
    var hasSite = false {
        didSet { if hasSite != oldValue { showSite() } }
    }

    /// Whether the address is shown; otherwise the title is.
    var showsAddress = true {
        didSet {
            guard showsAddress != oldValue else { return }
            gtk_header_bar_set_custom_title(widget.cast(), showsAddress ? address.entry.cast() : nil)
        }
    }

    /// The title of the window.
    var title: String {
        get { gtk_header_bar_get_title(widget.cast()).map { String(cString: $0) } ?? "" }
        set { gtk_header_bar_set_title(widget.cast(), newValue) }
    }

    let widget: UnsafeMutablePointer<GtkWidget>

    /// The address of the page.
    private(set) lazy var address = AddressField { [weak self] text in self?.onAction?(.address(text)) }

    private let reload: UnsafeMutablePointer<GtkWidget> =
        gtk_button_new_from_icon_name("view-refresh-symbolic", GTK_ICON_SIZE_BUTTON)
    private let home: UnsafeMutablePointer<GtkWidget> =
        gtk_button_new_from_icon_name("go-home-symbolic", GTK_ICON_SIZE_BUTTON)
    private let site: UnsafeMutablePointer<GtkWidget> =
        gtk_button_new_from_icon_name("dialog-password-symbolic", GTK_ICON_SIZE_BUTTON)
    private let back: UnsafeMutablePointer<GtkWidget> =
        gtk_button_new_from_icon_name("go-previous-symbolic", GTK_ICON_SIZE_BUTTON)
    private var isLoading = false
    private var canReload = false
    private let lock: UnsafeMutablePointer<GtkWidget> = gtk_button_new_with_label("")
    private var isLocked = false
    private let hasWallet: Bool

    /// The wallet's menu.
    private(set) lazy var menu = MenuButton { [weak self] in self?.onAction?(.wallet(.menu($0))) }

    init(title: String, notice: String?, hasLock: Bool, hasWallet: Bool) {
        self.hasWallet = hasWallet
        widget = gtk_header_bar_new()
        let header: UnsafeMutablePointer<GtkHeaderBar> = widget.cast()
        gtk_header_bar_set_show_close_button(header, 1)
        gtk_header_bar_pack_start(header, back)
        gtk_widget_set_tooltip_text(back, localized("Back"))
        name(back, localized("Back"))
        Signal.connect(back, "clicked") { [weak self] () -> Void in self?.onAction?(.back) }
        gtk_header_bar_pack_start(header, reload)
        add(home, localized("Show the wallet")) { [weak self] in self?.onAction?(.wallet(.show)) }
        add(site, localized("What this site may see and do")) { [weak self] in self?.onAction?(.wallet(.site)) }
        gtk_widget_set_tooltip_text(reload, localized("Reload"))
        name(reload, localized("Reload"))
        Signal.connect(reload, "clicked") { [weak self] () -> Void in
            guard let self else { return }
            onAction?(isLoading ? .stop : .reload)
        }
        gtk_header_bar_set_custom_title(header, address.entry.cast())
        gtk_header_bar_pack_end(header, menu.widget)
        gtk_header_bar_pack_end(header, lock)
        gtk_widget_set_no_show_all(lock, hasLock ? 0 : 1)
        Signal.connect(lock, "clicked") { [weak self] () -> Void in
            guard let self else { return }
            onAction?(.wallet(isLocked ? .unlock : .lock))
        }
        show(canGoBack: false, canReload: false)
        show(isLocked: false)
        gtk_widget_set_visible(home, hasWallet ? 1 : 0)
        if let notice {
            ApprovalStyle.load()
            let mark: UnsafeMutablePointer<GtkWidget> = gtk_label_new(notice)
            Draw.style(mark, "window-notice")
            gtk_widget_set_valign(mark, GTK_ALIGN_CENTER)
            gtk_header_bar_pack_end(header, mark)
        }
    }

    /// Shows whether there is something to go back to, and something to load again.
    func show(canGoBack: Bool, canReload: Bool) {
        self.canReload = canReload
        gtk_widget_set_sensitive(back, canGoBack ? 1 : 0)
        gtk_widget_set_sensitive(reload, canReload || isLoading ? 1 : 0)
    }

    /// Shows whether a page is loading: then the button stops it.
    func show(isLoading: Bool) {
        guard isLoading != self.isLoading else { return }
        self.isLoading = isLoading
        gtk_widget_set_sensitive(reload, canReload || isLoading ? 1 : 0)
        let icon = isLoading ? "process-stop-symbolic" : "view-refresh-symbolic"
        let title = isLoading ? localized("Stop") : localized("Reload")
        gtk_image_set_from_icon_name(gtk_button_get_image(reload.cast()).cast(), icon, GTK_ICON_SIZE_BUTTON)
        gtk_widget_set_tooltip_text(reload, title)
        name(reload, title)
        address.show(isLoading: isLoading)
    }

    /// Shows whether the wallet is locked: the button does the opposite, or what `button` says.
    func show(isLocked: Bool, button: String? = nil) {
        self.isLocked = isLocked
        gtk_button_set_label(lock.cast(), button ?? (isLocked ? localized("Unlock") : localized("Lock")))
        let sentence = button ?? (isLocked ? localized("Unlock the wallet") : localized("Lock the wallet"))
        let locking = localized("Lock the wallet: nothing is shown or signed until it is unlocked")
        gtk_widget_set_tooltip_text(lock, isLocked || button != nil ? sentence : locking)
        name(lock, sentence)
    }

    private func showSite() {
        gtk_widget_set_visible(site, hasWallet && hasSite ? 1 : 0)
    }

    /// Adds a button that is hidden until it has a use.
    private func add(
        _ button: UnsafeMutablePointer<GtkWidget>, _ title: String, _ body: @escaping @MainActor () -> Void
    ) {
        gtk_header_bar_pack_start(widget.cast(), button)
        gtk_widget_set_no_show_all(button, 1)
        gtk_widget_set_tooltip_text(button, title)
        name(button, title)
        Signal.connect(button, "clicked") { () -> Void in body() }
    }

    private func name(_ widget: UnsafeMutablePointer<GtkWidget>, _ text: String) {
        atk_object_set_name(gtk_widget_get_accessible(widget), text)
    }
}
