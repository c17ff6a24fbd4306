import Bridge
import Testing

@Suite struct HexDumpTests {
    @Test func `parts of a dump are its lines, with the same offsets`() {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let whole = Array(HexDump(bytes))
        for size in [16, 64, 992, 1_000, 1_008, 4_096] {
            let parts = stride(from: 0, to: bytes.count, by: size).map { HexDump(bytes, in: $0..<($0 + size)) }
            #expect(parts.flatMap { Array($0) } == whole, "\(size)")
            #expect(parts.map(\.lineCount).reduce(0, +) == whole.count, "\(size)")
        }
        #expect(Array(HexDump(bytes, in: 1_000..<2_000)).isEmpty)
        #expect(Array(HexDump(bytes, in: 5_000..<6_000)).isEmpty)
        #expect(Array(HexDump([], in: 0..<16)).isEmpty)
    }

    @Test func `empty data has no lines`() {
        #expect(Array(HexDump([])) == [])
        #expect(HexDump([]).lineCount == 0)
    }

    @Test func `a line has its offset, its bytes and its printable characters`() {
        let dump = HexDump(Array("\u{19}Ethereum Signed\n".utf8) + [0xFF, 0x7F])
        #expect(dump.lineCount == 2)
        #expect(
            Array(dump) == [
                "00000000  19 45 74 68 65 72 65 75  6d 20 53 69 67 6e 65 64  .Ethereum Signed",
                "00000010  0a ff 7f                                          ...",
            ])
    }

    @Test(arguments: [1, 15, 16, 17, 31, 32, 33, 4_096])
    func `each byte is shown once`(count: Int) {
        let lines = Array(HexDump([UInt8](repeating: 0x61, count: count)))
        #expect(lines.count == HexDump([UInt8](repeating: 0, count: count)).lineCount)
        #expect(lines.joined().count { $0 == "6" } >= count)
        let lengths: [Int] = lines.map { $0.split(separator: " ").last?.count ?? 0 }
        #expect(lengths.reduce(0, +) == count)
    }
}
