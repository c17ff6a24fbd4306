import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages

/// Token transfers.
extension IntentExplainer {
    func transfer(_ transfer: TokenTransfer) -> Explanation {
        let isOthers = transfer.from != nil && transfer.from != signer
        let verb = isOthers ? localized("Move") : isForMerchant ? localized("Pay") : localized("Send")
        var explanation = Explanation(
            sentence(transfer, isOthers: isOthers), verb: isMessage && !isForMerchant ? localized("Sign") : verb)
        explanation.rows = parts(transfer)
        if !isOthers { explanation.tokensSent = sum(transfer) }
        if isOthers, let from = transfer.from { explanation.rows.append(row(localized("From"), from)) }
        explanation.rows += [row(localized("To"), transfer.to, role: .recipient), tokenRow(transfer.token)]
        if let deadline = transfer.deadline {
            explanation.rows.append(expiry(localized("Expires"), deadline))
            explanation.warn(.caution, localized("Anyone who holds this signature can make the transfer until then."))
            if isFar(deadline) {
                explanation.warn(.danger, localized("This signature practically never expires."))
            }
            if isUnknown(transfer.to), !isOthers, !isPayment {
                explanation.warn(
                    .danger,
                    localized(
                        """
                        You have never sent to this address, and this signature alone is enough for the \
                        transfer.
                        """))
            }
        }
        if !isOthers, isTelling(transfer) { explanation.recipients = [transfer.to] }
        warn(about: transfer.to, as: .recipient, in: &explanation)
        warn(aboutAll: transfer, in: &explanation)
        if let name = nameOfContract(transfer.to), transfer.to != transfer.token {
            explanation.warn(
                .danger,
                localized(
                    """
                    \(name, as: "contract") does not record whose tokens it holds: what is sent there is lost, or \
                    anyone can take it.
                    """))
        }
        if transfer.to == transfer.token {
            explanation.warn(
                .danger,
                localized("The recipient is the token’s own contract: tokens sent there are almost always lost."))
        }
        return explanation
    }

    private func sentence(_ transfer: TokenTransfer, isOthers: Bool) -> Message {
        let (amount, recipient) = (what(transfer), who(transfer.to))
        if isOthers, let owner = transfer.from.map(who) {
            return localizable(
                "Move \(amount, as: "amount") from \(owner, as: "owner") to \(recipient, as: "recipient").")
        }
        return payment(of: amount, to: recipient)
    }

    /// A payment that the account itself makes.
    func payment(of amount: Message, to recipient: Message) -> Message {
        isForMerchant
            ? localizable("Pay \(amount, as: "amount") to \(recipient, as: "recipient").")
            : localizable("Send \(amount, as: "amount") to \(recipient, as: "recipient").")
    }

    /// Whether the transferred amount shows that the user knows the recipient.
    private func isTelling(_ transfer: TokenTransfer) -> Bool {
        switch kind(of: transfer) {
        case .amount: isTelling(transfer.parts.first?.amount ?? 0, of: transfer.token)
        case .item, .items: KnownCollections.contains(transfer.token, on: chain.id)
        case .amountOrItem: false
        }
    }

    /// Warns if the whole balance leaves, or if items go to an unknown address.
    private func warn(aboutAll transfer: TokenTransfer, in explanation: inout Explanation) {
        guard isUnknown(transfer.to), transfer.to != signer, transfer.from == nil || transfer.from == signer else {
            return
        }
        let units = transfer.parts.first?.amount ?? 0
        switch kind(of: transfer) {
        case .amount:
            if let balance = holdings.balances[transfer.token], isVouchedFor(transfer.token) {
                if isNearlyAll(units, of: balance) {
                    explanation.warn(
                        .danger,
                        localized("This is nearly all that you have of it, sent to an address that is new to you."))
                }
            } else if units.bitWidth >= 255 || units > 0 && !isVouchedFor(transfer.token) {
                explanation.warn(
                    .danger,
                    localized(
                        """
                        The wallet cannot tell how much of the token this is. It may be all that you have, sent \
                        to an address that is new to you.
                        """))
            }
        case .amountOrItem:
            explanation.warn(
                .danger,
                localized(
                    """
                    The wallet does not know whether this is a token or a collection: the number may be an \
                    amount, or one item, which may be valuable.
                    """))
        case .item, .items:
            explanation.warn(
                .danger,
                localized("You give an item away, which may be valuable, to an address that is new to you."))
        }
    }

