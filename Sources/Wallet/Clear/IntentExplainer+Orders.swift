import BigInt
import Bridge
import Ethereum

/// Exchanges that are offered or executed.
extension IntentExplainer {
    private static let mostItems = 8

    func order(_ order: TokenOrder) -> Explanation {
        let isOwn = order.offerer == nil || order.offerer == signer
        return order.isTaken && !isOwn ? taken(order) : offered(order, isOwn: isOwn)
    }

    private func offered(_ order: TokenOrder, isOwn: Bool) -> Explanation {
        let own = order.gets.filter { $0.recipient == nil || $0.recipient == order.offerer || $0.recipient == signer }
        let others = order.gets.filter { item in !own.contains(item) }
        let gives = order.gives.map { text($0, isPaid: true) }
        let gets = own.filter { $0.amount > 0 }.map { text($0) }
        let fee = order.fee.flatMap { $0 > 0 ? "up to \(AmountText.of($0, decimals: 2))%" : nil }
        var explanation = Explanation(
            "Offer \(Self.list(gives.isEmpty ? ["nothing"] : gives)) for \(Self.list(gets.isEmpty ? ["nothing"] : gets))"
                + (fee.map { ", minus a fee of \($0)." } ?? "."),
            verb: isMessage ? "Sign offer" : "Offer")
        explanation.rows = order.gives.prefix(Self.mostItems).map { row("You send", $0, isPaid: true) }
        explanation.rows += own.prefix(Self.mostItems).map { row("You receive", $0) }
        explanation.rows += others.prefix(Self.mostItems).map { row("Others receive", $0, namesRecipient: true) }
        if let fee { explanation.rows.append(Approval.Row("Fee", .trusted(fee))) }
        if let end = order.end {
            explanation.rows.append(expiry("Expires", end))
        }
        if gets.isEmpty, !order.gives.isEmpty {
            explanation.warn(
                .danger,
                "You would get nothing for what you send: anyone who holds this signature can take it for free.")
        } else {
            explanation.warn(.caution, "Anyone can complete this exchange until it expires, without asking you again.")
            warn(aboutPrice: own, of: order.gives, in: &explanation)
        }
        if order.gives.contains(where: \.isAnyItem) {
            explanation.warn(.danger, "Any item of the collection can be taken, not only one that you choose.")
        }
        warn(aboutTermsOf: order, paid: order.gives, in: &explanation)
        if let spender = order.spender {
            explanation.rows.append(row("Spender", spender, role: .spender))
            if isStrangeSpender(spender) {
                explanation.warn(
                    .danger,
                    "The wallet does not know the spender: it can take what you send and give nothing in return.")
            }
            warn(about: spender, as: .spender, in: &explanation)
        }
        if !isOwn, let offerer = order.offerer {
            explanation.warn(.caution, "The offer is made for another account: \(offerer).")
        }
        if order.gives.count > Self.mostItems {
            explanation.warn(
                .danger, "You send more than is shown here: \(order.gives.count) items. See the details.")
        }
        return explanation
    }

    /// The largest fee of an exchange that is usual, in basis points.
    private static let mostFee: BigUInt = 1_000

    /// Warns about terms that the wallet cannot read, a high fee, and amounts that may be the numbers of items.
    private func warn(
        aboutTermsOf order: TokenOrder, paid: [TokenOrder.Item], in explanation: inout Explanation
    ) {
        if order.hasHiddenTerms {
            explanation.warn(.danger, "The order has terms that the wallet cannot read: they can change the price.")
        }
        if let fee = order.fee, fee > Self.mostFee {
            explanation.warn(.danger, "The fee can take a large share of what you receive.")
        }
        if paid.contains(where: { kind(of: $0) == .item }) {
            explanation.warn(
                .danger,
                "The order treats a collection as a token: the number is that of one item, which may be valuable.")
        }
        if paid.contains(where: { kind(of: $0) == .amountOrItem }) {
            explanation.warn(
                .danger,
                "The wallet does not know whether this is a token or a collection: the number may be an amount, or one item, "
                    + "which may be valuable.")
        }
    }

