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
        let gets = own.filter { $0.amount > 0 || $0.isAnyItem }.map { text($0) }
        var explanation = Explanation(
            "Offer \(Self.list(gives.isEmpty ? ["nothing"] : gives)) for \(Self.list(gets.isEmpty ? ["nothing"] : gets)).",
            verb: isMessage ? "Sign offer" : "Offer")
        explanation.rows = order.gives.prefix(Self.mostItems).map { row("You send", $0) }
        explanation.rows += own.prefix(Self.mostItems).map { row("You receive", $0) }
        explanation.rows += others.prefix(Self.mostItems).map { row("Others receive", $0) }
        if let end = order.end {
            explanation.rows.append(expiry("Expires", end))
        }
        if gets.isEmpty, !order.gives.isEmpty {
            explanation.warn(
                .danger,
                "You would get nothing for what you send: anyone who holds this signature can take it for free.")
        } else {
            explanation.warn(.caution, "Anyone can complete this exchange until it expires, without asking you again.")
            warn(aboutPrice: order, own, in: &explanation)
        }
        if order.gives.contains(where: \.isAnyItem) {
            explanation.warn(.danger, "Any item of the collection can be taken, not only one that you choose.")
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

    /// Warns about a price that may be worthless.
    private func warn(aboutPrice order: TokenOrder, _ own: [TokenOrder.Item], in explanation: inout Explanation) {
        guard !order.gives.isEmpty else { return }
        let items = own.filter { $0.item != nil || $0.isAnyItem }
        guard items.isEmpty else {
            if !items.allSatisfy(isOfKnownCollection) {
                explanation.warn(
                    .danger, "The item that you receive is of a collection that the wallet does not know.")
            }
            return
        }
        let known = own.filter { $0.amount > 0 && isVouchedFor($0.token) }
        if known.isEmpty {
            explanation.warn(
                .danger, "You are paid in a token that the wallet does not know. It may be worth nothing.")
        } else if known.allSatisfy({ isTrifle($0.amount, of: $0.token) }) {
            explanation.warn(.danger, "The price is close to zero.")
        }
    }

    private func isOfKnownCollection(_ item: TokenOrder.Item) -> Bool {
        guard let token = item.token else { return false }
        return KnownCollections.contains(token, on: chain.id)
            || KnownContracts.contract(token, on: chain.id) != nil
    }

    /// Whether an amount of the coin or of a known token is worth less than any honest price.
    func isTrifle(_ units: BigUInt, of token: EthereumAddress?) -> Bool {
        // For an unknown token, a few of the smallest units count as nothing.
        guard isVouchedFor(token) else { return units < 1_000 }
        let decimals = token.flatMap { tokens.token($0, on: chain.id)?.decimals } ?? 18
        // Tokens with six decimals are assumed to be dollars: a cent. For the others, a millionth.
        return units < BigUInt(10).power(decimals == 6 ? 4 : max(0, decimals - 6))
    }

    private func taken(_ order: TokenOrder) -> Explanation {
        let gives = order.gets.map { text($0) }
        let gets = order.gives.map { text($0) }
        var explanation = Explanation(
            "Buy \(Self.list(gets.isEmpty ? ["nothing"] : gets)) for \(Self.list(gives.isEmpty ? ["nothing"] : gives)).",
            verb: "Buy")
        explanation.rows = order.gets.prefix(Self.mostItems).map { row("You send", $0) }
        explanation.rows += order.gives.prefix(Self.mostItems).map { row("You receive", $0) }
        if !order.gives.contains(where: { $0.amount > 0 }) {
            explanation.warn(.danger, "You would get nothing for what you send.")
        }
        let isWorthKnown = order.gives.contains { item in
            item.item != nil || item.isAnyItem
                || item.amount > 0 && isVouchedFor(item.token) && !isTrifle(item.amount, of: item.token)
        }
        if !isWorthKnown {
            explanation.warn(
                .danger, "The wallet does not know what you receive. It may be worth nothing.")
        }
        return explanation
    }

    private func text(_ item: TokenOrder.Item) -> String {
        if item.isAnyItem { return "any item of a collection" }
        if let number = item.item { return "item \(number) of a collection" }
        return amount(item.amount, token: item.token).said
    }

    private func row(_ label: String, _ item: TokenOrder.Item) -> Approval.Row {
        var note = item.recipient.flatMap { $0 == signer ? nil : "to \(who($0))" }
        if label != "Others receive" { note = nil }
        if item.item != nil || item.isAnyItem, let token = item.token {
            let number = item.item.map { "item \($0)" } ?? "any item of this collection"
            return Approval.Row(
                label, .exact(token.description), note: note.map { "\(number), \($0)" } ?? number, role: .amount)
        }
        let amount = amount(item.amount, token: item.token)
        return Approval.Row(label, amount.words, note: note ?? amount.note, role: .amount)
    }
}
