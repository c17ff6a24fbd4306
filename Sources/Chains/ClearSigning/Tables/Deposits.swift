internal import Ethereum

/// Deposits, loans, bridges and bids of many apps, by the functions that they publish.
///
/// Where a deposit does not name its token, a simulation shows it. An address that is no recipient can still decide what
/// becomes of a deposit: it is code that takes part.
extension KnownFunctions {
    private static let anyone = "anyone can do it, and it decides nothing for the account"

    /// An amount of a token for a pool, a market or a vault that the call names.
    private static func deposit(_ text: String, _ amount: String, _ token: String, to: [String] = []) -> KnownFunction {
        KnownFunction(text, .action(.deposit, gives: [.exactly(amount, token)], to: to, takesCoins: true))
    }

    static let deposits: [KnownFunction] = [vaults, loans, crossings, bids, positions, rewards].flatMap(\.self)

    private static let vaults = [
        deposit(
            "deposit(address asset, uint256 amount, uint256 leastShares, address referral)", "amount", "asset"),
        KnownFunction(
            "deposit(address asset, uint256 amount, uint256 leastShares)",
            .action(.deposit, takesCoins: true, code: "asset")),
        KnownFunction(
            "depositAndBridge(address asset, uint256 amount, uint256 leastShares, address to, bytes bridgeData, "
                + "address feeToken, uint256 maxFee)",
            .action(.deposit, gives: [.exactly("amount", "asset")], to: ["to"], takesCoins: true)),
        deposit(
            "deposit(address token, uint256 amount, uint256 leastShares, address receiver, uint256 deadline, "
                + "bool stakes)", "amount", "token", to: ["receiver"]),
        KnownFunction(
            "deposit(address receiver, uint256[] amounts, uint256 leastShares, uint256 deadline)",
            .action(.depositIntoVault, gets: [.atLeast("leastShares", "@.to")], to: ["receiver"])),
        KnownFunction(
            "deposit(address receiver, uint256[] amounts, uint256 leastShares, uint256 deadline, "
                + "uint256 referralCode)",
            .action(.depositIntoVault, gets: [.atLeast("leastShares", "@.to")], to: ["receiver"])),
        KnownFunction(
            "registerWithdrawal(address to, uint256 shares, uint256[] leastAmounts, uint256 deadline, "
                + "uint256 requestDeadline, bool closesPrevious)",
            .action(.requestVaultWithdrawal, to: ["to"])),
        deposit("subscribe(address token, uint256 amount, uint256 leastShares)", "amount", "token"),
        KnownFunction(
            "requestMint(address token, uint256 amount, uint256 leastShares)",
            .action(.deposit, gives: [.exactly("amount", "token")])),
        KnownFunction(
            "requestBurn(uint256 shares, address token, uint256 leastAmount)", .action(.requestVaultWithdrawal)),
        KnownFunction(
            "depositStETH((uint256 deadline, uint256 amount, uint8 v, bytes32 r, bytes32 s) permit, "
                + "address recipient)", .action(.deposit, to: ["recipient"])),
        KnownFunction("depositStETH(uint256 amount, address recipient)", .action(.deposit, to: ["recipient"])),
        KnownFunction(
            "depositWstETH((uint256 deadline, uint256 amount, uint8 v, bytes32 r, bytes32 s) permit, "
                + "address recipient)", .action(.deposit, to: ["recipient"])),
        KnownFunction(
            "deposit(address receiver, bool compounds)", .action(.stake, gives: [.coins], to: ["receiver"])),
        KnownFunction(
            "updateStateAndDeposit(address receiver, address referrer, (bytes32 rewardsRoot, int160 reward, "
                + "uint160 unlockedMevReward, bytes32[] proof) harvest)",
            .action(.stake, gives: [.coins], to: ["receiver"])),
        KnownFunction(
            "enterExitQueue(uint256 shares, address receiver)", .action(.requestUnstaking, to: ["receiver"])),
        KnownFunction(
            "claimExitedAssets(uint256 ticket, uint256 timestamp, uint256 index)", .action(.withdrawUnstakedCoins)),
        KnownFunction(
            "mintOsToken(address receiver, uint256 shares, address referrer)", .action(.borrow, to: ["receiver"])),
        KnownFunction("burnOsToken(uint128 shares)", .action(.repay)),
        KnownFunction("mintFrxEth()", .action(.stake, gives: [.coins])),
        KnownFunction("mintFrxEthAndGive(address recipient)", .action(.stake, gives: [.coins], to: ["recipient"])),
        KnownFunction("claim(address recipient, uint256 epoch)", .action(.withdrawUnstakedCoins, to: ["recipient"])),
        KnownFunction("claim(uint256 request, address recipient)", .action(.withdrawUnstakedCoins, to: ["recipient"])),
        KnownFunction(
            "invest(address token, uint256 amount, address recipient, uint256 allowed, bytes32[] proof)",
            .action(.deposit, gives: [.exactly("amount", "token")], to: ["recipient"])),
        KnownFunction("depositToken(address token, uint256 amount)", .action(.deposit, code: "token")),
        KnownFunction("depositMarket(address market, uint256 amount)", .action(.deposit, code: "market")),
        KnownFunction("depositCurveToken(uint256 amount)", .action(.deposit)),
        KnownFunction(
            "withdraw(address from, address to, uint216 amountPerSecond)", .action(.withdrawFromStream, to: ["to"])),
        KnownFunction("depositBNB()", .action(.deposit, gives: [.coins])),
        KnownFunction(
            "stakeFor(address account, uint256 amount)", .action(.stake, to: ["account"])),
        KnownFunction(
            "stake(uint256 amount, bool rebases, bool claims)", .action(.stake)),
        KnownFunction("unstake(uint256 amount, bool triggers)", .action(.unstake)),
        KnownFunction("startUnstake(uint256 amount)", .action(.startUnstaking)),
        KnownFunction("cooldownShares(uint256 shares)", .action(.startUnstaking)),
        KnownFunction("cooldownAssets(uint256 assets)", .action(.startUnstaking)),
        KnownFunction("initiateCooldown(uint256 amount)", .action(.startUnstaking)),
        KnownFunction("processExpiredLocks(bool relocks)", .action(.withdraw)),
        KnownFunction("initiateWithdraw(uint256 shares)", .action(.requestVaultWithdrawal)),
        KnownFunction("initWithdrawal(address token, uint256 amount)", .action(.requestUnstaking)),
        KnownFunction("depositAndStake(uint256 amount)", .action(.stake)),
        KnownFunction(
            "claim(uint256 index, uint256 amount, bytes32[] proof)", .action(.claim)),
        KnownFunction(
            "processClaim((uint32 rootIndex, uint32 earnerIndex, bytes earnerTreeProof, (address earner, "
                + "bytes32 earnerTokenRoot) earnerLeaf, uint32[] tokenIndices, bytes[] tokenTreeProofs, "
                + "(address token, uint256 cumulativeEarnings)[] tokenLeaves) claim, address recipient)",
            .action(.claimRewards, to: ["recipient"])),
    ]