    /// How the number of something that is paid is interpreted: an order can name a collection as if it were a token,
    /// and then it moves the item with that number.
    private func kind(of paid: TokenOrder.Item) -> TokenTransfer.Kind {
        guard paid.item == nil, !paid.isAnyItem else { return .items }
        guard let token = paid.token else { return .amount }
        if KnownCollections.contains(token, on: chain.id) { return .item }
        return switch standard(of: token) {
        case .erc20?: .amount
        case .erc721?: .item
        // Such contracts do not have the function with which an exchange moves tokens.
        case .erc1155?: .amount
        case nil: .amountOrItem
        }
    }

    /// Warns if what is received for `given` may be worthless.
    private func warn(
        aboutPrice received: [TokenOrder.Item], of given: [TokenOrder.Item], in explanation: inout Explanation
    ) {
        guard !given.isEmpty else { return }
        let items = received.filter { ($0.item != nil || $0.isAnyItem) && $0.amount > 0 }
        guard items.isEmpty else {
            let outcomes = items.filter(\.isOutcome).reduce(0) { $0 + $1.amount }
            // The shares and the dollars that buy them have six decimals.
            if outcomes > 0, given.reduce(0, { $0 + $1.amount }) >= outcomes {
                explanation.warn(.danger, "You pay at least as much as the shares can ever be worth.")
            }
            if !items.allSatisfy(isOfKnownCollection) {
                explanation.warn(
                    .danger, "The item that you receive is of a collection that the wallet does not know.")
            }
            return
        }
        let known = received.filter { $0.item == nil && !$0.isAnyItem && $0.amount > 0 && isVouchedFor($0.token) }
        if known.isEmpty {
            explanation.warn(
                .danger, "You are paid in a token that the wallet does not know. It may be worth nothing.")
        } else if known.allSatisfy({ isTrifle($0, for: given) }), !given.allSatisfy(isSmall) {
            explanation.warn(.danger, "The price is close to zero.")
        } else if given.contains(where: { isOfKnownCollection($0) && !$0.isOutcome }), isBelowCollections(known) {
            explanation.warn(.danger, "The price is far below what items of this collection are worth.")
        } else if !given.contains(where: { $0.item != nil || $0.isAnyItem }) {
            warn(
                aboutWorth: known.map { Worth($0.token, $0.amount) }, areSummed: true,
                of: given.map { Worth($0.token, $0.amount) }, in: &explanation)
        }
    }

    /// Whether a price is close to zero, also for each of the items that are given.
    private func isTrifle(_ price: TokenOrder.Item, for given: [TokenOrder.Item]) -> Bool {
        let outcomes = given.filter(\.isOutcome).reduce(0) { $0 + $1.amount }
        // The lowest price of a share is a tenth of a cent.
        if outcomes > 0, price.amount * 1_000 < outcomes { return true }
        // Few shares are worth little.
        if given.allSatisfy(\.isOutcome) { return isNothing(price.amount, of: price.token) }
        let items = given.filter { ($0.item != nil || $0.isAnyItem) && !$0.isOutcome }.reduce(0) { $0 + $1.amount }
        return isTrifle(price.amount / max(1, items), of: price.token)
    }

    private func isOfKnownCollection(_ item: TokenOrder.Item) -> Bool {
        guard let token = item.token else { return false }
        return KnownCollections.contains(token, on: chain.id)
    }

    /// Whether it is an amount of a known token that is worth about a dollar at most.
    private func isSmall(_ item: TokenOrder.Item) -> Bool {
        item.item == nil && !item.isAnyItem && isVouchedFor(item.token) && isTrifle(item.amount, of: item.token)
    }

    /// Whether a price is less than about a hundredth of an ether.
    private func isBelowCollections(_ price: [TokenOrder.Item]) -> Bool {
        let parts = price.compactMap { worth(of: Worth($0.token, $0.amount))?.lowerBound }
        return parts.count == price.count && parts.reduce(0, +) < 5 * Self.dollar
    }

    /// Whether an amount of the coin or of a known token is worth about a dollar at most.
    func isTrifle(_ units: BigUInt, of token: EthereumAddress?) -> Bool {
        guard let worth = worth(of: Worth(token, units)) else { return isNothing(units, of: token) }
        return worth.upperBound <= 2 * Self.dollar
    }

