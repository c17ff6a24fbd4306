import BigInt
import Ethereum

/// A unit whose value some tokens keep, by design.
enum Peg: Hashable, Sendable {
    case dollar
    case ether
    case bitcoin

    /// The unit of a trusted token, or of a native coin; `nil` if it keeps the value of none.
    init?(symbol: String) {
        guard let peg = Self.bySymbol[symbol] else { return nil }
        self = peg
    }

    /// How many units a whole token certainly is worth, in percent, as long as it keeps its value; a token that gathers
    /// income is worth more with time.
    static func share(of symbol: String) -> ClosedRange<BigUInt>? {
        guard bySymbol[symbol] != nil else { return nil }
        return growing[symbol] ?? 100...100
    }

    private static let bySymbol: [String: Peg] = {
        var pegs: [String: Peg] = [:]
        for (peg, symbols) in groups { for symbol in symbols { pegs[symbol] = peg } }
        return pegs
    }()

    private static let groups: [(Peg, Set<String>)] = [
        (.dollar, KnownTokens.dollars.union(["xDAI", "XDAI"])), (.ether, KnownTokens.ethers),
        (.bitcoin, ["WBTC", "cbBTC", "tBTC", "BTCB"]),
    ]

    private static let growing: [String: ClosedRange<BigUInt>] = [
        "sDAI": 110...170, "sUSDe": 110...200, "wstETH": 115...170, "rETH": 108...160, "cbETH": 105...150,
        "weETH": 103...150, "ezETH": 100...150, "sfrxETH": 105...160,
    ]
}
