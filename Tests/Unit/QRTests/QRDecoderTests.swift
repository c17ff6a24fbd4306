@testable import QRReader
import QRWriter
import Testing

@Suite struct QRDecoderTests {
    private static let code = QRCode("https://shop.example/")
    private static let good = code.map { TestImage.png(of: $0) } ?? []

    /// The head of a PNG with a size, and nothing behind it.
    private static func head(_ width: Int, _ height: Int, depth: UInt8 = 1) -> [UInt8] {
        var file = TestImage.png(width: 1, height: 1, lines: [0, 0])
        file.replaceSubrange(16..<24, with: TestImage.number(width) + TestImage.number(height))
        file[24] = depth
        return file
    }

    /// A JPEG that is a head with a size, and nothing behind it.
    private static func photo(_ width: Int, _ height: Int, marker: UInt8 = 0xC0) -> [UInt8] {
        let size = [height >> 8, height & 0xFF, width >> 8, width & 0xFF].map { UInt8(truncatingIfNeeded: $0) }
        return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, marker, 0, 11, 8] + size + [1, 1, 0x11, 0]
    }

    private static let refused: [(name: String, file: [UInt8], fault: QRError)] = [
        ("nothing", [], .notAnImage), ("one byte", [0x89], .notAnImage), ("text", Array("hello".utf8), .notAnImage),
        ("30,000 squared", head(30_000, 30_000), .tooLarge), ("65,535 squared", head(65_535, 65_535), .tooLarge),
        ("the longest numbers", head(0xFFFF_FFFF, 0xFFFF_FFFF), .tooLarge), ("one line", head(30_001, 1), .tooLarge),
        ("no width", head(0, 10), .notAnImage), ("a size without pixels", head(4_000, 4_000, depth: 8), .notAnImage),
        ("a photo of 65,535 squared", photo(65_535, 65_535), .tooLarge),
        ("a photo without pixels", photo(10, 10), .notAnImage),
        ("a progressive photo, too large", photo(60_000, 60_000, marker: 0xC2), .tooLarge),
        ("a photo without a frame", [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 2], .notAnImage),
        ("segments without an end", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0], .notAnImage),
        ("GIF", Array("GIF89a\u{1}\u{0}\u{1}\u{0}\u{0}\u{0}\u{0};".utf8), .notAnImage),
        ("SVG", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), .notAnImage),
        ("BMP", Array("BM".utf8) + [UInt8](repeating: 0, count: 60), .notAnImage),
        ("WebP", Array("RIFF\u{0}\u{0}\u{0}\u{0}WEBPVP8 ".utf8), .notAnImage),
        ("20 MB and a byte", good + [UInt8](repeating: 0, count: ImageFile.largest), .tooLarge),
        (
            "an empty square", TestImage.png(width: 64, height: 64, lines: [UInt8](repeating: 0, count: 65 * 64)),
            .noCode
        ),
    ]

    // By their names: arguments are written out, and a file of 20 MB takes long.
    @Test(arguments: refused.map(\.name))
    func `an image without a code is refused`(name: String) throws {
        let (_, file, fault) = try #require(Self.refused.first { $0.name == name })
        #expect(throws: fault) { try QRDecoder.text(in: file) }
    }

    /// The lines of a grey image in which codes stand side by side, dark on light or light on dark.
    private static func image(of codes: [(code: QRCode, isInverted: Bool)], scale: Int = 3) -> [UInt8] {
        let height = (codes.map(\.code.side).max() ?? 0) + 8
        var lines: [UInt8] = []
        for row in 0..<height * scale {
            lines.append(0)
            for (code, isInverted) in codes {
                for column in 0..<(code.side + 8) * scale {
                    let (y, x) = (row / scale - 4, column / scale - 4)
                    let isInside = 0..<code.side ~= y && 0..<code.side ~= x
                    let isDark = isInside && code.isDark[y * code.side + x]
                    lines.append(isDark != isInverted ? 0 : 255)
                }
            }
        }
        let width = codes.reduce(0) { $0 + ($1.code.side + 8) * scale }
        return TestImage.png(width: width, height: height * scale, lines: lines)
    }

    @Test func `a light code on a dark background is read, too`() throws {
        let code = try #require(Self.code)
        #expect(try QRDecoder.text(in: Self.image(of: [(code, true)])) == "https://shop.example/")
        #expect(try QRDecoder.text(in: Self.image(of: [(code, false)])) == "https://shop.example/")
    }

    @Test func `several codes are refused, unless they have the same content`() throws {
        let code = try #require(Self.code)
        let other = try #require(QRCode("https://evil.example/pay_1"))
        for isInverted in [false, true] {
            #expect(throws: QRError.several) {
                try QRDecoder.text(in: Self.image(of: [(code, false), (other, isInverted)]))
            }
        }
        let both = try QRDecoder.texts(in: Self.image(of: [(code, false), (other, true)]))
        #expect(both.sorted() == ["https://evil.example/pay_1", "https://shop.example/"])
        let twice = Self.image(of: [(code, false), (code, true)])
        #expect(try QRDecoder.text(in: twice) == "https://shop.example/")
        #expect(try QRDecoder.texts(in: twice) == ["https://shop.example/"])
        #expect(throws: QRError.notAnImage) { try QRDecoder.texts(in: [1, 2, 3]) }
    }

    @Test func `a wrong checksum is refused`() {
        var file = Self.good
        file[30] ^= 1
        #expect(throws: QRError.notAnImage) { try QRDecoder.text(in: file) }
    }

    @Test func `no truncated or changed image crashes the program`() throws {
        let code = try #require(QRCode("a"))
        let good = TestImage.png(of: code, scale: 2)
        for length in stride(from: 0, to: good.count, by: 7) { _ = try? QRDecoder.text(in: Array(good[..<length])) }
        for index in 0..<64 {
            for bit in 0..<8 {
                var file = good
                file[index] ^= 1 << bit
                _ = try? QRDecoder.text(in: file)
            }
        }
    }

    @Test func `errors are passed on as exit statuses`() {
        for fault in QRError.allCases { #expect(QRError(status: fault.status) == fault) }
        for status in [1, 2, 63, 70, 127, 139] as [Int32] { #expect(QRError(status: status) == .failed) }
    }
}
