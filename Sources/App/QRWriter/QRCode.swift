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
            // No trap: at most 2,331 bytes, or 4,296 characters.
            let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        guard side > 0, let data = code.pointee.data else { return nil }
        self.side = side
        isDark = (0..<side * side).map { data[$0] & 1 == 1 }
    }

    /// Creates the code of a text in the alphanumeric mode, with a fixed size and the error correction level L, so that
    /// all codes of a series look alike.
    ///
    /// `nil` if the text is empty, has other characters than digits, capital letters, space and `$%*+-./:`, or does not
    /// fit.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - version: The version, from 1 to 40: each has four modules more on a side, from 21.
    public init?(alphanumeric text: String, version: Int) {
        let bytes = Array(text.utf8)
        // No trap: 1 to 40.
        guard 1...40 ~= version, 1...4_296 ~= bytes.count, let input = QRinput_new2(Int32(version), QR_ECLEVEL_L) else {
            return nil
        }
        defer { QRinput_free(input) }
        // No trap: at most 2,331 bytes, or 4,296 characters.
        guard QRinput_append(input, QR_MODE_AN, Int32(bytes.count), bytes) == 0, let code = QRcode_encodeInput(input)
        else { return nil }
        defer { QRcode_free(code) }
        // The library takes a larger size for what does not fit.
        guard Int(code.pointee.width) == 17 + 4 * version, let data = code.pointee.data else { return nil }
        let side = Int(code.pointee.width)
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
