import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages

/// What an action may cost or yield beyond the amounts that it names.
extension IntentExplainer {
    /// The action with the tokens of a purchase that it does not name, as far as they can be established.
    func completed(_ action: ContractAction) -> ContractAction {
        guard let pair = pair(of: action) else { return action }
        return action.naming(sold: pair.sold, bought: pair.bought)
    }

    private func pair(of action: ContractAction) -> KnownPools.Pair? {
        action.purchase.flatMap { KnownPools.pair(of: $0, at: action.contract, on: chain.id) }
    }

    /// Warns about the terms of an action.
    func warn(aboutTermsOf action: ContractAction, in explanation: inout Explanation) {
        if let market = action.market, !KnownMarkets.contains(market, on: chain.id) {
            explanation.rows.append(row(localized("Oracle"), market.oracle, role: .contract))
            explanation.warn(
                .danger,
                localized(
                    """
                    The wallet does not know this lending market. Its creator may control the prices and take \
                    what you send.
                    """)
            )
        }
        if let `operator` = action.operator {
            explanation.rows.append(row(localized("Operator"), `operator`))
            if `operator` != signer, known[`operator`] != .own, !KnownOperators.contains(`operator`, on: chain.id) {
                explanation.warn(
                    .danger,
                    localized(
                        """
                        The wallet does not know this operator. It can lose your stake, and may be able to take \
                        it.
                        """))
            }
        }
        for executor in Set(action.executors).sorted() where executor != action.contract {
            explanation.rows.append(row(localized("Executor"), executor, role: .contract))
            // Most exchanges name one that the wallet knows.
            if !isTrusted(executor), nameOfContract(executor) == nil {
                explanation.warn(
                    .caution,
                    localized(
                        """
                        The site chose a contract that the wallet does not know to carry out the exchange. Only the \
                        minimum is guaranteed.
                        """))
            }
            if case .lookAlike? = known[executor] { warn(about: executor, as: .contract, in: &explanation) }
        }
        if let count = action.stepsOfExecutor {
            let steps = localized(
                "\(count, as: "count") step that the site chose",
                plural: "\(count, as: "count") steps that the site chose", count: count)
            explanation.rows.append(Approval.Row(localized("Executor"), .trusted(steps)))
        }
        if action.isForValidator {
            explanation.warn(
                .danger,
                localized(
                    """
                    The wallet cannot check whose validator this is. If someone else used its key before, they \
                    get the coins.
                    """)
            )
        }
        if action.kind == .publishStatement || action.kind == .cancelOrders && !action.isHarmless {
            explanation.warn(
                isTrusted(action.contract) ? .danger : .caution,
                localized(
                    """
                    The wallet does not know this type of message. It names no amount and nobody else, but the \
                    requester may use it for something that it does not say.
                    """))
        }
        if action.hasHiddenTerms {
            explanation.warn(
                .danger,
                localized(
                    "The call has terms that the wallet cannot read: it may move something other than what is shown."))
        }
        if action.isPair, isLopsided(action.gives) {
            explanation.warn(
                .danger,
                localized(
                    """
                    One of the two tokens is worth far more than the other. If the pool has a wrong price, \
                    others can take the difference.
                    """))
        }
        if action.needsMinimum, action.gets.allSatisfy({ isTrifle($0.units, of: $0.token) }) {
            explanation.warn(.danger, Self.acceptsAnything)
        }
        if action.isUnbounded {
            explanation.warn(
                isShown(action) ? .caution : .danger,
                localized("The call does not say how much it takes, or how much you will owe."))
        }
        if action.isSealed {
            let named = action.gives.map { Worth($0.token, $0.units) }
            let sent = named.isEmpty ? effects?.sent.map { Worth($0.asset.token, $0.units) } ?? [] : named
            explanation.warn(
                !sent.isEmpty && isSmall(sent) ? .caution : .danger,
                localized(
                    """
                    The call names an order or an account by a number that the wallet cannot read. Only the service \
                    knows who gets what you send.
                    """))
        }
        if action.isAnyonesPosition {
            explanation.warn(
                .danger,
                localized("Anyone can add to any position. If this one is not yours, someone else gets what you send."))
        }
        if action.isAmbiguous, !isTrusted(action.contract) {
            explanation.warn(
                isShown(action) ? .caution : .danger,
                localized(
                    """
                    Contracts use this function in different ways, and the wallet does not know this one: it \
                    may take tokens that the call does not name.
                    """))
        }
        let isMuch = action.gives.isEmpty || action.gives.contains { !isTrifle($0.units, of: $0.token) }
        if action.hasNoMinimums, isMuch {
            explanation.warn(
                .caution,
                action.kind.leavesPool
                    ? localized(
                        """
                        There is no minimum for what you receive. Others can move the price first, and take part of \
                        the value.
                        """)
                    : localized(
                        """
                        There is no minimum for either token. Others can move the price first, and take part of the \
                        value.
                        """))
        }
        if let trade = holdings.prices.vaults[action.contract], action.vaultTrade != nil {
            show(trade, in: &explanation)
        }
        warn(aboutPurchaseOf: action, in: &explanation)
        warn(aboutCrossingOf: action, in: &explanation)
        if let counterpart = action.counterpart,
            !action.gives.allSatisfy({ KnownTokens.isCounterpart(counterpart, of: $0.token, on: chain.id) })
        {
            explanation.warn(
                .danger,
                localized(
                    "The wallet does not know the token that arrives on the other chain. It may be worth nothing."))
        }
    }

