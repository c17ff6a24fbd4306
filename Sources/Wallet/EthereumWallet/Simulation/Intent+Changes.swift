import BigInt
import ClearSigning
import Ethereum

extension Intent {
    /// The amounts of calls of some kinds that do not name the token that leaves.
    ///
    /// Who withdraws can give back as many of the receipts as there were tokens.
    func numbers(_ isMeant: (ContractAction.Kind) -> Bool) -> Set<BigUInt> {
        Set(
            all.flatMap { part -> [BigUInt] in
                if case .action(let action) = part, action.kind.isWithdrawal, action.gives.isEmpty, isMeant(action.kind)
                {
                    return action.gets.filter { !$0.isItem }.map(\.units)
                }
                guard case .call(let call) = part,
                    call.inner.contains(where: { inner in
                        if case .action(let action) = inner.intent {
                            action.gives.isEmpty && isMeant(action.kind)
                        } else {
                            false
                        }
                    })
                else { return [] }
                return call.unsaidAmounts.compactMap { BigUInt($0.text, radix: 10) }
            })
    }

    /// Whether it pays back a whole loan, without the amount.
    var repaysAll: Bool {
        let actions = all.compactMap { part -> ContractAction? in
            if case .action(let action) = part { action } else { nil }
        }
        if case .call(let call) = self, !call.unsaidAmounts.isEmpty { return false }
        return actions.contains { $0.kind == .repay }
            && actions.allSatisfy { ($0.kind == .repay || $0.kind == .withdraw) && $0.gives.isEmpty }
    }

    /// Whether what leaves the account goes to contracts, which give or record something for it.
    var staysInContracts: Bool {
        let actions = all.compactMap { part -> ContractAction? in
            if case .action(let action) = part { action } else { nil }
        }
        return !actions.isEmpty
            && actions.allSatisfy { action in
                action.kind.isDeposit || action.kind.isWithdrawal
                    || [.bridge, .bridgeToOwnAddress, .borrow, .borrowShares, .claimRewards].contains(action.kind)
            }
    }
}

extension ContractAction.Kind {
    /// Whether it is for giving tokens to a contract, or shares back to it.
    var isDeposit: Bool {
        switch self {
        case .deposit, .depositIntoVault, .stake, .supply, .repay, .lockTokens, .lockMoreTokens, .wrap, .mint, .unstake,
            .requestUnstaking, .requestVaultDeposit, .restake, .startUnstaking, .stakeForGas, .depositForGas, .placeBid,
            .placeOrder:
            true
        default: false
        }
    }

    var isDepositOrWithdrawal: Bool { isDeposit || isWithdrawal }

    /// Whether it takes tokens out of a pool.
    var leavesPool: Bool { self == .removeLiquidity || self == .closePosition }

    /// Whether it is for taking out what was given to a contract.
    var isWithdrawal: Bool {
        switch self {
        case .withdraw, .withdrawFromVault, .redeem, .requestVaultWithdrawal: true
        default: false
        }
    }
}
