/// The properties of an image file from its first bytes, read before anything decodes it.
///
/// Two formats, PNG and JPEG: these are what screenshots and cameras produce, and each further format would expose
/// another decoder to untrusted bytes.
package struct ImageFile: Hashable, Sendable {
    /// The width in pixels.
    package let width: Int

    /// The height in pixels.
    package let height: Int

    /// The maximum size of a file in bytes.
    package static let largest = 20 << 20

    /// The maximum number of pixels.
    package static let mostPixels = 20_000_000

    /// Parses the header of a file.
    package init(_ bytes: some RandomAccessCollection<UInt8>) throws(QRError) {
        guard bytes.count <= Self.largest else { throw .tooLarge }
        let bytes = Array(bytes)
        guard let (width, height) = Self.png(bytes) ?? Self.jpeg(bytes) else { throw .notAnImage }
        guard width > 0, height > 0 else { throw .notAnImage }
        // Neither side may be so long that one line is expensive.
        guard width <= 30_000, height <= 30_000, width * height <= Self.mostPixels else { throw .tooLarge }
        (self.width, self.height) = (width, height)
    }

    /// PNG (W3C, third edition), sections 5.2 and 11.2.1.
    private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        guard bytes.starts(with: start), bytes.count >= 33 else { return nil }
        func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (number(16), number(20))
    }

    /// JPEG (ITU-T T.81), annex B: the segments up to the frame's header.
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var place = 2
        while place + 4 <= bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2 else { return nil }
            // Frame headers, apart from the tables that have numbers between them.
            if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
                guard place + 9 <= bytes.count else { return nil }
                return (
                    Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
                    Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                )
            }
            guard marker != 0xDA, marker != 0xD9, marker != 0xD8 else { return nil }
            place += 2 + length
        }
        return nil
    }
}
