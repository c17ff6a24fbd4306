internal import Ethereum

/// Staking, bridges and wrapped tokens: Lido, Rocket Pool, ether.fi, EigenLayer, gauges, canonical bridges.
extension KnownFunctions {
    static let staking = [
        // Lido.
        KnownFunction("submit(address referral)", .action(.stake, gives: [.coins])),
        KnownFunction("wrap(uint256 amount)", .action(.wrap)),
        KnownFunction("unwrap(uint256 amount)", .action(.unwrap, gives: [.exactly("amount", "@.to")])),
        KnownFunction(
            "requestWithdrawals(uint256[] amounts, address owner)",
            .action(.requestUnstaking, to: ["owner"], router: .zeroIsSender)),
        KnownFunction(
            "requestWithdrawalsWstETH(uint256[] amounts, address owner)",
            .action(.requestUnstaking, to: ["owner"], router: .zeroIsSender)),
        KnownFunction(
            "requestWithdrawalsWithPermit(uint256[] amounts, address owner, (uint256 value, uint256 deadline, uint8 v, "
                + "bytes32 r, bytes32 s) permit)",
            .action(.requestUnstaking, to: ["owner"], router: .zeroIsSender)),
        KnownFunction(
            "requestWithdrawalsWstETHWithPermit(uint256[] amounts, address owner, (uint256 value, uint256 deadline, "
                + "uint8 v, bytes32 r, bytes32 s) permit)",
            .action(.requestUnstaking, to: ["owner"], router: .zeroIsSender)),
        KnownFunction("claimWithdrawal(uint256 requestId)", .action(.withdrawUnstakedCoins)),
        KnownFunction("claimWithdrawals(uint256[] requestIds, uint256[] hints)", .action(.withdrawUnstakedCoins)),
        KnownFunction(
            "claimWithdrawalsTo(uint256[] requestIds, uint256[] hints, address recipient)",
            .action(.withdrawUnstakedCoins, to: ["recipient"])),
        KnownFunction("stake()", .action(.stake, gives: [.coins])),
        KnownFunction("stake(uint256 amount)", .action(.stake, takesCoins: true)),
        KnownFunction("stake(uint256 amount, address receiver)", .action(.stake, to: ["receiver"])),
        KnownFunction("unstake(uint256 amount)", .action(.unstake)),
        KnownFunction("unstake()", .action(.unstake)),
        KnownFunction(
            "requestWithdraw(address recipient, uint256 amount)",
            .action(.requestUnstaking, to: ["recipient"])),
        KnownFunction("withdraw(uint256 amount, bool claim)", .action(.withdraw)),
        KnownFunction("deposit(uint256 amount, bool claim)", .action(.deposit)),
        KnownFunction("exit()", .action(.withdrawEverythingAndRewards)),
        KnownFunction(
            "deposit(uint256 pid, uint256 amount)", .action(.deposit, takesCoins: true, terms: [.isAmbiguous])),
        KnownFunction(
            "deposit(uint256 pid, uint256 amount, bool stake)", .action(.deposit, terms: [.isAmbiguous])),
        KnownFunction("depositAll(uint256 pid, bool stake)", .action(.depositEverything)),
        KnownFunction("withdraw(uint256 pid, uint256 amount)", .action(.withdraw)),
        KnownFunction("withdrawAndUnwrap(uint256 amount, bool claim)", .action(.withdraw)),
        KnownFunction(
            "deposit(uint256 pid, uint256 amount, address to)",
            .action(.deposit, to: ["to"], terms: [.isAmbiguous])),
        KnownFunction("harvest(uint256 pid, address to)", .action(.claimRewards, to: ["to"])),
        KnownFunction("emergencyWithdraw(uint256 pid)", .action(.withdrawWithoutRewards)),
        KnownFunction(
            "burn(uint256 amount, address to)", .action(.burn, gives: [.exactly("amount", "@.to")], to: ["to"])),
        KnownFunction("create_lock(uint256 value, uint256 unlock_time)", .action(.lockTokens)),
        KnownFunction("increase_amount(uint256 value)", .action(.lockMoreTokens)),
        KnownFunction("increase_unlock_time(uint256 unlock_time)", .action(.lockTokensForLonger)),
        KnownFunction(
            "vote_for_gauge_weights(address gauge, uint256 weight)",
            .harmless(.vote, because: "a vote moves nothing")),
        // Ethereum's deposit contract: the credentials end with the withdrawal address.
        KnownFunction(
            "deposit(bytes pubkey, bytes withdrawal_credentials, bytes signature, bytes32 deposit_data_root)",
            .action(
                .depositForValidator, gives: [.coins], to: ["withdrawal_credentials.[-20:]"],
                terms: [.validator("withdrawal_credentials")])),
        // EigenLayer.
        KnownFunction(
            "depositIntoStrategy(address strategy, address token, uint256 amount)",
            .action(.restake, gives: [.exactly("amount", "token")])),
        KnownFunction(
            "delegateTo(address operator, (bytes signature, uint256 expiry) approval, bytes32 salt)",
            .action(.delegateRestakedDeposit, terms: [.operator("operator")])),
        KnownFunction("undelegate(address staker)", .action(.undelegateRestakedDeposit)),
        // Bridges.
        KnownFunction(
            "depositETH(uint32 minGasLimit, bytes extraData)", .action(.bridgeToOwnAddress, gives: [.coins])),
        KnownFunction(
            "depositETHTo(address to, uint32 minGasLimit, bytes extraData)",
            .action(.bridge, gives: [.coins], to: ["to"])),
        KnownFunction(
            "bridgeETH(uint32 minGasLimit, bytes extraData)", .action(.bridgeToOwnAddress, gives: [.coins])),
        KnownFunction(
            "bridgeETHTo(address to, uint32 minGasLimit, bytes extraData)",
            .action(.bridge, gives: [.coins], to: ["to"])),
        KnownFunction(
            "depositERC20(address l1Token, address l2Token, uint256 amount, uint32 minGasLimit, bytes extraData)",
            .action(
                .bridgeToOwnAddress, gives: [.exactly("amount", "l1Token")], terms: [.counterpart("l2Token")])),
        KnownFunction(
            "bridgeERC20(address localToken, address remoteToken, uint256 amount, uint32 minGasLimit, bytes extraData)",
            .action(
                .bridgeToOwnAddress, gives: [.exactly("amount", "localToken")], terms: [.counterpart("remoteToken")])),
        KnownFunction(
            "depositERC20To(address l1Token, address l2Token, address to, uint256 amount, uint32 minGasLimit, "
                + "bytes extraData)",
            .action(
                .bridge, gives: [.exactly("amount", "l1Token")], to: ["to"], terms: [.counterpart("l2Token")])),
        KnownFunction(
            "bridgeERC20To(address localToken, address remoteToken, address to, uint256 amount, uint32 minGasLimit, "
                + "bytes extraData)",
            .action(
                .bridge, gives: [.exactly("amount", "localToken")], to: ["to"], terms: [.counterpart("remoteToken")])),
        KnownFunction(
            "withdraw(address l2Token, uint256 amount, uint32 minGasLimit, bytes extraData)",
            .action(.bridgeToOwnAddress, gives: [.exactly("amount", "l2Token")], takesCoins: true)),
        KnownFunction(
            "depositTransaction(address to, uint256 value, uint64 gasLimit, bool isCreation, bytes data)",
            .calls(to: "to", value: "value", data: "data")),
        KnownFunction("depositEth()", .action(.bridgeToOwnAddress, gives: [.coins])),
        KnownFunction(
            "outboundTransfer(address token, address to, uint256 amount, uint256 maxGas, uint256 gasPriceBid, "
                + "bytes data)",
            .action(.bridge, gives: [.exactly("amount", "token")], to: ["to"], takesCoins: true)),
        KnownFunction("withdrawEth(address destination)", .action(.bridge, gives: [.coins], to: ["destination"])),
        KnownFunction(
            "depositFor(address user, address token, uint256 amount)",
            .action(.bridge, gives: [.exactly("amount", "token")], to: ["user"])),
        KnownFunction("depositEtherFor(address user)", .action(.bridge, gives: [.coins], to: ["user"])),
        KnownFunction(
            "depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken)",
            .action(
                .bridge, gives: [.exactly("amount", "burnToken")], to: ["mintRecipient.[-20:]"])),
        KnownFunction(
            "depositV3(address depositor, address recipient, address inputToken, address outputToken, "
                + "uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, "
                + "uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message)",
            .action(
                .bridge, gives: [.exactly("inputAmount", "inputToken")],
                gets: [.exactly("outputAmount", "outputToken")], to: ["recipient"], owner: "depositor",
                takesCoins: true,
                terms: [
                    .crossing(
                        sent: "inputAmount", least: "outputAmount", token: "inputToken",
                        arriving: ("outputToken", "destinationChainId"))
                ])),
        KnownFunction(
            "send((uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, "
                + "bytes composeMsg, bytes oftCmd) sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, "
                + "address refundAddress)",
            .action(
                .bridge, to: ["sendParam.to.[-20:]", "refundAddress"], takesCoins: true,
                terms: [
                    .crossing(sent: "sendParam.amountLD", least: "sendParam.minAmountLD"),
                    .delivery(options: "sendParam.extraOptions", further: "sendParam.composeMsg"),
                ])),
    ]
}
