internal import Ethereum
public import BigInt

/// What the steps of a call leave in the contract that carries them out, and what they must yield.
///
/// Routers may keep what a step yields for a later step. What no later step takes out, anyone can take with a call of
/// their own.
extension Intent {
    /// An exchange in a call, with what must come in return at the end.
    public struct Exchange: Hashable, Sendable {
        /// The step that exchanges.
        public let action: ContractAction

        /// What is given for ``least``: by the step, and by others whose proceeds leave the contract with its own.
        public let gives: [ContractAction.Amount]

        /// The minimum of the step, and those of later steps that take all of its proceeds out of the contract.
        public let least: [ContractAction.Amount]

        /// Whether it gives all that earlier steps have left in the contract.
        public let givesHeld: Bool

        /// What leaves the account for it: ``gives``, or what earlier steps paid into the contract if it gives all of
        /// that.
        public let outflow: [ContractAction.Amount]

        init(
            _ action: ContractAction, gives: [ContractAction.Amount], least: [ContractAction.Amount],
            givesHeld: Bool = false, paid: [ContractAction.Amount] = []
        ) {
            (self.action, self.gives, self.least, self.givesHeld) = (action, gives, least, givesHeld)
            outflow =
                gives.contains(where: \.isWholeBalance) ? gives.filter { !$0.isWholeBalance } + paid : gives
        }
    }

    /// The exchanges in it, in order.
    public func exchanges(on chainID: UInt64) -> [Exchange] {
        let actions = actions
        return actions.enumerated().compactMap { index, action in
            guard !action.gives.isEmpty, !action.gets.isEmpty else {
                return action.acceptsNothing
                    ? Exchange(action, gives: action.gives, least: action.gets) : nil
            }
            let givesHeld =
                action.spendsHeld && action.gives.contains(where: \.isWholeBalance)
                && (index > 0 && actions[..<index].contains { $0.contract == action.contract }
                    || action.gives.contains { $0.units > 0 && $0.isWholeBalance })
            let paid = actions[..<index].paid(into: action.contract)
            guard action.isPassedOn else {
                return Exchange(
                    action, gives: action.gives, least: action.gets, givesHeld: givesHeld, paid: paid)
            }
            let others = actions.enumerated().filter { place, other in
                place != index && other.contract == action.contract && other.isPassedOn && !other.gives.isEmpty
                    && other.gets.contains { amount in action.gets.contains { $0.token == amount.token } }
            }
            return Exchange(
                action, gives: action.gives + others.flatMap(\.element.gives),
                least: least(of: action, followedBy: actions[(index + 1)...], on: chainID), givesHeld: givesHeld,
                paid: paid)
        }
    }

    /// The minimum of a step whose proceeds stay in the contract, and of later ones through which all of them pass.
    private func least(
        of action: ContractAction, followedBy later: ArraySlice<ContractAction>, on chainID: UInt64
    ) -> [ContractAction.Amount] {
        var (least, held) = (action.gets, action.gets)
        for step in later where step.contract == action.contract {
            let isTaken = held.contains { amount in
                step.takesAll && step.gets.contains { amount.isSame(as: $0, on: chainID, isUnwrapped: true) }
                    || step.spendsHeld
                        && step.gives.contains { $0.isWholeBalance && amount.isSame(as: $0, on: chainID) }
                    || action.router.contains(.isOwed) && step.gives.isEmpty
                        && step.gets.contains { $0.bound != .atMost && $0.token == amount.token }
            }
            guard isTaken else { continue }
            // What is exchanged for something else is no longer due.
            if step.spendsHeld, !step.gets.isEmpty {
                least.removeAll { amount in
                    step.gives.contains { $0.isWholeBalance && amount.isSame(as: $0, on: chainID) }
                }
            }
            least += step.gets
            if step.isPassedOn { held += step.gets }
        }
        return least
    }

    /// Whether a step yields something that stays in the contract at the end.
    public func leavesFundsBehind(on chainID: UInt64) -> Bool {
        let actions = actions
        return actions.enumerated().contains { index, action in
            guard action.isHeld else { return false }
            let later = actions[(index + 1)...].filter { $0.contract == action.contract }
            let isKept = action.router.contains(.keepsGiven)
            let held = isKept ? action.gives : action.gets
            // If a step does not name its proceeds, any later step that takes something out may be the one that takes
            // them.
            guard !held.isEmpty else { return !later.contains { $0.takesAll || $0.spendsHeld } }
            return !held.allSatisfy { $0.isTaken(by: later, on: chainID, isWrapped: isKept) }
        }
    }

    /// Whether coins of `value`, which is sent with it, stay in a contract that keeps those that no step uses.
    public func leavesCoinsBehind(of value: BigUInt, on chainID: UInt64) -> Bool {
        if case .call(let call) = self,
            call.inner.contains(where: { $0.value > 0 && $0.intent.leavesCoinsBehind(of: $0.value, on: chainID) })
        {
            return true
        }
        let actions = actions
        guard value > 0, actions.contains(where: { $0.router.contains(.keepsCoins) }),
            !actions.contains(where: { $0.refundsCoins })
        else { return false }
        var (used, paid, swapped): (BigUInt, BigUInt, BigUInt) = (0, 0, 0)
        for action in actions {
            let coins = action.coins(on: chainID)
            if !action.router.contains(.isOwed) {
                used += coins
            } else if action.gets.isEmpty {
                paid += coins
            } else {
                swapped += coins
            }
        }
        // What a pool is paid is what the exchange in it costs.
        return value > used + max(paid, swapped)
    }

