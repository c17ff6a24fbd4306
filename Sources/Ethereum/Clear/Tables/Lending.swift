/// Vaults and lending: ERC-4626, ERC-7540, Aave, Compound, Morpho.
extension KnownFunctions {
    private static let vaults = [
        KnownFunction(
            "deposit(uint256 assets, address receiver)", .action("Deposit into a vault", to: ["receiver"])),
        KnownFunction(
            "mint(uint256 shares, address receiver)",
            .action(
                "Deposit into a vault", gets: [.exactly("shares", "@.to")], to: ["receiver"], terms: [.isUnbounded])),
        KnownFunction(
            "withdraw(uint256 assets, address receiver, address owner)",
            .action("Withdraw from a vault", to: ["receiver"], owner: "owner")),
        KnownFunction(
            "redeem(uint256 shares, address receiver, address owner)",
            .action(
                "Withdraw from a vault", gives: [.exactly("shares", "@.to")], to: ["receiver"], owner: "owner")),
        KnownFunction(
            "requestDeposit(uint256 assets, address controller, address owner)",
            .action("Request a vault deposit", to: ["controller"], owner: "owner")),
        KnownFunction(
            "requestRedeem(uint256 shares, address controller, address owner)",
            .action(
                "Ask to withdraw from a vault", gives: [.exactly("shares", "@.to")], to: ["controller"],
                owner: "owner")),
        KnownFunction(
            "deposit(uint256 assets, address receiver, address controller)",
            .action("Deposit into a vault", to: ["receiver"], owner: "controller")),
        KnownFunction(
            "mint(uint256 shares, address receiver, address controller)",
            .action(
                "Deposit into a vault", to: ["receiver"], owner: "controller", terms: [.isUnbounded])),
    ]

