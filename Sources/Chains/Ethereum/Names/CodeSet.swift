/// A set of code points, kept as sorted runs.
struct CodeSet: Sendable {
    private var firsts: [UInt32] = []
    private var lasts: [UInt32] = []

    /// The runs, in ascending order.
    var runs: Zip2Sequence<[UInt32], [UInt32]> { zip(firsts, lasts) }

    /// Creates an empty set.
    init() {}

    /// Creates a set from runs in any order, which may overlap.
    init(_ runs: some Sequence<(UInt32, UInt32)>) {
        for (first, last) in runs.sorted(by: { $0 < $1 }) {
            if let end = lasts.last, first <= end || first - 1 == end {
                lasts[lasts.count - 1] = max(end, last)
            } else {
                firsts.append(first)
                lasts.append(last)
            }
        }
    }

    func contains(_ code: UInt32) -> Bool {
        var (low, high) = (0, firsts.count)
        while low < high {
            let middle = (low + high) / 2
            if firsts[middle] <= code { low = middle + 1 } else { high = middle }
        }
        return low > 0 && code <= lasts[low - 1]
    }
}
