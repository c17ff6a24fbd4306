import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The button in the header bar that opens the wallet's menu.
@MainActor final class MenuButton {
    let widget: Widget

    private let choose: @MainActor (ScreenAction) -> Void
    private let label = Draw.label("")

    /// Creates the button; `choose` gets what the selected item does.
    init(_ choose: @escaping @MainActor (ScreenAction) -> Void) {
        self.choose = choose
        widget = gtk_menu_button_new()
        gtk_container_add(widget.cast(), label)
        gtk_label_set_ellipsize(label.cast(), PANGO_ELLIPSIZE_END)
        gtk_label_set_line_wrap(label.cast(), 0)
        gtk_label_set_max_width_chars(label.cast(), gint(Self.length))
        gtk_widget_set_valign(label, GTK_ALIGN_CENTER)
        gtk_widget_show(label)
        gtk_widget_set_no_show_all(widget, 1)
        gtk_widget_set_tooltip_text(widget, localized("Accounts and wallets"))
    }

    /// Updates the menu; `nil` removes the button.
    func show(_ menu: WindowMenu?) {
        Draw.show(widget, menu != nil)
        guard let menu else { return }
        let text = VisibleText.of(menu.label)
        gtk_label_set_text(label.cast(), text)
        // A label that can be ellipsized would otherwise leave its width to the address.
        gtk_label_set_width_chars(label.cast(), gint(min(text.count, Self.length)))
        Draw.name(widget, localized("Wallet: \(VisibleText.of(menu.label), as: "name")"))
        let list: Widget = gtk_menu_new()
        for (index, group) in menu.groups.filter({ !$0.isEmpty }).enumerated() {
            if index > 0 { gtk_menu_shell_append(list.cast(), gtk_separator_menu_item_new()) }
            for item in group { gtk_menu_shell_append(list.cast(), draw(item)) }
        }
        gtk_widget_show_all(list)
        gtk_menu_button_set_popup(widget.cast(), list)
    }

    /// The number of characters of a name that are never truncated; that of an account has at most 64 bytes.
    private static let length = 24

    private func draw(_ item: WindowMenu.Item) -> Widget {
        let text = VisibleText.of(item.label)
        guard let isChosen = item.isChosen else {
            let line: Widget = gtk_menu_item_new_with_label(text)
            gtk_widget_set_sensitive(line, item.action == nil ? 0 : 1)
            follow(line, item)
            return line
        }
        let line: Widget = gtk_check_menu_item_new_with_label(text)
        gtk_check_menu_item_set_draw_as_radio(line.cast(), 1)
        gtk_check_menu_item_set_active(line.cast(), isChosen ? 1 : 0)
        follow(line, item)
        return line
    }

    private func follow(_ line: Widget, _ item: WindowMenu.Item) {
        guard let action = item.action else { return }
        Signal.connect(line, "activate") { [choose] () -> Void in choose(action) }
    }
}
