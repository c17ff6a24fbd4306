import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// A line at the lower edge of the page that shows what is loading.
///
/// The address field cannot show it: it shows the address of the current page.
@MainActor final class LoadStatus {
    let widget: UnsafeMutablePointer<GtkWidget>
    private let label: UnsafeMutablePointer<GtkLabel>

    init() {
        widget = gtk_frame_new(nil)
        label = gtk_label_new("").cast()
        gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_START)
        gtk_label_set_max_width_chars(label, 60)
        gtk_widget_set_margin_start(label.cast(), 6)
        gtk_widget_set_margin_end(label.cast(), 6)
        gtk_style_context_add_class(gtk_widget_get_style_context(widget), "background")
        gtk_container_add(widget.cast(), label.cast())
        gtk_widget_set_halign(widget, GTK_ALIGN_START)
        gtk_widget_set_valign(widget, GTK_ALIGN_END)
        gtk_widget_show(label.cast())
        gtk_widget_set_no_show_all(widget, 1)
    }

    /// Shows that `url` is loading; `nil` hides the line.
    func show(_ url: String?) {
        if let url { gtk_label_set_text(label, localized("Loading \(Self.name(of: url), as: "host")…")) }
        gtk_widget_set_visible(widget, url == nil ? 0 : 1)
    }

    /// The text of the line; `nil` if it is hidden.
    var text: String? {
        guard gtk_widget_get_visible(widget) != 0, let text = gtk_label_get_text(label) else { return nil }
        return String(cString: text)
    }

    /// The short form of an address: its host.
    static func name(of url: String) -> String {
        (try? Origin(ofURL: url)).map { SiteName($0.site, registeredDomain: nil).shortened(to: 48) }
            ?? Quotation.of(address: url)
    }
}
