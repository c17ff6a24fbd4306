internal import Ethereum

/// Exchanges and pools: Uniswap v1 to v3 and their many forks, Curve and Balancer.
extension KnownFunctions {
    private static func swap(
        _ text: String, _ gives: Flow, _ gets: Flow, to: String = "to", takesCoins: Bool = false,
        zeroIsContract: Bool = false, router: RouterTraits = []
    ) -> KnownFunction {
        KnownFunction(
            text,
            .swap(
                gives: [gives], gets: [gets], to: [to], takesCoins: takesCoins, zeroIsContract: zeroIsContract,
                router: takesCoins ? router.union(.keepsCoins) : router))
    }

    private static let inOut = "uint256 amountIn, uint256 amountOutMin, address[] path, address to"
    private static let outIn = "uint256 amountOut, uint256 amountInMax, address[] path, address to"
    private static let fee = "SupportingFeeOnTransferTokens"
    private static let pair = "address tokenIn, address tokenOut, uint24 fee, address recipient"

    static let swaps =
        [
            swap(
                "swapExactTokensForTokens(\(inOut), uint256 deadline)", .exactly("amountIn", "path.[0]"),
                .atLeast("amountOutMin", "path.[-1]")),
            swap(
                "swapTokensForExactTokens(\(outIn), uint256 deadline)", .atMost("amountInMax", "path.[0]"),
                .exactly("amountOut", "path.[-1]")),
            swap(
                "swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)", .coins,
                .atLeast("amountOutMin", "path.[-1]")),
            swap(
                "swapTokensForExactETH(\(outIn), uint256 deadline)", .atMost("amountInMax", "path.[0]"),
                .exactly("amountOut")),
            swap(
                "swapExactTokensForETH(\(inOut), uint256 deadline)", .exactly("amountIn", "path.[0]"),
                .atLeast("amountOutMin")),
            swap(
                "swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)", .coins,
                .exactly("amountOut", "path.[-1]")),
            swap(
                "swapExactTokensForTokens\(fee)(\(inOut), uint256 deadline)", .exactly("amountIn", "path.[0]"),
                .atLeast("amountOutMin", "path.[-1]")),
            swap(
                "swapExactETHForTokens\(fee)(uint256 amountOutMin, address[] path, address to, uint256 deadline)",
                .coins, .atLeast("amountOutMin", "path.[-1]")),
            swap(
                "swapExactTokensForETH\(fee)(\(inOut), uint256 deadline)", .exactly("amountIn", "path.[0]"),
                .atLeast("amountOutMin")),
            swap(
                "swapExactTokensForTokens(\(inOut))", .exactly("amountIn", "path.[0]"),
                .atLeast("amountOutMin", "path.[-1]"), router: .hasPlaceholders),
            swap(
                "swapTokensForExactTokens(\(outIn))", .atMost("amountInMax", "path.[0]"),
                .exactly("amountOut", "path.[-1]"), router: .hasPlaceholders),
            // Solidly, Velodrome, Aerodrome.
            swap(
                "swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, (address from, address to, "
                    + "bool stable, address factory)[] routes, address to, uint256 deadline)",
                .exactly("amountIn", "routes.[0].from"), .atLeast("amountOutMin", "routes.[-1].to")),
            swap(
                "swapExactETHForTokens(uint256 amountOutMin, (address from, address to, bool stable, "
                    + "address factory)[] routes, address to, uint256 deadline)", .coins,
                .atLeast("amountOutMin", "routes.[-1].to")),
            swap(
                "swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, (address from, address to, "
                    + "bool stable, address factory)[] routes, address to, uint256 deadline)",
                .exactly("amountIn", "routes.[0].from"), .atLeast("amountOutMin")),
            swap(
                "exactInputSingle((\(pair), uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, "
                    + "uint160 sqrtPriceLimitX96) params)", .exactly("params.amountIn", "params.tokenIn"),
                .atLeast("params.amountOutMinimum", "params.tokenOut"), to: "params.recipient", takesCoins: true,
                zeroIsContract: true),
            swap(
                "exactInputSingle((\(pair), uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) "
                    + "params)", .exactly("params.amountIn", "params.tokenIn"),
                .atLeast("params.amountOutMinimum", "params.tokenOut"), to: "params.recipient", takesCoins: true,
                router: .hasPlaceholders),
            swap(
                "exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, "
                    + "uint256 amountOutMinimum) params)", .exactly("params.amountIn", "params.path.[0:20]"),
                .atLeast("params.amountOutMinimum", "params.path.[-20:]"), to: "params.recipient", takesCoins: true,
                zeroIsContract: true),
            swap(
                "exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)",
                .exactly("params.amountIn", "params.path.[0:20]"),
                .atLeast("params.amountOutMinimum", "params.path.[-20:]"), to: "params.recipient", takesCoins: true,
                router: .hasPlaceholders),
            swap(
                "exactOutputSingle((\(pair), uint256 deadline, uint256 amountOut, uint256 amountInMaximum, "
                    + "uint160 sqrtPriceLimitX96) params)", .atMost("params.amountInMaximum", "params.tokenIn"),
                .exactly("params.amountOut", "params.tokenOut"), to: "params.recipient", takesCoins: true,
                zeroIsContract: true),
            swap(
                "exactOutputSingle((\(pair), uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) "
                    + "params)", .atMost("params.amountInMaximum", "params.tokenIn"),
                .exactly("params.amountOut", "params.tokenOut"), to: "params.recipient", takesCoins: true,
                router: .hasPlaceholders),
            swap(
                "exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, "
                    + "uint256 amountInMaximum) params)", .atMost("params.amountInMaximum", "params.path.[-20:]"),
                .exactly("params.amountOut", "params.path.[0:20]"), to: "params.recipient", takesCoins: true,
                zeroIsContract: true),
            swap(
                "exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)",
                .atMost("params.amountInMaximum", "params.path.[-20:]"),
                .exactly("params.amountOut", "params.path.[0:20]"), to: "params.recipient", takesCoins: true,
                router: .hasPlaceholders),
        ] + pools