    private static let hints = "address upperHint, address lowerHint"

    private static let loans = [
        KnownFunction(
            "create_loan(uint256 collateralAmount, uint256 debtAmount, uint256 N)", .action(.deposit), .action(.borrow)),
        KnownFunction("borrow_more(uint256 collateralAmount, uint256 debtAmount)", .action(.deposit), .action(.borrow)),
        KnownFunction("add_collateral(uint256 collateralAmount)", .action(.supply)),
        KnownFunction("remove_collateral(uint256 collateralAmount)", .action(.withdraw)),
        KnownFunction(
            "openTrove(uint256 maxFee, uint256 debtAmount, \(hints))", .action(.supply, gives: [.coins]),
            .action(.borrow)),
        KnownFunction("addColl(\(hints))", .action(.supply, gives: [.coins])),
        KnownFunction("withdrawColl(uint256 collateralAmount, \(hints))", .action(.withdraw)),
        KnownFunction("withdrawLUSD(uint256 maxFee, uint256 debtAmount, \(hints))", .action(.borrow)),
        KnownFunction("repayLUSD(uint256 debtAmount, \(hints))", .action(.repay)),
        KnownFunction("closeTrove()", .action(.repay)),
        KnownFunction(
            "openTrove(address market, address account, uint256 maxFee, uint256 collateralAmount, uint256 debtAmount, \(hints))",
            .action(.supply, to: ["account"], code: "market"), .action(.borrow, to: ["account"])),
        KnownFunction(
            "depositAndBorrow(uint256 collateralAmount, uint256 debtAmount)", .action(.supply), .action(.borrow)),
        KnownFunction(
            "repayAndWithdraw(uint256 debtAmount, uint256 collateralAmount)", .action(.repay), .action(.withdraw)),
        KnownFunction(
            "depositAndMint(uint256 collateralAmount, uint256 debtAmount)", .action(.supply), .action(.borrow)),
        KnownFunction("depositCollateral(uint256 amount)", .action(.supply)),
        KnownFunction("withdrawCollateral(uint256 amount)", .action(.withdraw)),
        KnownFunction("repay(uint256 amount)", .action(.repay)),
        KnownFunction("repay(address account, uint256 amount)", .action(.repay, to: ["account"])),
        KnownFunction(
            "operate(uint256 position, int256 collateralAmount, int256 debtAmount, address to)",
            .action(.supply, to: ["to"], takesCoins: true), .action(.borrow, to: ["to"])),
        KnownFunction("invoke(bytes32[] actions, bytes[] data)", .steps(.bulk(actions: "actions.[]", data: "data.[]"))),
    ]

