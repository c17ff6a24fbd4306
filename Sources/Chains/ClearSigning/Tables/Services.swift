internal import Ethereum

/// Functions of single apps and of their forks, by the signatures that they publish: vaults, loans, bridges, exchanges.
extension KnownFunctions {
    static let services: [KnownFunction] = [pools, debts, transits, exchanges, stakes].flatMap(\.self)

    private static let anyone = "anyone can do it, and it decides nothing for the account"
    private static let hints = "address upperHint, address lowerHint"

    private static let pools = [
        // Maple: the word names the site that referred the account; other contracts may read it as an account.
        KnownFunction("deposit(uint256 assets, bytes32 mark)", .action(.deposit, terms: [.isSealed])),
        // Exactly: deposits and loans until a date.
        KnownFunction(
            "depositAtMaturity(uint256 maturity, uint256 assets, uint256 leastAssets, address receiver)",
            .action(.deposit, to: ["receiver"])),
        KnownFunction(
            "withdrawAtMaturity(uint256 maturity, uint256 assets, uint256 leastAssets, address receiver, address owner)",
            .action(.withdraw, to: ["receiver"], owner: "owner")),
        KnownFunction(
            "borrowAtMaturity(uint256 maturity, uint256 assets, uint256 mostAssets, address receiver, address borrower)",
            .action(.borrow, to: ["receiver"], owner: "borrower")),
        KnownFunction(
            "repayAtMaturity(uint256 maturity, uint256 assets, uint256 mostAssets, address borrower)",
            .action(.repay, to: ["borrower"])),
        // Alchemix.
        KnownFunction(
            "depositUnderlying(address token, uint256 amount, address recipient, uint256 leastShares)",
            .action(.deposit, to: ["recipient"], code: "token")),
        KnownFunction(
            "withdrawUnderlying(address token, uint256 shares, address recipient, uint256 leastAmount)",
            .action(.withdraw, to: ["recipient"])),
        // Gains.
        KnownFunction(
            "makeWithdrawRequest(uint256 shares, address owner)",
            .action(.requestVaultWithdrawal, gives: [.exactly("shares", "@.to")], owner: "owner")),
        // Ajna: a deposit at a price that the account chooses.
        KnownFunction("addQuoteToken(uint256 amount, uint256 index, uint256 expiry)", .action(.deposit)),
        KnownFunction(
            "addQuoteToken(uint256 amount, uint256 index, uint256 expiry, bool reverts)", .action(.deposit)),
        KnownFunction("removeQuoteToken(uint256 amount, uint256 index)", .action(.withdraw)),
        // Notional.
        KnownFunction(
            "depositUnderlyingToken(address account, uint16 currency, uint256 amount)",
            .action(.deposit, to: ["account"], takesCoins: true)),
        KnownFunction(
            "depositAssetToken(address account, uint16 currency, uint256 amount)",
            .action(.deposit, to: ["account"])),
        // Loopring.
        KnownFunction(
            "deposit(address from, address to, address token, uint96 amount, bytes data)",
            .action(.deposit, gives: [.exactly("amount", "token")], to: ["to"], owner: "from", takesCoins: true)),
        // Synthetix: an account is a number.
        KnownFunction(
            "deposit(uint128 account, address token, uint256 amount)",
            .action(.deposit, gives: [.exactly("amount", "token")], terms: [.isSealed])),
        KnownFunction("withdraw(uint128 account, address token, uint256 amount)", .action(.withdraw)),
    ]

