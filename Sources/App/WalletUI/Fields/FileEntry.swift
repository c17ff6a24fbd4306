import CWebKit
import GLibKit
import Messages
import WebHost

/// A field for the path of a file, with a button that opens the desktop's file chooser.
@MainActor final class FileEntry {
    let widget = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
    let entry: Widget = gtk_entry_new()
    private let saves: Bool
    private let title: String
    private var chooser: Ref<GObject>?

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - label: Its label.
    ///   - initial: The path that it proposes.
    ///   - saves: Whether the path is for writing a new file instead of opening one.
    init(_ label: String, initial: String, saves: Bool) {
        self.saves = saves
        title = label
        gtk_entry_set_text(entry.cast(), initial)
        Draw.add(entry, to: widget, expands: true)
        let button = Draw.button(localized("Choose…")) { [weak self] in self?.choose() }
        Draw.name(button, localized("Choose: \(label, as: "file")"))
        Draw.add(button, to: widget)
    }

    private func choose() {
        guard chooser == nil, let window = gtk_widget_get_toplevel(widget) else { return }
        let action = saves ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN
        let verb = saves ? localized("Save") : localized("Open")
        guard let native = gtk_file_chooser_native_new(title, window.cast(), action, verb, localized("Cancel"))
        else { return }
        // Swift does not know the toolkit's own type for it.
        let chooser = UnsafeMutableRawPointer(native)
        let dialog = chooser.assumingMemoryBound(to: GtkNativeDialog.self)
        self.chooser = Ref(taking: chooser.assumingMemoryBound(to: GObject.self))
        gtk_native_dialog_set_modal(dialog, 1)
        propose(to: native)
        Signal.connect(chooser, "response") { [weak self] (response: Int32) -> Void in
            guard let self else { return }
            if response == GTK_RESPONSE_ACCEPT.rawValue, let path = gtk_file_chooser_get_filename(native) {
                gtk_entry_set_text(entry.cast(), path)
                gtk_editable_set_position(OpaquePointer(entry), -1)
                g_free(path)
            }
            gtk_native_dialog_hide(dialog)
            self.chooser = nil
        }
        gtk_native_dialog_show(dialog)
    }

    /// Preselects the file that the field names.
    private func propose(to chooser: OpaquePointer) {
        guard let text = gtk_entry_get_text(entry.cast()), g_path_is_absolute(text) != 0 else { return }
        guard saves, let folder = g_path_get_dirname(text), let name = g_path_get_basename(text) else {
            gtk_file_chooser_set_filename(chooser, text)
            return
        }
        gtk_file_chooser_set_current_folder(chooser, folder)
        gtk_file_chooser_set_current_name(chooser, name)
        g_free(folder)
        g_free(name)
    }
}