    private static let coins: [Term] = [.coins(sold: "i", bought: "j", amount: "dx", least: "min_dy")]

    private static let pools = [
        KnownFunction(
            "unwrapWETH9(uint256 amountMinimum, address recipient)",
            .action(.unwrap, gets: [.atLeast("amountMinimum")], to: ["recipient"])),
        KnownFunction("unwrapWETH9(uint256 amountMinimum)", .action(.unwrap, gets: [.atLeast("amountMinimum")])),
        KnownFunction(
            "unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)",
            .action(.unwrap, gets: [.atLeast("amountMinimum")], to: ["recipient"])),
        KnownFunction(
            "wrapETH(uint256 value)",
            .action(
                .wrap, gives: [.exactly("value")], to: ["@.to"], takesCoins: true,
                router: [.keepsGiven, .keepsCoins])),
        KnownFunction("refundETH()", .action(.refundUnusedCoins, router: .refunds)),
        KnownFunction(
            "sweepToken(address token, uint256 amountMinimum, address recipient)",
            .action(.withdraw, gets: [.atLeast("amountMinimum", "token")], to: ["recipient"])),
        KnownFunction(
            "sweepToken(address token, uint256 amountMinimum)",
            .action(.withdraw, gets: [.atLeast("amountMinimum", "token")])),
        KnownFunction(
            "sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, "
                + "address feeRecipient)",
            .action(.withdraw, gets: [.atLeast("amountMinimum", "token")], to: ["recipient"])),
        KnownFunction(
            "pull(address token, uint256 value)",
            .action(.pay, gives: [.exactly("value", "token")], to: ["@.to"], router: .keepsGiven)),
        KnownFunction(
            "checkOracleSlippage(bytes path, uint24 maximumTickDivergence, uint32 secondsAgo)",
            .harmless(.checkPrice, because: "it only lets the call fail")),
        // Curve: the call names the coins by their index in the pool, not by address.
        KnownFunction(
            "exchange(int128 i, int128 j, uint256 dx, uint256 min_dy)",
            .swap(takesCoins: true, least: "min_dy", terms: coins)),
        KnownFunction(
            "exchange(int128 i, int128 j, uint256 dx, uint256 min_dy, address receiver)",
            .swap(to: ["receiver"], takesCoins: true, least: "min_dy", terms: coins)),
        KnownFunction(
            "exchange_underlying(int128 i, int128 j, uint256 dx, uint256 min_dy)",
            .swap(takesCoins: true, least: "min_dy", terms: [.pools([], sold: "dx", least: "min_dy")])),
        KnownFunction(
            "exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy)",
            .swap(takesCoins: true, least: "min_dy", terms: coins)),
        KnownFunction(
            "exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy, bool use_eth)",
            .swap(takesCoins: true, least: "min_dy", terms: coins)),
        KnownFunction(
            "exchange(address[11] route, uint256[5][5] swap_params, uint256 amount, uint256 min_dy)",
            .swap(
                gives: [.exactly("amount", "route.[0]")], takesCoins: true, least: "min_dy",
                terms: [.route("route", least: "min_dy")])),
        KnownFunction(
            "add_liquidity(uint256[2] amounts, uint256 min_mint_amount)",
            .action(.addLiquidity, takesCoins: true, least: "min_mint_amount")),
        KnownFunction(
            "add_liquidity(uint256[3] amounts, uint256 min_mint_amount)",
            .action(.addLiquidity, takesCoins: true, least: "min_mint_amount")),
        KnownFunction(
            "add_liquidity(uint256[] amounts, uint256 min_mint_amount)",
            .action(.addLiquidity, takesCoins: true, least: "min_mint_amount")),
        KnownFunction(
            "remove_liquidity(uint256 amount, uint256[2] min_amounts)",
            .action(.removeLiquidity, terms: [.minimums(["min_amounts.[0]", "min_amounts.[1]"])])),
        KnownFunction(
            "remove_liquidity(uint256 amount, uint256[3] min_amounts)",
            .action(
                .removeLiquidity, terms: [.minimums(["min_amounts.[0]", "min_amounts.[1]", "min_amounts.[2]"])])),
        KnownFunction(
            "remove_liquidity_one_coin(uint256 amount, int128 i, uint256 min_amount)",
            .action(.removeLiquidity, least: "min_amount", terms: [.minimums(["min_amount"])])),
        // Balancer's vault.
        KnownFunction(
            "swap((bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes userData) "
                + "singleSwap, (address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) "
                + "funds, uint256 limit, uint256 deadline)",
            .swap(
                gives: [.exactly("singleSwap.kind?limit:singleSwap.amount", "singleSwap.assetIn")],
                gets: [.atLeast("singleSwap.kind?singleSwap.amount:limit", "singleSwap.assetOut")],
                to: ["funds.recipient"], owner: "funds.sender", takesCoins: true,
                terms: [.executors(["singleSwap.poolId.[0:20]"])])),
        KnownFunction(
            "joinPool(bytes32 poolId, address sender, address recipient, (address[] assets, uint256[] maxAmountsIn, "
                + "bytes userData, bool fromInternalBalance) request)",
            .action(
                .addLiquidity, gives: [.atMost("request.maxAmountsIn.[]", "request.assets.[]")], to: ["recipient"],
                owner: "sender", takesCoins: true, code: "poolId.[0:20]")),
        KnownFunction(
            "exitPool(bytes32 poolId, address sender, address recipient, (address[] assets, uint256[] minAmountsOut, "
                + "bytes userData, bool toInternalBalance) request)",
            .action(
                .removeLiquidity, gets: [.atLeast("request.minAmountsOut.[]", "request.assets.[]")],
                to: ["recipient"], owner: "sender",
                terms: [.needsMinimum, .minimums(["request.minAmountsOut.[]"])])),
    ]

