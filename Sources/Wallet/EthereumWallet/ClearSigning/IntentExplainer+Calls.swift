import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages
import Primitives

/// Calls that contain other calls or have several effects.
extension IntentExplainer {
    private static let mostRows = 12

    func call(_ call: DecodedCall) -> Explanation {
        if call.isPlain, let only = call.inner.first {
            var explanation = explanation(of: only.intent)
            explanation.rows += rows(of: call)
            return explanation
        }
        guard !call.inner.isEmpty else { return unread(call) }
        let parts = call.inner.map { self.explanation(of: $0.intent) }
        let sentence =
            parts.count == 1
            ? localizable("Through a contract: \(parts[0].summary, as: "action")")
            : localizable(
                "Run \(parts.count, as: "count") action through a contract.",
                plural: "Run \(parts.count, as: "count") actions through a contract.", count: parts.count)
        var explanation = Explanation(
            sentence, verb: parts.count == 1 ? parts[0].verb : isMessage ? localized("Sign") : localized("Send"))
        if let contract = call.contract {
            explanation.rows = [row(localized("Contract"), contract, role: .contract)]
            if case .lookAlike? = known[contract] { warn(about: contract, as: .contract, in: &explanation) }
        }
        for (index, part) in parts.enumerated() {
            let inner = call.inner[index]
            let note = inner.value > 0 ? localized("with \(amount(inner.value, token: nil).said, as: "amount")") : nil
            if index < Self.mostRows {
                explanation.rows.append(
                    Approval.Row("\(index + 1)", .trusted(part.sentence), note: note, role: .step))
            }
            let isAboutPeople = { (row: Approval.Row) in row.role == .recipient || row.role == .spender }
            explanation.rows += parts.count == 1 ? part.rows : part.rows.filter(isAboutPeople)
            if parts.count > 1, case .call(let step) = inner.intent { explanation.rows += rows(of: step) }
            for warning in part.warnings { explanation.warn(warning.level, warning.text) }
            if let listing = part.listing { explanation.listing = (explanation.listing ?? []) + listing }
            // The sentence says who gets a single payment of a Safe.
            if let to = inner.intent.payee, to != signer, to != call.contract, isUnknown(to),
                !isPayment, !(call.name == "SafeTx" && parts.count == 1 && !inner.isDelegated)
            {
                explanation.warn(
                    .danger,
                    localized(
                        """
                        A payment inside this request goes to \(who(to), as: "recipient"), an address that is new to \
                        you.
                        """))
            }
            if inner.value > 0, inner.intent.sendsCoinsUnsaid {
                warn(aboutCoins: inner.value, for: inner.to, inner.intent, in: &explanation)
            }
        }
        if parts.count > Self.mostRows {
            let rest = parts.count - Self.mostRows
            explanation.rows.append(
                andMore(
                    localized("\(rest, as: "count") more", plural: "\(rest, as: "count") more", count: rest),
                    role: .step))
        }
        explanation.rows += rows(of: call)
        if call.inner.contains(where: \.isDelegated) {
            explanation.warn(
                .danger,
                localized(
                    """
                    Another contract’s code would run with all the rights of this account: it can take \
                    everything.
                    """))
        }
        return explanation
    }

    /// The rows for amounts of a call that no sentence shows: that of a vault in the token that it holds, if a node says
    /// which one it is.
    private func rows(of call: DecodedCall) -> [Approval.Row] {
        guard let contract = call.contract, let vault = holdings.prices.vaults[contract],
            let trade = call.inner.compactMap({ $0.intent.vaultTrade }).first,
            trade.kind == .deposit || trade.kind == .withdraw
        else { return rows(of: call.unsaidAmounts) }
        let isAsset = { (amount: UnexplainedAmount) in amount.text == trade.units.description && !amount.isTheirs }
        let own = call.unsaidAmounts.filter(isAsset).map { unsaid in
            let amount = amount(trade.units, token: vault.asset)
            return Approval.Row(localized("Amount"), amount.words, note: amount.note ?? unsaid.name, role: .amount)
        }
        return own + rows(of: call.unsaidAmounts.filter { !isAsset($0) })
    }

