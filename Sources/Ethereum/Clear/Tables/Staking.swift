/// Staking, bridges and wrapped tokens: Lido, Rocket Pool, ether.fi, EigenLayer, gauges, canonical bridges.
extension KnownFunctions {
    static let staking = [
        // Lido.
        KnownFunction("submit(address referral)", .action("Stake", gives: [.coins])),
        KnownFunction("wrap(uint256 amount)", .action("Wrap")),
        KnownFunction("unwrap(uint256 amount)", .action("Unwrap", gives: [.exactly("amount", "@.to")])),
        KnownFunction(
            "requestWithdrawals(uint256[] amounts, address owner)",
            .action("Request unstaking", to: ["owner"], router: .zeroIsSender)),
        KnownFunction(
            "requestWithdrawalsWstETH(uint256[] amounts, address owner)",
            .action("Request unstaking", to: ["owner"], router: .zeroIsSender)),
        KnownFunction(
            "requestWithdrawalsWithPermit(uint256[] amounts, address owner, (uint256 value, uint256 deadline, uint8 v, "
                + "bytes32 r, bytes32 s) permit)",
            .action("Request unstaking", to: ["owner"], router: .zeroIsSender)),
        KnownFunction(
            "requestWithdrawalsWstETHWithPermit(uint256[] amounts, address owner, (uint256 value, uint256 deadline, "
                + "uint8 v, bytes32 r, bytes32 s) permit)",
            .action("Request unstaking", to: ["owner"], router: .zeroIsSender)),
        KnownFunction("claimWithdrawal(uint256 requestId)", .action("Withdraw unstaked coins")),
        KnownFunction("claimWithdrawals(uint256[] requestIds, uint256[] hints)", .action("Withdraw unstaked coins")),
        KnownFunction(
            "claimWithdrawalsTo(uint256[] requestIds, uint256[] hints, address recipient)",
            .action("Withdraw unstaked coins", to: ["recipient"])),
        KnownFunction("stake()", .action("Stake", gives: [.coins])),
        KnownFunction("stake(uint256 amount)", .action("Stake", takesCoins: true)),
        KnownFunction("stake(uint256 amount, address receiver)", .action("Stake", to: ["receiver"])),
        KnownFunction("unstake(uint256 amount)", .action("Unstake")),
        KnownFunction("unstake()", .action("Unstake")),
        KnownFunction(
            "requestWithdraw(address recipient, uint256 amount)",
            .action("Request unstaking", to: ["recipient"])),
        KnownFunction("withdraw(uint256 amount, bool claim)", .action("Withdraw")),
        KnownFunction("deposit(uint256 amount, bool claim)", .action("Deposit")),
        KnownFunction("exit()", .action("Withdraw everything and claim rewards")),
        KnownFunction(
            "deposit(uint256 pid, uint256 amount)", .action("Deposit", takesCoins: true, terms: [.isAmbiguous])),
        KnownFunction(
            "deposit(uint256 pid, uint256 amount, bool stake)", .action("Deposit", terms: [.isAmbiguous])),
        KnownFunction("depositAll(uint256 pid, bool stake)", .action("Deposit everything")),
        KnownFunction("withdraw(uint256 pid, uint256 amount)", .action("Withdraw")),
        KnownFunction("withdrawAndUnwrap(uint256 amount, bool claim)", .action("Withdraw")),
        KnownFunction(
            "deposit(uint256 pid, uint256 amount, address to)",
            .action("Deposit", to: ["to"], terms: [.isAmbiguous])),
        KnownFunction("harvest(uint256 pid, address to)", .action("Claim rewards", to: ["to"])),
        KnownFunction("emergencyWithdraw(uint256 pid)", .action("Withdraw without rewards")),
        KnownFunction(
            "burn(uint256 amount, address to)", .action("Burn", gives: [.exactly("amount", "@.to")], to: ["to"])),
        KnownFunction("create_lock(uint256 value, uint256 unlock_time)", .action("Lock tokens")),
        KnownFunction("increase_amount(uint256 value)", .action("Lock more tokens")),
        KnownFunction("increase_unlock_time(uint256 unlock_time)", .action("Lock tokens for longer")),
        KnownFunction(
            "vote_for_gauge_weights(address gauge, uint256 weight)",
            .harmless("Vote", because: "a vote moves nothing")),
        // Ethereum's deposit contract: the credentials end with the withdrawal address.
        KnownFunction(
            "deposit(bytes pubkey, bytes withdrawal_credentials, bytes signature, bytes32 deposit_data_root)",
            .action(
                "Deposit for a validator", gives: [.coins], to: ["withdrawal_credentials.[-20:]"],
                terms: [.validator("withdrawal_credentials")])),
        // EigenLayer.
        KnownFunction(
            "depositIntoStrategy(address strategy, address token, uint256 amount)",
            .action("Restake", gives: [.exactly("amount", "token")])),
        KnownFunction(
            "delegateTo(address operator, (bytes signature, uint256 expiry) approval, bytes32 salt)",
            .action("Delegate a restaked deposit", terms: [.operator("operator")])),
        KnownFunction("undelegate(address staker)", .action("Undelegate and withdraw a restaked deposit")),
        // Bridges.
        KnownFunction(
            "depositETH(uint32 minGasLimit, bytes extraData)", .action("Bridge to your address", gives: [.coins])),
        KnownFunction(
            "depositETHTo(address to, uint32 minGasLimit, bytes extraData)",
            .action("Bridge", gives: [.coins], to: ["to"])),
        KnownFunction(
            "bridgeETH(uint32 minGasLimit, bytes extraData)", .action("Bridge to your address", gives: [.coins])),
        KnownFunction(
            "bridgeETHTo(address to, uint32 minGasLimit, bytes extraData)",
            .action("Bridge", gives: [.coins], to: ["to"])),
        KnownFunction(
            "depositERC20(address l1Token, address l2Token, uint256 amount, uint32 minGasLimit, bytes extraData)",
            .action("Bridge to your address", gives: [.exactly("amount", "l1Token")])),
        KnownFunction(
            "depositERC20To(address l1Token, address l2Token, address to, uint256 amount, uint32 minGasLimit, "
                + "bytes extraData)",
            .action("Bridge", gives: [.exactly("amount", "l1Token")], to: ["to"])),
        KnownFunction(
            "bridgeERC20To(address localToken, address remoteToken, address to, uint256 amount, uint32 minGasLimit, "
                + "bytes extraData)",
            .action("Bridge", gives: [.exactly("amount", "localToken")], to: ["to"])),
        KnownFunction(
            "withdraw(address l2Token, uint256 amount, uint32 minGasLimit, bytes extraData)",
            .action("Bridge to your address", gives: [.exactly("amount", "l2Token")])),
        KnownFunction(
            "depositTransaction(address to, uint256 value, uint64 gasLimit, bool isCreation, bytes data)",
            .calls(to: "to", value: "value", data: "data")),
        KnownFunction("depositEth()", .action("Bridge to your address", gives: [.coins])),
        KnownFunction(
            "outboundTransfer(address token, address to, uint256 amount, uint256 maxGas, uint256 gasPriceBid, "
                + "bytes data)",
            .action("Bridge", gives: [.exactly("amount", "token")], to: ["to"], takesCoins: true)),
        KnownFunction("withdrawEth(address destination)", .action("Bridge", gives: [.coins], to: ["destination"])),
        KnownFunction(
            "depositFor(address user, address token, uint256 amount)",
            .action("Bridge", gives: [.exactly("amount", "token")], to: ["user"])),
        KnownFunction("depositEtherFor(address user)", .action("Bridge", gives: [.coins], to: ["user"])),
        KnownFunction(
            "depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken)",
            .action(
                "Bridge", gives: [.exactly("amount", "burnToken")], to: ["mintRecipient.[-20:]"])),
        KnownFunction(
            "depositV3(address depositor, address recipient, address inputToken, address outputToken, "
                + "uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, "
                + "uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message)",
            .action(
                "Bridge", gives: [.exactly("inputAmount", "inputToken")],
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
                "Bridge", to: ["sendParam.to.[-20:]", "refundAddress"], takesCoins: true,
                terms: [
                    .crossing(sent: "sendParam.amountLD", least: "sendParam.minAmountLD"),
                    .delivery(options: "sendParam.extraOptions", further: "sendParam.composeMsg"),
                ])),
    ]
}
