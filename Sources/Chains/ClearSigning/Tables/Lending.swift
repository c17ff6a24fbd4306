internal import Ethereum

/// Vaults and lending: ERC-4626, ERC-7540, Aave, Compound, Morpho.
extension KnownFunctions {
    private static let vaults = [
        KnownFunction(
            "deposit(uint256 assets, address receiver)",
            .action(.depositIntoVault, to: ["receiver"], terms: [.vault(.deposit, "assets")])),
        KnownFunction(
            "mint(uint256 shares, address receiver)",
            .action(
                .depositIntoVault, gets: [.exactly("shares", "@.to")], to: ["receiver"],
                terms: [.isUnbounded, .vault(.mint, "shares")])),
        KnownFunction(
            "withdraw(uint256 assets, address receiver, address owner)",
            .action(
                .withdrawFromVault, to: ["receiver"], owner: "owner", terms: [.vault(.withdraw, "assets")])),
        KnownFunction(
            "redeem(uint256 shares, address receiver, address owner)",
            .action(
                .withdrawFromVault, gives: [.exactly("shares", "@.to")], to: ["receiver"], owner: "owner",
                terms: [.vault(.redeem, "shares")])),
        KnownFunction(
            "requestDeposit(uint256 assets, address controller, address owner)",
            .action(.requestVaultDeposit, to: ["controller"], owner: "owner")),
        KnownFunction(
            "requestRedeem(uint256 shares, address controller, address owner)",
            .action(
                .requestVaultWithdrawal, gives: [.exactly("shares", "@.to")], to: ["controller"],
                owner: "owner")),
        KnownFunction(
            "deposit(uint256 assets, address receiver, address controller)",
            .action(.depositIntoVault, to: ["receiver"], owner: "controller")),
        KnownFunction(
            "mint(uint256 shares, address receiver, address controller)",
            .action(
                .depositIntoVault, to: ["receiver"], owner: "controller", terms: [.isUnbounded])),
    ]