    /// Whether an amount leaves almost nothing of a balance.
    func isNearlyAll(_ units: BigUInt, of balance: BigUInt) -> Bool {
        balance > 0 && units * 10 >= balance * 9
    }

    /// The kind of token that the wallet or the chain reports for the contract, if the call leaves it open.
    ///
    /// A call that moves an amount of a token moves an item if the contract is a collection with the same function;
    /// only a signature for a transfer (ERC-3009) is for amounts alone.
    private func kind(of transfer: TokenTransfer) -> TokenTransfer.Kind {
        guard transfer.parts.first?.item == nil, transfer.kind == .amountOrItem || transfer.deadline == nil else {
            return transfer.kind
        }
        return switch standard(of: transfer.token) {
        case .erc20?: .amount
        case .erc721?: .item
        // This is larger than the IDs of any collection.
        case .erc1155?, nil: (transfer.parts.first?.amount ?? 0).bitWidth > 120 ? .amount : .amountOrItem
        }
    }

    private func what(_ transfer: TokenTransfer) -> Message {
        let units = transfer.parts.first?.amount ?? 0
        switch kind(of: transfer) {
        case .amount:
            return units.bitWidth >= 255
                ? everything(of: transfer.token) : amount(units, token: transfer.token).said
        case .amountOrItem: return itemOrAmount(units, amount(units, token: transfer.token).said)
        case .item where transfer.parts.first?.item == nil: return item(units)
        case .item, .items:
            let count = transfer.parts.count
            guard count == 1, let id = transfer.parts.first?.item else {
                return localizable(
                    "\(count, as: "count") item of a collection", plural: "\(count, as: "count") items of a collection",
                    count: count)
            }
            return item(id, count: transfer.parts.first?.amount ?? 1)
        }
    }

    /// The amount as text, if it is an amount of a token that the wallet knows.
    private func sum(_ transfer: TokenTransfer) -> String? {
        guard kind(of: transfer) == .amount, isVouchedFor(transfer.token), let units = transfer.parts.first?.amount,
            units.bitWidth < 255
        else { return nil }
        return amount(units, token: transfer.token).said.localized
    }

    private func parts(_ transfer: TokenTransfer) -> [Approval.Row] {
        let units = transfer.parts.first?.amount ?? 0
        let amount = amount(units, token: transfer.token)
        switch kind(of: transfer) {
        case .amount:
            let words = units.bitWidth >= 255 ? .trusted(localized("everything")) : amount.words
            return [Approval.Row(localized("Amount"), words, note: amount.note, role: .amount)]
        case .amountOrItem:
            return [
                Approval.Row(
                    localized("Item"), .exact("\(units)"), note: localized("if it is a collection"), role: .amount),
                Approval.Row(
                    localized("Or amount"), amount.words, note: amount.note ?? localized("if it is a token"),
                    role: .amount),
            ]
        case .item where transfer.parts.first?.item == nil:
            return [Approval.Row(localized("Item"), .exact("\(units)"), role: .amount)]
        case .item, .items:
            let shown = transfer.parts.prefix(8).map { part in
                Approval.Row(
                    localized("Item"), .exact("\(part.item ?? 0)"),
                    note: kind(of: transfer) == .items ? localized("\(part.amount, as: "count") of it") : nil,
                    role: .amount)
            }
            let rest = transfer.parts.count - shown.count
            guard rest > 0 else { return shown }
            let more = localized(
                "\(rest, as: "count") more item", plural: "\(rest, as: "count") more items", count: rest)
            return shown + [andMore(more)]
        }
    }
}
