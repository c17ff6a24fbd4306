import CQrencode

/// A QR code (ISO/IEC 18004): a square of dark and light modules.
public struct QRCode: Hashable, Sendable {
    /// How many modules a side has, without the light border around them.
    public let side: Int

    /// Whether each module is dark, line by line.
    public let isDark: [Bool]

    /// Makes the code for a text, with the level of correction M; `nil` where it is empty, or too long for a code: a
    /// little above 2,300 bytes.
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

    /// The most bytes that fit (version 40, level M).
    public static let longest = 2_331
}
