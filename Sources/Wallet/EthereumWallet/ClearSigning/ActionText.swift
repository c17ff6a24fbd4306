import ClearSigning
import Ethereum
import Messages

/// What actions do, in sentences.
extension ContractAction.Kind {
    /// One sentence with what the account gives and what it receives, as far as the sentence can include it.
    func sentence(given: Message?, received: Message?) -> Message {
        let parts = Parts(given: given, received: received)
        return exchange(parts) ?? liquidity(parts) ?? service(parts) ?? plain
    }

    /// The label of the approve button.
    var verb: String {
        switch self {
        case .acceptOwnership: localized("Accept")
        case .addLiquidity, .addToPosition: localized("Add")
        case .attest: localized("Attest")
        case .borrow, .borrowShares: localized("Borrow")
        case .bridge, .bridgeToOwnAddress: localized("Bridge")
        case .burn: localized("Burn")
        case .buy: localized("Buy")
        case .cancelAllOrders, .cancelOrder, .cancelOrders, .cancelProposalOnSnapshot, .cancelSignedPermissions,
            .cancelSignedTransfer, .cancelStream:
            localized("Cancel")
        case .checkBalance, .checkPrice: localized("Check")
        case .chooseBorrowingMode: localized("Choose")
        case .claim, .claimAndStakeRewards, .claimRewards: localized("Claim")
        case .closePosition: localized("Close")
        case .collectFromPosition: localized("Collect")
        case .commitToRegistration: localized("Commit")
        case .convertDAIToUSDS, .convertUSDSToDAI: localized("Convert")
        case .createPool: localized("Create")
        case .delegateRestakedDeposit, .delegateStake: localized("Delegate")
        case .deposit, .depositEverything, .depositForGas, .depositForValidator, .depositIntoVault:
            localized("Deposit")
        case .endStream: localized("End")
        case .followSpace: localized("Follow")
        case .lockMoreTokens, .lockTokens, .lockTokensForLonger: localized("Lock")
        case .mint: localized("Mint")
        case .moveWithinHyperliquid: localized("Move")
        case .pay, .payOut, .payPool, .payShare: localized("Pay")
        case .placeBid, .placeOrder, .placeSwapOrder: localized("Place")
        case .proposeOnSnapshot: localized("Propose")
        case .publishStatement: localized("Publish")
        case .receiveOfferedItems, .receiveRemainder: localized("Receive")
        case .redeem: localized("Redeem")
        case .refundUnusedCoins: localized("Refund")
        case .registerAccount, .registerName: localized("Register")
        case .removeLiquidity: localized("Remove")
        case .renewName, .renewNames: localized("Renew")
        case .rentStorage: localized("Rent")
        case .repay, .repayShares: localized("Repay")
        case .requestUnstaking, .requestVaultDeposit, .requestVaultWithdrawal: localized("Request")
        case .restake: localized("Restake")
        case .revokeAttestation, .revokeOperator: localized("Revoke")
        case .sendCoinsToOtherChain, .sendCoinsToSeveral, .sendTokensFromHyperliquid, .sendUSDCFromHyperliquid:
            localized("Send")
        case .setNameRecord, .setOwnName, .setSnapshotProfile: localized("Set")
        case .settle: localized("Settle")
        case .stake, .stakeForGas: localized("Stake")
        case .startOpenStream, .startUnstaking: localized("Start")
        case .stopDelegatingVotes, .stopUsingAsCollateral: localized("Stop")
        case .supply, .supplyShares: localized("Supply")
        case .swap: localized("Swap")
        case .switchCollateral: localized("Switch")
        case .takeOffSale, .takeOrder: localized("Take")
        case .undelegateRestakedDeposit, .undelegateStake: localized("Undelegate")
        case .unfollowSpace: localized("Unfollow")
        case .unstake: localized("Unstake")
        case .unwrap: localized("Unwrap")
        case .useAsCollateral: localized("Use")
        case .vote, .voteOnSnapshot: localized("Vote")
        case .withdraw, .withdrawBothTokens, .withdrawEverything, .withdrawEverythingAndRewards, .withdrawFromStream,
            .withdrawFromVault, .withdrawOrLeaveRest, .withdrawShares, .withdrawUSDCFromHyperliquid,
            .withdrawUnstakedCoins, .withdrawWithoutRewards:
            localized("Withdraw")
        case .wrap: localized("Wrap")
        }
    }
}

/// What an action gives and what the account receives for it.
private struct Parts {
    let given: Message?
    let received: Message?

    /// The sentence for the known parts of the action; `nil` if no sentence has exactly these parts.
    func sentence(
        giving: (Message) -> Message? = { _ in nil }, receiving: (Message) -> Message? = { _ in nil },
        both: (Message, Message) -> Message? = { _, _ in nil }
    ) -> Message? {
        switch (given, received) {
        case (let given?, let received?): both(given, received)
        case (let given?, nil): giving(given)
        case (nil, let received?): receiving(received)
        case (nil, nil): nil
        }
    }
}

