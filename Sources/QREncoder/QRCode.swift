import CQrencode

/// A QR code (ISO/IEC 18004): a square of dark and light modules.
public struct QRCode: Hashable, Sendable {
    /// The number of modules on each side, without the light border.
    public let side: Int

    /// Whether each module is dark, row by row.
    public let isDark: [Bool]

    /// Creates the code of a text, with the error correction level M; `nil` if the text is empty or too long: a little
    /// above 2,300 bytes.
    public init?(_ text: String) {
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
    public static let longest = 2_331
}

extension QRCode {
    /// The code for a terminal, line by line, with two rows of modules in each.
    ///
    /// The colours are set with escape sequences (ECMA-48), so that light modules are light in any theme; the code has a
    /// light border of two modules.
    public var lines: [String] {
        let border = 2
        let range = -border..<side + border
        func isLight(_ row: Int, _ column: Int) -> Bool {
            let isInside = 0..<side ~= row && 0..<side ~= column
            return row < side + border && (!isInside || !isDark[row * side + column])
        }
        return stride(from: -border, to: side + border, by: 2).map { row in
            let line = range.map { column in
                switch (isLight(row, column), isLight(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[97;40m" + line.joined() + "\u{1B}[0m"
        }
    }
}
