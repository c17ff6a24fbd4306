import CWebKit
import WebHost

/// A screenshot of the whole screen.
@MainActor package enum Screenshot {
    /// Writes a screenshot to `path`, as PNG.
    ///
    /// It works only on X11, because Wayland does not let a program read the screen.
    package static func write(to path: String) throws(ScreenshotError) {
        guard let root = gdk_get_default_root_window() else {
            throw ScreenshotError(description: "There is no screen.")
        }
        let (width, height) = (gdk_window_get_width(root), gdk_window_get_height(root))
        guard let pixbuf = gdk_pixbuf_get_from_window(root, 0, 0, width, height) else {
            throw ScreenshotError(description: "The screen cannot be read.")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        try save(pixbuf, to: path)
    }

    /// Writes `pixbuf` to `path`, as PNG.
    static func save(_ pixbuf: OpaquePointer, to path: String) throws(ScreenshotError) {
        var error: UnsafeMutablePointer<GError>?
        guard gdk_pixbuf_savev(pixbuf, path, "png", nil, nil, &error) == 0 else { return }
        defer { g_clear_error(&error) }
        let reason = error?.pointee.message.map { String(cString: $0) } ?? "the file cannot be written"
        throw ScreenshotError(description: "The screenshot could not be saved: \(reason)")
    }
}

/// Why no screenshot could be made.
package struct ScreenshotError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence in English: only development tools make screenshots.
    package let description: String
}
