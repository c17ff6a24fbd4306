import BigInt
import Bridge
import Ethereum

/// Exchanges that are offered or executed.
extension IntentWords {
    private static let mostItems = 8

    func order(_ order: TokenOrder) -> Explanation {
        let isOwn = order.offerer == nil || order.offerer == signer
        return order.isTaken && !isOwn ? taken(order) : offered(order, isOwn: isOwn)
    }

    private func offered(_ order: TokenOrder, isOwn: Bool) -> Explanation {
        let own = order.gets.filter { $0.recipient == nil || $0.recipient == order.offerer || $0.recipient == signer }
        let others = order.gets.filter { item in !own.contains(item) }
        let gives = order.gives.map { text($0) }
        let gets = own.filter { $0.amount > 0 }.map { text($0) }
        var explanation = Explanation(
            "Offer \(Self.list(gives.isEmpty ? ["nothing"] : gives)) for \(Self.list(gets.isEmpty ? ["nothing"] : gets)).",
            verb: isMessage ? "Sign offer" : "Offer")
        explanation.rows = order.gives.prefix(Self.mostItems).map { row("You send", $0) }
        explanation.rows += own.prefix(Self.mostItems).map { row("You receive", $0) }
        explanation.rows += others.prefix(Self.mostItems).map { row("Others receive", $0, namesRecipient: true) }
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
        if order.hasHiddenTerms {
            explanation.warn(.danger, "The order has terms that the wallet cannot read: they can change the price.")
        }
        if let spender = order.spender {
            explanation.rows.append(row("Spender", spender, role: .spender))
            if isStranger(spender) {
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

    /// Warns if what is received for `given` may be worthless.
    private func warn(
        aboutPrice received: [TokenOrder.Item], of given: [TokenOrder.Item], in explanation: inout Explanation
    ) {
        guard !given.isEmpty else { return }
        let items = received.filter { ($0.item != nil || $0.isAnyItem) && $0.amount > 0 }
        guard items.isEmpty else {
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
        } else if known.allSatisfy({ isTrifle($0.amount, of: $0.token) }) {
            explanation.warn(.danger, "The price is close to zero.")
        } else if !given.contains(where: { $0.item != nil || $0.isAnyItem }) {
            warn(
                aboutWorth: known.map { Worth($0.token, $0.amount) }, areSummed: true,
                of: given.map { Worth($0.token, $0.amount) }, in: &explanation)
        }
    }

    private func isOfKnownCollection(_ item: TokenOrder.Item) -> Bool {
        guard let token = item.token else { return false }
        return KnownCollections.contains(token, on: chain.id)
    }

    /// Whether an amount of the coin or of a known token is worth less than any honest price.
    func isTrifle(_ units: BigUInt, of token: EthereumAddress?) -> Bool {
        // For an unknown token, a few of the smallest units count as nothing.
        guard isVouchedFor(token) else { return units < 1_000 }
        let decimals = token.flatMap { tokens.token($0, on: chain.id)?.decimals } ?? 18
        // Tokens with six decimals are assumed to be dollars: a cent. For the others, a millionth.
        return units < BigUInt(10).power(decimals == 6 ? 4 : max(0, decimals - 6))
    }

    private func taken(_ whole: TokenOrder) -> Explanation {
        let order = whole.netted
        let gives = order.gets.map { text($0) }
        let gets = order.gives.map { text($0) }
        var explanation = Explanation(
            "Buy \(Self.list(gets.isEmpty ? ["nothing"] : gets)) for \(Self.list(gives.isEmpty ? ["nothing"] : gives)).",
            verb: "Buy")
        explanation.rows = order.gets.prefix(Self.mostItems).map { row("You send", $0) }
        explanation.rows += order.gives.prefix(Self.mostItems).map { row("You receive", $0) }
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

    private func text(_ item: TokenOrder.Item) -> String {
        if item.isAnyItem { return "any item of a collection" }
        if let number = item.item { return "item \(number) of a collection" }
        return amount(item.amount, token: item.token).said
    }

    private func row(_ label: String, _ item: TokenOrder.Item, namesRecipient: Bool = false) -> Approval.Row {
        let note = namesRecipient ? item.recipient.flatMap { $0 == signer ? nil : "to \(who($0))" } : nil
        if item.item != nil || item.isAnyItem, let token = item.token {
            let number = item.item.map { "item \($0)" } ?? "any item of this collection"
            return Approval.Row(
                label, .exact(token.description), note: note.map { "\(number), \($0)" } ?? number, role: .amount)
        }
        let amount = amount(item.amount, token: item.token)
        return Approval.Row(label, amount.words, note: note ?? amount.note, role: .amount)
    }
}
