/// A selection of coins for a payment, with its change.
///
/// The selection is deterministic. First it searches for coins that need no change (branch and bound over the coins by
/// descending value, at most 20,000 steps, the least waste wins, the first found among equals).
/// Without such coins, it takes the largest coins until they are enough.
public struct CoinSelection: Hashable, Sendable {
    /// The coins by descending value; coins of equal value by their outpoint.
    public let coins: [Coin]

    /// The change in satoshis, or `nil`.
    public let change: UInt64?

    /// The fee in satoshis.
    public let fee: UInt64

    /// The maximum number of steps in the search without change.
    static let tries = 20_000

    /// The requirements of a payment.
    public struct Requirements: Hashable, Sendable {
        /// The total value of all outputs, in satoshis.
        public var total: UInt64
        /// The weight of all outputs and the fixed parts, in weight units.
        public var weight: Int
        /// The weight of a change output.
        public var changeWeight: Int
        /// The weight of the input that later spends the change.
        public var changeInputWeight: Int
        /// The minimum value of a change output.
        public var dust: UInt64
        /// The fee rate.
        public var rate: FeeRate

        /// Creates the requirements.
        public init(
            total: UInt64, weight: Int, changeWeight: Int, changeInputWeight: Int, dust: UInt64, rate: FeeRate
        ) {
            self.total = total
            self.weight = weight
            self.changeWeight = changeWeight
            self.changeInputWeight = changeInputWeight
            self.dust = dust
            self.rate = rate
        }

        /// Whether inputs that weigh `inputs` fit into a transaction that nodes relay, together with a change output.
        func fits(inputs: Int) -> Bool { weight + changeWeight + 8 + inputs <= 4 * UnsignedBitcoinTransaction.largest }

        /// The fee of a transaction whose inputs weigh `inputs`.
        func fee(inputs: Int, withChange: Bool = false) -> UInt64 {
            let weight = weight + inputs + (withChange ? changeWeight : 0)
            // From 253 inputs on, their count takes three bytes; these are always included.
            return rate.fee(for: (weight + 8 + 3) / 4)
        }
    }

    /// The number of coins among which the search without change looks: the largest ones.
    private static let mostCandidates = 500

    /// Selects among `coins`; those in `required` are always spent.
    ///
    /// - Throws: ``BitcoinError/coins(_:)``.
    public init(from coins: [Coin], required: [Coin] = [], for wish: Requirements) throws(BitcoinError) {
        let sorted = coins.sorted(by: Self.precedes)
        if required.isEmpty, let exact = Self.exact(sorted, wish) {
            self = exact
            return
        }
        var chosen = required
        // No trap: at most 1,738 coins, each of at most all money there is.
        var total = required.reduce(0) { $0 + $1.value }
        var weight = Self.weight(required)
        guard wish.fits(inputs: weight) else { throw .coins(.tooMany) }
        var rest = sorted[...]
        while total < wish.total + wish.fee(inputs: weight) || chosen.isEmpty {
            guard let next = rest.popFirst() else { throw .coins(.notEnough) }
            chosen.append(next)
            total += next.value  // No trap: at most 1,738 coins, each of at most all money there is.
            weight += next.inputWeight
            guard wish.fits(inputs: weight) else { throw .coins(.tooMany) }
        }
        let change = Self.change(total, weight, wish)
        self.coins = chosen
        self.change = change
        fee = total - wish.total - (change ?? 0)
    }

    /// Spends all `coins` to a single output, less the fee.
    ///
    /// - Parameters:
    ///   - coins: The coins, all spent.
    ///   - wish: The requirements; the total is ignored.
    /// - Returns: The selection, and the value of the output.
    /// - Throws: ``BitcoinError/coins(_:)``.
    public static func everything(
        _ coins: [Coin], for wish: Requirements
    ) throws(BitcoinError) -> (choice: CoinSelection, paid: UInt64) {
        guard wish.fits(inputs: weight(coins)) else { throw .coins(.tooMany) }
        // No trap: at most 1,738 coins, each of at most all money there is.
        let total = coins.reduce(0) { $0 + $1.value }
        let fee = wish.fee(inputs: weight(coins))
        guard total > fee, total - fee >= wish.dust else { throw .coins(.notEnough) }
        return (CoinSelection(coins: coins.sorted(by: precedes), change: nil, fee: fee), total - fee)
    }

    private init(coins: [Coin], change: UInt64?, fee: UInt64) {
        (self.coins, self.change, self.fee) = (coins, change, fee)
    }

    private static func weight(_ coins: [Coin]) -> Int {
        coins.reduce(0) { $0 + $1.inputWeight }
    }

    private static func precedes(_ left: Coin, _ right: Coin) -> Bool {
        left.value == right.value ? left.outPoint < right.outPoint : left.value > right.value
    }

    /// The change from `total`; `nil` if it is not worth an output.
    private static func change(_ total: UInt64, _ weight: Int, _ wish: Requirements) -> UInt64? {
        let cost = wish.total + wish.fee(inputs: weight, withChange: true)
        guard total > cost, total - cost >= wish.dust else { return nil }
        return total - cost
    }

    /// The selection without change and with the least waste; the waste is at most the cost of creating and spending
    /// change.
    private static func exact(_ coins: [Coin], _ wish: Requirements) -> CoinSelection? {
        let candidates = Array(coins.prefix(mostCandidates))
        var remaining = [UInt64](repeating: 0, count: candidates.count + 1)
        for place in candidates.indices.reversed() { remaining[place] = remaining[place + 1] + candidates[place].value }
        let waste = wish.rate.fee(for: (wish.changeWeight + wish.changeInputWeight + 3) / 4)
        var best: (places: [Int], excess: UInt64)?
        var (places, total, weight, tries, place) = ([Int](), UInt64(0), 0, 0, 0)
        while tries < Self.tries {
            tries += 1
            let needed = wish.total + wish.fee(inputs: weight)
            if !places.isEmpty, total >= needed, total - needed <= waste, total - needed < best?.excess ?? .max {
                best = (places, total - needed)
                if total == needed { break }
            }
            let isHopeless = place >= candidates.count || total + remaining[place] < needed || total > needed + waste
            if !isHopeless {
                places.append(place)
                total += candidates[place].value
                weight += candidates[place].inputWeight
                place += 1
            } else {
                // Drop the last coin that was added, and continue with the next one.
                guard let last = places.popLast() else { break }
                total -= candidates[last].value
                weight -= candidates[last].inputWeight
                place = last + 1
            }
        }
        guard let best else { return nil }
        let chosen = best.places.map { candidates[$0] }
        // No trap: at most 1,738 coins, each of at most all money there is.
        return CoinSelection(coins: chosen, change: nil, fee: chosen.reduce(0) { $0 + $1.value } - wish.total)
    }
}
