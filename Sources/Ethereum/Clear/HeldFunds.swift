/// What the steps of a call leave in the contract that carries them out.
///
/// Routers may keep what a step yields for a later step. What no later step takes out, anyone can take with a call of
/// their own.
extension Intent {
    /// Whether a step yields something that stays in the contract at the end.
    public func leavesFundsBehind(on chainID: UInt64) -> Bool {
        let actions = all.compactMap { intent -> ContractAction? in
            guard case .action(let action) = intent else { return nil }
            return action
        }
        return actions.enumerated().contains { index, action in
            guard action.isHeld else { return false }
            let later = actions[(index + 1)...].filter { $0.contract == action.contract }
            // Where a step does not say what it yields, any later step that takes something out may be the one for it.
            guard !action.gets.isEmpty else { return !later.contains { $0.takesAll || $0.spendsHeld } }
            return !action.gets.allSatisfy { amount in
                later.contains { step in
                    let taken = step.takesAll ? step.gets : step.spendsHeld ? step.gives : []
                    return taken.contains { amount.isSame(as: $0, on: chainID, isUnwrapped: step.takesAll) }
                }
            }
        }
    }
}

extension ContractAction {
    /// Whether it takes all that the contract holds of something: it costs nothing, and yields an amount or more.
    fileprivate var takesAll: Bool {
        gives.isEmpty && !gets.isEmpty && gets.allSatisfy { $0.bound == .atLeast }
    }
}

extension ContractAction.Amount {
    /// Whether `other` is of the same token, or the coin that the token is worth where that is unwrapped.
    fileprivate func isSame(as other: Self, on chainID: UInt64, isUnwrapped: Bool) -> Bool {
        if token == other.token { return true }
        guard isUnwrapped, other.token == nil, let token else { return false }
        // On a chain whose wrapped coin is not known, it may be any token.
        return WrappedCoin.homes[chainID] == nil || WrappedCoin.isHome(token, on: chainID)
    }
}
