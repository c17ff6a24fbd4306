import BigInt
import Bridge
import Ethereum

/// Amounts and tokens as text.
extension IntentExplainer {
    /// An amount, as text for a sentence and as the value of a row.
    struct Amount {
        let said: String
        let words: DisplayText
        let isKnown: Bool

        /// The amount in the token's smallest unit, next to an amount that depends on untrusted data.
        var note: String?
    }

    /// `units` of `token`, or of the native coin.
    ///
    /// The symbol and the decimals of an unverified token are untrusted: a sentence only has its raw units.
    func amount(_ units: BigUInt, token: EthereumAddress?) -> Amount {
        guard let token else {
            let number = AmountText.of(units, decimals: 18)
            let text = "\(number) \(chain.symbol)"
            guard chain.isWellKnown else {
                let unit = number == "1" ? "unit" : "units"
                return Amount(
                    said: "\(number) \(unit) of the network’s coin", words: .untrusted(text), isKnown: true)
            }
            return Amount(said: text, words: .trusted(text), isKnown: true)
        }
        let raw = "\(units) base \(units == 1 ? "unit" : "units")"
        guard let entry = tokens.token(token, on: chain.id) else {
            return Amount(
                said: "\(raw) of an unknown token", words: .trusted("\(raw) of an unknown token"), isKnown: false)
        }
        let text = "\(AmountText.of(units, decimals: entry.decimals)) \(entry.symbol)"
        return entry.isVouchedFor
            ? Amount(said: text, words: .trusted(text), isKnown: true)
            : Amount(said: "\(raw) of an unverified token", words: .untrusted(text), isKnown: false, note: raw)
    }

    /// The name of a token in a sentence.
    func name(of token: EthereumAddress?) -> String {
        guard let token else { return chain.isWellKnown ? chain.symbol : "coins" }
        guard let entry = tokens.token(token, on: chain.id), entry.isVouchedFor else { return "tokens" }
        return entry.symbol
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
    func tokenRow(_ token: EthereumAddress, label: String = "Token") -> Approval.Row {
        Approval.Row(
            label, .exact(token.description),
            note: tokens.token(token, on: chain.id).map { $0.isVouchedFor ? $0.symbol : "unverified" } ?? "unknown",
            role: .token)
    }

    /// A row with the time when something expires.
    func expiry(_ label: String, _ seconds: BigUInt) -> Approval.Row {
        Approval.Row(label, .trusted(MomentText.of(seconds) ?? "never"), role: .expiry)
    }

    /// Whether a time is so far away that a signature valid until then is risky.
    func isFar(_ seconds: BigUInt) -> Bool {
        seconds > BigUInt(max(0, now)) + 31 * 86_400
    }
}