    private static let crossings = [
        // The service knows by the number of the order who gets it.
        KnownFunction(
            "depositNative(address depositor, bytes32 id)",
            .action(.bridge, gives: [.coins], to: ["depositor"], terms: [.isSealed])),
        KnownFunction(
            "depositErc20(address depositor, address token, uint256 amount, bytes32 id)",
            .action(.bridge, gives: [.exactly("amount", "token")], to: ["depositor"], terms: [.isSealed])),
        KnownFunction(
            "depositErc20(address depositor, address token, bytes32 id)",
            .action(.bridge, to: ["depositor"], terms: [.isSealed, .isUnbounded])),
        KnownFunction(
            "depositNative(bytes32 id, address service)",
            .action(.bridge, gives: [.coins], terms: [.isSealed])),
        KnownFunction(
            "depositERC20(bytes32 id, address token, address service, uint256 amount)",
            .action(.bridge, gives: [.exactly("amount", "token")], terms: [.isSealed])),
        KnownFunction(
            "depositWithId(address token, uint256 amount, uint256 id)",
            .action(.bridge, gives: [.exactly("amount", "token")], terms: [.isSealed])),
        KnownFunction(
            "depositNativeWithId(uint256 id)", .action(.bridge, gives: [.coins], terms: [.isSealed])),
        KnownFunction(
            "deposit((bytes32 account, bytes32 broker, bytes32 token, uint128 amount) data)",
            .action(.deposit, takesCoins: true, terms: [.isSealed])),
        KnownFunction(
            "depositTo(address receiver, (bytes32 account, bytes32 broker, bytes32 token, uint128 amount) data)",
            .action(.deposit, to: ["receiver"], takesCoins: true, terms: [.isSealed])),
        KnownFunction(
            "depositCollateral(bytes12 subaccount, uint32 product, uint128 amount)",
            .action(.deposit)),
        KnownFunction(
            "depositCollateralWithReferral(bytes32 subaccount, uint32 product, uint128 amount, string referralCode)",
            .action(.deposit, to: ["subaccount.[0:20]"])),
    ]

    private static let bids = [
        KnownFunction("createBid(uint256 id)", .action(.placeBid, gives: [.coins])),
        KnownFunction("createBid(uint256 id, uint32 clientId)", .action(.placeBid, gives: [.coins])),
        KnownFunction(
            "placeBidV2(uint256 auction, uint256 amount, address referrer)", .action(.placeBid, gives: [.coins])),
        KnownFunction(
            "bid(address collection, uint256 id, address currency, uint256 amount)",
            .action(.placeBid, takesCoins: true)),
        KnownFunction("settleCurrentAndCreateNewAuction()", .harmless(.settle, because: anyone)),
        KnownFunction("settleAuction()", .harmless(.settle, because: anyone)),
        KnownFunction(
            "buyV2(address collection, uint256 id, uint256 maxPrice, address referrer)",
            .action(.buy, gives: [.coins], terms: [.collection("collection")])),
        KnownFunction(
            "mintFromFixedPriceSaleV2(address collection, uint16 count, address recipient, address referrer)",
            .action(.mint, gives: [.coins], to: ["recipient"], terms: [.collection("collection")])),
        KnownFunction(
            "mint(address edition, uint128 mintId, uint32 quantity, address affiliate)",
            .action(.mint, gives: [.coins], terms: [.collection("edition")])),
        KnownFunction(
            "mintTo(address edition, uint8 tier, uint8 schedule, address to, uint32 quantity, bytes32[] proof, "
                + "uint32 quantity2, bytes signature, uint32 time, address affiliate, bytes32[] affiliateProof, "
                + "uint256 attribution)",
            .action(.mint, gives: [.coins], to: ["to"], terms: [.collection("edition")])),
        KnownFunction(
            "purchase(uint256 project, address collection)",
            .action(.mint, gives: [.coins], terms: [.collection("collection")])),
        KnownFunction("purchaseTo(address to, uint256 project)", .action(.mint, gives: [.coins], to: ["to"])),
        KnownFunction(
            "extend(uint256 value, uint256 id, address referrer, bytes data)",
            .action(.pay, gives: [.coins], takesCoins: true)),
        KnownFunction(
            "purchase(uint256[] values, address[] recipients, address[] referrers, address[] managers, bytes[] data)",
            .action(
                .mint, gives: [.coins], to: ["recipients.[]", "managers.[]"], takesCoins: true,
                router: .zeroIsSender)),
        KnownFunction(
            "claim(uint256 campaign, address collection, uint256 id, uint256 power, address recipient, "
                + "bytes signature)", .action(.mint, to: ["recipient"], takesCoins: true)),
        KnownFunction(
            "claimCapped(uint256 campaign, address collection, uint256 id, uint256 power, uint256 cap, "
                + "address recipient, bytes signature)", .action(.mint, to: ["recipient"], takesCoins: true)),
        KnownFunction("checkIn()", .harmless(.attest, because: "it only records a visit")),
        KnownFunction("dailyCheckIn()", .harmless(.attest, because: "it only records a visit")),
        KnownFunction("gm()", .harmless(.attest, because: "it only records a visit")),
    ]