    private static let debts = [
        // Ajna.
        KnownFunction(
            "drawDebt(address borrower, uint256 debtAmount, uint256 limit, uint256 collateralAmount)",
            .action(.supply, to: ["borrower"]), .action(.borrow, to: ["borrower"])),
        KnownFunction(
            "repayDebt(address borrower, uint256 debtAmount, uint256 collateralAmount, address receiver, uint256 limit)",
            .action(.repay, to: ["borrower"]), .action(.withdraw, to: ["receiver"])),
        // Gravita.
        KnownFunction(
            "openVessel(address asset, uint256 collateralAmount, uint256 debtAmount, \(hints))",
            .action(.supply, gives: [.exactly("collateralAmount", "asset")]), .action(.borrow)),
        KnownFunction(
            "adjustVessel(address asset, uint256 collateralAmount, uint256 withdrawnAmount, uint256 debtAmount, "
                + "bool isMore, \(hints))",
            .action(.supply, gives: [.exactly("collateralAmount", "asset")]), .action(.withdraw),
            .either("isMore", [.action(.borrow)], [.action(.repay)])),
        KnownFunction("closeVessel(address asset)", .action(.repay), .action(.withdraw)),
        // Liquity, version 2: a manager can change the loan, and the receiver gets what it pays out.
        KnownFunction(
            "openTrove(address owner, uint256 ownerIndex, uint256 collateralAmount, uint256 debtAmount, "
                + "uint256 upperHint, uint256 lowerHint, uint256 interestRate, uint256 maxFee, address addManager, "
                + "address removeManager, address receiver)",
            .action(
                .supply, to: ["owner", "addManager", "removeManager", "receiver"], router: .zeroIsSender),
            .action(.borrow, to: ["owner", "receiver"], router: .zeroIsSender)),
        KnownFunction("withdrawColl(uint256 trove, uint256 collateralAmount)", .action(.withdraw)),
        KnownFunction("withdrawBold(uint256 trove, uint256 debtAmount, uint256 maxFee)", .action(.borrow)),
        KnownFunction("closeTrove(uint256 trove)", .action(.repay), .action(.withdraw)),
        // Gearbox: what its calls of the own account’s functions name.
        KnownFunction("increaseDebt(uint256 amount)", .action(.borrow)),
        KnownFunction("decreaseDebt(uint256 amount)", .action(.repay)),
        KnownFunction(
            "addCollateral(address token, uint256 amount)", .action(.supply, gives: [.exactly("amount", "token")])),
    ]

    private static let transits = [
        // Celer.
        KnownFunction(
            "send(address receiver, address token, uint256 amount, uint64 chain, uint64 nonce, uint32 maxSlippage)",
            .action(.bridge, gives: [.exactly("amount", "token")], to: ["receiver"])),
        KnownFunction(
            "sendNative(address receiver, uint256 amount, uint64 chain, uint64 nonce, uint32 maxSlippage)",
            .action(.bridge, gives: [.coins], to: ["receiver"])),
        // deBridge: the order, its authority and its recipient are bytes, because they can be of other kinds of chains.
        KnownFunction(
            "createSaltedOrder(\(order) order, uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permit, "
                + "bytes metadata)", orderEffect),
        KnownFunction(
            "createOrder(\(order) order, bytes affiliateFee, uint32 referralCode, bytes permit)", orderEffect),
        // Chainlink.
        KnownFunction(
            "ccipSend(uint64 chain, (bytes receiverAccount, bytes data, (address token, uint256 amount)[] tokens, "
                + "address feeToken, bytes extra) message)",
            .action(
                .bridge, gives: [.exactly("message.tokens.[].amount", "message.tokens.[].token")],
                to: ["message.receiverAccount.[-20:]"], takesCoins: true)),
        // Socket.
        KnownFunction(
            "bridgeNativeTo(address receiver, address bridge, uint32 l2Gas, uint256 amount, uint256 chain, "
                + "bytes32 metadata, bytes data)",
            .action(.bridge, gives: [.coins], to: ["receiver"], code: "bridge")),
        // Mayan: what arrives is in units that the wallet cannot compare.
        KnownFunction(
            "createOrderWithEth(\(mayan) params)",
            .action(
                .bridge, gives: [.coins], to: ["params.trader.[-20:]", "params.recipient.[-20:]"],
                terms: [.isSealed])),
        KnownFunction(
            "createOrderWithToken(address token, uint256 amount, \(mayan) params)",
            .action(
                .bridge, gives: [.exactly("amount", "token")],
                to: ["params.trader.[-20:]", "params.recipient.[-20:]"], terms: [.isSealed])),
        // Ronin.
        KnownFunction(
            "requestDepositFor((address recipient, address token, (uint8 kind, uint256 id, uint256 quantity) info) "
                + "request)",
            .action(
                .bridge, gives: [.exactly("request.info.quantity", "request.token")], to: ["request.recipient"],
                takesCoins: true)),
        // Metis.
        KnownFunction(
            "depositETHByChainId(uint256 chain, uint32 l2Gas, bytes data)",
            .action(.bridgeToOwnAddress, gives: [.coins])),
        KnownFunction(
            "depositETHToByChainId(uint256 chain, address to, uint32 l2Gas, bytes data)",
            .action(.bridge, gives: [.coins], to: ["to"])),
        // Polygon zkEVM.
        KnownFunction(
            "bridgeAsset(uint32 network, address receiver, uint256 amount, address token, bool forcesUpdate, "
                + "bytes permit)",
            .action(.bridge, gives: [.exactly("amount", "token")], to: ["receiver"], takesCoins: true)),
        // Gnosis.
        KnownFunction(
            "relayTokens(address token, address receiver, uint256 amount)",
            .action(.bridge, gives: [.exactly("amount", "token")], to: ["receiver"])),
        KnownFunction(
            "wrapAndRelayTokens(address receiver)", .action(.bridge, gives: [.coins], to: ["receiver"])),
        // Synapse and Stargate’s first version.
        KnownFunction(
            "deposit(address to, uint256 chain, address token, uint256 amount)",
            .action(.bridge, gives: [.exactly("amount", "token")], to: ["to"])),
        KnownFunction(
            "redeem(address to, uint256 chain, address token, uint256 amount)",
            .action(.bridge, gives: [.exactly("amount", "token")], to: ["to"])),
        KnownFunction(
            "swapETH(uint16 chain, address refund, bytes receiverAccount, uint256 amount, uint256 leastAmount)",
            .action(
                .bridge, gives: [.coins], to: ["refund", "receiverAccount.[-20:]"],
                terms: [.crossing(sent: "amount", least: "leastAmount")])),
    ]

