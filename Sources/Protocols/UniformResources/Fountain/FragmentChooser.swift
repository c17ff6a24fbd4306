/// Chooses the fragments that a part of a fountain code mixes (BCR-2020-005).
struct FragmentChooser: Sendable {
    private let count: Int
    private let checksum: UInt32
    private let degrees: AliasSampler

    init(count: Int, checksum: UInt32) {
        self.count = count
        self.checksum = checksum
        degrees = AliasSampler((1...count).map { 1 / Double($0) })
    }

    /// The places of the fragments in the part with this number.
    func fragments(ofPart number: UInt32) -> Set<Int> {
        guard number > count else { return [Int(number) - 1] }
        let seed = [number, checksum].flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        var random = Xoshiro256(seed: seed)
        return Set(Self.shuffled(Array(0..<count), first: degree(&random), &random))
    }

    /// How many fragments are mixed.
    func degree(_ random: inout Xoshiro256) -> Int { degrees.next(&random) + 1 }

    /// The first elements of `items` in random order.
    static func shuffled(_ items: [Int], first count: Int, _ random: inout Xoshiro256) -> [Int] {
        var rest = items
        return (0..<min(count, items.count)).map { _ in rest.remove(at: random.next(below: rest.count)) }
    }
}

/// Draws from numbers with given probabilities in constant time (Walker's alias method, as Vose builds it).
struct AliasSampler: Sendable {
    private var probabilities: [Double]
    private var aliases: [Int]

    /// Takes the relative probability of each number from 0.
    init(_ weights: [Double]) {
        let total = weights.reduce(0, +)
        var scaled = weights.map { $0 * Double(weights.count) / total }
        probabilities = [Double](repeating: 1, count: weights.count)
        aliases = [Int](repeating: 0, count: weights.count)
        var small = scaled.indices.reversed().filter { scaled[$0] < 1 }
        var large = scaled.indices.reversed().filter { scaled[$0] >= 1 }
        while let (low, high) = Self.pair(&small, &large) {
            probabilities[low] = scaled[low]
            aliases[low] = high
            scaled[high] += scaled[low] - 1
            if scaled[high] < 1 { small.append(high) } else { large.append(high) }
        }
    }

    private static func pair(_ small: inout [Int], _ large: inout [Int]) -> (Int, Int)? {
        guard let low = small.last, let high = large.last else { return nil }
        small.removeLast()
        large.removeLast()
        return (low, high)
    }

    /// Draws a number.
    func next(_ random: inout Xoshiro256) -> Int {
        let (place, chance) = (random.next(below: aliases.count), random.nextFraction())
        return chance < probabilities[place] ? place : aliases[place]
    }
}
