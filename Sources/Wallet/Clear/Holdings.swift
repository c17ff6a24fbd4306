public import BigInt
public import Ethereum

/// What is known of tokens on the chain, where somebody asked: how much the account has, and how much there is.
public struct Holdings: Hashable, Sendable {
    /// How much of each token the account has, in its smallest unit.
    public var balances: [EthereumAddress: BigUInt]

    /// How much of each token there is, in its smallest unit.
    public var supplies: [EthereumAddress: BigUInt]

    /// Creates holdings.
    public init(balances: [EthereumAddress: BigUInt] = [:], supplies: [EthereumAddress: BigUInt] = [:]) {
        self.balances = balances
        self.supplies = supplies
    }

    /// Nothing is known.
    public static let unknown = Holdings()
}
