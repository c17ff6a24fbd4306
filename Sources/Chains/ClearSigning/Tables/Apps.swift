internal import Ethereum
internal import BigInt

/// Functions of popular individual apps.
extension KnownFunctions {
    private static let referred = "address to, address referrer, uint256 deadline"
    private static let bridge =
        "(bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, "
        + "address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, "
        + "bool hasDestinationCall) bridgeData"

    /// An order of GMX, in the version with or without what was added later to its addresses and numbers.
    private static func order(_ addresses: String, _ numbers: String) -> KnownFunction {
        let place = "params.addresses"
        func action(_ kind: ContractAction.Kind, least: String? = nil) -> Effect {
            .action(
                kind, to: ["\(place).receiver"] + (addresses.isEmpty ? [] : ["\(place).cancellationReceiver"]),
                takesCoins: true, least: least, router: [.keepsCoins, .zeroIsSender],
                code: "\(place).callbackContract",
                terms: [.order(uses: "\(place).initialCollateralToken", kind: "params.orderType", reducing: 4...7)])
        }
        return KnownFunction(
            "createOrder(((address receiver, \(addresses)address callbackContract, address uiFeeReceiver, "
                + "address market, address initialCollateralToken, address[] swapPath) addresses, "
                + "(uint256 sizeDeltaUsd, uint256 initialCollateralDeltaAmount, uint256 triggerPrice, "
                + "uint256 acceptablePrice, uint256 executionFee, uint256 callbackGasLimit, "
                + "uint256 minOutputAmount\(numbers)) numbers, uint8 orderType, uint8 decreasePositionSwapType, "
                + "bool isLong, bool shouldUnwrapNativeToken, \(addresses.isEmpty ? "" : "bool autoCancel, ")"
                + "bytes32 referralCode) params)",
            .either(
                "params.orderType", [action(.placeOrder)],
                [action(.placeSwapOrder, least: "params.numbers.minOutputAmount")]))
    }

