import BigInt
import Bridge
import Ethereum
import Messages

/// What leaves against what must come back.
extension IntentExplainer {
    /// Compares amounts, shows what they are worth, and warns if too little comes back or if that is not known.
    ///
    /// - Parameters:
    ///   - alternatives: What must come back. Each of several is the whole of it, at another step.
    ///   - given: What leaves.
    ///   - explanation: Gets the rows and warnings.
    func compare(_ alternatives: [[Worth]], of given: [Worth], in explanation: inout Explanation) {
        let given = given.filter { $0.units > 0 }
        guard !chain.isTest, !given.isEmpty, !given.allSatisfy({ isTrifle($0.units, of: $0.token) }) else { return }
        let comparisons = alternatives.map { received in
            WorthComparison(
                given: given.map { part(of: $0) },
                received: received.filter { $0.units > 0 }.map { part(of: $0, isReceived: true) })
        }
        // A minimum of nothing has a danger of its own.
        guard let best = comparisons.filter({ !$0.received.isEmpty }).min(by: { $0.verdict.weight < $1.verdict.weight })
        else { return }
        let (verdict, whole) = (best.verdict, alternatives.filter { $0.contains { $0.units > 0 } })
        explanation.rows += rows(of: best)
        let contradiction = verdict == .fair ? best.contradiction(on: now / 86_400) : nil
        if let contradiction {
            let date = MomentText.of(BigUInt(max(0, contradiction.day)) * 86_400)?.prefix(10) ?? ""
            explanation.warn(
                .danger,
                localized(
                    """
                    The prices of your server contradict those of \(String(date), as: "date"). By the prices of that day, you are \
                    guaranteed only \(contradiction.percent, as: "percentage")% of the value of what you send. Compare them \
                    yourself, or add another server for this network.
                    """))
        } else if best.restsOnOneNode {
            explanation.warn(
                .caution,
                localized(
                    """
                    Only one server reports these prices, so the wallet cannot check them. Compare them yourself, or add \
                    another server for this network.
                    """))
        }
        for token in Set((best.given + best.received).map(\.token)) { warn(aboutPriceOf: token, in: &explanation) }
        switch verdict {
        case .fair where isLessThanHalf(whole, of: given), .unpriced where isLessThanHalf(whole, of: given):
            explanation.warn(.danger, localized("You accept less than half of what you send is worth."))
        case .fair: break
        case .low where explanation.warnings.contains(.init(.danger, Self.acceptsAnything)): break
        case .low(let percent, isPegged: true):
            explanation.warn(
                .danger,
                localized(
                    """
                    You are guaranteed only \(percent, as: "percentage")% of what you send, although the tokens \
                    normally have the same value.
                    """))
        case .low(let percent, isPegged: false):
            explanation.warn(
                .danger,
                localized("You are guaranteed only \(percent, as: "percentage")% of the value of what you send."))
        case .unpriced(let tokens, let isMuch):
            let names = Self.list(
                tokens.map { token in
                    symbol(of: token).map(Message.init(verbatim:)) ?? localizable("a token that it does not know")
                })
            guard let names else { return }
            let text = localized(
                """
                The wallet has no price for \(names, as: "tokens"), so it cannot tell whether the exchange is fair.
                """)
            explanation.warn(isMuch ? .danger : .plain, text)
        }
    }

    /// Whether what comes back is known to be worth enough.
    func isFair(_ received: [Worth], for given: [Worth]) -> Bool {
        WorthComparison(
            given: given.map { part(of: $0) }, received: received.map { part(of: $0, isReceived: true) }
        ).verdict == .fair
    }

    /// Warns about a sale of items until the user has typed its price.
    func warn(aboutListing listing: [ListedPrice]?, in explanation: inout Explanation) {
        guard let listing, !chain.isTest else { return }
        let prices = listing.compactMap { holdings.prices.known[$0.token] }
        let worths = listing.compactMap { part(of: Worth($0.token, $0.units), isReceived: true).worth?.lowerBound }
        if !listing.isEmpty, worths.count == listing.count {
            let value = Self.money(worths.reduce(0, +))
            explanation.rows.append(
                Approval.Row(localized("Value received"), .trusted(localized("about \(value, as: "value")"))))
            explanation.rows += sources(of: prices)
        }
        explanation.price = TypedPrice(listing, typed: typedPrice)
        guard explanation.price?.isTyped != true else { return }
        explanation.warn(
            .danger,
            localized(
                """
                Your node cannot tell what items of this collection are worth. Compare the price yourself, and type it \
                to continue.
                """))
    }

    /// What is known of the worth of an amount.
    private func part(of worth: Worth, isReceived: Bool = false) -> WorthComparison.Part {
        var part = WorthComparison.Part(token: worth.token)
        guard worth.units.bitWidth < 160 else { return part }
        part.pegged = pegged(worth)
        part.worth = priced(worth, isReceived: isReceived)
        part.isConfirmed = holdings.prices.known[worth.token].map { $0.nodes > 1 } ?? true
        part.earlier = earlier(worth)
        if !part.isConfirmed, let range = part.worth, let (peg, units) = part.pegged, peg == .dollar,
            units.lowerBound == units.upperBound
        {
            // A server that is alone cannot make a dollar cheap when it leaves, or dear when it comes back.
            let par = units.lowerBound * 100
            part.worth = min(range.lowerBound, isReceived ? par : range.lowerBound)...max(range.upperBound, par)
        }
        part.most = self.worth(of: worth)?.upperBound
        let balance = worth.token.map { holdings.balances[$0] } ?? holdings.coins
        part.isLargePart = balance.map { worth.units * 10 > $0 }
        return part
    }

