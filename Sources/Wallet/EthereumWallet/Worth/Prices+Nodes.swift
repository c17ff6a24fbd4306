import BigInt
import Ethereum

extension Prices {
    /// What several nodes say together: of each price, the least and the most.
    static func together(_ answers: [Prices]) -> Prices {
        var all = Prices()
        all.rejected = answers.reduce(into: []) { $0.formUnion($1.rejected) }
        all.unsellable = answers.reduce(into: []) { $0.formUnion($1.unsellable) }
        // A node without any price cannot read the sources, so it does not contradict the others.
        let heard = answers.filter { !$0.known.isEmpty }
        for token in Set(heard.flatMap(\.known.keys)) where !(token.map(all.unsellable.contains) ?? false) {
            let found = heard.compactMap { $0.known[token] }
            // Anyone can make a token and a pool, and a node can make up both: one that knows of none must not be ignored.
            if found.count < heard.count, found.allSatisfy({ $0.depth != nil || $0.isOwnWord }) { continue }
            all.known[token] = found.dropFirst().reduce(found.first) { $0?.joined(with: $1) }
        }
        for (token, range) in heard.flatMap(\.shares) { all.shares[token] = all.shares[token]?.hull(range) ?? range }
        let vaults = heard.map(\.vaults).filter { !$0.isEmpty }
        for (vault, worth) in vaults.first ?? [:] {
            all.vaults[vault] = vaults.dropFirst().reduce(worth) { all, other in
                other[vault].map { found in all?.joined(with: found) } ?? all
            }
        }
        return all
    }

    /// These prices, with those of another source, which does not have all tokens.
    func joined(with list: Prices) -> Prices {
        var all = self
        all.list = list.list
        for (token, price) in list.known { all.known[token] = all.known[token]?.joined(with: price) ?? price }
        return all
    }
}

extension Prices.Price {
    /// The price of one node, or of several, with that of another one.
    fileprivate func joined(with other: Self) -> Self {
        var both = self
        both.rates = rates.hull(other.rates)
        both.sources.formUnion(other.sources)
        both.depth = [depth, other.depth].compactMap(\.self).min()
        both.isDisputed = isDisputed || other.isDisputed
        both.isContradicted =
            isContradicted || other.isContradicted || rates.lowerBound.isApart(from: other.rates.lowerBound)
            || rates.upperBound.isApart(from: other.rates.upperBound)
        both.isOwnWord = isOwnWord && other.isOwnWord
        both.nodes += other.nodes
        return both
    }
}

extension BigUInt {
    /// Whether one of two rates is more than 3 % higher than the other.
    func isApart(from other: BigUInt) -> Bool { Swift.max(self, other) * 100 > Swift.min(self, other) * 103 }
}

extension ClosedRange<BigUInt> {
    /// The range from the lower of two lower bounds to the higher of two upper bounds.
    fileprivate func hull(_ other: Self) -> Self {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}
