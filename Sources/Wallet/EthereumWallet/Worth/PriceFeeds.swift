import BigInt
import Ethereum

/// The contracts that say what tokens are worth.
enum PriceFeeds {
    /// A feed of Chainlink.
    struct Feed: Hashable, Sendable {
        let address: EthereumAddress

        /// Whether the price is in dollars; otherwise it is in ether.
        let isInDollars: Bool

        /// The number of decimal places.
        var decimals: BigUInt { isInDollars ? 8 : 18 }
    }

    /// The feed for a symbol, or for the asset that it wraps; `nil` if there is none on the chain.
    static func feed(of symbol: String, on chainID: UInt64) -> Feed? { feeds[chainID]?[asset(of: symbol)] }

    /// A function with which the contract of a token says what it is worth in its ``Peg``.
    static func share(of symbol: String, on chainID: UInt64) -> (function: String, arguments: [ABIValue])? {
        guard chainID == 1, let function = shares[symbol] else { return nil }
        return (function, function.hasSuffix("()") ? [] : [.number(BigInt(10).power(18))])
    }

    /// What a wrapper stands for.
    static func asset(of symbol: String) -> String { wrapped[symbol] ?? symbol }

    private static let wrapped = [
        "WETH": "ETH", "WETH.e": "ETH", "aEthWETH": "ETH", "WPOL": "POL", "MATIC": "POL", "WBNB": "BNB",
        "WAVAX": "AVAX", "WBTC": "BTC", "cbBTC": "BTC", "tBTC": "BTC", "BTCB": "BTC", "USDC.e": "USDC",
        "USDbC": "USDC", "aEthUSDC": "USDC", "EURC": "EUR", "WXDAI": "DAI", "xDAI": "DAI", "XDAI": "DAI", "eETH": "ETH",
    ]

    private static let shares = [
        "wstETH": "stEthPerToken()", "rETH": "getExchangeRate()", "cbETH": "exchangeRate()", "weETH": "getRate()",
        "sfrxETH": "pricePerShare()", "sDAI": "convertToAssets(uint256 shares)",
        "sUSDe": "convertToAssets(uint256 shares)",
    ]

    private static let feeds: [UInt64: [String: Feed]] = {
        var feeds: [UInt64: [String: Feed]] = [:]
        for (chainID, symbol, base, text) in rows {
            // An invalid address in the table is a bug, which a test finds.
            guard let address = try? EthereumAddress(text) else { continue }
            feeds[chainID, default: [:]][symbol] = Feed(address: address, isInDollars: base == "USD")
        }
        return feeds
    }()

    /// Chain ID, asset, currency and address, from the list of feeds in Chainlink’s documentation
    /// (docs.chain.link/data-feeds/price-feeds/addresses).
    ///
    /// Those in dollars have 8 decimals, those in ether 18. Each was also found in published code for the same asset;
    /// “BTC” on Base is cbBTC’s.
    static let rows: [(chainID: UInt64, asset: String, currency: String, address: String)] = [
        (1, "ETH", "USD", "0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419"),
        (1, "BTC", "USD", "0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c"),
        (1, "USDC", "USD", "0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6"),
        (1, "USDT", "USD", "0x3E7d1eAB13ad0104d2750B8863b489D65364e32D"),
        (1, "DAI", "USD", "0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9"),
        (1, "FRAX", "USD", "0xB9E1E3A9feFf48998E45Fa90847ed4D467E8BcfD"),
        (1, "LUSD", "USD", "0x3D7aE7E594f2f2091Ad8798313450130d0Aba3a0"),
        (1, "EUR", "USD", "0xb49f677943BC038e9857d61E7d053CaA2C1734C1"),
        (1, "stETH", "USD", "0xCfE54B5cD566aB89272946F602D76Ea879CAb4a8"),
        (1, "LINK", "USD", "0x2c1d072e956AFFC0D435Cb7AC38EF18d24d9127c"),
        (1, "UNI", "USD", "0x553303d460EE0afB37EdFf9bE42922D8FF63220e"),
        (1, "AAVE", "USD", "0x547a514d5e3769680Ce22B2361c10Ea13619e8a9"),
        (1, "COMP", "USD", "0xdbd020CAeF83eFd542f4De03e3cF0C28A4428bd5"),
        (1, "CRV", "USD", "0xCd627aA160A6fA45Eb793D19Ef54f5062F20f33f"),
        (1, "MKR", "USD", "0xec1D1B3b0443256cc3860e24a46F108e699484Aa"),
        (1, "SUSHI", "USD", "0xCc70F09A6CC17553b2E31954cD36E4A2d89501f7"),
        (1, "YFI", "USD", "0xA027702dbb89fbd58938e4324ac03B58d812b0E1"),
        (1, "BAL", "USD", "0xdF2917806E30300537aEB49A7663062F4d1F2b5F"),
        (1, "ENS", "USD", "0x5C00128d4d1c2F4f652C267d7bcdD7aC99C16E16"),
        (1, "CVX", "USD", "0xd962fC30A72A84cE50161031391756Bf2876Af5D"),
        (1, "APE", "USD", "0xD10aBbC76679a20055E167BB80A24ac851b37056"),
        (1, "POL", "USD", "0x7bAC85A8a13A4BcD8abb3eB7d6b4d632c5a57676"),
        (1, "GRT", "USD", "0x86cF33a451dE9dc61a2862FD94FF4ad4Bd65A5d2"),
        (1, "LDO", "ETH", "0x4e844125952D32AcdF339BE976c98E22F6F318dB"),
        (1, "SHIB", "ETH", "0x8dD1CD88F43aF196ae478e91b9F5E4Ac69A97C61"),
        (10, "ETH", "USD", "0x13e3Ee699D1909E989722E753853AE30b17e08c5"),
        (10, "BTC", "USD", "0xD702DD976Fb76Fffc2D3963D037dfDae5b04E593"),
        (10, "USDC", "USD", "0x16a9FA2FDa030272Ce99B29CF780dFA30361E0f3"),
        (10, "OP", "USD", "0x0D276FC14719f9292D5C1eA2198673d1f4269246"),
        (56, "BNB", "USD", "0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE"),
        (56, "ETH", "USD", "0x9ef1B8c0E4F7dc8bF5719Ea496883DC6401d5b2e"),
        (56, "BTC", "USD", "0x264990fbd0A4796A3E3d8E37C4d5F87a3aCa5Ebf"),
        (56, "CAKE", "USD", "0xB6064eD41d4f67e353768aA239cA86f4F73665a1"),
        (137, "ETH", "USD", "0xF9680D99D6C9589e2a93a78A04A279e509205945"),
        (137, "POL", "USD", "0xAB594600376Ec9fD91F8e885dADF0CE036862dE0"),
        (137, "BTC", "USD", "0xc907E116054Ad103354f2D350FD2514433D57F6f"),
        (8_453, "ETH", "USD", "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70"),
        (8_453, "BTC", "USD", "0x07DA0E54543a844a80ABE69c8A12F22B3aA59f9D"),
        (42_161, "ETH", "USD", "0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612"),
        (42_161, "BTC", "USD", "0x6ce185860a4963106506C203335A2910413708e9"),
        (42_161, "USDC", "USD", "0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3"),
        (42_161, "ARB", "USD", "0xb2A824043730FE05F3DA2efaFa1CBbe83fa548D6"),
        (43_114, "AVAX", "USD", "0x0A77230d17318075983913bC2145DB16C7366156"),
    ]
}
