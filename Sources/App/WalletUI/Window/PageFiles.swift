import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// Asks which files a page may read, in a dialog that says which site asks.
@MainActor final class PageFiles {
    private var dialog: (chooser: Ref<GtkNativeDialog>, request: Ref<WebKitFileChooserRequest>)?

    /// Serves the requests of `view`, over `window`.
    func serve(_ view: WebView, over window: UnsafeMutablePointer<GtkWindow>) {
        Signal.connect(view.widget.pointer, "run-file-chooser") { [weak self, weak view] (request: gpointer?) -> Bool in
            guard let request = request?.assumingMemoryBound(to: WebKitFileChooserRequest.self) else { return true }
            guard let self, let view, dialog == nil, let origin = view.origin,
                view.mayAsk(nil)
            else {
                webkit_file_chooser_request_cancel(request)
                return true
            }
            ask(origin, Ref(retaining: request), over: window)
            return true
        }
    }

    /// Closes the dialog without files: the page that asked is gone.
    func withdraw() { end(with: nil) }

    private func ask(
        _ origin: Origin, _ request: Ref<WebKitFileChooserRequest>, over window: UnsafeMutablePointer<GtkWindow>
    ) {
        let chooser = gtk_file_chooser_native_new(
            localized("\(origin.shortSite(), as: "site") wants to read a file"), window, GTK_FILE_CHOOSER_ACTION_OPEN,
            localized("Allow"), localized("Cancel"))
        guard let chooser else { return webkit_file_chooser_request_cancel(request.pointer) }
        let native = UnsafeMutableRawPointer(chooser).assumingMemoryBound(to: GtkNativeDialog.self)
        dialog = (Ref(taking: native), request)
        let files = chooser
        gtk_file_chooser_set_select_multiple(files, webkit_file_chooser_request_get_select_multiple(request.pointer))
        if let filter = webkit_file_chooser_request_get_mime_types_filter(request.pointer) {
            gtk_file_chooser_add_filter(files, filter)
        }
        gtk_native_dialog_set_modal(native, 1)
        Signal.connect(native, "response") { [weak self] (response: Int32) -> Void in
            self?.end(with: response == GTK_RESPONSE_ACCEPT.rawValue ? files : nil)
        }
        gtk_native_dialog_show(native)
    }

    /// Answers the request with the files of the dialog, or with none.
    private func end(with files: OpaquePointer?) {
        guard let (chooser, request) = dialog else { return }
        dialog = nil
        var names: [UnsafePointer<CChar>?] = []
        var list = files.flatMap { gtk_file_chooser_get_filenames($0) }
        let first = list
        while let entry = list {
            names.append(entry.pointee.data.map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) })
            list = entry.pointee.next
        }
        if names.isEmpty {
            webkit_file_chooser_request_cancel(request.pointer)
        } else {
            names.append(nil)
            webkit_file_chooser_request_select_files(request.pointer, names)
        }
        g_slist_free_full(first, g_free)
        gtk_native_dialog_destroy(chooser.pointer)
    }
}