    /// Whether an amount of the coin or of a known token is worth next to nothing.
    func isNothing(_ units: BigUInt, of token: EthereumAddress?) -> Bool {
        // For an unknown token, a few of the smallest units count as nothing.
        guard isVouchedFor(token) else { return units < 1_000 }
        let decimals = token.flatMap { tokens.token($0, on: chain.id)?.decimals } ?? 18
        // Tokens with six decimals are assumed to be dollars: a cent. For the others, a millionth.
        return units < BigUInt(10).power(decimals == 6 ? 4 : max(0, decimals - 6))
    }

    private func taken(_ taken: TokenOrder) -> Explanation {
        let whole = taken.seenByTaker
        let order = whole.netted
        let gives = order.gets.map { text($0, isPaid: true) }
        let gets = order.gives.map { text($0) }
        var explanation = Explanation(
            "Buy \(Self.list(gets.isEmpty ? ["nothing"] : gets)) for \(Self.list(gives.isEmpty ? ["nothing"] : gives)).",
            verb: "Buy")
        explanation.rows = order.gets.prefix(Self.mostItems).map { row("You send", $0, isPaid: true) }
        explanation.rows += order.gives.prefix(Self.mostItems).map { row("You receive", $0) }
        warn(aboutTermsOf: order, paid: order.gets, in: &explanation)
        if !order.gives.contains(where: { $0.amount > 0 }) {
            explanation.warn(.danger, "You would get nothing for what you send.")
        } else {
            warn(aboutPrice: order.gives, of: order.gets, in: &explanation)
        }
        let isPaidBack = order.gives.contains { item in
            let gross = whole.gives.filter { $0.token == item.token && $0.item == nil && !$0.isAnyItem }
            return item.item == nil && !item.isAnyItem && item.amount * 2 < gross.reduce(0) { $0 + $1.amount }
        }
        if isPaidBack {
            explanation.warn(.danger, "You pay back more than half of the price that you receive.")
        }
        return explanation
    }

    private func text(_ item: TokenOrder.Item, isPaid: Bool = false) -> String {
        let bound = bound(of: item, isPaid: isPaid).map { "\($0) " } ?? ""
        if item.isAnyItem || item.item != nil { return "\(bound)\(number(of: item)) of a collection" }
        let amount = amount(item.amount, token: item.token).said
        return switch isPaid ? kind(of: item) : .amount {
        case .item, .items: "item \(item.amount) of a collection"
        case .amountOrItem: "item \(item.amount) of a collection, or \(bound)\(amount),"
        case .amount: "\(bound)\(amount)"
        }
    }

    /// How many of an item, and its number.
    private func number(of item: TokenOrder.Item) -> String {
        let name = item.item.map { "item \($0)" } ?? "any item"
        guard item.amount != 1 || item.isRange else { return name }
        return "\(AmountText.of(item.amount, decimals: item.isOutcome ? 6 : 0)) of \(name)"
    }

    /// The bound of an amount that depends on when the order is executed.
    private func bound(of item: TokenOrder.Item, isPaid: Bool) -> String? {
        item.isRange ? isPaid ? "up to" : "at least" : nil
    }

    private func row(
        _ label: String, _ item: TokenOrder.Item, isPaid: Bool = false, namesRecipient: Bool = false
    ) -> Approval.Row {
        let bound = bound(of: item, isPaid: isPaid)
        let recipient = namesRecipient ? item.recipient.flatMap { $0 == signer ? nil : "to \(who($0))" } : nil
        func note(_ parts: String?...) -> String? {
            let parts = parts.compactMap(\.self)
            return parts.isEmpty ? nil : parts.joined(separator: ", ")
        }
        if item.item != nil || item.isAnyItem, let token = item.token {
            let number = number(of: item)
            return Approval.Row(
                label, .exact(token.description), note: note(bound.map { "\($0) \(number)" } ?? number, recipient),
                role: .amount)
        }
        if isPaid, let token = item.token, [.item, .amountOrItem].contains(kind(of: item)) {
            let amount = amount(item.amount, token: token)
            let or = kind(of: item) == .item ? nil : "or \(amount.said)"
            return Approval.Row(
                label, .exact(token.description), note: note("item \(item.amount)", or, recipient), role: .amount)
        }
        let amount = amount(item.amount, token: item.token)
        return Approval.Row(label, amount.words, note: note(bound, recipient ?? amount.note), role: .amount)
    }
}