    private static let positions = [
        KnownFunction(
            "swapExactInput(uint256 amountIn, uint256 leastOut, address tokenIn, address tokenOut, address to, "
                + "uint256 deadline)",
            .swap(gives: [.exactly("amountIn", "tokenIn")], gets: [.atLeast("leastOut", "tokenOut")], to: ["to"])),
        KnownFunction(
            "tradeBySourceAmount(address source, address target, uint256 amount, uint256 leastReturn, "
                + "uint256 deadline, address beneficiary)",
            .swap(
                gives: [.exactly("amount", "source")], gets: [.atLeast("leastReturn", "target")],
                to: ["beneficiary"], takesCoins: true, router: .zeroIsSender)),
        KnownFunction(
            "swap(address source, address target, uint256 amount, uint256 least, address receiver, uint256 deadline)",
            .swap(gives: [.exactly("amount", "source")], gets: [.atLeast("least", "target")], to: ["receiver"])),
        KnownFunction(
            "swapExactTokensForTokens(address[] path, address[] pools, uint256 amount, uint256 least, address to, "
                + "uint256 deadline)",
            .swap(
                gives: [.exactly("amount", "path.[0]")], gets: [.atLeast("least", "path.[-1]")], to: ["to"],
                terms: [.executors(["pools.[]"])])),
        KnownFunction(
            "swap(address base, address quote, uint256 pool, bool isBuy, bool inBase, uint128 amount, uint16 tip, "
                + "uint128 limit, uint128 least, uint8 flags)",
            .either(
                "isBuy",
                [
                    .either(
                        "inBase",
                        [
                            .swap(
                                gives: [.exactly("amount", "base")], gets: [.atLeast("least", "quote")],
                                takesCoins: true)
                        ],
                        [
                            .swap(
                                gives: [.atMost("least", "base")], gets: [.exactly("amount", "quote")],
                                takesCoins: true)
                        ])
                ],
                [
                    .either(
                        "inBase",
                        [
                            .swap(
                                gives: [.atMost("least", "quote")], gets: [.exactly("amount", "base")],
                                takesCoins: true)
                        ],
                        [
                            .swap(
                                gives: [.exactly("amount", "quote")], gets: [.atLeast("least", "base")],
                                takesCoins: true)
                        ])
                ])),
        KnownFunction(
            "openTrade((address user, uint32 index, uint16 pair, uint24 leverage, bool long, bool isOpen, "
                + "uint8 collateral, uint8 tradeType, uint120 amount, uint64 openPrice, uint64 tp, uint64 sl, "
                + "uint192 reserved) trade, uint16 maxSlippage, address referrer)",
            .action(.placeOrder, to: ["trade.user"])),
        KnownFunction("closeTradeMarket(uint32 index)", .action(.placeOrder)),
        KnownFunction("closeTradeMarket(uint32 index, uint64 expectedPrice)", .action(.placeOrder)),
    ]
}
