import BigInt
import ClearSigning
import Ethereum

/// Lending markets of Morpho that are widely used.
///
/// Anyone can open a market with their own oracle, and borrow what is supplied there against worthless collateral.
enum KnownMarkets {
    /// Whether the wallet knows a market.
    static func contains(_ market: LendingMarket, on chainID: UInt64) -> Bool {
        byChain[chainID]?.contains(market) == true
    }

    private static let byChain: [UInt64: Set<LendingMarket>] = [
        1: markets(mainnet, rates: "0x870aC11D48B15DB9a138Cf899d20F13F79Ba00BC"),
        8_453: markets(base, rates: "0x46415998764C29aB2a25CbeA6254146D50D22687"),
    ]

    private static func markets(_ rows: [Row], rates: String) -> Set<LendingMarket> {
        Set(
            rows.compactMap { row in
                guard let loan = try? EthereumAddress(row.loan), let oracle = try? EthereumAddress(row.oracle),
                    let collateral = try? EthereumAddress(row.collateral), let rates = try? EthereumAddress(rates)
                else { return nil }
                return LendingMarket(
                    loan: loan, collateral: collateral, oracle: oracle, rates: rates,
                    limit: BigUInt(row.limit) * BigUInt(10).power(15))
            })
    }

    /// The tokens, the oracle, and the part of the collateral that can be borrowed, in thousandths.
    typealias Row = (loan: String, collateral: String, oracle: String, limit: Int)

    private static let usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
    private static let usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7"
    private static let weth = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
    private static let dai = "0x6B175474E89094C44Da98b954EedeAC495271d0F"
    private static let wstETH = "0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0"
    private static let wbtc = "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599"
    private static let cbBTC = "0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf"
    private static let sUSDe = "0x9D39A5DE30e57443BfF2A8307A4256c8797A3497"

    static let mainnet: [Row] = [
        (usdc, wstETH, "0x48F7E36EB6B826B2dF4B2E630B62Cd25e89E40e2", 860),
        (usdc, wbtc, "0xDddd770BADd886dF3864029e4B377B5F6a2B6b83", 860),
        (usdc, cbBTC, "0xA6D6950c9F177F1De7f7757FB33539e3Ec60182a", 860),
        (weth, wstETH, "0x2a01EB9496094dA03c4E364Def50f5aD1280AD72", 945),
        (usdt, wstETH, "0x95DB30fAb9A3754e42423000DF27732CB2396992", 860),
        (usdt, wbtc, "0x008bF4B1cDA0cc9f0e882E0697f036667652E1ef", 860),
        (dai, sUSDe, "0x5D916980D5Ae1737a8330Bf24dF812b2911Aae25", 860),
    ]

    static let base: [Row] = [
        ("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", cbBTC, "0x663BECd10daE6C4A3Dcd89F1d76c1174199639B9", 860)
    ]
}
