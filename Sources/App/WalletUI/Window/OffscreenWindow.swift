import CWebKit
import GLibKit
package import WebHost

/// An offscreen window: its page is rendered and considers itself visible.
///
/// A view without a window is hidden; then WebKit throttles its timers and renders no frames.
@MainActor package final class OffscreenWindow {
    private let window: Ref<GtkWindow>
    private let view: WebView

    /// Puts `view` into a window of the given size in pixels.
    package init(_ view: WebView, width: Int = 1_000, height: Int = 760) {
        self.view = view
        let widget: UnsafeMutablePointer<GtkWidget> = gtk_offscreen_window_new()
        window = Ref(retaining: widget.cast())
        gtk_window_set_default_size(window.pointer, gint(width), gint(height))
        gtk_container_add(window.pointer.cast(), view.widget.pointer.cast())
        gtk_widget_show_all(widget)
    }

    /// The same for a data-collection form, in tests.
    package convenience init(_ form: CollectionView) {
        self.init(form.view)
    }

    /// Writes a screenshot of the page to `path`, as PNG.
    package func writeScreenshot(to path: String) throws(ScreenshotError) {
        guard let pixbuf = gtk_offscreen_window_get_pixbuf(window.pointer.cast()) else {
            throw ScreenshotError(description: "The page has not been drawn.")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        try Screenshot.save(pixbuf, to: path)
    }

    /// Destroys the window; its view is closed by the code that created it.
    package func close() {
        gtk_widget_destroy(window.pointer.cast())
    }
}
