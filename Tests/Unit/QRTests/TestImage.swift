import QRWriter

/// Image files made by hand, so that they can be wrong wherever a test wants it.
enum TestImage {
    /// A PNG of a code, each module `scale` pixels wide, with its border.
    static func png(of code: QRCode, scale: Int = 4) -> [UInt8] {
        let side = (code.side + 8) * scale
        var lines: [UInt8] = []
        for row in 0..<side {
            lines.append(0)
            for column in 0..<side {
                let (y, x) = (row / scale - 4, column / scale - 4)
                let isInside = 0..<code.side ~= y && 0..<code.side ~= x
                lines.append(isInside && code.isDark[y * code.side + x] ? 0 : 255)
            }
        }
        return png(width: side, height: side, lines: lines)
    }

    /// A PNG of 8 grey bits, with whatever lines.
    static func png(width: Int, height: Int, lines: [UInt8]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", number(width) + number(height) + [8, 0, 0, 0, 0])
            + chunk("IDAT", stored(lines)) + chunk("IEND", [])
    }

    static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        var crc: UInt32 = .max
        for byte in body {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return number(data.count) + body + number(Int(~crc))
    }

    /// zlib without compression (RFC 1950, RFC 1951).
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in data {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        var rest = data[...]
        repeat {
            let part = rest.prefix(65_535)
            rest = rest.dropFirst(part.count)
            let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + part
        } while !rest.isEmpty
        return stream + number(Int(b << 16 | a))
    }
}
