import Bridge
import CWebKit
import GLibKit
import WebHost

/// An address or another exact value, complete and in groups that are easy to compare.
@MainActor enum ExactText {
    /// The opacity of every second group.
    ///
    /// High enough for a contrast of 4.5:1 (WCAG 2.1, success criterion 1.4.3) in GTK's themes.
    nonisolated static let faintOpacity = 0.72

    static func draw(_ text: String) -> Widget {
        let value: Widget = GroupedLabel.make(attributes(of: text))
        Draw.fill(value, text)
        Draw.style(value, "approval-exact")
        gtk_label_set_line_wrap_mode(value.cast(), PANGO_WRAP_CHAR)
        return value
    }

    /// Makes every second group fainter, and allows line breaks only between groups.
    ///
    /// A space in between would be read aloud by a screen reader, and copied with the text.
    ///
    /// - Returns: A Pango attribute list, which the caller must free.
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
