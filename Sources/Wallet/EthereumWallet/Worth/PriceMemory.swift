package import BigInt
package import Ethereum
package import WalletCore

/// A price that was read on an earlier day.
package struct EarlierPrice: Hashable, Sendable {
    /// The chain.
    package let chainID: UInt64

    /// The token; `nil` is the native coin.
    package let token: EthereumAddress?

    /// What one base unit was worth; see ``Prices/Price/rates``.
    package let rates: ClosedRange<BigUInt>

    /// When it was read, in seconds since 1970.
    package let at: Int64

    /// How many servers reported it.
    package let servers: Int

    /// Creates a price.
    package init(
        chainID: UInt64, token: EthereumAddress?, rates: ClosedRange<BigUInt>, at: Int64, servers: Int
    ) {
        self.chainID = chainID
        self.token = token
        self.rates = rates
        self.at = at
        self.servers = servers
    }

    /// The day on which it was read, in days since 1970.
    package var day: Int64 { at / 86_400 }

    /// How many days a price is kept.
    package static let lifetime: Int64 = 31

    /// By how many percent an exchange may look better at present prices than at one of this age, in days.
    ///
    /// A rate that moves so far in this time is rarer than a server with false prices.
    static func mostChange(after days: Int64) -> BigUInt? {
        switch days {
        case 1...2: 25
        case 3...8: 75
        case 9...lifetime: 150
        default: nil
        }
    }
}

/// The prices of earlier days, kept across restarts.
///
/// A server that reports false prices today is found out if it reported others before.
package protocol PriceMemory: Sendable {
    /// The prices on a chain.
    func prices(on chainID: UInt64) async throws(JournalError) -> [EarlierPrice]

    /// Keeps the first price of each token and day, and forgets those that are older than their lifetime.
    func keep(_ prices: [EarlierPrice]) async throws(JournalError)
}

/// Prices in memory that are lost when the process ends: for tests, and for keys without value.
package actor MemoryPrices: PriceMemory {
    private var kept: [EarlierPrice]

    /// Creates a memory of these prices.
    package init(_ kept: [EarlierPrice] = []) { self.kept = kept }

    package func prices(on chainID: UInt64) -> [EarlierPrice] { kept.filter { $0.chainID == chainID } }

    package func keep(_ prices: [EarlierPrice]) {
        let latest = prices.map(\.day).max() ?? 0
        kept.removeAll { $0.day < latest - EarlierPrice.lifetime }
        for price in prices
        where !kept.contains(where: { $0.chainID == price.chainID && $0.token == price.token && $0.day == price.day }) {
            kept.append(price)
        }
    }
}

extension Prices {
    /// These prices with those of earlier days.
    func remembering(_ earlier: [EarlierPrice], at now: Int64) -> Prices {
        var all = self
        let today = now / 86_400
        for price in earlier where known[price.token] != nil && EarlierPrice.mostChange(after: today - price.day) != nil
        {
            all.earlier[price.token, default: [:]][price.day] = price
        }
        return all
    }

    /// What is kept of these prices for the following days.
    ///
    /// What only a pool says, or a contract of itself, changes too much.
    func kept(on chainID: UInt64, at now: Int64) -> [EarlierPrice] {
        known.compactMap { token, price in
            guard price.depth == nil, !price.isOwnWord, !price.isContradicted, !price.isDisputed,
                !rejected.contains(token)
            else { return nil }
            return EarlierPrice(chainID: chainID, token: token, rates: price.rates, at: now, servers: price.nodes)
        }
    }
}

extension WorthComparison {
    /// An earlier day by whose prices far less comes back than by the present ones, with the percentage that comes back then.
    struct Contradiction: Hashable {
        let day: Int64
        let percent: Int
    }

    /// The latest day whose prices contradict those that only one server reports now; `nil` if none does, or if no price of an
    /// earlier day is known.
    func contradiction(on today: Int64) -> Contradiction? {
        guard !(given + received).allSatisfy(\.isConfirmed) else { return nil }
        let days = Set((given + received).flatMap(\.earlier.keys)).sorted(by: >)
        func sums(on day: Int64?) -> (out: BigUInt, back: BigUInt)? {
            func worths(_ parts: [Part]) -> [ClosedRange<BigUInt>] {
                parts.compactMap { part in day.flatMap { part.earlier[$0] } ?? part.worth }
            }
            let (out, back) = (worths(given), worths(received))
            guard out.count == given.count, !back.isEmpty else { return nil }
            return (out.map(\.upperBound).reduce(0, +), back.map(\.lowerBound).reduce(0, +))
        }
        guard let now = sums(on: nil) else { return nil }
        for day in days {
            guard let most = EarlierPrice.mostChange(after: today - day), let then = sums(on: day), then.out > 0,
                now.back * then.out * 100 > then.back * now.out * (100 + most)
            else { continue }
            return Contradiction(day: day, percent: Int(clamping: then.back * 100 / then.out))
        }
        return nil
    }
}
