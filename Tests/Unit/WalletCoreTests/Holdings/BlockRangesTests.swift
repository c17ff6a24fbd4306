import Testing

@testable import WalletCore

/// The blocks that a search has covered.
@Suite struct BlockRangesTests {
    private func ranges(_ parts: ClosedRange<UInt64>...) -> BlockRanges {
        var ranges = BlockRanges()
        for part in parts { ranges.add(part) }
        return ranges
    }

    @Test func `ranges that touch or overlap become one, and the newest is first`() {
        #expect(ranges(5...9, 20...30).ranges == [20...30, 5...9])
        #expect(ranges(5...9, 10...30).ranges == [5...30])
        #expect(ranges(5...9, 20...30, 8...25).ranges == [5...30])
        #expect(ranges(5...9, 11...12, 0...3, 4...4).ranges == [11...12, 0...9])
        #expect(ranges(0...UInt64.max, 3...4).ranges == [0...UInt64.max])
        #expect(ranges(.max...(.max), 0...0, (.max - 1)...(.max - 1)).ranges == [(.max - 1)...(.max), 0...0])
    }

    @Test func `the gap is below the newest range`() {
        #expect(ranges().gap == nil)
        #expect(ranges(0...9).gap == nil)
        #expect(ranges(5...9).gap == 0...4)
        #expect(ranges(5...9, 20...30).gap == 10...19)
    }

    @Test(arguments: ["", "20-30 5-9", "0-18446744073709551615"])
    func `the text is read again`(text: String) {
        #expect(BlockRanges(text)?.text == text)
    }

    @Test(arguments: ["5", "9-5", "-", "1-2-3", "a-b", "1 2", "-1-5", "1-18446744073709551616"])
    func `text that is not a list of ranges is not read`(text: String) {
        #expect(BlockRanges(text) == nil)
    }

    @Test func `only a limited number of ranges is kept, the newest`() {
        var many = BlockRanges()
        for start in 0..<100 as Range<UInt64> { many.add(start * 10...start * 10 + 1) }
        #expect(many.ranges.count == 16)
        #expect(many.highest == 991)
    }
}