    /// How much of the coins of `value`, which is sent with it, its exchanges do not need: the contract of an
    /// aggregator can hand them to code that the call chooses.
    ///
    /// Zero where something else may need them.
    public func unneededCoins(of value: BigUInt) -> BigUInt {
        if case .call(let call) = self, call.inner.contains(where: { $0.value > 0 }) {
            return call.inner.map { $0.intent.unneededCoins(of: $0.value) }.max() ?? 0
        }
        let actions = actions
        let isOrder = all.contains { if case .order = $0 { true } else { false } }
        guard !isOrder, actions.contains(where: \.isExchange),
            actions.allSatisfy({ $0.isExchange || !$0.takesCoins && $0.crossing == nil }),
            !actions.contains(where: { $0.router.contains(.keepsCoins) })
        else { return 0 }
        // Aggregators do not take coins in place of the token into which they are wrapped.
        let coins = actions.flatMap(\.gives).filter { !$0.isItem && $0.token == nil }
        let needed = coins.map(\.units).reduce(0, +)
        return value > needed ? value - needed : 0
    }

    /// Whether something is sent to a vault and no later step uses it: the order of anyone else can then use it.
    public var leavesDepositUnused: Bool {
        let actions = actions
        return actions.enumerated().contains { index, action in
            guard action.router.contains(.awaitsOrder) else { return false }
            let orders = actions[(index + 1)...].filter { $0.contract == action.contract }.compactMap(\.order)
            return !orders.contains { order in
                // Every order takes coins for its fee.
                action.gives.allSatisfy { $0.token == nil || $0.token == order.token }
            }
        }
    }

    private var actions: [ContractAction] {
        all.compactMap { intent in
            guard case .action(let action) = intent else { return nil }
            return action
        }
    }
}

extension ArraySlice<ContractAction> {
    /// What the steps pay into a contract for later ones, without what they spend of it again.
    fileprivate func paid(into contract: EthereumAddress) -> [ContractAction.Amount] {
        let own = filter { $0.contract == contract }
        let spent = own.filter(\.spendsHeld).flatMap(\.gives).filter { $0.bound == .exactly && !$0.isWholeBalance }
        return own.filter { $0.isHeld && $0.router.contains(.keepsGiven) }.flatMap(\.gives).map { amount in
            let used = spent.filter { $0.token == amount.token }.map(\.units).reduce(0, +)
            return ContractAction.Amount(
                bound: amount.bound, token: amount.token, units: amount.units > used ? amount.units - used : 0,
                isItem: amount.isItem)
        }
    }
}

extension ContractAction {
    /// Whether later steps get what it yields.
    fileprivate var isPassedOn: Bool { isHeld || router.contains(.isOwed) }

    /// Whether it takes all that the contract holds of something: it costs nothing, and yields an amount or more.
    fileprivate var takesAll: Bool {
        gives.isEmpty && !gets.isEmpty && gets.allSatisfy { $0.bound == .atLeast }
    }

    /// Whether it exchanges amounts that the call names, on this chain.
    fileprivate var isExchange: Bool {
        !gives.isEmpty && gets.contains { !$0.isItem } && crossing == nil
    }

    fileprivate var refundsCoins: Bool {
        router.contains(.refunds) && (gets.isEmpty || gets.contains { $0.token == nil })
    }

    /// The coins that it certainly uses: those that it gives or pays out, and those that it wraps to pay with them.
    fileprivate func coins(on chainID: UInt64) -> BigUInt {
        guard !spendsHeld else { return 0 }
        let parts = router.contains(.paysOut) ? gets : gives
        let coins = parts.filter { part in
            part.bound == .exactly && !part.isItem
                && (router.contains(.isStep) ? part.token == nil : part.isCoins(on: chainID))
        }
        return coins.map(\.units).reduce(0, +)
    }
}

extension ContractAction.Amount {
    /// Whether it means all that a router holds (Uniswap's `Constants.CONTRACT_BALANCE`).
    public var isWholeBalance: Bool { !isItem && (units == 0 || units == Self.contractBalance) }

    private static let contractBalance = BigUInt(1) << 255

    /// Whether it is of the native coin, or of the token into which that is wrapped.
    fileprivate func isCoins(on chainID: UInt64) -> Bool {
        // On a chain whose wrapped coin is not known, it may be any token.
        token.map { WrappedCoin.homes[chainID] == nil || WrappedCoin.isHome($0, on: chainID) } ?? true
    }

    /// Whether `other` is of the same token, or the native coin that the token wraps, if it is unwrapped.
    fileprivate func isSame(
        as other: Self, on chainID: UInt64, isUnwrapped: Bool = false, isWrapped: Bool = false
    ) -> Bool {
        if token == other.token { return true }
        return (isUnwrapped && other.token == nil || isWrapped && token == nil)
            && isCoins(on: chainID) && other.isCoins(on: chainID)
    }

    /// Whether the steps take all of it out of the contract, or spend it.
    fileprivate func isTaken(by later: [ContractAction], on chainID: UInt64, isWrapped: Bool) -> Bool {
        var spent: BigUInt = 0
        for step in later {
            if step.takesAll,
                step.gets.contains(where: {
                    isSame(as: $0, on: chainID, isUnwrapped: true, isWrapped: isWrapped)
                })
            {
                return true
            }
            for part in step.spendsHeld ? step.gives : step.gives.isEmpty ? step.gets : []
            where isSame(as: part, on: chainID, isWrapped: isWrapped) {
                if step.spendsHeld, part.isWholeBalance || part.bound == .atMost { return true }
                if part.bound == .exactly { spent += part.units }
            }
        }
        return bound == .exactly && spent >= units
    }
}
