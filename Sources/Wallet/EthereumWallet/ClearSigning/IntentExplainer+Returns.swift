import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages

/// What must come in return for what an exchange gives.
extension IntentExplainer {
    /// An amount of a token, or of the native coin.
    struct Worth {
        let token: EthereumAddress?
        let units: BigUInt

        init(_ token: EthereumAddress?, _ units: BigUInt) { (self.token, self.units) = (token, units) }
    }

    /// Warns about exchanges whose minimum is too low.
    ///
    /// A step of a route may have none, if a later step takes all of its proceeds out of the contract and has one.
    func warn(aboutReturnsOf intent: Intent, in explanation: inout Explanation) {
        warn(aboutSharesOf: intent, in: &explanation)
        warn(aboutStepsOf: intent, in: &explanation)
        for exchange in intent.exchanges(on: chain.id) {
            let givesMuch = exchange.givesHeld || exchange.gives.contains { !isNothing($0.units, of: $0.token) }
            let givesMore = exchange.givesHeld || exchange.gives.contains { !isTrifle($0.units, of: $0.token) }
            func getsOnly(_ isLittle: (BigUInt, EthereumAddress?) -> Bool) -> Bool {
                exchange.least.allSatisfy { !$0.isItem && ($0.bound == .atMost || isLittle($0.units, $0.token)) }
            }
            let getsLittle =
                givesMuch && getsOnly { isNothing($0, of: $1) } || givesMore && getsOnly { isTrifle($0, of: $1) }
            if exchange.action.acceptsNothing || getsLittle {
                explanation.warn(.danger, Self.acceptsAnything)
            }
            if givesMuch { warn(aboutTokensOf: exchange, in: &explanation) }
            guard !(exchange.gives + exchange.least).contains(where: \.isItem), exchange.action.crossing == nil else {
                continue
            }
            // Each later minimum is for all of it; what the step itself yields is a sum.
            let own = exchange.action.gets.filter { $0.bound != .atMost && exchange.least.contains($0) }
            let later = exchange.least.filter { $0.bound != .atMost && !exchange.action.gets.contains($0) }
            compare(
                [own.map { Worth($0.token, $0.units) }] + later.map { [Worth($0.token, $0.units)] },
                of: exchange.outflow.map { Worth($0.token, $0.units) }, in: &explanation)
        }
    }

    static let acceptsAnything = localized("You accept any amount in return, even nothing.")

    /// The basis points up to which several fees of one token are usual.
    private static let mostShares: BigUInt = 200

    /// Warns about fees that are usual one by one and add up to much.
    private func warn(aboutSharesOf intent: Intent, in explanation: inout Explanation) {
        let shares = intent.all.compactMap { part -> ContractAction.Share? in
            guard case .action(let action) = part, let share = action.share else { return nil }
            return share.recipients.allSatisfy { $0 == signer } ? nil : share
        }
        for (_, group) in Dictionary(grouping: shares, by: \.token)
        where group.reduce(0, { $0 + $1.part }) > Self.mostShares {
            explanation.warn(.danger, localized("The fees of the steps add up to a large share of what you receive."))
            warn(aboutReceivers: group.flatMap(\.recipients), in: &explanation)
        }
    }

    /// Warns if no token that the account receives in return is known.
    private func warn(aboutTokensOf exchange: Intent.Exchange, in explanation: inout Explanation) {
        let isAnyKnown = exchange.least.contains { part in
            part.isItem || isVouchedFor(part.token)
                || part.token.map { KnownContracts.contract($0, on: chain.id) != nil } == true
        }
        // The same address is another contract on another chain.
        let isKnown = exchange.action.crossing?.arriving == nil ? isAnyKnown : isArrivalKnown(exchange.action)
        guard !exchange.least.isEmpty, !isKnown else { return }
        explanation.warn(
            exchange.gives.contains(where: isNearlyAll) ? .danger : .caution, Self.mayBeWorthless)
    }

    static let mayBeWorthless = localized(
        "The wallet does not know the token that you receive. It may be worth nothing.")

    /// Whether an amount leaves almost nothing of the balance, as far as that is known.
    func isNearlyAll(_ part: ContractAction.Amount) -> Bool {
        let balance = part.token.map { holdings.balances[$0] } ?? holdings.coins
        return !part.isItem && balance.map { isNearlyAll(part.units, of: $0) } == true
    }

    /// Whether what is given is certainly worth more than twice the most of the alternatives that comes in return, whatever
    /// a node says.
    func isLessThanHalf(_ alternatives: [[Worth]], of given: [Worth]) -> Bool {
        let out = given.compactMap { worth(of: $0)?.lowerBound }.reduce(0, +)
        let back = alternatives.map { parts -> BigUInt? in
            let bounds = parts.compactMap { worth(of: $0)?.upperBound }
            // An amount of a token without bounds may be worth enough.
            return bounds.count == parts.count ? bounds.reduce(0, +) : nil
        }
        return !back.contains(nil) && (back.compactMap(\.self).max() ?? out) * 2 < out
    }

    /// A dollar in the unit of ``worth(of:)``.
    static let dollar = 100 * BigUInt(10).power(18)

    /// What an amount is worth at least and at most; `nil` if the wallet has no bounds for the token.
    func worth(of part: Worth) -> ClosedRange<BigUInt>? {
        let symbol: String
        if let token = part.token {
            guard let entry = tokens.token(token, on: chain.id), entry.isVouchedFor else { return nil }
            symbol = entry.symbol
        } else {
            guard chain.isWellKnown else { return nil }
            symbol = chain.symbol
        }
        // Such a number means the whole balance.
        guard part.units.bitWidth < 160, let cents = KnownTokens.worth(of: symbol) else { return nil }
        let amount = scaled(part)
        return (amount * cents.lowerBound)...(amount * cents.upperBound)
    }

    /// The upper bound of the value of the tokens that leave the account; `nil` if the wallet has no bounds.
    func worthSent(by intent: Intent) -> BigUInt? {
        let parts: [Worth]
        switch intent {
        case .transfer(let transfer) where transfer.from == nil || transfer.from == signer:
            parts = transfer.parts.map { Worth(transfer.token, $0.amount) }
        case .action(let action) where !action.gives.contains { $0.isItem || $0.token == nil }:
            parts = action.gives.map { Worth($0.token, $0.units) }
        default: return nil
        }
        let worths = parts.compactMap { worth(of: $0)?.upperBound }
        return parts.isEmpty || worths.count < parts.count ? nil : worths.reduce(0, +)
    }

    /// An amount with 18 decimal places.
    func scaled(_ part: Worth) -> BigUInt {
        let decimals = part.token.flatMap { tokens.token($0, on: chain.id)?.decimals } ?? 18
        return part.units * BigUInt(10).power(max(0, 18 - decimals))
    }
}
