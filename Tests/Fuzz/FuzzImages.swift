// As module: QR
// Together with: Sources/App/QRReader/ImageFile.swift Sources/App/QRReader/QRError.swift Sources/App/QRReader/QRDecoder.swift
// Together with: Tests/Unit/QRTests/TestImage.swift
// With libraries: images

import QRWriter

/// An image is read or refused.
///
/// The first byte says what the rest is: a file as it stands, or what is drawn in one that is
/// right outside, so that the reader of codes gets to see it.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    guard let kind = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    switch kind % 3 {
    case 0: read(rest)
    case 1:
        // Grey lines, each behind its filter.
        let width = min(max(rest.count / 24, 1), 120)
        let height = rest.count / (width + 1)
        guard height > 0 else { return 0 }
        read(TestImage.png(width: width, height: height, lines: Array(rest.prefix((width + 1) * height))))
    default:
        // A code of which some modules are wrong.
        guard let code = QRCode("https://shop.example/") else { return 0 }
        let scale = 2
        let side = (code.side + 8) * scale
        var lines: [UInt8] = []
        for row in 0..<side {
            lines.append(0)
            for column in 0..<side {
                let (y, x) = (row / scale - 4, column / scale - 4)
                let isInside = 0..<code.side ~= y && 0..<code.side ~= x
                let place = y * code.side + x
                let isWrong = isInside && place / 8 < rest.count && rest[place / 8] >> (place % 8) & 1 == 1
                lines.append((isInside && code.isDark[place]) != isWrong ? 0 : 255)
            }
        }
        read(TestImage.png(width: side, height: side, lines: lines))
    }
    return 0
}

private func read(_ file: [UInt8]) {
    if let head = try? ImageFile(file) {
        hold(head.width * head.height <= ImageFile.mostPixels, "an image that is let through is not too large")
    }
    if let text = try? QRDecoder.text(in: file) {
        hold(!text.isEmpty && text.utf8.count <= QRDecoder.longestText, "a text has its bounds")
    }
}
