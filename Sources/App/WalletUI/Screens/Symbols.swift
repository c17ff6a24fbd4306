import CWebKit

/// The icons of windows, and the marks of check boxes.
package enum Symbols {
    /// Whether they can be drawn: they are SVG images, and Debian's GTK only recommends the loader.
    package static var canBeDrawn: Bool {
        let formats = gdk_pixbuf_get_formats()
        defer { g_slist_free(formats) }
        var next = formats
        while let entry = next {
            if let name = gdk_pixbuf_format_get_name(OpaquePointer(entry.pointee.data)) {
                defer { g_free(name) }
                if String(cString: name) == "svg" { return true }
            }
            next = entry.pointee.next
        }
        return false
    }
}
