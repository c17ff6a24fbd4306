internal import Ethereum
public import BigInt

extension ContractAction {
    /// What an action does, apart from its amounts.
    public enum Kind: Hashable, Sendable {
        /// Pay a share of the proceeds, in basis points.
        case payShare(BigUInt)
        /// Accept the ownership of a contract.
        case acceptOwnership
        /// Add liquidity.
        case addLiquidity
        /// Add to a liquidity position.
        case addToPosition
        /// Borrow.
        case borrow
        /// Borrow an amount given in shares.
        case borrowShares
        /// Make an attestation.
        case attest
        /// Bridge.
        case bridge
        /// Bridge to your address.
        case bridgeToOwnAddress
        /// Burn.
        case burn
        /// Buy.
        case buy
        /// Cancel all orders.
        case cancelAllOrders
        /// Cancel an order.
        case cancelOrder
        /// Cancel orders.
        case cancelOrders
        /// Cancel a proposal on Snapshot.
        case cancelProposalOnSnapshot
        /// Cancel signed permissions.
        case cancelSignedPermissions
        /// Cancel a signed transfer.
        case cancelSignedTransfer
        /// Cancel a stream.
        case cancelStream
        /// Check a balance.
        case checkBalance
        /// Check the price.
        case checkPrice
        /// Choose a borrowing mode.
        case chooseBorrowingMode
        /// Claim.
        case claim
        /// Claim and stake rewards.
        case claimAndStakeRewards
        /// Claim rewards.
        case claimRewards
        /// Close a liquidity position.
        case closePosition
        /// Collect the proceeds of a liquidity position.
        case collectFromPosition
        /// Commit to a registration.
        case commitToRegistration
        /// Convert DAI to USDS.
        case convertDAIToUSDS
        /// Convert USDS to DAI.
        case convertUSDSToDAI
        /// Create a pool.
        case createPool
        /// Delegate a restaked deposit.
        case delegateRestakedDeposit
        /// Delegate a stake.
        case delegateStake
        /// Deposit.
        case deposit
        /// Deposit everything.
        case depositEverything
        /// Deposit for gas.
        case depositForGas
        /// Deposit for a validator.
        case depositForValidator
        /// Deposit into a vault.
        case depositIntoVault
        /// End a stream of tokens.
        case endStream
        /// Follow a space on Snapshot.
        case followSpace
        /// Lock more tokens.
        case lockMoreTokens
        /// Lock tokens.
        case lockTokens
        /// Lock tokens for longer.
        case lockTokensForLonger
        /// Mint.
        case mint
        /// Move USDC within a Hyperliquid account.
        case moveWithinHyperliquid
        /// Pay.
        case pay
        /// Pay out.
        case payOut
        /// Pay the pool.
        case payPool
        /// Place a bid.
        case placeBid
        /// Place an order.
        case placeOrder
        /// Place an order to swap.
        case placeSwapOrder
        /// Propose a vote on Snapshot.
        case proposeOnSnapshot
        /// Publish a statement.
        case publishStatement
        /// Receive the offered items.
        case receiveOfferedItems
        /// Receive the remainder.
        case receiveRemainder
        /// Redeem.
        case redeem
        /// Refund unused coins.
        case refundUnusedCoins
        /// Register an account.
        case registerAccount
        /// Register a name.
        case registerName
        /// Remove liquidity.
        case removeLiquidity
        /// Renew a name.
        case renewName
        /// Renew names.
        case renewNames
        /// Rent storage.
        case rentStorage
        /// Repay.
        case repay
        /// Repay an amount given in shares.
        case repayShares
        /// Request unstaking.
        case requestUnstaking
        /// Request a vault deposit.
        case requestVaultDeposit
        /// Ask to withdraw from a vault.
        case requestVaultWithdrawal
        /// Restake.
        case restake
        /// Revoke an attestation.
        case revokeAttestation
        /// Revoke an operator.
        case revokeOperator
        /// Send coins to the other chain.
        case sendCoinsToOtherChain
        /// Send coins to several addresses.
        case sendCoinsToSeveral
        /// Send tokens from a Hyperliquid account.
        case sendTokensFromHyperliquid
        /// Send USDC from a Hyperliquid account.
        case sendUSDCFromHyperliquid
        /// Change a profile on Snapshot.
        case setSnapshotProfile
        /// Set a record of a name.
        case setNameRecord
        /// Set the name of your address.
        case setOwnName
        /// Settle.
        case settle
        /// Stake.
        case stake
        /// Stake for gas.
        case stakeForGas
        /// Start an open-ended token stream.
        case startOpenStream
        /// Start unstaking.
        case startUnstaking
        /// Stop delegating votes.
        case stopDelegatingVotes
        /// Stop using a deposit as collateral.
        case stopUsingAsCollateral
        /// Supply.
        case supply
        /// Supply an amount given in shares.
        case supplyShares
        /// Swap.
        case swap
        /// Use a deposit as collateral or not.
        case switchCollateral
        /// Take an item off sale.
        case takeOffSale
        /// Take an order.
        case takeOrder
        /// Undelegate and withdraw a restaked deposit.
        case undelegateRestakedDeposit
        /// Undelegate a stake.
        case undelegateStake
        /// Stop following a space on Snapshot.
        case unfollowSpace
        /// Unstake.
        case unstake
        /// Unwrap.
        case unwrap
        /// Use deposits as collateral.
        case useAsCollateral
        /// Vote.
        case vote
        /// Vote on Snapshot.
        case voteOnSnapshot
        /// Withdraw.
        case withdraw
        /// Withdraw both tokens.
        case withdrawBothTokens
        /// Withdraw everything.
        case withdrawEverything
        /// Withdraw everything and claim rewards.
        case withdrawEverythingAndRewards
        /// Withdraw from a stream.
        case withdrawFromStream
        /// Withdraw from a vault.
        case withdrawFromVault
        /// Withdraw, or leave a small rest in the pool.
        case withdrawOrLeaveRest
        /// Withdraw an amount given in shares.
        case withdrawShares
        /// Withdraw unstaked coins.
        case withdrawUnstakedCoins
        /// Withdraw USDC from a Hyperliquid account.
        case withdrawUSDCFromHyperliquid
        /// Withdraw without rewards.
        case withdrawWithoutRewards
        /// Wrap.
        case wrap
    }
}

