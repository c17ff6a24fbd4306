import CWebKit
import WebHost

/// Attributes for parts of a text that Pango draws.
enum TextAttributes {
    /// Adds an attribute for a range of the text, in bytes of UTF-8.
    static func insert(
        _ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>, into list: OpaquePointer?
    ) {
        guard let attribute else { return }
        attribute.pointee.start_index = guint(range.lowerBound)
        attribute.pointee.end_index = guint(range.upperBound)
        pango_attr_list_insert(list, attribute)
    }
}
