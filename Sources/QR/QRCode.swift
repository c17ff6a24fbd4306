import CQrencode

/// A QR code (ISO/IEC 18004): a square of dark and light modules.
package struct QRCode: Hashable, Sendable {
    /// The number of modules on each side, without the light border.
    package let side: Int

    /// Whether each module is dark, row by row.
    package let isDark: [Bool]

    /// Creates the code of a text, with the error correction level M; `nil` if the text is empty or too long: a little
    /// above 2,300 bytes.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.longest,
            let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        guard side > 0, let data = code.pointee.data else { return nil }
        self.side = side
        isDark = (0..<side * side).map { data[$0] & 1 == 1 }
    }

    /// The maximum number of bytes (version 40, level M).
    package static let longest = 2_331
}
