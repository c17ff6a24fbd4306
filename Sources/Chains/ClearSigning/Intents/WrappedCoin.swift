public import Ethereum

/// The contracts that wrap a chain's native coin into a token of equal value.
public enum WrappedCoin {
    /// The wrapper of the chain with this ID; `nil` if it is not known.
    public static func home(on chainID: UInt64) -> EthereumAddress? {
        homes[chainID]
    }

    /// Whether `contract` is the wrapper of the chain with this ID.
    ///
    /// `deposit()` is ambiguous; only at these contracts it is known to wrap the coin.
    static func isHome(_ contract: EthereumAddress, on chainID: UInt64) -> Bool {
        home(on: chainID) == contract
    }

    static let homes: [UInt64: EthereumAddress] = [
        1: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
        10: "0x4200000000000000000000000000000000000006",
        56: "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c",
        100: "0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d",
        137: "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270",
        8_453: "0x4200000000000000000000000000000000000006",
        42_161: "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1",
        43_114: "0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7",
        11_155_111: "0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14",
    ].mapValues { text in
        // No trap: the test of the tables reads each of them.
        guard let home = try? EthereumAddress(text) else { preconditionFailure("\(text) is no address") }
        return home
    }
}
