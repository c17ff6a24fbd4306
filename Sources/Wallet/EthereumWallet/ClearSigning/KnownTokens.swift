import BigInt
public import Ethereum

/// The most used tokens, which the wallet trusts.
public enum KnownTokens {
    /// The tokens.
    public static let all: [Token] = rows.compactMap { chainID, address, symbol, decimals in
        guard let address = try? EthereumAddress(address) else { return nil }
        return Token(chainID: chainID, address: address, symbol: symbol, decimals: decimals, isVouchedFor: true)
    }

    private static let places: [UInt64: [EthereumAddress: Token]] = all.reduce(into: [:]) { places, token in
        places[token.chainID, default: [:]][token.address] = token  // No trap: a dictionary.
    }

    /// The trusted token of the contract at `address`.
    static func token(_ address: EthereumAddress, on chainID: UInt64) -> Token? { places[chainID]?[address] }

    /// The symbol of the asset that a trusted token is or wraps, or that a chain's coin is; `nil` for another token.
    static func asset(_ token: EthereumAddress?, on chainID: UInt64) -> String? {
        let symbol: String?
        if let token {
            symbol = Self.token(token, on: chainID)?.symbol
        } else {
            symbol = Chain.wellKnown.first { $0.id == chainID && $0.isWellKnown }?.symbol
        }
        return symbol.map(PriceFeeds.asset)
    }

    /// The trusted token on a chain that is or wraps an asset.
    static func token(for asset: String, on chainID: UInt64) -> Token? {
        all.first { $0.chainID == chainID && PriceFeeds.asset(of: $0.symbol) == asset }
    }

    /// Whether a token of another chain stands for a token of the chain `chainID`, or for its coin.
    static func isCounterpart(_ address: EthereumAddress, of token: EthereumAddress?, on chainID: UInt64) -> Bool {
        guard let asset = asset(token, on: chainID) else { return false }
        return places.keys.contains { $0 != chainID && Self.asset(address, on: $0) == asset }
    }

    /// Symbols of trusted tokens that are worth about a dollar.
    static let dollars: Set<String> = [
        "USDC", "USDT", "DAI", "PYUSD", "USDS", "USDC.e", "WXDAI", "USDbC", "FRAX", "LUSD", "GHO", "USDe", "sUSDe",
        "sDAI", "BUSD", "aEthUSDC",
    ]

    /// Symbols of trusted tokens that are worth about an ether.
    static let ethers: Set<String> = [
        "WETH", "WETH.e", "ETH", "stETH", "wstETH", "rETH", "cbETH", "weETH", "eETH", "ezETH", "aEthWETH", "frxETH",
        "sfrxETH",
    ]

    /// The range in cents that certainly contains the value of one trusted token, or of a network's coin.
    ///
    /// These are deliberately far apart: they are there to detect theft, are not prices, and are never shown. Every
    /// trusted token has such a range, so that a minimum of almost nothing is noticed.
    static func worth(of symbol: String) -> ClosedRange<BigUInt>? {
        if let worth = others[symbol] { return worth }
        if dollars.contains(symbol) { return 100...110 }
        return ethers.contains(symbol) ? 50_000...2_000_000 : nil
    }

    private static let others: [String: ClosedRange<BigUInt>] = [
        "WBTC": 1_000_000...100_000_000, "cbBTC": 1_000_000...100_000_000, "tBTC": 1_000_000...100_000_000,
        "BTCB": 1_000_000...100_000_000, "BNB": 5_000...1_000_000, "WBNB": 5_000...1_000_000, "AVAX": 200...50_000,
        "WAVAX": 200...50_000, "POL": 2...1_000, "WPOL": 2...1_000, "MATIC": 2...1_000, "xDAI": 100...200,
        "XDAI": 100...200, "EURC": 80...300, "sDAI": 100...200, "sUSDe": 100...200, "GNO": 1_000...500_000,
        "LINK": 100...50_000, "UNI": 50...20_000,
        "AAVE": 1_000...500_000, "MKR": 10_000...2_000_000,
        "AERO": 1...2_000, "APE": 1...10_000, "ARB": 1...2_000, "BAL": 1...20_000, "BLUR": 0...2_000,
        "CAKE": 5...20_000, "COMP": 100...500_000, "COW": 1...2_000, "CRV": 1...5_000, "CVX": 5...50_000,
        "EIGEN": 1...10_000, "ENS": 20...50_000, "GMX": 20...50_000, "GRT": 0...2_000, "LDO": 1...10_000,
        "OP": 1...5_000, "PENDLE": 5...10_000, "PEPE": 0...1, "SHIB": 0...1, "SUSHI": 1...10_000, "VELO": 0...500,
        "YFI": 10_000...50_000_000,
    ]