    /// What an amount was worth on earlier days.
    private func earlier(_ worth: Worth) -> [Int64: ClosedRange<BigUInt>] {
        (holdings.prices.earlier[worth.token] ?? [:]).mapValues { price in
            let low = Prices.worth(of: worth.units, at: price.rates.lowerBound)
            return low...Prices.worth(of: worth.units, at: price.rates.upperBound)
        }
    }

    /// What an amount is worth by the prices of the node, and by the dollar’s own; `nil` without a price.
    private func priced(_ worth: Worth, isReceived: Bool) -> ClosedRange<BigUInt>? {
        guard let price = holdings.prices.known[worth.token] else {
            guard !holdings.prices.rejected.contains(worth.token), let (peg, units) = pegged(worth), peg == .dollar,
                units.lowerBound == units.upperBound
            else { return nil }
            return units.lowerBound * 100...units.upperBound * 100
        }
        let low = Prices.worth(of: worth.units, at: price.rates.lowerBound)
        let high = Prices.worth(of: worth.units, at: price.rates.upperBound)
        // Anyone can write a contract that says much of itself.
        if isReceived, price.isOwnWord { return nil }
        // A pool pays its price only for what is small beside it; and whoever made it can have made the price.
        if isReceived, let depth = price.depth, high * 10 > depth { return nil }
        return low...high
    }

    /// How many units of its peg an amount is worth, with 18 decimal places.
    private func pegged(_ worth: Worth) -> (peg: Peg, units: ClosedRange<BigUInt>)? {
        guard let symbol = symbol(of: worth.token), let peg = Peg(symbol: symbol), let share = Peg.share(of: symbol)
        else { return nil }
        let amount = scaled(worth)
        if share != 100...100, let token = worth.token, let said = holdings.prices.shares[token] {
            let one = BigUInt(10).power(18)
            return (peg, amount * said.lowerBound / one...amount * said.upperBound / one)
        }
        return (peg, amount * share.lowerBound / 100...amount * share.upperBound / 100)
    }

    // MARK: Text

    private func rows(of comparison: WorthComparison) -> [Approval.Row] {
        let given = comparison.given.compactMap(\.worth)
        let received = comparison.received.compactMap(\.worth)
        guard given.count == comparison.given.count else { return [] }
        let out = given.map(\.upperBound).reduce(0, +)
        let back = received.map(\.lowerBound).reduce(0, +)
        let prices = (comparison.given + comparison.received).compactMap { holdings.prices.known[$0.token] }
        let sent = Approval.Row(
            localized("Value sent"), .trusted(localized("about \(Self.money(out), as: "value")")))
        guard received.count == comparison.received.count, out > 0 else {
            return [sent] + sources(of: prices)
        }
        let percent = back * 100 / out
        let text = localized(
            "at least about \(Self.money(back), as: "value") (\(percent, as: "percentage")%)")
        return [sent, Approval.Row(localized("Value received"), .trusted(text))] + sources(of: prices)
    }

    /// A row that says who reports prices; none without prices.
    private func sources(of prices: [Prices.Price]) -> [Approval.Row] {
        let sources = prices.reduce(into: Set()) { $0.formUnion($1.sources) }
        let nodes: String
        switch prices.map(\.nodes).min() {
        case _ where prices.contains(where: \.isContradicted): nodes = localized("your servers disagree")
        case let count? where count > 1: nodes = localized("from \(count, as: "count") of your servers")
        default: nodes = localized("from one server only")
        }
        var names: [String] = []
        if sources.contains(.feed) || sources.contains(.contract) { names.append("Chainlink") }
        if sources.contains(.pool) { names.append("Uniswap") }
        if sources.contains(.curve) { names.append("Curve") }
        if sources.contains(.list), let list = holdings.prices.list { names.append(list) }
        guard let named = Self.list(names.map(Message.init(verbatim:))) else { return [] }
        let text = localized("\(named, as: "sources"), \(nodes, as: "servers")")
        return [Approval.Row(localized("Prices"), .trusted(text))]
    }

    private func warn(aboutPriceOf token: EthereumAddress?, in explanation: inout Explanation) {
        let name = symbol(of: token) ?? localized("a token")
        if let token, holdings.prices.unsellable.contains(token) {
            explanation.warn(
                .danger, localized("In a simulation, the token could not be sold again. It may be worth nothing."))
        }
        if holdings.prices.rejected.contains(token) {
            explanation.warn(
                .caution,
                localized(
                    "A server reports a price of \(name, as: "token") that cannot be right. The wallet ignores it."))
        }
        if holdings.prices.known[token]?.isContradicted == true {
            explanation.warn(
                .caution,
                localized(
                    """
                    Your servers report different prices for \(name, as: "token"). The wallet counts the one that is \
                    worse for you.
                    """))
        } else if holdings.prices.known[token]?.isDisputed == true {
            explanation.warn(
                .caution,
                localized(
                    """
                    The sources have different prices for \(name, as: "token"). The wallet counts the one that is worse \
                    for you.
                    """))
        }
    }

    /// A value in dollars: with cents up to ten dollars, otherwise whole, with separators.
    static func money(_ worth: BigUInt) -> String {
        let cents = worth / BigUInt(10).power(18)
        guard cents >= 1_000 else {
            return "$\(cents / 100)." + (cents % 100 < 10 ? "0" : "") + "\(cents % 100)"
        }
        let digits = Array(String(cents / 100))
        let groups = digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : String(digit)
        }
        return "$" + groups.joined()
    }
}