    /// What an order of deBridge gives and asks for.
    private static let order =
        "(address giveToken, uint256 giveAmount, bytes takeToken, uint256 takeAmount, uint256 takeChain, "
        + "bytes receiverAccount, address givePatchAuthority, bytes authorityAccount, bytes taker, bytes externalCall, "
        + "bytes cancelBeneficiary)"

    private static let orderEffect = Effect.action(
        .bridge, gives: [.exactly("order.giveAmount", "order.giveToken")],
        to: ["order.receiverAccount.[-20:]", "order.givePatchAuthority", "order.authorityAccount.[-20:]"],
        takesCoins: true,
        terms: [
            .crossing(
                sent: "order.giveAmount", least: "order.takeAmount", token: "order.giveToken",
                arriving: ("order.takeToken.[-20:]", "order.takeChain")),
            .delivery(options: "order.cancelBeneficiary", further: "order.externalCall"),
        ])

    /// An order of Mayan’s.
    private static let mayan =
        "(bytes32 trader, bytes32 bought, uint64 leastAmount, uint64 gasDrop, uint64 cancelFee, uint64 refundFee, "
        + "uint64 deadline, bytes32 recipient, uint16 chain, bytes32 referrer, uint8 referrerBps, uint8 auctionMode, "
        + "bytes32 random)"

    private static let routes =
        "(address tokenIn, address tokenOut, bool isStable)[] routes, address receiver, uint256 deadline"