/// Sentences with amounts.
extension ContractAction.Kind {
    /// What is exchanged, paid or wrapped.
    private func exchange(_ parts: Parts) -> Message? {
        switch self {
        case .buy:
            parts.sentence { given in
                localizable("Buy for \(given, as: "payment").")
            } receiving: { received in
                localizable("Buy \(received, as: "purchase").")
            } both: { given, received in
                localizable("Buy \(received, as: "purchase") for \(given, as: "payment").")
            }
        case .swap:
            parts.sentence { given in
                localizable("Swap \(given, as: "sold").")
            } receiving: { received in
                localizable("Swap for \(received, as: "bought").")
            } both: { given, received in
                localizable("Swap \(given, as: "sold") for \(received, as: "bought").")
            }
        case .redeem:
            parts.sentence { given in
                localizable("Redeem \(given, as: "amount").")
            } both: { given, received in
                localizable("Redeem \(given, as: "sold") for \(received, as: "bought").")
            }
        case .takeOrder:
            parts.sentence(both: { given, received in
                localizable("Take an order: \(given, as: "payment") for \(received, as: "purchase").")
            })
        case .wrap: parts.sentence { localizable("Wrap \($0, as: "amount").") }
        case .unwrap:
            parts.sentence { given in
                localizable("Unwrap \(given, as: "amount").")
            } receiving: { received in
                localizable("Unwrap \(received, as: "amount").")
            }
        case .placeBid: parts.sentence { localizable("Place a bid of \($0, as: "amount").") }
        case .pay: parts.sentence { localizable("Pay \($0, as: "amount").") }
        case .payPool: parts.sentence { localizable("Pay \($0, as: "amount") to the pool.") }
        case .payOut: parts.sentence(receiving: { localizable("Pay out \($0, as: "amount").") })
        case .mint:
            parts.sentence { given in
                localizable("Mint for \(given, as: "payment").")
            } receiving: { received in
                localizable("Mint \(received, as: "amount").")
            } both: { given, received in
                localizable("Mint \(received, as: "amount") for \(given, as: "payment").")
            }
        case .burn: parts.sentence { localizable("Burn \($0, as: "amount").") }
        case .sendCoinsToSeveral: parts.sentence { localizable("Send \($0, as: "amount") to several addresses.") }
        default: nil
        }
    }

    /// What is lent, staked or moved into and out of pools and vaults.
    private func liquidity(_ parts: Parts) -> Message? {
        switch self {
        case .addLiquidity: parts.sentence { localizable("Add \($0, as: "amount") as liquidity.") }
        case .removeLiquidity:
            parts.sentence(receiving: { localizable("Remove liquidity and receive \($0, as: "amount").") })
        case .borrow: parts.sentence(receiving: { localizable("Borrow \($0, as: "amount").") })
        case .repay: parts.sentence { localizable("Repay \($0, as: "amount").") }
        case .supply: parts.sentence { localizable("Supply \($0, as: "amount").") }
        case .deposit: parts.sentence { localizable("Deposit \($0, as: "amount").") }
        case .depositForGas: parts.sentence { localizable("Deposit \($0, as: "amount") for gas.") }
        case .depositForValidator: parts.sentence { localizable("Deposit \($0, as: "amount") for a validator.") }
        case .depositIntoVault:
            parts.sentence { given in
                localizable("Deposit \(given, as: "amount") into a vault.")
            } receiving: { received in
                localizable("Deposit into a vault and receive \(received, as: "amount").")
            }
        case .withdraw:
            parts.sentence { given in
                localizable("Withdraw \(given, as: "amount").")
            } receiving: { received in
                localizable("Withdraw \(received, as: "amount").")
            }
        case .withdrawFromVault:
            parts.sentence { given in
                localizable("Withdraw from a vault for \(given, as: "payment").")
            } receiving: { received in
                localizable("Withdraw \(received, as: "amount") from a vault.")
            }
        case .withdrawOrLeaveRest:
            parts.sentence(receiving: {
                localizable("Withdraw \($0, as: "amount"), or leave a small rest in the pool.")
            })
        case .requestVaultWithdrawal:
            parts.sentence { localizable("Request a withdrawal from a vault for \($0, as: "payment").") }
        case .stake: parts.sentence { localizable("Stake \($0, as: "amount").") }
        case .stakeForGas: parts.sentence { localizable("Stake \($0, as: "amount") for gas.") }
        case .restake: parts.sentence { localizable("Restake \($0, as: "amount").") }
        case .claimRewards: parts.sentence(receiving: { localizable("Claim \($0, as: "amount") in rewards.") })
        default: nil
        }
    }

    /// What is sent to other chains, or paid for a service.
    private func service(_ parts: Parts) -> Message? {
        switch self {
        case .bridge:
            parts.sentence { given in
                localizable("Bridge \(given, as: "amount").")
            } both: { given, received in
                localizable("Bridge \(given, as: "sent") and receive \(received, as: "received").")
            }
        case .bridgeToOwnAddress: parts.sentence { localizable("Bridge \($0, as: "amount") to your address.") }
        case .registerAccount: parts.sentence { localizable("Register an account for \($0, as: "payment").") }
        case .registerName: parts.sentence { localizable("Register a name for \($0, as: "payment").") }
        case .renewName: parts.sentence { localizable("Renew a name for \($0, as: "payment").") }
        case .renewNames: parts.sentence { localizable("Renew names for \($0, as: "payment").") }
        case .rentStorage: parts.sentence { localizable("Rent storage for \($0, as: "payment").") }
        default: nil
        }
    }
}
