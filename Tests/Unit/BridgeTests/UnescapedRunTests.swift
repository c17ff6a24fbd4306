import Testing

@testable import Bridge

/// The search for characters that JSON strings cannot contain as they are.
@Suite struct UnescapedRunTests {
    @Test func `what ends a run of plain text is found at every place, by whatever it is surrounded`() {
        let others: [UInt8] = [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F, 0x80, 0xA2, 0xDC, 0xFF]
        for ending: UInt8 in [0x00, 0x01, 0x1E, 0x1F, 0x22, 0x5C] {
            for other in others {
                for length in 0..<20 {
                    for place in 0..<length {
                        var bytes = [UInt8](repeating: other, count: length)
                        bytes[place] = ending
                        #expect(Self.end(bytes, from: 0) == place)
                        #expect(Self.end(bytes, from: place + 1) == length)
                    }
                }
            }
        }
    }

    @Test func `every byte that may stay is passed over`() {
        let plain = (UInt8.min...UInt8.max).filter { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
        #expect(Self.end(plain, from: 0) == plain.count)
        #expect(Self.end([], from: 0) == 0)
    }

    @Test func `only bytes before the end decide whether the run is ASCII`() {
        for place in 0..<24 {
            var bytes = [UInt8](repeating: 0x61, count: 24)
            bytes[place] = 0xC3
            #expect(!Self.isASCII(bytes))
            bytes.insert(0x22, at: place)
            #expect(Self.isASCII(bytes))
        }
    }

    @Test func `strings with escapes anywhere are written and read unchanged`() throws {
        for escaped in ["\"", "\\", "\n", "\u{0}", "\u{1F}", "é", "\u{2028}", "🙂"] {
            for before in 0..<18 {
                let text = String(repeating: "x", count: before) + escaped + String(repeating: "y", count: 17 - before)
                let written = JSON.string(text).bytes
                #expect(try JSON(parsing: written) == .string(text))
                #expect(!written.contains { $0 < 0x20 })
            }
        }
    }

    private static func end(_ bytes: [UInt8], from start: Int) -> Int {
        var isASCII = true
        return bytes.withUnsafeBufferPointer { UnescapedRun.end(in: $0, from: start, isASCII: &isASCII) }
    }

    private static func isASCII(_ bytes: [UInt8]) -> Bool {
        var isASCII = true
        _ = bytes.withUnsafeBufferPointer { UnescapedRun.end(in: $0, from: 0, isASCII: &isASCII) }
        return isASCII
    }
}
