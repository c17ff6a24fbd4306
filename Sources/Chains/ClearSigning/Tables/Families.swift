internal import Ethereum

/// Functions that many apps share: vaults with a limit, attestations, and accounts that act for others.
extension KnownFunctions {
    private static let attestation =
        "(address recipient, uint64 expirationTime, bool revocable, bytes32 refUID, bytes data, uint256 value)"
    private static let statement = "it is a statement, which moves nothing"

    static let families = [
        // ERC-4626 with a limit or a referral.
        KnownFunction(
            "deposit(uint256 assets, address receiver, uint256 minShares)",
            .action(
                .depositIntoVault, gets: [.atLeast("minShares", "@.to")], to: ["receiver"],
                terms: [.vault(.deposit, "assets")])),
        KnownFunction(
            "deposit(uint256 assets, address receiver, uint8 kind)",
            .action(.depositIntoVault, to: ["receiver"], terms: [.vault(.deposit, "assets")])),
        KnownFunction(
            "deposit(uint256 assets, address receiver, uint16 referral)",
            .action(.depositIntoVault, to: ["receiver"], terms: [.vault(.deposit, "assets")])),
        KnownFunction(
            "depositWithReferral(uint256 assets, address receiver, uint256 referralCode)",
            .action(.depositIntoVault, to: ["receiver"], terms: [.vault(.deposit, "assets")])),
        KnownFunction(
            "withdraw(uint256 assets, address receiver, address owner, uint256 limit)",
            .action(.withdrawFromVault, to: ["receiver"], owner: "owner", terms: [.vault(.withdraw, "assets")])),
        KnownFunction(
            "redeem(uint256 shares, address receiver, address owner, uint256 limit)",
            .action(
                .withdrawFromVault, gives: [.exactly("shares", "@.to")], to: ["receiver"], owner: "owner",
                terms: [.vault(.redeem, "shares")])),
        KnownFunction(
            "requestRedeem(uint256 shares, address owner)",
            .action(.requestVaultWithdrawal, gives: [.exactly("shares", "@.to")], owner: "owner")),
        KnownFunction(
            "borrow(uint256 amount, address receiver)", .action(.borrow, to: ["receiver"])),
        KnownFunction(
            "borrow(uint256 assets, address receiver, address borrower)",
            .action(.borrow, to: ["receiver"], owner: "borrower")),
        KnownFunction("repay(uint256 amount, address receiver)", .action(.repay, to: ["receiver"])),
        // The Ethereum Vault Connector: calls for the account, and who may make them.
        KnownFunction(
            "batch((address targetContract, address onBehalfOfAccount, uint256 value, bytes data)[] items)",
            .calls(to: "items.[].targetContract", value: "items.[].value", data: "items.[].data")),
        // Gearbox: calls for the credit account, which the facade makes only for its owner.
        KnownFunction(
            "multicall(address account, (address target, bytes data)[] calls)",
            .calls(to: "calls.[].target", data: "calls.[].data")),
        KnownFunction(
            "openCreditAccount(address account, (address target, bytes data)[] calls, uint256 referralCode)",
            .action(.registerAccount, to: ["account"]), .calls(to: "calls.[].target", data: "calls.[].data")),
        // Mayan: a call of one of its contracts.
        KnownFunction(
            "forwardEth(address target, bytes data)", .calls(to: "target", value: "@.value", data: "data")),
        KnownFunction(
            "enableCollateral(address account, address vault)",
            .harmless(.useAsCollateral, because: "it moves nothing")),
        KnownFunction(
            "disableCollateral(address account, address vault)",
            .harmless(.stopUsingAsCollateral, because: "it moves nothing")),
        KnownFunction(
            "enableController(address account, address vault)",
            .grant(.power, .borrowAgainstCollateral, to: "vault")),
        KnownFunction(
            "setAccountOperator(address account, address operator, bool authorized)",
            .grant(.power, .actForAccount, to: "operator")),
        KnownFunction(
            "setOperator(bytes19 addressPrefix, address operator, uint256 operatorBitField)",
            .grant(.power, .actForAccount, to: "operator")),
        // Attestations.
        KnownFunction(
            "attest((bytes32 schema, \(attestation) data) request)", .harmless(.attest, because: statement)),
        KnownFunction(
            "multiAttest((bytes32 schema, \(attestation)[] data)[] multiRequests)",
            .harmless(.attest, because: statement)),
        KnownFunction("timestamp(bytes32 data)", .harmless(.attest, because: statement)),
        KnownFunction(
            "revoke((bytes32 schema, (bytes32 uid, uint256 value) data) request)",
            .harmless(.revokeAttestation, because: statement)),
        // Names in ENS’s wrapper.
        KnownFunction(
            "setSubnodeOwner(bytes32 parentNode, string label, address owner, uint32 fuses, uint64 expiry)",
            .grant(.power, .transferSubname, to: "owner")),
        KnownFunction(
            "setSubnodeRecord(bytes32 parentNode, string label, address owner, address resolver, uint64 ttl, "
                + "uint32 fuses, uint64 expiry)",
            .grant(.power, .transferSubname, to: "owner")),
        KnownFunction(
            "wrapETH2LD(string label, address wrappedOwner, uint16 ownerControlledFuses, address resolver)",
            .grant(.power, .transferName, to: "wrappedOwner")),
        // Staking of coins.
        KnownFunction("depositETH()", .action(.stake, gives: [.coins])),
        KnownFunction("depositETH(uint256 referralId)", .action(.stake, gives: [.coins])),
        KnownFunction("depositETH(address receiver)", .action(.stake, gives: [.coins], to: ["receiver"])),
        KnownFunction(
            "depositETH(uint256 leastShares, string referralId)", .action(.stake, gives: [.coins])),
        KnownFunction(
            "depositAsset(address asset, uint256 depositAmount, uint256 leastShares, string referralId)",
            .action(.stake, gives: [.exactly("depositAmount", "asset")])),
        KnownFunction("deposit(address receiver)", .action(.stake, gives: [.coins], to: ["receiver"])),
        KnownFunction(
            "deposit(address receiver, string referralId)", .action(.stake, gives: [.coins], to: ["receiver"])),
        KnownFunction("submit()", .action(.stake, gives: [.coins])),
        KnownFunction("submitAndDeposit(address recipient)", .action(.stake, gives: [.coins], to: ["recipient"])),
        KnownFunction(
            "enterRedemptionQueue(address recipient, uint120 amount)",
            .action(.requestUnstaking, to: ["recipient"])),
        KnownFunction(
            "requestWithdraw(uint256 amount, address owner)", .action(.requestUnstaking, to: ["owner"])),
        KnownFunction(
            "unstakeRequest(uint128 shares, uint128 leastCoins)", .action(.requestUnstaking)),
        KnownFunction(
            "initiateWithdrawal(address asset, uint256 shares, string referralId)", .action(.requestUnstaking)),
        // Pools that pay for liquidations.
        KnownFunction("provideToSP(uint256 amount)", .action(.deposit)),
        KnownFunction("provideToSP(uint256 amount, address frontEndTag)", .action(.deposit)),
        KnownFunction("provideToSP(uint256 amount, bool doClaim)", .action(.deposit)),
        KnownFunction("withdrawFromSP(uint256 amount)", .action(.withdraw)),
        KnownFunction("withdrawFromSP(uint256 amount, bool doClaim)", .action(.withdraw)),
        // Balancer, version 3.
        KnownFunction(
            "swapSingleTokenExactIn(address pool, address tokenIn, address tokenOut, uint256 exactAmountIn, "
                + "uint256 minAmountOut, uint256 deadline, bool wethIsEth, bytes userData)",
            .swap(
                gives: [.exactly("exactAmountIn", "tokenIn")], gets: [.atLeast("minAmountOut", "tokenOut")],
                takesCoins: true)),
        // Bridges of rollups.
        KnownFunction(
            "depositETH(uint256 amount, uint256 gasLimit)", .action(.bridgeToOwnAddress, gives: [.coins])),
        KnownFunction(
            "depositERC20(address token, uint256 amount, uint256 gasLimit)",
            .action(.bridgeToOwnAddress, gives: [.exactly("amount", "token")], takesCoins: true)),
        KnownFunction(
            "sendMessage(address to, uint256 fee, bytes data)", .action(.bridge, gives: [.coins], to: ["to"])),
        KnownFunction(
            "bridgeToken(address token, uint256 amount, address recipient)",
            .action(.bridge, gives: [.exactly("amount", "token")], to: ["recipient"], takesCoins: true)),
        KnownFunction(
            "sendMessage((uint64 id, uint64 fee, uint32 gasLimit, address from, uint64 srcChainId, address srcOwner, "
                + "uint64 destChainId, address destOwner, address to, uint256 value, bytes data) message)",
            .action(
                .bridge, gives: [.coins], to: ["message.srcOwner", "message.destOwner", "message.to"])),
        KnownFunction(
            "requestL2TransactionDirect((uint256 chainId, uint256 mintValue, address l2Contract, uint256 l2Value, "
                + "bytes l2Calldata, uint256 l2GasLimit, uint256 l2GasPerPubdataByteLimit, bytes[] factoryDeps, "
                + "address refundRecipient) request)",
            .action(
                .bridge, gives: [.coins], to: ["request.l2Contract", "request.refundRecipient"])),
        KnownFunction(
            "requestL2Transaction(address l2Contract, uint256 l2Value, bytes l2Calldata, uint256 l2GasLimit, "
                + "uint256 l2GasPerPubdataByteLimit, bytes[] factoryDeps, address refundRecipient)",
            .action(.bridge, gives: [.coins], to: ["l2Contract", "refundRecipient"])),
        // Votes.
        KnownFunction(
            "castVoteWithReasonAndParams(uint256 proposalId, uint8 support, string reason, bytes params)",
            .harmless(.vote, because: "a vote moves nothing")),
        KnownFunction(
            "castRefundableVote(uint256 proposalId, uint8 support)",
            .harmless(.vote, because: "a vote moves nothing")),
        KnownFunction(
            "castRefundableVoteWithReason(uint256 proposalId, uint8 support, string reason)",
            .harmless(.vote, because: "a vote moves nothing")),
        KnownFunction(
            "vote(uint256 proposalId, uint8 option, bool tryEarlyExecution)",
            .harmless(.vote, because: "a vote moves nothing")),
        KnownFunction(
            "submitVote(uint32 id, bool approved)", .harmless(.vote, because: "a vote moves nothing")),
    ]
}