    /// Whether simulations show what a call of a contract that the wallet does not know takes, and that it is little or
    /// what the contract could take without the call.
    private func isShown(_ action: ContractAction) -> Bool {
        guard let effects, !effects.sent.isEmpty || !effects.received.isEmpty else { return false }
        return use(of: action.contract) != .handsOn
    }

    /// Whether one of two amounts is certainly worth more than twice the other, and at least one of them is worth ten
    /// dollars.
    private func isLopsided(_ parts: [ContractAction.Amount]) -> Bool {
        let bounds = parts.compactMap { part -> ClosedRange<BigUInt>? in
            if let worth = worth(of: Worth(part.token, part.units)) { return worth }
            return isVouchedFor(part.token) && isNothing(part.units, of: part.token) ? 0...0 : nil
        }
        guard bounds.count == 2, bounds.contains(where: { $0.lowerBound > 10 * Self.dollar }) else { return false }
        return bounds[0].upperBound * 2 < bounds[1].lowerBound || bounds[1].upperBound * 2 < bounds[0].lowerBound
    }

    /// The highest usual price for items of an unknown collection, at the lowest value of the coin.
    private static let mostForItems = 25 * dollar

    /// Warns about what the steps of a call do together.
    func warn(aboutStepsOf intent: Intent, in explanation: inout Explanation) {
        let actions = intent.all.compactMap { part -> ContractAction? in
            guard case .action(let action) = part else { return nil }
            return action
        }
        let purchases = actions.compactMap(\.purchaseOfItems).filter {
            $0.coins > 0 && !KnownCollections.contains($0.collection, on: chain.id)
        }
        if !purchases.isEmpty {
            for collection in Set(purchases.map(\.collection)).sorted() {
                explanation.rows.append(row(localized("Collection"), collection, role: .contract))
            }
            let coins = purchases.reduce(0) { $0 + $1.coins }
            let isMuch = worth(of: Worth(nil, coins)).map { $0.lowerBound > Self.mostForItems } ?? true
            explanation.warn(
                isMuch ? .danger : .caution,
                localized("The items are of a collection that the wallet does not know. They may be worth nothing."))
        }
        if actions.contains(where: \.createsPool), actions.contains(where: { !$0.gives.isEmpty && $0.gets.isEmpty }) {
            explanation.warn(
                .danger,
                localized("The call sets the price of a new pool. If it is wrong, others can take what you add."))
        }
    }

    private func warn(aboutPurchaseOf action: ContractAction, in explanation: inout Explanation) {
        guard let purchase = action.purchase else { return }
        guard let pair = pair(of: action) else {
            explanation.warn(.danger, Self.hidesToken)
            return
        }
        if !isTrifle(purchase.sold, of: pair.sold), isTrifle(purchase.least, of: pair.bought) {
            explanation.warn(.danger, Self.acceptsAnything)
        }
        compare([[Worth(pair.bought, purchase.least)]], of: [Worth(pair.sold, purchase.sold)], in: &explanation)
    }

    static let hidesToken = localized("The wallet cannot tell which token you receive. It may be worth nothing.")

    /// Warns if less than nine tenths of what is sent to another chain must arrive there, or something of another worth.
    private func warn(aboutCrossingOf action: ContractAction, in explanation: inout Explanation) {
        guard let crossing = action.crossing, crossing.sent > 0 else { return }
        guard crossing.least > 0 else {
            explanation.warn(.danger, Self.acceptsAnything)
            return
        }
        if let arriving = crossing.arriving, let change = crossing.change(on: chain.id) {
            // The same address is another contract on another chain.
            if change.token == nil, isVouchedFor(arriving.token) { explanation.warn(.danger, Self.mayBeWorthless) }
            return compare(
                [[Worth(change.token?.address ?? arriving.token, change.units)]],
                of: [Worth(crossing.token, crossing.sent)], in: &explanation)
        }
        let other = crossing.arriving.flatMap { KnownTokens.token($0.token, on: $0.chainID) }
        var (sent, least) = (crossing.sent, crossing.least)
        if let other, let own = decimals(of: crossing.token) {
            sent *= BigUInt(10).power(max(0, other.decimals - own))
            least *= BigUInt(10).power(max(0, own - other.decimals))
        }
        if least * 10 < sent * 9 {
            explanation.warn(
                .danger,
                localized("More than a tenth of what you send may not arrive on the other chain."))
        }
    }

    /// Whether what arrives on another chain is a token that the wallet knows there.
    func isArrivalKnown(_ action: ContractAction) -> Bool {
        guard let arriving = action.crossing?.arriving else { return false }
        return KnownTokens.token(arriving.token, on: arriving.chainID) != nil
    }

    private func decimals(of token: EthereumAddress?) -> Int? {
        guard let token else { return 18 }
        return tokens.token(token, on: chain.id).flatMap { $0.isVouchedFor ? $0.decimals : nil }
    }
}