    static let rows: [(chainID: UInt64, address: String, symbol: String, decimals: Int)] = [
        (1, "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "USDC", 6),
        (1, "0xdAC17F958D2ee523a2206206994597C13D831ec7", "USDT", 6),
        (1, "0x6B175474E89094C44Da98b954EedeAC495271d0F", "DAI", 18),
        (1, "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", "WETH", 18),
        (1, "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599", "WBTC", 8),
        (1, "0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84", "stETH", 18),
        (1, "0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0", "wstETH", 18),
        (1, "0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c", "EURC", 6),
        (1, "0x6c3ea9036406852006290770BEdFcAbA0e23A0e8", "PYUSD", 6),
        (1, "0xdC035D45d973E3EC169d2276DDab16f1e407384F", "USDS", 18),
        (10, "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", "USDC", 6),
        (10, "0x7F5c764cBc14f9669B88837ca1490cCa17c31607", "USDC.e", 6),
        (10, "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58", "USDT", 6),
        (10, "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", "DAI", 18),
        (10, "0x4200000000000000000000000000000000000006", "WETH", 18),
        (56, "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c", "WBNB", 18),
        (56, "0x55d398326f99059fF775485246999027B3197955", "USDT", 18),
        (56, "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", "USDC", 18),
        (100, "0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d", "WXDAI", 18),
        (100, "0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83", "USDC", 6),
        (100, "0x2a22f9c3b484c3629090FeED35F17Ff8F88f76F0", "USDC.e", 6),
        (137, "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", "USDC", 6),
        (137, "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174", "USDC.e", 6),
        (137, "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", "USDT", 6),
        (137, "0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063", "DAI", 18),
        (137, "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270", "WPOL", 18),
        (137, "0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619", "WETH", 18),
        (8_453, "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USDC", 6),
        (8_453, "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2", "USDT", 6),
        (8_453, "0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA", "USDbC", 6),
        (8_453, "0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42", "EURC", 6),
        (8_453, "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", "DAI", 18),
        (8_453, "0x4200000000000000000000000000000000000006", "WETH", 18),
        (42_161, "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", "USDC", 6),
        (42_161, "0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8", "USDC.e", 6),
        (42_161, "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9", "USDT", 6),
        (42_161, "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", "DAI", 18),
        (42_161, "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1", "WETH", 18),
        (43_114, "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", "USDC", 6),
        (43_114, "0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7", "USDT", 6),
        (43_114, "0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7", "WAVAX", 18),
        (11_155_111, "0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14", "WETH", 18),
        (1, "0x514910771AF9Ca656af840dff83E8264EcF986CA", "LINK", 18),
        (1, "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984", "UNI", 18),
        (1, "0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9", "AAVE", 18),
        (1, "0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2", "MKR", 18),
        (1, "0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32", "LDO", 18),
        (1, "0xae78736Cd615f374D3085123A210448E74Fc6393", "rETH", 18),
        (1, "0xBe9895146f7AF43049ca1c1AE358B0541Ea49704", "cbETH", 18),
        (1, "0xD533a949740bb3306d119CC777fa900bA034cd52", "CRV", 18),
        (1, "0x853d955aCEf822Db058eb8505911ED77F175b99e", "FRAX", 18),
        (1, "0x5f98805A4E8be255a32880FDeC7F6728C6568bA0", "LUSD", 18),
        (1, "0x40D16FC0246aD3160Ccc09B8D0D3A2cD28aE6C2f", "GHO", 18),
        (1, "0x4c9EDD5852cd905f086C759E8383e09bff1E68B3", "USDe", 18),
        (1, "0x9D39A5DE30e57443BfF2A8307A4256c8797A3497", "sUSDe", 18),
        (1, "0x83F20F44975D03b1b09e64809B757c47f942BEeA", "sDAI", 18),
        (1, "0x6c3ea9036406852006290770BEdFcAbA0e23A0e8", "PYUSD", 6),
        (1, "0xdC035D45d973E3EC169d2276DDab16f1e407384F", "USDS", 18),
        (1, "0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee", "weETH", 18),
        (1, "0x35fA164735182de50811E8e2E824cFb9B6118ac2", "eETH", 18),
        (1, "0xDEf1CA1fb7FBcDC777520aa7f396b4E015F497aB", "COW", 18),
        (1, "0xC18360217D8F7Ab5e7c516566761Ea12Ce7F9D72", "ENS", 18),
        (1, "0xc00e94Cb662C3520282E6f5717214004A7f26888", "COMP", 18),
        (1, "0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE", "SHIB", 18),
        (1, "0x6982508145454Ce325dDbE47a25d4ec3d2311933", "PEPE", 18),
        (1, "0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0", "MATIC", 18),
        (1, "0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6", "POL", 18),
        (1, "0x4d224452801ACEd8B2F0aebE155379bb5D594381", "APE", 18),
        (1, "0x5283D291DBCF85356A21bA090E6db59121208b44", "BLUR", 18),
        (1, "0x6B3595068778DD592e39A122f4f5a5cF09C90fE2", "SUSHI", 18),
        (1, "0x0bc529c00C6401aEF6D220BE8C6Ea1667F6Ad93e", "YFI", 18),
        (1, "0xba100000625a3754423978a60c9317c58a424e3D", "BAL", 18),
        (1, "0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf", "cbBTC", 8),
        (1, "0x18084fbA666a33d37592fA2633fD49a74DD93a88", "tBTC", 18),
        (1, "0x4e3FBD56CD56c3e72c1403e103b45Db9da5B9D2B", "CVX", 18),
        (1, "0xbf5495Efe5DB9ce00f80364C8B423567e58d2110", "ezETH", 18),
        (1, "0xec53bF9167f50cDEB3Ae105f56099aaaB9061F83", "EIGEN", 18),
        (1, "0x808507121B80c02388fAd14726482e061B8da827", "PENDLE", 18),
        (1, "0x98C23E9d8f34FEFb1B7BD6a91B7FF122F4e16F5c", "aEthUSDC", 6),
        (1, "0x4d5F47FA6A74757f35C14fD3a6Ef8E3C9BC514E8", "aEthWETH", 18),
        (10, "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58", "USDT", 6),
        (10, "0x4200000000000000000000000000000000000042", "OP", 18),
        (10, "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", "DAI", 18),
        (10, "0x7F5c764cBc14f9669B88837ca1490cCa17c31607", "USDC.e", 6),
        (10, "0x1F32b1c2345538c0c6f582fCB022739c4A194Ebb", "wstETH", 18),
        (10, "0x68f180fcCe6836688e9084f035309E29Bf0A2095", "WBTC", 8),
        (10, "0x9560e827aF36c94D2Ac33a39bCE1Fe78631088Db", "VELO", 18),
        (56, "0x55d398326f99059fF775485246999027B3197955", "USDT", 18),
        (56, "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", "USDC", 18),
        (56, "0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56", "BUSD", 18),
        (56, "0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82", "CAKE", 18),
        (56, "0x2170Ed0880ac9A755fd29B2688956BD959F933F8", "ETH", 18),
        (56, "0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c", "BTCB", 18),
        (56, "0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3", "DAI", 18),
        (100, "0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83", "USDC", 6),
        (100, "0x9C58BAcC331c9aa871AFD802DB6379a98e80CEdb", "GNO", 18),
        (100, "0x6A023CCd1ff6F2045C3309768eAd9E68F978f6e1", "WETH", 18),
        (137, "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", "USDT", 6),
        (137, "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174", "USDC.e", 6),
        (137, "0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063", "DAI", 18),
        (137, "0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619", "WETH", 18),
        (137, "0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6", "WBTC", 8),
        (8_453, "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", "DAI", 18),
        (8_453, "0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA", "USDbC", 6),
        (8_453, "0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22", "cbETH", 18),
        (8_453, "0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf", "cbBTC", 8),
        (8_453, "0x940181a94A35A4569E4529A3CDfB74e38FD98631", "AERO", 18),
        (8_453, "0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452", "wstETH", 18),
        (42_161, "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9", "USDT", 6),
        (42_161, "0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8", "USDC.e", 6),
        (42_161, "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", "DAI", 18),
        (42_161, "0x912CE59144191C1204E64559FE8253a0e49E6548", "ARB", 18),
        (42_161, "0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f", "WBTC", 8),
        (42_161, "0xfc5A1A6EB076a2C7aD06eD22C90d7E710E35ad0a", "GMX", 18),
        (42_161, "0x5979D7b546E38E414F7E9822514be443A4800529", "wstETH", 18),
        (43_114, "0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7", "USDT", 6),
        (43_114, "0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB", "WETH.e", 18),
        (43_114, "0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664", "USDC.e", 6),
        (1, "0xc944E90C64B2c07662A292be6244BDf05Cda44a7", "GRT", 18),
        (1, "0x5E8422345238F34275888049021821E8E08CAa1f", "frxETH", 18),
        (1, "0xac3E018457B222d93114458476f3E3416Abbe38F", "sfrxETH", 18),
        (11_155_111, "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238", "USDC", 6),
    ]
}
