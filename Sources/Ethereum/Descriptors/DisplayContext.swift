/// What is known of coins and tokens where a descriptor is put into words.
public struct DisplayContext {
    /// The sign of the chain's own coin.
    public let coin: String

    /// Whether strangers wrote that sign.
    public let isCoinTheirs: Bool

    /// The token of a contract; `nil` where it is not known.
    public let token: (EthereumAddress) -> Token?

    /// Says what is known.
    public init(coin: String, isCoinTheirs: Bool = false, token: @escaping (EthereumAddress) -> Token?) {
        self.coin = coin
        self.isCoinTheirs = isCoinTheirs
        self.token = token
    }
}
