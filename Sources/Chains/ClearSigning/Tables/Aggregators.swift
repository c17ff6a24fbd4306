internal import Ethereum

/// Aggregators: 1inch, 0x, ParaSwap, Kyber, Odos, and orders created by a call.
extension KnownFunctions {
    private static let description =
        "(address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, "
        + "uint256 minReturnAmount, uint256 flags) desc"
    private static let filled: [Flow] = [.exactly("desc.amount", "desc.srcToken")]
    private static let returned: [Flow] = [.atLeast("desc.minReturnAmount", "desc.dstToken")]

    /// An exchange of 1inch with a contract that the call names, which gets the tokens before it pays.
    private static func clipper(
        _ name: String, _ arguments: String, token: String, to: [String] = [], more: String = ""
    ) -> KnownFunction {
        KnownFunction(
            "\(name)(address clipperExchange, \(arguments), address dstToken, uint256 inputAmount, "
                + "uint256 outputAmount, uint256 goodUntil, bytes32 r, bytes32 vs\(more))",
            .swap(
                gives: [.exactly("inputAmount", token)], gets: [.atLeast("outputAmount", "dstToken")], to: to,
                takesCoins: true, code: "clipperExchange"))
    }

    static let aggregators = [
        // 1inch, versions 5 and 6, and the older ones.
        KnownFunction(
            "swap(address executor, \(description), bytes permit, bytes data)",
            .swap(
                gives: filled, gets: returned, to: ["desc.dstReceiver"], takesCoins: true, router: .zeroIsSender,
                terms: [.executors(["executor"])])),
        KnownFunction(
            "swap(address executor, \(description), bytes data)",
            .swap(
                gives: filled, gets: returned, to: ["desc.dstReceiver"], takesCoins: true, router: .zeroIsSender,
                terms: [.executors(["executor"])])),
        KnownFunction(
            "swap(address caller, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, "
                + "uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, bytes data)",
            .swap(
                gives: filled, gets: returned, to: ["desc.dstReceiver"], takesCoins: true, router: .zeroIsSender,
                terms: [.executors(["caller"])])),
        KnownFunction(
            "unoswap(address srcToken, uint256 amount, uint256 minReturn, uint256[] pools)",
            .swap(
                gives: [.exactly("amount", "srcToken")], takesCoins: true, least: "minReturn",
                terms: [.pools(["pools.[]"], token: "srcToken", sold: "amount", least: "minReturn")])),
        KnownFunction(
            "unoswap(address srcToken, uint256 amount, uint256 minReturn, bytes32[] pools)",
            .swap(
                gives: [.exactly("amount", "srcToken")], takesCoins: true, least: "minReturn",
                terms: [.pools(["pools.[]"], token: "srcToken", sold: "amount", least: "minReturn")])),
        KnownFunction(
            "unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)",
            .swap(
                gives: [.exactly("amount", "token.[-20:]")], takesCoins: true, least: "minReturn",
                terms: [.pools(["dex"], token: "token.[-20:]", sold: "amount", least: "minReturn")])),
        KnownFunction(
            "unoswap2(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)",
            .swap(
                gives: [.exactly("amount", "token.[-20:]")], takesCoins: true, least: "minReturn",
                terms: [.pools(["dex", "dex2"], token: "token.[-20:]", sold: "amount", least: "minReturn")])),
        KnownFunction(
            "unoswap3(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)",
            .swap(
                gives: [.exactly("amount", "token.[-20:]")], takesCoins: true, least: "minReturn",
                terms: [.pools(["dex", "dex2", "dex3"], token: "token.[-20:]", sold: "amount", least: "minReturn")])),
        KnownFunction(
            "ethUnoswap(uint256 minReturn, uint256 dex)",
            .swap(
                gives: [.coins], least: "minReturn",
                terms: [.pools(["dex"], token: "@.zero", sold: "@.value", least: "minReturn")])),
        KnownFunction(
            "ethUnoswap2(uint256 minReturn, uint256 dex, uint256 dex2)",
            .swap(
                gives: [.coins], least: "minReturn",
                terms: [.pools(["dex", "dex2"], token: "@.zero", sold: "@.value", least: "minReturn")])),
        KnownFunction(
            "unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)",
            .swap(
                gives: [.exactly("amount", "token.[-20:]")], to: ["to.[-20:]"], takesCoins: true, least: "minReturn",
                terms: [.pools(["dex"], token: "token.[-20:]", sold: "amount", least: "minReturn")])),
        KnownFunction(
            "unoswapTo2(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)",
            .swap(
                gives: [.exactly("amount", "token.[-20:]")], to: ["to.[-20:]"], takesCoins: true, least: "minReturn",
                terms: [.pools(["dex", "dex2"], token: "token.[-20:]", sold: "amount", least: "minReturn")])),
        KnownFunction(
            "unoswapTo3(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)",
            .swap(
                gives: [.exactly("amount", "token.[-20:]")], to: ["to.[-20:]"], takesCoins: true, least: "minReturn",
                terms: [.pools(["dex", "dex2", "dex3"], token: "token.[-20:]", sold: "amount", least: "minReturn")])),
        KnownFunction(
            "ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex)",
            .swap(
                gives: [.coins], to: ["to.[-20:]"], least: "minReturn",
                terms: [.pools(["dex"], token: "@.zero", sold: "@.value", least: "minReturn")])),
        KnownFunction(
            "ethUnoswapTo2(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2)",
            .swap(
                gives: [.coins], to: ["to.[-20:]"], least: "minReturn",
                terms: [.pools(["dex", "dex2"], token: "@.zero", sold: "@.value", least: "minReturn")])),
        KnownFunction(
            "ethUnoswapTo3(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)",
            .swap(
                gives: [.coins], to: ["to.[-20:]"], least: "minReturn",
                terms: [.pools(["dex", "dex2", "dex3"], token: "@.zero", sold: "@.value", least: "minReturn")])),
        KnownFunction(
            "ethUnoswap3(uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)",
            .swap(
                gives: [.coins], least: "minReturn",
                terms: [.pools(["dex", "dex2", "dex3"], token: "@.zero", sold: "@.value", least: "minReturn")])),
        KnownFunction(
            "unoswapTo(address recipient, address srcToken, uint256 amount, uint256 minReturn, uint256[] pools)",
            .swap(
                gives: [.exactly("amount", "srcToken")], to: ["recipient"], takesCoins: true, least: "minReturn",
                terms: [.pools(["pools.[]"], token: "srcToken", sold: "amount", least: "minReturn")])),
        KnownFunction(
            "uniswapV3Swap(uint256 amount, uint256 minReturn, uint256[] pools)",
            .swap(
                takesCoins: true, least: "minReturn",
                terms: [.pools(["pools.[]"], sold: "amount", least: "minReturn")])),
        KnownFunction(
            "uniswapV3SwapTo(address recipient, uint256 amount, uint256 minReturn, uint256[] pools)",
            .swap(
                to: ["recipient"], takesCoins: true, least: "minReturn",
                terms: [.pools(["pools.[]"], sold: "amount", least: "minReturn")])),
        clipper("clipperSwap", "address srcToken", token: "srcToken"),
        clipper("clipperSwap", "uint256 srcToken", token: "srcToken.[-20:]"),
        clipper("clipperSwapTo", "address recipient, address srcToken", token: "srcToken", to: ["recipient"]),
        clipper("clipperSwapTo", "address recipient, uint256 srcToken", token: "srcToken.[-20:]", to: ["recipient"]),
        clipper(
            "clipperSwapToWithPermit", "address recipient, address srcToken", token: "srcToken", to: ["recipient"],
            more: ", bytes permit"),
        KnownFunction(
            "cancelOrder(uint256 makerTraits, bytes32 orderHash)",
            .harmless(.cancelOrder, because: "it takes a permission away")),
        // 0x.
        KnownFunction(
            "transformERC20(address inputToken, address outputToken, uint256 inputTokenAmount, "
                + "uint256 minOutputTokenAmount, (uint32 deploymentNonce, bytes data)[] transformations)",
            .swap(
                gives: [.exactly("inputTokenAmount", "inputToken")],
                gets: [.atLeast("minOutputTokenAmount", "outputToken")], takesCoins: true,
                terms: [.executorSteps("transformations")])),
        KnownFunction(
            "sellToUniswap(address[] tokens, uint256 sellAmount, uint256 minBuyAmount, bool isSushi)",
            .swap(
                gives: [.exactly("sellAmount", "tokens.[0]")],
                gets: [.atLeast("minBuyAmount", "tokens.[-1]")], takesCoins: true)),
        KnownFunction(
            "sellTokenForTokenToUniswapV3(bytes encodedPath, uint256 sellAmount, uint256 minBuyAmount, "
                + "address recipient)",
            .swap(
                gives: [.exactly("sellAmount", "encodedPath.[0:20]")],
                gets: [.atLeast("minBuyAmount", "encodedPath.[-20:]")], to: ["recipient"],
                router: .zeroIsSender)),
        KnownFunction(
            "sellEthForTokenToUniswapV3(bytes encodedPath, uint256 minBuyAmount, address recipient)",
            .swap(
                gives: [.coins], gets: [.atLeast("minBuyAmount", "encodedPath.[-20:]")], to: ["recipient"],
                router: .zeroIsSender)),
        KnownFunction(
            "fillOrder((address makerAddress, address takerAddress, address feeRecipientAddress, "
                + "address senderAddress, uint256 makerAssetAmount, uint256 takerAssetAmount, uint256 makerFee, "
                + "uint256 takerFee, uint256 expirationTimeSeconds, uint256 salt, bytes makerAssetData, "
                + "bytes takerAssetData) order, uint256 takerAssetFillAmount, bytes signature)",
            .action(
                .takeOrder, gives: [.exactly("takerAssetFillAmount", "order.takerAssetData.[16:36]")],
                gets: [
                    .exactly("order.makerAssetAmount", "order.makerAssetData.[16:36]").times(
                        "takerAssetFillAmount", over: "order.takerAssetAmount")
                ], takesCoins: true,
                terms: [.tokens(["order.makerAssetData", "order.takerAssetData"], fee: "order.takerFee")])),
        KnownFunction(
            "fillLimitOrder((address makerToken, address takerToken, uint128 makerAmount, uint128 takerAmount, "
                + "uint128 takerTokenFeeAmount, address maker, address taker, address sender, address feeRecipient, "
                + "bytes32 pool, uint64 expiry, uint256 salt) order, (uint8 signatureType, uint8 v, bytes32 r, "
                + "bytes32 s) signature, uint128 takerTokenFillAmount)",
            .action(
                .takeOrder, gives: [.atMost("takerTokenFillAmount", "order.takerToken")],
                gets: [
                    .exactly("order.makerAmount", "order.makerToken").times(
                        "takerTokenFillAmount", over: "order.takerAmount")
                ], takesCoins: true)),
        KnownFunction(
            "fillRfqOrder((address makerToken, address takerToken, uint128 makerAmount, uint128 takerAmount, "
                + "address maker, address taker, address txOrigin, bytes32 pool, uint64 expiry, uint256 salt) order, "
                + "(uint8 signatureType, uint8 v, bytes32 r, bytes32 s) signature, uint128 takerTokenFillAmount)",
            .action(
                .takeOrder, gives: [.atMost("takerTokenFillAmount", "order.takerToken")],
                gets: [
                    .exactly("order.makerAmount", "order.makerToken").times(
                        "takerTokenFillAmount", over: "order.takerAmount")
                ], takesCoins: true)),
        KnownFunction(
            "execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, "
                + "bytes32 affiliate)",
            .swap(
                gives: [.coins], gets: [.atLeast("slippage.minAmountOut", "slippage.buyToken")],
                to: ["slippage.recipient"])),
        // AllowanceHolder: the target takes the amount within the same transaction.
        KnownFunction(
            "exec(address operator, address token, uint256 amount, address target, bytes data)",
            .allowance(.once, token: "token", spender: "operator", amount: "amount"),
            .calls(to: "target", value: "@.value", data: "data")),
        // ParaSwap.
        KnownFunction(
            "swapExactAmountIn(address executor, (address srcToken, address destToken, uint256 fromAmount, "
                + "uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary) swapData, "
                + "uint256 partnerAndFee, bytes permit, bytes executorData)",
            .swap(
                gives: [.exactly("swapData.fromAmount", "swapData.srcToken")],
                gets: [.atLeast("swapData.toAmount", "swapData.destToken")], to: ["swapData.beneficiary"],
                takesCoins: true, router: .zeroIsSender, terms: [.executors(["executor"])])),
        KnownFunction(
            "swapOnUniswapV2Fork(address tokenIn, uint256 amountIn, uint256 amountOutMin, address weth, uint256[] pools)",
            .swap(
                gives: [.exactly("amountIn", "tokenIn")], takesCoins: true, least: "amountOutMin",
                terms: [.pools(["pools.[]"], token: "tokenIn", sold: "amountIn", least: "amountOutMin")])),
        // Kyber's router and Odos.
        KnownFunction(
            "swap((address callTarget, address approveTarget, bytes targetData, (address srcToken, address dstToken, "
                + "address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, "
                + "address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, "
                + "bytes clientData) execution)",
            .swap(
                gives: [.exactly("execution.desc.amount", "execution.desc.srcToken")],
                gets: [.atLeast("execution.desc.minReturnAmount", "execution.desc.dstToken")],
                to: ["execution.desc.dstReceiver"], takesCoins: true, router: .zeroIsSender,
                terms: [.executors(["execution.callTarget"])])),
        KnownFunction(
            "swap((address inputToken, uint256 inputAmount, address inputReceiver, address outputToken, "
                + "uint256 outputQuote, uint256 outputMin, address outputReceiver) tokenInfo, bytes pathDefinition, "
                + "address executor, uint32 referralCode)",
            .swap(
                gives: [.exactly("tokenInfo.inputAmount", "tokenInfo.inputToken")],
                gets: [.atLeast("tokenInfo.outputMin", "tokenInfo.outputToken")],
                to: ["tokenInfo.outputReceiver"], takesCoins: true, terms: [.executors(["executor"])])),
        // Curve's router.
        KnownFunction(
            "exchange(address[11] route, uint256[5][5] swap_params, uint256 amount, uint256 min_dy, "
                + "address[5] pools)",
            .swap(
                gives: [.exactly("amount", "route.[0]")], takesCoins: true, least: "min_dy",
                terms: [.route("route", least: "min_dy")])),
        KnownFunction(
            "exchange(address[11] route, uint256[5][5] swap_params, uint256 amount, uint256 min_dy, "
                + "address[5] pools, address receiver)",
            .swap(
                gives: [.exactly("amount", "route.[0]")], to: ["receiver"], takesCoins: true, least: "min_dy",
                terms: [.route("route", least: "min_dy")])),
        // CoW Protocol.
        KnownFunction(
            "createOrder((address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, bytes32 appData, "
                + "uint256 feeAmount, uint32 validTo, bool partiallyFillable, int64 quoteId) order)",
            .swap(
                gives: [.exactly("order.sellAmount").plus("order.feeAmount")],
                gets: [.atLeast("order.buyAmount", "order.buyToken")], to: ["order.receiver"], takesCoins: true)),
        KnownFunction(
            "invalidateOrder(bytes orderUid)",
            .harmless(.cancelOrder, because: "it takes a permission away")),
        // MetaMask's swaps wrap the call of an aggregator; only the token and the amount are visible.
        KnownFunction(
            "swap(string aggregatorId, address tokenFrom, uint256 amount, bytes data)",
            .swap(gives: [.exactly("amount", "tokenFrom")], takesCoins: true)),
    ]
}
