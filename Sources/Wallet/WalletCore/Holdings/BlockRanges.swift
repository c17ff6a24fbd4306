/// The blocks that a search has covered: ranges that neither overlap nor touch each other, the newest first.
package struct BlockRanges: Hashable, Sendable {
    /// The ranges, the newest first.
    package private(set) var ranges: [ClosedRange<UInt64>] = []

    /// The maximum number of ranges; the oldest are forgotten, and searched again.
    private static let most = 16

    /// Creates the ranges of a search that has not begun.
    package init() {}

    /// Reads the form of ``text``; `nil` if it is something else.
    package init?(_ text: String) {
        for part in text.split(separator: " ") {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
            guard ends.count == 2, let low = ends[0], let high = ends[1], low <= high else { return nil }
            add(low...high)
        }
    }

    /// The ranges as text, such as `900-1000 1-20`.
    package var text: String { ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ") }

    /// The highest block; `nil` if the search has not begun.
    package var highest: UInt64? { ranges.first?.upperBound }

    /// The block from which on all blocks up to the highest one are covered; `nil` if the search has not begun.
    package var lowest: UInt64? { ranges.first?.lowerBound }

    /// The blocks between the newest range and the next one, or the first block; `nil` if there are none.
    package var gap: ClosedRange<UInt64>? {
        guard let newest = ranges.first, newest.lowerBound > 0 else { return nil }
        let floor = ranges.count > 1 ? ranges[1].upperBound + 1 : 0
        return floor...(newest.lowerBound - 1)
    }

    /// Adds blocks.
    package mutating func add(_ blocks: ClosedRange<UInt64>) {
        var (low, high) = (blocks.lowerBound, blocks.upperBound)
        var others: [ClosedRange<UInt64>] = []
        for range in ranges {
            let isBelow = low > 0 && range.upperBound < low - 1
            let isAbove = high < .max && range.lowerBound > high + 1
            if isBelow || isAbove {
                others.append(range)
            } else {
                (low, high) = (min(low, range.lowerBound), max(high, range.upperBound))
            }
        }
        ranges = Array((others + [low...high]).sorted { $0.lowerBound > $1.lowerBound }.prefix(Self.most))
    }
}
