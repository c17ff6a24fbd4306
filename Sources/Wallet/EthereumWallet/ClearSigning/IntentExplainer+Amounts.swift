import BigInt
import Bridge
import Ethereum
import Messages

/// Amounts and tokens as text.
extension IntentExplainer {
    /// An amount, as text for a sentence and as the value of a row.
    struct Amount {
        let said: Message
        let words: DisplayText
        let isKnown: Bool

        /// The amount in the token's smallest unit, next to an amount that depends on untrusted data.
        var note: String?
    }

    /// `units` of `token`, or of the native coin.
    ///
    /// The symbol and the decimals of an unverified token are untrusted: a sentence only shows its raw units.
    func amount(_ units: BigUInt, token: EthereumAddress?) -> Amount {
        guard let token else {
            let number = AmountText.of(units, decimals: 18)
            let text = "\(number) \(chain.symbol)"
            guard chain.isWellKnown else {
                // A fraction uses the plural form.
                let said = localizable(
                    "\(number, as: "number") unit of the network’s coin",
                    plural: "\(number, as: "number") units of the network’s coin", count: UInt(number) ?? 2)
                return Amount(said: said, words: .untrusted(text), isKnown: true)
            }
            return Amount(said: Message(verbatim: text), words: .trusted(text), isKnown: true)
        }
        guard let entry = tokens.token(token, on: chain.id) else {
            let said = localizable(
                "\(units, as: "number") base unit of an unknown token",
                plural: "\(units, as: "number") base units of an unknown token", count: units)
            return Amount(said: said, words: .trusted(said.localized), isKnown: false)
        }
        let text = "\(AmountText.of(units, decimals: entry.decimals)) \(entry.symbol)"
        guard !entry.isVouchedFor else {
            return Amount(said: Message(verbatim: text), words: .trusted(text), isKnown: true)
        }
        let said = localizable(
            "\(units, as: "number") base unit of an unverified token",
            plural: "\(units, as: "number") base units of an unverified token", count: units)
        let note = localized(
            "\(units, as: "number") base unit", plural: "\(units, as: "number") base units", count: units)
        return Amount(said: said, words: .untrusted(text), isKnown: false, note: note)
    }

    /// The symbol of a token, or of the native coin; `nil` if a sentence must not show it.
    func symbol(of token: EthereumAddress?) -> String? {
        guard let token else { return chain.isWellKnown ? chain.symbol : nil }
        guard let entry = tokens.token(token, on: chain.id), entry.isVouchedFor else { return nil }
        return entry.symbol
    }

    /// The account's whole balance of a token, or of the native coin.
    func everything(of token: EthereumAddress?) -> Message {
        if let symbol = symbol(of: token) { return localizable("all \(symbol, as: "token")") }
        return token == nil ? localizable("all coins") : localizable("all tokens")
    }

    /// A number that is the ID of an item, or an amount of a token.
    func itemOrAmount(_ number: BigUInt, _ amount: Message) -> Message {
        localizable("item \(number, as: "item") of a collection (or \(amount, as: "amount"))")
    }

    /// An item of a collection, or several of it.
    func item(_ item: BigUInt, count: BigUInt = 1) -> Message {
        count == 1
            ? localizable("item \(item, as: "item") of a collection")
            : localizable("\(count, as: "count") of item \(item, as: "item") of a collection")
    }

    /// A list of amounts in a sentence; `nil` for an empty list.
    static func list(_ parts: [Message]) -> Message? {
        guard parts.count > 1 else { return parts.first }
        var shown = parts
        if parts.count > 4 {
            let rest = parts.count - 3
            shown =
                parts.prefix(3) + [
                    localizable("\(rest, as: "count") more", plural: "\(rest, as: "count") more", count: rest)
                ]
        }
        let last = shown.removeLast()
        let list = shown.dropFirst().reduce(shown[0]) { list, item in
            localizable("\(list, as: "list"), \(item, as: "item")")
        }
        return localizable("\(list, as: "list") and \(last, as: "item")")
    }

    /// The standard of a token; `nil` if neither the wallet nor the chain knows it.
    func standard(of token: EthereumAddress) -> TokenStandard? {
        if isVouchedFor(token) { return .erc20 }
        return holdings.standards[token]
    }

    /// Whether the wallet itself knows the token.
    func isVouchedFor(_ token: EthereumAddress?) -> Bool {
        guard let token else { return true }
        return tokens.token(token, on: chain.id)?.isVouchedFor == true
    }

    /// The row of a token's contract.
    func tokenRow(_ token: EthereumAddress, label: String = localized("Token")) -> Approval.Row {
        Approval.Row(
            label, .exact(token.description),
            note: tokens.token(token, on: chain.id).map { entry in
                entry.isVouchedFor
                    ? entry.symbol
                    : tokens.isNamesake(entry) ? localized("unverified, possible imitation") : localized("unverified")
            } ?? localized("unknown"),
            role: .token)
    }

    /// A row that says how much is not shown.
    func andMore(_ text: String, role: Approval.Row.Role = .amount) -> Approval.Row {
        Approval.Row(localized("And"), .trusted(text), role: role)
    }

    /// A row with the time when something expires.
    func expiry(_ label: String, _ seconds: BigUInt) -> Approval.Row {
        Approval.Row(label, .trusted(MomentText.of(seconds) ?? localized("never")), role: .expiry)
    }

    /// Whether a time is so far away that a signature valid until then is risky.
    func isFar(_ seconds: BigUInt) -> Bool {
        seconds > BigUInt(max(0, now)) + 31 * 86_400
    }
}