    /// The rows for amounts that no sentence shows, because the wallet does not know their token.
    func rows(of amounts: [UnexplainedAmount]) -> [Approval.Row] {
        let rows = amounts.prefix(Self.mostRows).map { amount in
            Approval.Row(
                amount.isItem ? localized("Item") : localized("Amount"),
                amount.isTheirs ? .untrusted(amount.text) : .trusted(amount.text),
                note: amount.isTheirs || amount.isItem
                    ? amount.name : localized("\(amount.name, as: "argument"), without decimals"),
                role: .amount)
        }
        let rest = amounts.count - rows.count
        guard rest > 0 else { return rows }
        let more = localized(
            "\(rest, as: "count") more amount", plural: "\(rest, as: "count") more amounts", count: rest)
        return rows + [andMore(more)]
    }

    /// A function whose name and arguments are known, but not its effects.
    private func unread(_ call: DecodedCall) -> Explanation {
        var explanation = Explanation(
            localizable("Call \(call.name, as: "function") on a contract."),
            verb: isMessage ? localized("Sign") : localized("Send"))
        if let contract = call.contract {
            explanation.rows = [row(localized("Contract"), contract, role: .contract)]
            if case .lookAlike? = known[contract] { warn(about: contract, as: .contract, in: &explanation) }
        }
        warn(
            aboutReceivers: call.arguments.flatMap { ArgumentRoles.receivers($0.value, $0.parameter) }, in: &explanation
        )
        return explanation
    }

    /// The arguments of a call, or its data in words if it cannot be decoded.
    static func fields(of intent: Intent, path: String = "") -> [Approval.Field] {
        switch intent {
        case .call(let call):
            let own = call.arguments.enumerated().flatMap { index, argument in
                let name =
                    argument.parameter.name.isEmpty
                    ? localized("argument \(index + 1, as: "number")") : argument.parameter.name
                return fields(argument.value, argument.parameter.type, path: path + name)
            }
            if call.isPlain { return own }
            return own + call.inner.enumerated().flatMap { fields(of: $1.intent, path: "\(path)\($0 + 1). ") }
        case .blind(let call):
            return call.words.enumerated().map { index, word in
                Approval.Field(path: path + localized("word \(index, as: "number")"), type: "", value: word)
            }
        default: return []
        }
    }

    private static func fields(_ value: ABIValue, _ type: ABIType, path: String) -> [Approval.Field] {
        switch (type, value) {
        case (.array(let element, _), .array(let values)) where !values.isEmpty:
            return values.enumerated().flatMap { fields($1, element, path: "\(path)[\($0)]") }
        case (.tuple(let components), .tuple(let values)):
            return zip(components, values).enumerated().flatMap { index, pair in
                let name = pair.0.name.isEmpty ? "\(index)" : pair.0.name
                return fields(pair.1, pair.0.type, path: "\(path).\(name)")
            }
        default: return [Approval.Field(path: path, type: type.name, value: text(value))]
        }
    }

    private static func text(_ value: ABIValue) -> String {
        switch value {
        case .bool(let value): value ? "true" : "false"
        case .address(let address): address.description
        case .string(let text): text
        case .bytes(let bytes): "0x" + Hex.encode(bytes)
        case .number(let number): number.description
        case .array: "[]"
        case .tuple: "()"
        }
    }
}

extension Intent {
    /// The exchange with a vault that it is.
    fileprivate var vaultTrade: ContractAction.VaultTrade? {
        if case .action(let action) = self { action.vaultTrade } else { nil }
    }

    /// The recipient, if a payment is all that happens.
    fileprivate var payee: EthereumAddress? {
        switch self {
        case .payment(let to, let amount): amount > 0 ? to : nil
        case .transfer(let transfer): transfer.parts.contains { $0.amount > 0 } ? transfer.to : nil
        default: nil
        }
    }

    /// Whether the call sends native coin that the text does not mention.
    fileprivate var sendsCoinsUnsaid: Bool {
        switch self {
        case .payment, .wrap: false
        default: true
        }
    }
}