    static let apps = [
        KnownFunction(
            "swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, \(referred))",
            .swap(gives: [.coins], gets: [.atLeast("amountOutMin", "path.[-1]")], to: ["to"])),
        KnownFunction(
            "swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, "
                + "address[] path, \(referred))",
            .swap(
                gives: [.exactly("amountIn", "path.[0]")], gets: [.atLeast("amountOutMin", "path.[-1]")],
                to: ["to"])),
        KnownFunction(
            "swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, "
                + "address[] path, \(referred))",
            .swap(
                gives: [.exactly("amountIn", "path.[0]")], gets: [.atLeast("amountOutMin")], to: ["to"])),
        KnownFunction(
            "swapExactAVAXForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)",
            .swap(gives: [.coins], gets: [.atLeast("amountOutMin", "path.[-1]")], to: ["to"])),
        KnownFunction(
            "swapExactTokensForAVAX(uint256 amountIn, uint256 amountOutMin, address[] path, address to, "
                + "uint256 deadline)",
            .swap(
                gives: [.exactly("amountIn", "path.[0]")], gets: [.atLeast("amountOutMin")], to: ["to"])),
        KnownFunction(
            "redeemPyToToken(address receiver, address YT, uint256 netPyIn, (address tokenOut, uint256 minTokenOut, "
                + "address tokenRedeemSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, "
                + "bool needScale) swapData) output)",
            .action(
                .redeem, gives: [.exactly("netPyIn", "YT")],
                gets: [.atLeast("output.minTokenOut", "output.tokenOut")], to: ["receiver"],
                terms: [.executors(["output.pendleSwap", "output.swapData.extRouter"])])),
        KnownFunction(
            "redeemDueInterestAndRewards(address user, address[] sys, address[] yts, address[] markets)",
            .action(.claimRewards, to: ["user"])),
        KnownFunction("daiToUsds(address usr, uint256 wad)", .action(.convertDAIToUSDS, to: ["usr"])),
        KnownFunction("usdsToDai(address usr, uint256 wad)", .action(.convertUSDSToDAI, to: ["usr"])),
        KnownFunction(
            "sendWnt(address receiver, uint256 amount)",
            .action(
                .pay, gives: [.exactly("amount")], to: ["receiver"], takesCoins: true,
                router: [.keepsCoins, .awaitsOrder])),
        KnownFunction(
            "sendTokens(address token, address receiver, uint256 amount)",
            .action(.pay, gives: [.exactly("amount", "token")], to: ["receiver"], router: .awaitsOrder)),
        order("", ""), order("address cancellationReceiver, ", ", uint256 validFromTime"),
        // Staking.
        KnownFunction("unbond()", .action(.unstake)),
        KnownFunction(
            "lock(address account, uint256 amount, uint256 spendRatio)", .action(.lockTokens, to: ["account"])),
        KnownFunction("stakeGmx(uint256 amount)", .action(.stake)),
        KnownFunction("unstakeGmx(uint256 amount)", .action(.unstake)),
        KnownFunction(
            "handleRewards(bool claimGmx, bool stakeGmx, bool claimEsGmx, bool stakeEsGmx, bool stakePoints, "
                + "bool claimWeth, bool convertWeth)",
            .action(.claimAndStakeRewards)),
        KnownFunction(
            "deposit(address receiver, address referrer)", .action(.stake, gives: [.coins], to: ["receiver"])),
        KnownFunction("delegate(address indexer, uint256 tokens)", .action(.delegateStake)),
        KnownFunction("undelegate(address indexer, uint256 shares)", .action(.undelegateStake)),
        KnownFunction("upgrade(uint256 amount)", .action(.wrap)),
        KnownFunction("downgrade(uint256 amount)", .action(.unwrap, gives: [.exactly("amount", "@.to")])),
        // Payment streams.
        KnownFunction(
            "setFlowrate(address token, address receiver, int96 flowrate)",
            .action(.startOpenStream, to: ["receiver"])),
        KnownFunction(
            "deleteFlow(address token, address sender, address receiver, bytes userData)",
            .harmless(.endStream, because: "it ends a payment")),
        KnownFunction("withdrawMax(uint256 streamId, address to)", .action(.withdrawFromStream, to: ["to"])),
        KnownFunction("cancel(uint256 streamId)", .harmless(.cancelStream, because: "it ends a payment")),
        // Bridges.
        KnownFunction(
            "outboundTransferCustomRefund(address token, address refundTo, address to, uint256 amount, "
                + "uint256 maxGas, uint256 gasPriceBid, bytes data)",
            .action(
                .bridge, gives: [.exactly("amount", "token")], to: ["to", "refundTo"], takesCoins: true)),
        KnownFunction(
            "sendToL2(uint256 chainId, address recipient, uint256 amount, uint256 amountOutMin, uint256 deadline, "
                + "address relayer, uint256 relayerFee)",
            .either(
                "@.value",
                [
                    .action(
                        .bridge, gives: [.coins], to: ["recipient"],
                        terms: [.crossing(sent: "amount", least: "amountOutMin", fee: "relayerFee")])
                ],
                [
                    .action(
                        .bridge, to: ["recipient"],
                        terms: [.crossing(sent: "amount", least: "amountOutMin", fee: "relayerFee")])
                ])),
        KnownFunction(
            "depositFor(address user, address rootToken, bytes depositData)", .action(.bridge, to: ["user"])),
        KnownFunction(
            "wrapAndTransferETH(uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce)",
            .action(
                .bridge, gives: [.coins], to: ["recipient.[-20:]"],
                terms: [.crossing(sent: "@.value", fee: "arbiterFee")])),
        KnownFunction(
            "transferTokens(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, "
                + "uint256 arbiterFee, uint32 nonce)",
            .action(
                .bridge, gives: [.exactly("amount", "token")], to: ["recipient.[-20:]"], takesCoins: true,
                terms: [.crossing(sent: "amount", fee: "arbiterFee")])),
        KnownFunction(
            "swap(uint16 dstChainId, uint256 srcPoolId, uint256 dstPoolId, address refundAddress, uint256 amountLD, "
                + "uint256 minAmountLD, (uint256 dstGasForCall, uint256 dstNativeAmount, bytes dstNativeAddr) lzTxParams, "
                + "bytes to, bytes payload)",
            .action(
                .bridge, to: ["refundAddress", "to.[0:20]"], takesCoins: true,
                terms: [.crossing(sent: "amountLD", least: "minAmountLD")]),
            .either(
                "lzTxParams.dstNativeAmount",
                [.action(.sendCoinsToOtherChain, to: ["lzTxParams.dstNativeAddr.[0:20]"], takesCoins: true)],
                [])),
        KnownFunction(
            "startBridgeTokensViaAcrossV3(\(bridge), (address receiverAddress, address refundAddress, "
                + "address receivingAssetId, uint256 outputAmount, uint64 outputAmountPercent, address exclusiveRelayer, "
                + "uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) acrossData)",
            .action(
                .bridge, gives: [.exactly("bridgeData.minAmount", "bridgeData.sendingAssetId")],
                gets: [.exactly("acrossData.outputAmount", "acrossData.receivingAssetId")],
                to: ["bridgeData.receiver", "acrossData.receiverAddress", "acrossData.refundAddress"],
                takesCoins: true,
                terms: [
                    .crossing(
                        sent: "bridgeData.minAmount", least: "acrossData.outputAmount",
                        token: "bridgeData.sendingAssetId",
                        arriving: ("acrossData.receivingAssetId", "bridgeData.destinationChainId"))
                ])),
        // Minting of items and registration of accounts.
        KnownFunction(
            "mint(address creator, uint256 instanceId, uint32 mintIndex, bytes32[] merkleProof, address mintFor)",
            .action(.mint, gives: [.coins], to: ["mintFor"], terms: [.collection("creator")])),
        KnownFunction(
            "mintBatch(address creator, uint256 instanceId, uint16 mintCount, uint32[] mintIndices, "
                + "bytes32[][] merkleProofs, address mintFor)",
            .action(.mint, gives: [.coins], to: ["mintFor"], terms: [.collection("creator")])),
        KnownFunction(
            "mint(address minter, uint256 tokenId, uint256 quantity, address[] rewardsRecipients, "
                + "bytes minterArguments)",
            .action(.mint, gives: [.coins])),
        KnownFunction(
            "register(address recovery)", .action(.registerAccount, gives: [.coins]),
            .grant(.recovery, .recoverAccount, to: "recovery")),
        KnownFunction("rent(uint256 fid, uint256 units)", .action(.rentStorage, gives: [.coins])),
        KnownFunction(
            "vote(uint256 voteId, bool supports, bool executesIfDecided)",
            .harmless(.vote, because: "a vote moves nothing")),
        KnownFunction(
            "incrementBidAskNonces(bool bid, bool ask)",
            .harmless(.cancelAllOrders, because: "it takes a permission away")),
    ]
}
