import BigInt
import Ethereum

/// What the user's nodes say that tokens are worth, at the time of one request.
package struct Prices: Hashable, Sendable {
    /// Who says what a token is worth.
    enum Source: Hashable, Sendable, CaseIterable {
        /// A feed of Chainlink.
        case feed
        /// The average of half an hour in a pool of Uniswap V3.
        case pool
        /// What a pool of Curve pays now.
        case curve
        /// The contract of a share or of a staking token.
        case contract
        /// The source of prices that the user set.
        case list
    }

    /// The price of a token.
    struct Price: Hashable, Sendable {
        /// What one base unit is worth, by the source that says the least and by the one that says the most, of all nodes.
        var rates: ClosedRange<BigUInt>

        /// Who says so.
        var sources: Set<Source>

        /// What the pool that says so contains of the other token, in the unit of ``worth(of:at:)``; `nil` if not only a
        /// pool says so.
        var depth: BigUInt?

        /// Whether the sources of one node differ by more than 3 %.
        var isDisputed: Bool

        /// How many nodes say so, and the source of prices that the user set.
        var nodes = 1

        /// Whether the nodes differ by more than 3 %.
        var isContradicted = false

        /// Whether only the contract of a token that the wallet does not know says so.
        var isOwnWord = false

        /// Creates the price that one node reports.
        init(rates: ClosedRange<BigUInt>, sources: Set<Source>, depth: BigUInt? = nil) {
            (self.rates, self.sources, self.depth) = (rates, sources, depth)
            isDisputed = rates.lowerBound.isApart(from: rates.upperBound)
        }
    }

    /// The prices of tokens; `nil` is the native coin.
    var known: [EthereumAddress?: Price] = [:]

    /// What staking tokens and shares are worth in the unit of their ``Peg``, with 18 decimal places.
    var shares: [EthereumAddress: ClosedRange<BigUInt>] = [:]

    /// What the exchanges with vaults give and yield, by vault.
    var vaults: [EthereumAddress: VaultWorth] = [:]

    /// The prices of earlier days, by token and day.
    var earlier: [EthereumAddress?: [Int64: EarlierPrice]] = [:]

    /// The name of the source of prices that the user set.
    var list: String?

    /// The tokens of which a simulation shows that they cannot be sold again.
    var unsellable: Set<EthereumAddress> = []

    /// The tokens for which a node says what cannot be: outside of the range of ``KnownTokens/worth(of:)``, or what
    /// moved too much.
    var rejected: Set<EthereumAddress?> = []

    /// No price is known.
    package static let unknown = Prices()

    /// A rate is in dollars with this many decimal places.
    static let places = 50

    /// What `units` are worth at a rate, in units of 10^-18 cents.
    static func worth(of units: BigUInt, at rate: BigUInt) -> BigUInt { units * rate / perCent }

    /// The rate of a token with `decimals` whose whole unit has this price in dollars, with 18 decimal places.
    static func rate(of dollars: BigUInt, decimals: Int) -> BigUInt? {
        guard (0...places - 18).contains(decimals) else { return nil }
        return dollars * BigUInt(10).power(places - 18 - decimals)
    }

    private static let perCent = BigUInt(10).power(places - 20)
}
