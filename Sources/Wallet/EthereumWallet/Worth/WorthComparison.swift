import BigInt
import Ethereum

/// Compares what leaves an account with what must come back for it.
///
/// Of several sources of a price, the one that is worse for the user counts: what leaves at the highest price, what comes
/// back at the lowest one.
struct WorthComparison {
    /// An amount of a token, with what is known of its worth.
    struct Part {
        /// The contract of the token; `nil` for the native coin.
        let token: EthereumAddress?

        /// What it is worth by the prices of the node, in units of 10^-18 cents; `nil` without a price.
        var worth: ClosedRange<BigUInt>?

        /// Whether more than one node reports that price; true without one.
        var isConfirmed = true

        /// What it was worth by the prices of earlier days, by day.
        var earlier: [Int64: ClosedRange<BigUInt>] = [:]

        /// How many units of a peg it is worth, with 18 decimal places; `nil` for a token without a peg.
        var pegged: (peg: Peg, units: ClosedRange<BigUInt>)?

        /// The most that it can be worth, as far as the wallet knows without a node.
        var most: BigUInt?

        /// Whether it is more than a tenth of the account's balance; `nil` if the balance is not known.
        var isLargePart: Bool?
    }

    /// What a comparison shows.
    enum Verdict: Hashable {
        /// What comes back is worth enough.
        case fair
        /// Tokens without a price; `isMuch` means that more leaves than the wallet lets pass without one.
        case unpriced([EthereumAddress?], isMuch: Bool)
        /// What comes back is worth at most this many percent of what leaves; `isPegged` means that both have the same
        /// value by design.
        case low(percent: Int, isPegged: Bool)
    }

    let given: [Part]
    let received: [Part]

    /// The least percentage that must come back: of tokens that keep the same value, and of others.
    static let leastPegged: BigUInt = 95
    static let least: BigUInt = 85

    /// What can leave without a price.
    static let mostUnpriced = 200 * IntentExplainer.dollar

    /// What the comparison shows.
    var verdict: Verdict {
        let pegged = peggedVerdict
        if case .low? = pegged { return pegged ?? .fair }
        let (out, back) = (worths(of: given), worths(of: received))
        if let out = out.whole {
            if back.known.lowerBound * 100 >= out.upperBound * Self.least { return .fair }
            if back.whole != nil {
                return .low(percent: Self.percent(back.known.lowerBound, of: out.upperBound), isPegged: false)
            }
        }
        if pegged == .fair { return .fair }
        let missing = (given + received).filter { $0.worth == nil }.map(\.token)
        return .unpriced(missing.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }, isMuch: isMuch)
    }

    /// Whether it looks fair only by prices that a single node reports, and more leaves than the wallet lets pass without a
    /// price.
    var restsOnOneNode: Bool {
        verdict == .fair && peggedVerdict != .fair && isMuch && !(given + received).allSatisfy(\.isConfirmed)
    }

    /// The worth of all parts, if each has one, and of those that have one.
    private func worths(of parts: [Part]) -> (whole: ClosedRange<BigUInt>?, known: ClosedRange<BigUInt>) {
        let worths = parts.compactMap(\.worth)
        let sum = worths.map(\.lowerBound).reduce(0, +)...worths.map(\.upperBound).reduce(0, +)
        return (worths.count == parts.count ? sum : nil, sum)
    }

    /// What the units of a common peg show; `nil` if not everything that leaves has it, or if they show nothing.
    private var peggedVerdict: Verdict? {
        guard let peg = given.first?.pegged?.peg, given.allSatisfy({ $0.pegged?.peg == peg }) else { return nil }
        let same = received.filter { $0.pegged?.peg == peg }
        guard !same.isEmpty else { return nil }
        func sum(_ parts: [Part]) -> ClosedRange<BigUInt> {
            let units = parts.compactMap { $0.pegged?.units }
            return units.map(\.lowerBound).reduce(0, +)...units.map(\.upperBound).reduce(0, +)
        }
        let (out, back) = (sum(given), sum(same))
        if back.lowerBound * 100 >= out.upperBound * Self.leastPegged { return .fair }
        guard same.count == received.count, back.upperBound * 100 < out.lowerBound * Self.leastPegged else {
            return nil
        }
        return .low(percent: Self.percent(back.upperBound, of: out.lowerBound), isPegged: true)
    }

    private var isMuch: Bool {
        let known = given.compactMap { $0.worth?.upperBound ?? $0.most }.reduce(0, +)
        return known > Self.mostUnpriced || given.contains { $0.isLargePart ?? ($0.worth == nil && $0.most == nil) }
    }

    private static func percent(_ part: BigUInt, of whole: BigUInt) -> Int {
        whole > 0 ? Int(clamping: part * 100 / whole) : 100
    }
}

extension WorthComparison.Verdict {
    /// How much it says against an exchange; of alternatives, the one with the least counts.
    var weight: Int {
        switch self {
        case .fair: 0
        case .unpriced(_, let isMuch): isMuch ? 2 : 1
        case .low(let percent, _): 200 - min(100, percent)
        }
    }
}
