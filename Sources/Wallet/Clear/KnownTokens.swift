public import Ethereum

/// The tokens that the wallet vouches for: few, and much used.
public enum KnownTokens {
    /// The tokens.
    public static let all: [Token] = rows.compactMap { chainID, address, symbol, decimals in
        guard let address = try? EthereumAddress(address) else { return nil }
        return Token(chainID: chainID, address: address, symbol: symbol, decimals: decimals, isVouchedFor: true)
    }

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
    ]
}
