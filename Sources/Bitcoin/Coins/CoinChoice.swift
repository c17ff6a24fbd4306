/// Which coins pay, and what comes back.
///
/// The same coins and the same wish always give the same choice. First a set is looked for that needs no change at all
/// (branch and bound over the coins by falling value, at most ``CoinChoice/tries`` steps, the least waste wins, the
/// first found among equals); where there is none, the largest coins are taken until they are enough.
public struct CoinChoice: Hashable, Sendable {
    /// The coins, by falling value, those of one value by their place.
    public let coins: [Coin]

    /// What comes back, in satoshis; `nil` where nothing does.
    public let change: UInt64?

    /// What is left for the miners, in satoshis.
    public let fee: UInt64

    /// How many steps the search for a set without change may take.
    static let tries = 20_000

    /// What is to be paid, and at what cost.
    public struct Wish: Hashable, Sendable {
        /// What all outputs are worth together, in satoshis.
        public var total: UInt64
        /// What all outputs and the frame weigh, in quarters of a byte.
        public var weight: Int
        /// What one more input weighs.
        public var inputWeight: Int
        /// What the change would weigh.
        public var changeWeight: Int
        /// The least that comes back.
        public var dust: UInt64
        /// The rate of the fee.
        public var rate: FeeRate

        /// Says what is to be paid.
        public init(total: UInt64, weight: Int, inputWeight: Int, changeWeight: Int, dust: UInt64, rate: FeeRate) {
            self.total = total
            self.weight = weight
            self.inputWeight = inputWeight
            self.changeWeight = changeWeight
            self.dust = dust
            self.rate = rate
        }

        func fee(inputs: Int, withChange: Bool = false) -> UInt64 {
            let weight = weight + inputs * inputWeight + (withChange ? changeWeight : 0)
            // From 253 inputs on their number takes three bytes, which is counted always.
            return rate.fee(for: (weight + 8 + 3) / 4)
        }
    }

    /// The most coins that one transaction spends.
    public static let most = 500

    /// Chooses among `coins`, of which those in `required` are always spent.
    ///
    /// - Throws: ``BitcoinError/coins(_:)``.
    public init(from coins: [Coin], required: [Coin] = [], for wish: Wish) throws(BitcoinError) {
        let sorted = coins.sorted(by: Self.precedes)
        if required.isEmpty, let exact = Self.exact(sorted, wish) {
            self = exact
            return
        }
        var chosen = required
        var total = required.reduce(0) { $0 + $1.value }
        var rest = sorted[...]
        while total < wish.total + wish.fee(inputs: chosen.count) || chosen.isEmpty {
            guard let next = rest.popFirst() else { throw .coins(.notEnough) }
            guard chosen.count < Self.most else { throw .coins(.tooMany) }
            chosen.append(next)
            total += next.value
        }
        let change = Self.change(total, chosen.count, wish)
        self.coins = chosen
        self.change = change
        fee = total - wish.total - (change ?? 0)
    }

    /// Everything that `coins` are worth goes to one output, less the fee.
    ///
    /// - Parameters:
    ///   - coins: The coins, all spent.
    ///   - wish: Its total is not looked at.
    /// - Returns: The choice, and what is left to be paid.
    /// - Throws: ``BitcoinError/coins(_:)``.
    public static func everything(
        _ coins: [Coin], for wish: Wish
    ) throws(BitcoinError) -> (choice: CoinChoice, paid: UInt64) {
        guard coins.count <= most else { throw .coins(.tooMany) }
        let total = coins.reduce(0) { $0 + $1.value }
        let fee = wish.fee(inputs: coins.count)
        guard total > fee, total - fee >= wish.dust else { throw .coins(.notEnough) }
        return (CoinChoice(coins: coins.sorted(by: precedes), change: nil, fee: fee), total - fee)
    }

    private init(coins: [Coin], change: UInt64?, fee: UInt64) {
        (self.coins, self.change, self.fee) = (coins, change, fee)
    }

    private static func precedes(_ left: Coin, _ right: Coin) -> Bool {
        left.value == right.value ? left.outPoint < right.outPoint : left.value > right.value
    }

    /// What comes back of `total`; `nil` where it would not be worth an output.
    private static func change(_ total: UInt64, _ count: Int, _ wish: Wish) -> UInt64? {
        let cost = wish.total + wish.fee(inputs: count, withChange: true)
        guard total > cost, total - cost >= wish.dust else { return nil }
        return total - cost
    }

    /// The set without change that wastes least; waste is at most what making and spending change would cost.
    private static func exact(_ coins: [Coin], _ wish: Wish) -> CoinChoice? {
        let candidates = Array(coins.prefix(most))
        var remaining = [UInt64](repeating: 0, count: candidates.count + 1)
        for place in candidates.indices.reversed() { remaining[place] = remaining[place + 1] + candidates[place].value }
        let waste = wish.rate.fee(for: (wish.changeWeight + wish.inputWeight + 3) / 4)
        var best: (places: [Int], excess: UInt64)?
        var (places, total, tries, place) = ([Int](), UInt64(0), 0, 0)
        while tries < Self.tries {
            tries += 1
            let needed = wish.total + wish.fee(inputs: places.count)
            if !places.isEmpty, total >= needed, total - needed <= waste, total - needed < best?.excess ?? .max {
                best = (places, total - needed)
                if total == needed { break }
            }
            let isHopeless = place >= candidates.count || total + remaining[place] < needed || total > needed + waste
            if !isHopeless {
                places.append(place)
                total += candidates[place].value
                place += 1
            } else {
                // The last coin taken is left out, and the search goes on behind it.
                guard let last = places.popLast() else { break }
                total -= candidates[last].value
                place = last + 1
            }
        }
        guard let best else { return nil }
        let chosen = best.places.map { candidates[$0] }
        return CoinChoice(coins: chosen, change: nil, fee: chosen.reduce(0) { $0 + $1.value } - wish.total)
    }
}
