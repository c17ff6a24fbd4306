import Bridge
import CWebKit
import Testing

@testable import WalletUI

/// The line breaks of an address that is too long for a line.
@Suite struct ExactTextTests {
    static let texts = [
        "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
        "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        "0x1528ffef7a808d93c467e97e1e3527725cffe9b413885e10c0185ad9f95e5014",
    ]

    @Test(arguments: texts) func `lines of an address break between its groups only`(text: String) throws {
        let starts = Set([0] + Grouping.ends(in: text).map { $0 + 1 })
        var counts: Set<Int> = []
        for width in stride(from: gint(120), through: 600, by: 7) {
            let lines = try Self.lines(of: text, width: width)
            counts.insert(lines.count)
            #expect(starts.isSuperset(of: lines), "at \(width) pixels")
        }
        // Some of these widths are too narrow for one line.
        #expect(counts.count > 2)
    }

    /// The start of each line, in bytes.
    private static func lines(of text: String, width: gint) throws -> [Int] {
        let context = try #require(pango_font_map_create_context(pango_cairo_font_map_get_default()))
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        let layout = try #require(pango_layout_new(context))
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        pango_layout_set_text(layout, text, -1)
        let attributes = ExactText.attributes(of: text)
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        pango_layout_set_wrap(layout, PANGO_WRAP_CHAR)
        pango_layout_set_width(layout, width * PANGO_SCALE)
        return (0..<pango_layout_get_line_count(layout)).compactMap { index in
            pango_layout_get_line_readonly(layout, index).map { Int($0.pointee.start_index) }
        }
    }
}