    static let liquidity = [
        KnownFunction(
            "addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, "
                + "uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)",
            .action(
                .addLiquidity, gives: [.atMost("amountADesired", "tokenA"), .atMost("amountBDesired", "tokenB")],
                to: ["to"], terms: [.isPair, .minimums(["amountAMin", "amountBMin"])])),
        KnownFunction(
            "addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, "
                + "address to, uint256 deadline)",
            .action(
                .addLiquidity, gives: [.atMost("amountTokenDesired", "token"), .coins], to: ["to"],
                terms: [.isPair, .minimums(["amountTokenMin", "amountETHMin"])])),
        KnownFunction(
            "removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, "
                + "uint256 amountBMin, address to, uint256 deadline)",
            .action(
                .removeLiquidity, gets: [.atLeast("amountAMin", "tokenA"), .atLeast("amountBMin", "tokenB")],
                to: ["to"], terms: [.minimums(["amountAMin", "amountBMin"])])),
        KnownFunction(
            "removeLiquidityETH(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, "
                + "address to, uint256 deadline)",
            .action(
                .removeLiquidity, gets: [.atLeast("amountTokenMin", "token"), .atLeast("amountETHMin")],
                to: ["to"], terms: [.minimums(["amountTokenMin", "amountETHMin"])])),
        KnownFunction(
            "removeLiquidityWithPermit(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, "
                + "uint256 amountBMin, address to, uint256 deadline, bool approveMax, uint8 v, bytes32 r, bytes32 s)",
            .action(
                .removeLiquidity, gets: [.atLeast("amountAMin", "tokenA"), .atLeast("amountBMin", "tokenB")],
                to: ["to"], terms: [.minimums(["amountAMin", "amountBMin"])])),
        KnownFunction(
            "removeLiquidityETHWithPermit(address token, uint256 liquidity, uint256 amountTokenMin, "
                + "uint256 amountETHMin, address to, uint256 deadline, bool approveMax, uint8 v, bytes32 r, bytes32 s)",
            .action(
                .removeLiquidity, gets: [.atLeast("amountTokenMin", "token"), .atLeast("amountETHMin")],
                to: ["to"], terms: [.minimums(["amountTokenMin", "amountETHMin"])])),
        KnownFunction(
            "mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, "
                + "uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, "
                + "address recipient, uint256 deadline) params)",
            .action(
                .addLiquidity,
                gives: [
                    .atMost("params.amount0Desired", "params.token0"),
                    .atMost("params.amount1Desired", "params.token1"),
                ], to: ["params.recipient"], takesCoins: true, router: .keepsCoins,
                terms: [.isPair, .minimums(["params.amount0Min", "params.amount1Min"])])),
        KnownFunction(
            "increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, "
                + "uint256 amount1Min, uint256 deadline) params)",
            .action(
                .addToPosition, takesCoins: true, router: .keepsCoins,
                terms: [.isAnyonesPosition, .minimums(["params.amount0Min", "params.amount1Min"])])),
        KnownFunction(
            "decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, "
                + "uint256 deadline) params)",
            .action(
                .removeLiquidity, router: .keepsCoins,
                terms: [.minimums(["params.amount0Min", "params.amount1Min"])])),
        KnownFunction(
            "collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)",
            .action(
                .collectFromPosition, to: ["params.recipient"], zeroIsContract: true,
                router: .keepsCoins)),
        KnownFunction(
            "createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96)",
            .action(.createPool, router: .keepsCoins, terms: [.createsPool])),
        KnownFunction("modifyLiquidities(bytes unlockData, uint256 deadline)", .steps(.actions("unlockData"))),
    ]
}