    static let lending =
        vaults + [
            KnownFunction("deposit()", .action(.deposit, gives: [.coins])),
            KnownFunction("deposit(uint256 amount)", .action(.deposit, takesCoins: true)),
            KnownFunction("withdraw(uint256 amount)", .action(.withdraw)),
            KnownFunction("withdraw()", .action(.withdraw)),
            KnownFunction("withdrawAll()", .action(.withdrawEverything)),
            KnownFunction("withdrawTo(address account, uint256 amount)", .action(.withdraw, to: ["account"])),
            // Aave, versions 2 and 3.
            KnownFunction(
                "deposit(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
                .action(.supply, gives: [.exactly("amount", "asset")], to: ["onBehalfOf"])),
            KnownFunction(
                "supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
                .action(.supply, gives: [.exactly("amount", "asset")], to: ["onBehalfOf"])),
            KnownFunction(
                "supplyWithPermit(address asset, uint256 amount, address onBehalfOf, uint16 referralCode, "
                    + "uint256 deadline, uint8 permitV, bytes32 permitR, bytes32 permitS)",
                .action(.supply, gives: [.exactly("amount", "asset")], to: ["onBehalfOf"])),
            KnownFunction(
                "withdraw(address asset, uint256 amount, address to)",
                .action(.withdraw, gets: [.exactly("amount", "asset")], to: ["to"])),
            KnownFunction(
                "borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, "
                    + "address onBehalfOf)",
                .action(.borrow, gets: [.exactly("amount", "asset")], owner: "onBehalfOf")),
            KnownFunction(
                "repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)",
                .action(.repay, gives: [.atMost("amount", "asset")], to: ["onBehalfOf"])),
            KnownFunction(
                "repayWithPermit(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf, "
                    + "uint256 deadline, uint8 permitV, bytes32 permitR, bytes32 permitS)",
                .action(.repay, gives: [.atMost("amount", "asset")], to: ["onBehalfOf"])),
            KnownFunction(
                "repayWithATokens(address asset, uint256 amount, uint256 interestRateMode)",
                .action(.repay, gives: [.atMost("amount", "asset")])),
            KnownFunction(
                "setUserUseReserveAsCollateral(address asset, bool useAsCollateral)",
                .harmless(.switchCollateral, because: "it moves nothing")),
            KnownFunction(
                "setUserEMode(uint8 categoryId)",
                .harmless(.chooseBorrowingMode, because: "it moves nothing")),
            KnownFunction(
                "depositETH(address pool, address onBehalfOf, uint16 referralCode)",
                .action(.supply, gives: [.coins], to: ["onBehalfOf"])),
            KnownFunction(
                "withdrawETH(address pool, uint256 amount, address to)",
                .action(.withdraw, gets: [.exactly("amount")], to: ["to"])),
            KnownFunction(
                "withdrawETHWithPermit(address pool, uint256 amount, address to, uint256 deadline, uint8 permitV, "
                    + "bytes32 permitR, bytes32 permitS)",
                .action(.withdraw, gets: [.exactly("amount")], to: ["to"])),
            KnownFunction(
                "repayETH(address pool, uint256 amount, uint256 rateMode, address onBehalfOf)",
                .action(.repay, gives: [.coins], to: ["onBehalfOf"])),
            KnownFunction(
                "repayETH(address pool, uint256 amount, address onBehalfOf)",
                .action(.repay, gives: [.coins], to: ["onBehalfOf"])),
            KnownFunction(
                "borrowETH(address pool, uint256 amount, uint256 interestRateMode, uint16 referralCode)",
                .action(.borrow, gets: [.exactly("amount")])),
            KnownFunction(
                "borrowETH(address pool, uint256 amount, uint16 referralCode)",
                .action(.borrow, gets: [.exactly("amount")])),
            KnownFunction(
                "claimAllRewards(address[] assets, address to)",
                .action(.claimRewards, to: ["to"])),
            KnownFunction("claimAllRewardsToSelf(address[] assets)", .action(.claimRewards)),
            KnownFunction(
                "claimRewards(address[] assets, uint256 amount, address to, address reward)",
                .action(.claimRewards, gets: [.atMost("amount", "reward")], to: ["to"])),
            KnownFunction("cooldown()", .harmless(.startUnstaking, because: "it moves nothing")),
            KnownFunction("stake(address to, uint256 amount)", .action(.stake, to: ["to"])),
            KnownFunction("redeem(address to, uint256 amount)", .action(.unstake, to: ["to"])),
            // Compound, versions 2 and 3.
            KnownFunction(
                "redeem(uint256 redeemTokens)",
                .action(.withdraw, gives: [.exactly("redeemTokens", "@.to")])),
            KnownFunction("redeemUnderlying(uint256 redeemAmount)", .action(.withdraw)),
            KnownFunction("borrow(uint256 borrowAmount)", .action(.borrow)),
            KnownFunction("repayBorrow(uint256 repayAmount)", .action(.repay)),
            KnownFunction("repayBorrow()", .action(.repay, gives: [.coins])),
            KnownFunction("repayBorrowBehalf(address borrower)", .action(.repay, gives: [.coins], to: ["borrower"])),
            KnownFunction(
                "enterMarkets(address[] cTokens)",
                .harmless(.useAsCollateral, because: "it moves nothing")),
            KnownFunction(
                "exitMarket(address cToken)",
                .harmless(.stopUsingAsCollateral, because: "it moves nothing")),
            KnownFunction("claimComp(address holder)", .action(.claimRewards, to: ["holder"])),
            KnownFunction(
                "supply(address asset, uint256 amount)",
                .action(.supply, gives: [.exactly("amount", "asset")])),
            KnownFunction(
                "supplyTo(address dst, address asset, uint256 amount)",
                .action(.supply, gives: [.exactly("amount", "asset")], to: ["dst"])),
            KnownFunction(
                "supplyFrom(address from, address dst, address asset, uint256 amount)",
                .action(.supply, gives: [.exactly("amount", "asset")], to: ["dst"], owner: "from")),
            KnownFunction(
                "withdraw(address asset, uint256 amount)",
                .action(.withdraw, gets: [.exactly("amount", "asset")])),
            KnownFunction(
                "withdrawTo(address to, address asset, uint256 amount)",
                .action(.withdraw, gets: [.exactly("amount", "asset")], to: ["to"])),
            KnownFunction(
                "withdrawFrom(address src, address to, address asset, uint256 amount)",
                .action(.withdraw, gets: [.exactly("amount", "asset")], to: ["to"], owner: "src")),
            KnownFunction(
                "transferAsset(address dst, address asset, uint256 amount)",
                .transfer(.amount, token: "asset", to: "dst", amount: "amount")),
            KnownFunction(
                "transferAssetFrom(address src, address dst, address asset, uint256 amount)",
                .transfer(.amount, token: "asset", from: "src", to: "dst", amount: "amount")),
            KnownFunction(
                "claim(address comet, address src, bool shouldAccrue)",
                .action(.claimRewards, to: ["src"])),
            // Morpho Blue.
            KnownFunction(
                "supply((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) market, "
                    + "uint256 assets, uint256 shares, address onBehalf, bytes data)",
                .either(
                    "shares",
                    [
                        .action(
                            .supplyShares, to: ["onBehalf"],
                            terms: [.isUnbounded, .market("market")])
                    ],
                    [
                        .action(
                            .supply, gives: [.exactly("assets", "market.loanToken")], to: ["onBehalf"],
                            terms: [.market("market")])
                    ])),
            KnownFunction(
                "supplyCollateral((address loanToken, address collateralToken, address oracle, address irm, "
                    + "uint256 lltv) market, uint256 assets, address onBehalf, bytes data)",
                .action(
                    .supply, gives: [.exactly("assets", "market.collateralToken")], to: ["onBehalf"],
                    terms: [.market("market")])),
            KnownFunction(
                "withdraw((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) "
                    + "market, uint256 assets, uint256 shares, address onBehalf, address receiver)",
                .either(
                    "shares", [.action(.withdrawShares, to: ["receiver"], owner: "onBehalf")],
                    [
                        .action(
                            .withdraw, gets: [.exactly("assets", "market.loanToken")], to: ["receiver"],
                            owner: "onBehalf")
                    ])),
            KnownFunction(
                "withdrawCollateral((address loanToken, address collateralToken, address oracle, address irm, "
                    + "uint256 lltv) market, uint256 assets, address onBehalf, address receiver)",
                .action(
                    .withdraw, gets: [.exactly("assets", "market.collateralToken")], to: ["receiver"],
                    owner: "onBehalf")),
            KnownFunction(
                "borrow((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) market, "
                    + "uint256 assets, uint256 shares, address onBehalf, address receiver)",
                .either(
                    "shares",
                    [
                        .action(
                            .borrowShares, to: ["receiver"], owner: "onBehalf",
                            terms: [.isUnbounded])
                    ],
                    [
                        .action(
                            .borrow, gets: [.exactly("assets", "market.loanToken")], to: ["receiver"],
                            owner: "onBehalf")
                    ])),
            KnownFunction(
                "repay((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) market, "
                    + "uint256 assets, uint256 shares, address onBehalf, bytes data)",
                .either(
                    "shares",
                    [
                        .action(
                            .repayShares, to: ["onBehalf"],
                            terms: [.isUnbounded, .market("market")])
                    ],
                    [
                        .action(
                            .repay, gives: [.exactly("assets", "market.loanToken")], to: ["onBehalf"],
                            terms: [.market("market")])
                    ])),
        ]
}
