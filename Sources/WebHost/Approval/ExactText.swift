import Bridge
import CWebKit

/// An address or another exact value, whole, in groups that the eye can compare.
@MainActor enum ExactText {
    /// How opaque every other group is.
    ///
    /// Enough for a contrast of 4.5 to 1 (WCAG 2.1, success criterion 1.4.3) in the themes of GTK.
    nonisolated static let faintOpacity = 0.72

    static func draw(_ text: String) -> Widget {
        let value: Widget = GroupedLabel.make(attributes(of: text))
        Draw.fill(value, text)
        Draw.style(value, "approval-exact")
        gtk_label_set_line_wrap_mode(value.cast(), PANGO_WRAP_CHAR)
        return value
    }

    /// Draws every other group fainter, and lets lines end between groups only.
    ///
    /// A space in between would be read out by a screen reader, and copied with the rest.
    ///
    /// - Returns: A list of Pango's, which the caller gives back.
    nonisolated static func attributes(of text: String) -> OpaquePointer? {
        let (ends, length) = (Grouping.ends(in: text), text.utf8.count)
        let attributes = pango_attr_list_new()
        if let whole = pango_attr_insert_hyphens_new(0) { pango_attr_list_insert(attributes, whole) }
        let borders = [0] + ends.map { $0 + 1 } + [length]
        for (index, (start, end)) in zip(borders, borders.dropFirst()).enumerated() where !ends.isEmpty {
            TextAttributes.insert(pango_attr_allow_breaks_new(0), start..<end, into: attributes)
            guard index % 2 == 1 else { continue }
            let alpha = guint16(faintOpacity * 65_535)
            TextAttributes.insert(pango_attr_foreground_alpha_new(alpha), start..<end, into: attributes)
        }
        return attributes
    }
}
