import BigInt
import Bridge
import Ethereum

/// Tokens that change hands.
extension IntentWords {
    func transfer(_ transfer: TokenTransfer) -> Explanation {
        let isOthers = transfer.from != nil && transfer.from != signer
        let source = isOthers ? transfer.from.map { " from \(who($0))" } ?? "" : ""
        let verb = isOthers ? "Move" : "Send"
        var explanation = Explanation("\(verb) \(what(transfer))\(source) to \(who(transfer.to)).", verb: verb)
        explanation.rows = parts(transfer)
        if isOthers, let from = transfer.from {
            explanation.rows.append(Approval.Row("From", .exact(from.description)))
        }
        explanation.rows += [row("To", transfer.to), tokenRow(transfer.token)]
        if let deadline = transfer.deadline {
            explanation.rows.append(Approval.Row("Good until", .ours(moment(deadline))))
            explanation.warn(
                .caution, "Whoever has this signature can carry out the transfer until then, without asking again.")
            if isFar(deadline) {
                explanation.warn(.danger, "The signature is good for a very long time.")
            }
        }
        explanation.recipients = [transfer.to]
        warn(about: transfer.to, as: .recipient, in: &explanation)
        if transfer.to == transfer.token {
            explanation.warn(
                .danger, "The recipient is the contract of the token itself: what is sent there is nearly always lost.")
        }
        return explanation
    }

    private func what(_ transfer: TokenTransfer) -> String {
        switch transfer.kind {
        case .amount: return amount(transfer.parts.first?.amount ?? 0, token: transfer.token).said
        case .amountOrItem:
            let amount = amount(transfer.parts.first?.amount ?? 0, token: transfer.token)
            return amount.isKnown ? amount.said : "tokens or an item"
        case .item: return "an item of a collection"
        case .items: return transfer.parts.count == 1 ? "an item of a collection" : "items of a collection"
        }
    }

    private func parts(_ transfer: TokenTransfer) -> [Approval.Row] {
        switch transfer.kind {
        case .amount, .amountOrItem:
            let units = transfer.parts.first?.amount ?? 0
            let amount = amount(units, token: transfer.token)
            guard transfer.kind == .amountOrItem, !amount.isKnown else {
                return [Approval.Row("Amount", amount.words)]
            }
            let text = "the item with the number \(units), or that many of the token’s smallest unit"
            return [Approval.Row("What", .ours(text))]
        case .item: return transfer.parts.map { Approval.Row("Item", .exact("\($0.item ?? 0)")) }
        case .items:
            let shown = transfer.parts.prefix(8).map { part in
                Approval.Row("Item", .exact("\(part.item ?? 0)"), note: "\(part.amount) times")
            }
            let rest = transfer.parts.count - shown.count
            return shown + (rest > 0 ? [Approval.Row("And", .ours("\(rest) more items"))] : [])
        }
    }

    func order(_ order: TokenOrder) -> Explanation {
        var explanation = Explanation("Offer tokens for an exchange.", verb: "Sign offer")
        explanation.rows = order.gives.prefix(8).map { row("You give", $0) }
        let own = order.gets.filter { $0.recipient == order.offerer }
        explanation.rows += own.prefix(8).map { row("You get", $0) }
        explanation.rows += order.gets.filter { $0.recipient != order.offerer }.prefix(8).map { item in
            var row = row("Others get", item)
            if let recipient = item.recipient {
                row = Approval.Row(row.label, row.value, note: "to \(who(recipient))")
            }
            return row
        }
        explanation.rows.append(Approval.Row("Good until", .ours(moment(order.end))))
        if !own.contains(where: { $0.amount > 0 }) {
            explanation.warn(
                .danger, "You would get nothing for what you give: whoever has this signature can take it for free.")
        } else {
            explanation.warn(
                .caution, "Whoever has this signature can carry out the exchange until then, without asking again.")
        }
        if let signer, order.offerer != signer {
            explanation.warn(.caution, "The offer is made in the name of another account: \(order.offerer).")
        }
        if order.gives.count > 8 {
            explanation.warn(
                .danger, "You give more than is shown here, \(order.gives.count) things in all. See the fields.")
        }
        return explanation
    }

    private func row(_ label: String, _ item: TokenOrder.Item) -> Approval.Row {
        if item.isAnyItem, let token = item.token {
            return Approval.Row(label, .exact(token.description), note: "any item of this collection")
        }
        if let number = item.item, let token = item.token {
            return Approval.Row(label, .exact(token.description), note: "item \(number)")
        }
        return Approval.Row(label, amount(item.amount, token: item.token).words)
    }
}
