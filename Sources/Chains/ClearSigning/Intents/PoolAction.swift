internal import Ethereum

/// The actions of Uniswap v4's router and position manager: one byte, and arguments without a selector.
enum PoolAction {
    /// The actions of `bytes`, each with its arguments.
    static func calls(_ bytes: [UInt8], _ inputs: [[UInt8]], at contract: EthereumAddress) -> [NestedCall] {
        bytes.enumerated().map { index, byte in
            NestedCall(
                to: contract, data: inputs.indices.contains(index) ? inputs[index] : [],
                step: NestedCall.Step(function: functions[byte]))
        }
    }

    private static let functions = table.compactMapValues { ReadFunction($0) }

    private static let key =
        "(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) poolKey"
    private static let path =
        "(address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path"
    private static let settles = "the amount is that of the exchange before it"

    static let table: [UInt8: KnownFunction] = [
        0x00: KnownFunction(
            "increaseLiquidity(uint256 tokenId, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, "
                + "bytes hookData)",
            .action(.addToPosition, takesCoins: true)),
        0x01: KnownFunction(
            "decreaseLiquidity(uint256 tokenId, uint256 liquidity, uint128 amount0Min, uint128 amount1Min, "
                + "bytes hookData)",
            .action(.removeLiquidity, terms: [.minimums(["amount0Min", "amount1Min"])])),
        0x02: KnownFunction(
            "mintPosition(\(key), int24 tickLower, int24 tickUpper, uint256 liquidity, uint128 amount0Max, "
                + "uint128 amount1Max, address owner, bytes hookData)",
            .action(
                .addLiquidity,
                gives: [.atMost("amount0Max", "poolKey.currency0"), .atMost("amount1Max", "poolKey.currency1")],
                to: ["owner"], takesCoins: true, code: "poolKey.hooks", terms: [.isPair])),
        0x03: KnownFunction(
            "burnPosition(uint256 tokenId, uint128 amount0Min, uint128 amount1Min, bytes hookData)",
            .action(.closePosition, terms: [.minimums(["amount0Min", "amount1Min"])])),
        0x06: KnownFunction(
            "swapExactInSingle((\(key), bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData) p)",
            .swap(
                gives: [.exactly("p.amountIn", "p.zeroForOne?p.poolKey.currency0:p.poolKey.currency1")],
                gets: [.atLeast("p.amountOutMinimum", "p.zeroForOne?p.poolKey.currency1:p.poolKey.currency0")],
                takesCoins: true, router: .isOwed, code: "p.poolKey.hooks")),
        0x07: KnownFunction(
            "swapExactIn((address currencyIn, \(path), uint128 amountIn, uint128 amountOutMinimum) p)",
            .swap(
                gives: [.exactly("p.amountIn", "p.currencyIn")],
                gets: [.atLeast("p.amountOutMinimum", "p.path.[-1].intermediateCurrency")], takesCoins: true,
                router: .isOwed, code: "p.path.[].hooks")),
        0x08: KnownFunction(
            "swapExactOutSingle((\(key), bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, "
                + "bytes hookData) p)",
            .swap(
                gives: [.atMost("p.amountInMaximum", "p.zeroForOne?p.poolKey.currency0:p.poolKey.currency1")],
                gets: [.exactly("p.amountOut", "p.zeroForOne?p.poolKey.currency1:p.poolKey.currency0")],
                takesCoins: true, router: .isOwed, code: "p.poolKey.hooks")),
        0x09: KnownFunction(
            "swapExactOut((address currencyOut, \(path), uint128 amountOut, uint128 amountInMaximum) p)",
            .swap(
                gives: [.atMost("p.amountInMaximum", "p.path.[0].intermediateCurrency")],
                gets: [.exactly("p.amountOut", "p.currencyOut")], takesCoins: true, router: .isOwed,
                code: "p.path.[].hooks")),
        0x0B: KnownFunction(
            "settle(address currency, uint256 amount, bool payerIsUser)",
            .action(.payPool, gives: [.exactly("amount", "currency")], takesCoins: true, router: .isOwed)),
        0x0C: KnownFunction(
            "settleAll(address currency, uint256 maxAmount)",
            .action(.payPool, gives: [.atMost("maxAmount", "currency")], takesCoins: true, router: .isOwed)),
        0x0D: KnownFunction(
            "settlePair(address currency0, address currency1)", .harmless(.payPool, because: settles)),
        0x0E: KnownFunction(
            "take(address currency, address recipient, uint256 amount)",
            .action(.withdraw, gets: [.exactly("amount", "currency")], to: ["recipient"])),
        0x0F: KnownFunction(
            "takeAll(address currency, uint256 minAmount)",
            .action(.withdraw, gets: [.atLeast("minAmount", "currency")])),
        0x10: KnownFunction(
            "takePortion(address currency, address recipient, uint256 bips)",
            .share(of: "bips", to: "recipient", token: "currency")),
        0x11: KnownFunction(
            "takePair(address currency0, address currency1, address recipient)",
            .action(.withdrawBothTokens, to: ["recipient"])),
        0x12: KnownFunction("closeCurrency(address currency)", .harmless(.settle, because: settles)),
        0x13: KnownFunction(
            "clearOrTake(address currency, uint256 amountMax)",
            .action(.withdrawOrLeaveRest, gets: [.atMost("amountMax", "currency")])),
        0x14: KnownFunction(
            "sweep(address currency, address to)",
            .action(.withdraw, gets: [.atLeast("@.zero", "currency")], to: ["to"], router: .refunds)),
        0x15: KnownFunction(
            "wrap(uint256 amount)",
            .action(.wrap, gives: [.exactly("amount")], to: ["@.to"], takesCoins: true, router: .keepsGiven)),
        0x16: KnownFunction("unwrap(uint256 amount)", .action(.unwrap, gets: [.exactly("amount")])),
    ]
}
