import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// A small button that copies a text.
@MainActor enum CopyButton {
    static func draw(_ text: String, name: String) -> Widget {
        draw(name) {
            let clipboard = gtk_clipboard_get(gdk_atom_intern_static_string("CLIPBOARD"))
            gtk_clipboard_set_text(clipboard, text, gint(text.utf8.count))
        }
    }

    /// A button that copies a secret, for a minute.
    static func draw(secret: String, name: String) -> Widget {
        draw(name) {
            var secret = secret
            secret.withUTF8 { SecretClipboard.copy(UnsafeRawBufferPointer($0)) }
        }
    }

    private static func draw(_ name: String, _ copy: @escaping @MainActor () -> Void) -> Widget {
        let button: Widget = gtk_button_new_from_icon_name("edit-copy-symbolic", GTK_ICON_SIZE_BUTTON)
        if let image = gtk_button_get_image(button.cast()) { Draw.fit(image) }
        gtk_button_set_relief(button.cast(), GTK_RELIEF_NONE)
        Draw.style(button, "approval-copy")
        gtk_widget_set_valign(button, GTK_ALIGN_START)
        gtk_widget_set_tooltip_text(button, localized("Copy"))
        Draw.name(button, VisibleText.of(name))
        Signal.connect(button, "clicked") { () -> Void in
            copy()
            gtk_widget_set_tooltip_text(button, localized("Copied"))
            let image: Widget = gtk_image_new_from_icon_name("object-select-symbolic", GTK_ICON_SIZE_BUTTON)
            Draw.fit(image)
            gtk_button_set_image(button.cast(), image)
        }
        return button
    }
}
