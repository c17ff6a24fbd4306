import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages

/// What permissions to spend tokens allow, in sentences.
extension IntentExplainer {
    /// The sentence about an amount of one item, and about an amount of a token unless the contract has items.
    func sentence(_ allowance: Allowance, item: BigUInt, isSure: Bool, _ amount: Amount) -> Message {
        let spender = who(allowance.spender)
        if allowance.isRevocation {
            return localizable(
                "Revoke the permission of \(spender, as: "spender") to take item \(item, as: "item") of a collection.")
        }
        let count = allowance.amount
        return switch (allowance.isUnlimited, isSure) {
        case (true, true):
            localizable(
                "Allow \(spender, as: "spender") to take any amount of item \(item, as: "item") of a collection.")
        case (true, false):
            localizable(
                """
                Allow \(spender, as: "spender") to take any amount of item \(item, as: "item") of a collection, or to \
                spend all tokens.
                """)
        case (false, true):
            localizable(
                """
                Allow \(spender, as: "spender") to take up to \(count, as: "count") of item \(item, as: "item") of a \
                collection.
                """)
        case (false, false):
            localizable(
                """
                Allow \(spender, as: "spender") to take up to \(count, as: "count") of item \(item, as: "item") of a \
                collection, or to spend \(amount.said, as: "amount").
                """)
        }
    }

    func sentence(_ allowance: Allowance, _ amount: Amount) -> Message {
        switch allowance.way {
        case .decrease: return decrease(allowance, amount.said)
        case .increase: return increase(allowance, amount.said)
        case .approve, .permit, .once:
            let (spender, symbol) = (who(allowance.spender), symbol(of: allowance.token))
            if allowance.isRevocation {
                guard let symbol else {
                    return localizable("Revoke the permission of \(spender, as: "spender") to spend your tokens.")
                }
                return localizable(
                    "Revoke the permission of \(spender, as: "spender") to spend your \(symbol, as: "token").")
            }
            return allowance.way == .once
                ? once(allowance, amount.said, spender, symbol) : spending(allowance, amount.said, spender, symbol)
        }
    }

    private func spending(_ allowance: Allowance, _ amount: Message, _ spender: Message, _ symbol: String?) -> Message {
        guard allowance.isUnlimited else {
            return localizable("Allow \(spender, as: "spender") to spend up to \(amount, as: "amount").")
        }
        guard let symbol else { return localizable("Allow \(spender, as: "spender") to spend unlimited tokens.") }
        return localizable("Allow \(spender, as: "spender") to spend unlimited \(symbol, as: "token").")
    }

    private func once(_ allowance: Allowance, _ amount: Message, _ spender: Message, _ symbol: String?) -> Message {
        guard allowance.isUnlimited else {
            return localizable("Allow \(spender, as: "spender") to take up to \(amount, as: "amount"), once.")
        }
        guard let symbol else { return localizable("Allow \(spender, as: "spender") to take unlimited tokens, once.") }
        return localizable("Allow \(spender, as: "spender") to take unlimited \(symbol, as: "token"), once.")
    }

    private func decrease(_ allowance: Allowance, _ amount: Message) -> Message {
        let spender = who(allowance.spender)
        guard let symbol = symbol(of: allowance.token) else {
            return localizable("Lower the token allowance of \(spender, as: "spender") by \(amount, as: "amount").")
        }
        return localizable(
            "Lower the \(symbol, as: "token") allowance of \(spender, as: "spender") by \(amount, as: "amount").")
    }

    private func increase(_ allowance: Allowance, _ amount: Message) -> Message {
        let spender = who(allowance.spender)
        switch (symbol(of: allowance.token), allowance.isUnlimited) {
        case (let symbol?, true):
            return localizable(
                "Increase the \(symbol, as: "token") allowance of \(spender, as: "spender") to unlimited.")
        case (let symbol?, false):
            return localizable(
                "Increase the \(symbol, as: "token") allowance of \(spender, as: "spender") by \(amount, as: "amount")."
            )
        case (nil, true):
            return localizable("Increase the token allowance of \(spender, as: "spender") to unlimited.")
        case (nil, false):
            return localizable("Increase the token allowance of \(spender, as: "spender") by \(amount, as: "amount").")
        }
    }

    /// The label of the button, with the amount if the wallet knows the token and the label stays short.
    func verb(_ allowance: Allowance, _ amount: Amount) -> String {
        guard !allowance.isRevocation else { return localized("Revoke") }
        guard allowance.way != .increase, allowance.way != .decrease, let symbol = symbol(of: allowance.token) else {
            return localized("Allow")
        }
        let label =
            allowance.isUnlimited
            ? localized("Allow unlimited \(symbol, as: "token")")
            : localized("Allow up to \(amount.said, as: "amount")")
        return label.count <= 40 ? label : localized("Allow")
    }
}