    private static let exchanges = [
        // Forks of Solidly, which name each step.
        KnownFunction(
            "swapExactTokensForTokens(uint256 amount, uint256 least, \(routes))",
            .swap(
                gives: [.exactly("amount", "routes.[0].tokenIn")], gets: [.atLeast("least", "routes.[-1].tokenOut")],
                to: ["receiver"])),
        KnownFunction(
            "swapExactETHForTokens(uint256 least, \(routes))",
            .swap(gives: [.coins], gets: [.atLeast("least", "routes.[-1].tokenOut")], to: ["receiver"])),
        KnownFunction(
            "swapExactTokensForETH(uint256 amount, uint256 least, \(routes))",
            .swap(
                gives: [.exactly("amount", "routes.[0].tokenIn")], gets: [.atLeast("least")], to: ["receiver"])),
        // Carbon: the strategies whose prices are used, each with its part.
        KnownFunction(
            "tradeBySourceAmount(address source, address target, (uint256 strategy, uint128 amount)[] actions, "
                + "uint256 deadline, uint128 least)",
            .swap(
                gives: [.exactly("actions.[].amount", "source")], gets: [.atLeast("least", "target")],
                takesCoins: true)),
        // Beefy: the order says what leaves and what must come back, the route how.
        KnownFunction(
            "executeOrder(((address token, uint256 amount)[] inputs, (address tokenOut, uint256 least)[] outputs, "
                + "(address target, uint256 value, bytes data) relay, address user, address recipient) order, "
                + "(address target, uint256 value, bytes data, (address token, int32 index)[] tokens)[] route)",
            .swap(
                gives: [.exactly("order.inputs.[].amount", "order.inputs.[].token")],
                gets: [.atLeast("order.outputs.[].least", "order.outputs.[].tokenOut")],
                to: ["order.user", "order.recipient"], takesCoins: true, code: "order.relay.target",
                terms: [.executorSteps("route")])),
        KnownFunction(
            "buyShares(address subject, uint256 amount)", .action(.buy, gives: [.coins])),
    ]

    /// Exchanges whose paths and pools are lists or packed words.
    static let routers = [
        KnownFunction(
            "tradeByTargetAmount(address source, address target, (uint256 strategy, uint128 amount)[] actions, "
                + "uint256 deadline, uint128 mostAmount)",
            .swap(
                gives: [.atMost("mostAmount", "source")], gets: [.exactly("actions.[].amount", "target")],
                takesCoins: true)),
        // Yield Yak.
        yak("swapNoSplit", gives: .exactly("trade.amountIn", "trade.path.[0]"), "trade.path.[-1]"),
        yak("swapNoSplitFromAVAX", gives: .coins, "trade.path.[-1]"),
        yak("swapNoSplitToAVAX", gives: .exactly("trade.amountIn", "trade.path.[0]"), nil),
        // OKX: like 1inch’s.
        KnownFunction(
            "unxswapByOrderId(uint256 srcToken, uint256 amount, uint256 minReturn, bytes32[] pools)",
            .swap(
                gives: [.exactly("amount", "srcToken.[-20:]")], takesCoins: true, least: "minReturn",
                terms: [.pools(["pools.[]"], token: "srcToken.[-20:]", sold: "amount", least: "minReturn")])),
    ]

    private static func yak(_ name: String, gives: Flow, _ bought: String?) -> KnownFunction {
        KnownFunction(
            "\(name)((uint256 amountIn, uint256 least, address[] path, address[] adapters) trade, address to, "
                + "uint256 fee)",
            .swap(
                gives: [gives], gets: [.atLeast("trade.least", bought)], to: ["to"],
                terms: [.executors(["trade.adapters.[]"])]))
    }

    private static let stakes = [
        KnownFunction("castVote(uint256 proposal, uint256 votes)", .action(.vote, gives: [.coins])),
        KnownFunction("queue(uint256 proposal)", .harmless(.settle, because: anyone)),
        KnownFunction(
            "build(address owner, uint256 version, address origin)",
            .action(.registerAccount, to: ["owner"])),
        KnownFunction("getReward(address account, address[] tokens)", .action(.claimRewards, to: ["account"])),
        KnownFunction("unstake(uint256 amount, address receiver)", .action(.unstake, to: ["receiver"])),
        KnownFunction("lock(uint256 amount)", .action(.lockTokens)),
        KnownFunction("withdrawExpiredLocksTo(address receiver)", .action(.withdraw, to: ["receiver"])),
        KnownFunction("createLock(uint256 value, uint256 end)", .action(.lockTokens)),
        KnownFunction("increaseAmount(uint256 value)", .action(.lockMoreTokens)),
        KnownFunction(
            "create_lock_for(uint256 value, uint256 duration, address receiver)",
            .action(.lockTokens, to: ["receiver"])),
    ]
}