extension RightsGrant {
    /// What a grant does; most give something to a holder.
    public enum Right: CaseIterable, Hashable, Sendable {
        /// Let the holder act for the account.
        case actForAccount
        /// Let the holder act for the account everywhere.
        case actForAccountEverywhere
        /// Add the holder as an owner of the account.
        case addAccountOwner
        /// Add the holder as an owner.
        case addOwner
        /// Add an owner to the account by a public key.
        case addOwnerKey
        /// Add the holder as an owner of a Safe.
        case addSafeOwner
        /// Approve a Safe transaction by its hash only.
        case approveSafeHash
        /// Let the holder replace the code of a contract.
        case becomeCodeAdmin
        /// Let the holder borrow against your collateral.
        case borrowAgainstCollateral
        /// Change how many owners of a Safe must sign.
        case changeSafeThreshold
        /// Claim a name on Farcaster for the holder.
        case claimFarcasterName
        /// Create the keys of a dYdX account.
        case createDYdXKeys
        /// Create a key to a Polymarket account.
        case createPolymarketKey
        /// Let the holder create new tokens.
        case createTokens
        /// Delegate votes to the holder.
        case delegateVotes
        /// Stop a module from acting for a Safe.
        case disableSafeModule
        /// Let the module the holder act for the account.
        case enableModule
        /// Let the module the holder act for a Safe.
        case enableSafeModule
        /// Give the holder control of a contract.
        case giveControl
        /// Grant the holder a role in a contract.
        case grantRole
        /// Pay for gas from a Safe to the holder.
        case payGasFromSafe
        /// Let the holder recover the account.
        case recoverAccount
        /// Remove the module the holder from the account.
        case removeModule
        /// Remove an owner of a Safe.
        case removeSafeOwner
        /// Give up the ownership of a contract.
        case renounceOwnership
        /// Give up a role in a contract.
        case renounceRole
        /// Replace the code of a contract with the holder.
        case replaceCode
        /// Replace the code of a Safe with the holder.
        case replaceSafeCode
        /// Make the holder an owner of a Safe instead of another.
        case replaceSafeOwner
        /// Revoke a role in a contract.
        case revokeRole
        /// Set the address of a name to the holder.
        case setNameAddress
        /// Set the resolver of a name to the holder.
        case setNameResolver
        /// Set the website of a name.
        case setNameWebsite
        /// Set the fallback handler of a Safe to the holder.
        case setSafeFallbackHandler
        /// Set the guard of a Safe to the holder.
        case setSafeGuard
        /// Set the module guard of a Safe to the holder.
        case setSafeModuleGuard
        /// Set up a Safe.
        case setUpSafe
        /// Sign a message for a Safe.
        case signForSafe
        /// Let the holder take a fee from every trade on Hyperliquid.
        case takeHyperliquidFee
        /// Let the holder trade for a Hyperliquid account.
        case tradeOnHyperliquid
        /// Transfer a name to the holder.
        case transferName
        /// Transfer the ownership of a contract to the holder.
        case transferOwnership
        /// Transfer a subname to the holder.
        case transferSubname
        /// Use delegations to act for others.
        case useDelegations
        /// Let the holder vote for you on Snapshot.
        case voteOnSnapshot

        /// Whether one holder gets it, whom a sentence about it names.
        public var hasHolder: Bool {
            switch self {
            case .addOwnerKey, .approveSafeHash, .changeSafeThreshold, .createDYdXKeys, .createPolymarketKey,
                .disableSafeModule, .removeSafeOwner, .renounceOwnership, .renounceRole, .revokeRole, .setNameWebsite,
                .setUpSafe, .signForSafe, .useDelegations:
                false
            default: true
            }
        }
    }
}