    static let lending =
        vaults + [
            KnownFunction("deposit()", .action("Deposit", gives: [.coins])),
            KnownFunction("deposit(uint256 amount)", .action("Deposit", takesCoins: true)),
            KnownFunction("withdraw(uint256 amount)", .action("Withdraw")),
            KnownFunction("withdraw()", .action("Withdraw")),
            KnownFunction("withdrawAll()", .action("Withdraw everything")),
            KnownFunction("withdrawTo(address account, uint256 amount)", .action("Withdraw", to: ["account"])),
            // Aave, versions 2 and 3.
            KnownFunction(
                "deposit(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
                .action("Supply", gives: [.exactly("amount", "asset")], to: ["onBehalfOf"])),
            KnownFunction(
                "supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
                .action("Supply", gives: [.exactly("amount", "asset")], to: ["onBehalfOf"])),
            KnownFunction(
                "supplyWithPermit(address asset, uint256 amount, address onBehalfOf, uint16 referralCode, "
                    + "uint256 deadline, uint8 permitV, bytes32 permitR, bytes32 permitS)",
                .action("Supply", gives: [.exactly("amount", "asset")], to: ["onBehalfOf"])),
            KnownFunction(
                "withdraw(address asset, uint256 amount, address to)",
                .action("Withdraw", gets: [.exactly("amount", "asset")], to: ["to"])),
            KnownFunction(
                "borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, "
                    + "address onBehalfOf)",
                .action("Borrow", gets: [.exactly("amount", "asset")], owner: "onBehalfOf")),
            KnownFunction(
                "repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)",
                .action("Repay", gives: [.atMost("amount", "asset")], to: ["onBehalfOf"])),
            KnownFunction(
                "repayWithPermit(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf, "
                    + "uint256 deadline, uint8 permitV, bytes32 permitR, bytes32 permitS)",
                .action("Repay", gives: [.atMost("amount", "asset")], to: ["onBehalfOf"])),
            KnownFunction(
                "repayWithATokens(address asset, uint256 amount, uint256 interestRateMode)",
                .action("Repay", gives: [.atMost("amount", "asset")])),
            KnownFunction(
                "setUserUseReserveAsCollateral(address asset, bool useAsCollateral)",
                .harmless("Use a deposit as collateral or not", because: "it moves nothing")),
            KnownFunction(
                "setUserEMode(uint8 categoryId)",
                .harmless("Choose a borrowing mode", because: "it moves nothing")),
            KnownFunction(
                "depositETH(address pool, address onBehalfOf, uint16 referralCode)",
                .action("Supply", gives: [.coins], to: ["onBehalfOf"])),
            KnownFunction(
                "withdrawETH(address pool, uint256 amount, address to)",
                .action("Withdraw", gets: [.exactly("amount")], to: ["to"])),
            KnownFunction(
                "withdrawETHWithPermit(address pool, uint256 amount, address to, uint256 deadline, uint8 permitV, "
                    + "bytes32 permitR, bytes32 permitS)",
                .action("Withdraw", gets: [.exactly("amount")], to: ["to"])),
            KnownFunction(
                "repayETH(address pool, uint256 amount, uint256 rateMode, address onBehalfOf)",
                .action("Repay", gives: [.coins], to: ["onBehalfOf"])),
            KnownFunction(
                "repayETH(address pool, uint256 amount, address onBehalfOf)",
                .action("Repay", gives: [.coins], to: ["onBehalfOf"])),
            KnownFunction(
                "borrowETH(address pool, uint256 amount, uint256 interestRateMode, uint16 referralCode)",
                .action("Borrow", gets: [.exactly("amount")])),
            KnownFunction(
                "borrowETH(address pool, uint256 amount, uint16 referralCode)",
                .action("Borrow", gets: [.exactly("amount")])),
            KnownFunction(
                "claimAllRewards(address[] assets, address to)",
                .action("Claim rewards", to: ["to"])),
            KnownFunction("claimAllRewardsToSelf(address[] assets)", .action("Claim rewards")),
            KnownFunction(
                "claimRewards(address[] assets, uint256 amount, address to, address reward)",
                .action("Claim rewards", gets: [.atMost("amount", "reward")], to: ["to"])),
            KnownFunction("cooldown()", .harmless("Start unstaking", because: "it moves nothing")),
            KnownFunction("stake(address to, uint256 amount)", .action("Stake", to: ["to"])),
            KnownFunction("redeem(address to, uint256 amount)", .action("Unstake", to: ["to"])),
            // Compound, versions 2 and 3.
            KnownFunction(
                "redeem(uint256 redeemTokens)",
                .action("Withdraw", gives: [.exactly("redeemTokens", "@.to")])),
            KnownFunction("redeemUnderlying(uint256 redeemAmount)", .action("Withdraw")),
            KnownFunction("borrow(uint256 borrowAmount)", .action("Borrow")),
            KnownFunction("repayBorrow(uint256 repayAmount)", .action("Repay")),
            KnownFunction("repayBorrow()", .action("Repay", gives: [.coins])),
            KnownFunction("repayBorrowBehalf(address borrower)", .action("Repay", gives: [.coins], to: ["borrower"])),
            KnownFunction(
                "enterMarkets(address[] cTokens)",
                .harmless("Use deposits as collateral", because: "it moves nothing")),
            KnownFunction(
                "exitMarket(address cToken)",
                .harmless("Stop using a deposit as collateral", because: "it moves nothing")),
            KnownFunction("claimComp(address holder)", .action("Claim rewards", to: ["holder"])),
            KnownFunction(
                "supply(address asset, uint256 amount)",
                .action("Supply", gives: [.exactly("amount", "asset")])),
            KnownFunction(
                "supplyTo(address dst, address asset, uint256 amount)",
                .action("Supply", gives: [.exactly("amount", "asset")], to: ["dst"])),
            KnownFunction(
                "supplyFrom(address from, address dst, address asset, uint256 amount)",
                .action("Supply", gives: [.exactly("amount", "asset")], to: ["dst"], owner: "from")),
            KnownFunction(
                "withdraw(address asset, uint256 amount)",
                .action("Withdraw", gets: [.exactly("amount", "asset")])),
            KnownFunction(
                "withdrawTo(address to, address asset, uint256 amount)",
                .action("Withdraw", gets: [.exactly("amount", "asset")], to: ["to"])),
            KnownFunction(
                "withdrawFrom(address src, address to, address asset, uint256 amount)",
                .action("Withdraw", gets: [.exactly("amount", "asset")], to: ["to"], owner: "src")),
            KnownFunction(
                "transferAsset(address dst, address asset, uint256 amount)",
                .transfer(.amount, token: "asset", to: "dst", amount: "amount")),
            KnownFunction(
                "transferAssetFrom(address src, address dst, address asset, uint256 amount)",
                .transfer(.amount, token: "asset", from: "src", to: "dst", amount: "amount")),
            KnownFunction(
                "claim(address comet, address src, bool shouldAccrue)",
                .action("Claim rewards", to: ["src"])),
            // Morpho Blue.
            KnownFunction(
                "supply((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) market, "
                    + "uint256 assets, uint256 shares, address onBehalf, bytes data)",
                .either(
                    "shares",
                    [
                        .action(
                            "Supply an amount given in shares", to: ["onBehalf"],
                            terms: [.isUnbounded, .market("market")])
                    ],
                    [
                        .action(
                            "Supply", gives: [.exactly("assets", "market.loanToken")], to: ["onBehalf"],
                            terms: [.market("market")])
                    ])),
            KnownFunction(
                "supplyCollateral((address loanToken, address collateralToken, address oracle, address irm, "
                    + "uint256 lltv) market, uint256 assets, address onBehalf, bytes data)",
                .action(
                    "Supply", gives: [.exactly("assets", "market.collateralToken")], to: ["onBehalf"],
                    terms: [.market("market")])),
            KnownFunction(
                "withdraw((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) "
                    + "market, uint256 assets, uint256 shares, address onBehalf, address receiver)",
                .either(
                    "shares", [.action("Withdraw an amount given in shares", to: ["receiver"], owner: "onBehalf")],
                    [
                        .action(
                            "Withdraw", gets: [.exactly("assets", "market.loanToken")], to: ["receiver"],
                            owner: "onBehalf")
                    ])),
            KnownFunction(
                "withdrawCollateral((address loanToken, address collateralToken, address oracle, address irm, "
                    + "uint256 lltv) market, uint256 assets, address onBehalf, address receiver)",
                .action(
                    "Withdraw", gets: [.exactly("assets", "market.collateralToken")], to: ["receiver"],
                    owner: "onBehalf")),
            KnownFunction(
                "borrow((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) market, "
                    + "uint256 assets, uint256 shares, address onBehalf, address receiver)",
                .either(
                    "shares",
                    [
                        .action(
                            "Borrow an amount given in shares", to: ["receiver"], owner: "onBehalf",
                            terms: [.isUnbounded])
                    ],
                    [
                        .action(
                            "Borrow", gets: [.exactly("assets", "market.loanToken")], to: ["receiver"],
                            owner: "onBehalf")
                    ])),
            KnownFunction(
                "repay((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) market, "
                    + "uint256 assets, uint256 shares, address onBehalf, bytes data)",
                .either(
                    "shares",
                    [
                        .action(
                            "Repay an amount given in shares", to: ["onBehalf"],
                            terms: [.isUnbounded, .market("market")])
                    ],
                    [
                        .action(
                            "Repay", gives: [.exactly("assets", "market.loanToken")], to: ["onBehalf"],
                            terms: [.market("market")])
                    ])),
        ]
}
