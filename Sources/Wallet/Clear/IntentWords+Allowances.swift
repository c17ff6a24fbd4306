import BigInt
import Bridge
import Ethereum

/// Leave for others to spend tokens.
extension IntentWords {
    func allowance(_ allowance: Allowance) -> Explanation {
        let amount = amount(allowance.amount, token: allowance.token)
        var explanation = Explanation(
            sentence(allowance, amount), verb: allowance.isRevocation ? "Revoke" : "Allow")
        explanation.rows = [
            row("Spender", allowance.spender),
            Approval.Row(
                allowance.way == .increase ? "More by" : allowance.way == .decrease ? "Less by" : "At most",
                allowance.isUnlimited ? .ours("any amount") : amount.words),
            tokenRow(allowance.token),
        ]
        if let expiration = allowance.expiration {
            explanation.rows.append(Approval.Row("Allowed until", .ours(moment(expiration))))
        }
        if let deadline = allowance.deadline {
            explanation.rows.append(Approval.Row("Signature good until", .ours(moment(deadline))))
        }
        explanation.recipients = allowance.isRevocation ? [] : [allowance.spender]
        explanation.cap = cap(of: allowance)
        guard !allowance.isRevocation else { return explanation }
        warn(about: allowance, amount, in: &explanation)
        warn(about: allowance.spender, as: .spender, in: &explanation)
        return explanation
    }

    private func sentence(_ allowance: Allowance, _ amount: Amount) -> String {
        let spender = who(allowance.spender)
        let token = name(of: allowance.token)
        if allowance.way == .decrease { return "Let \(spender) spend \(amount.said) less of your \(token)." }
        if allowance.isRevocation { return "Take back the leave of \(spender) to spend your \(token)." }
        let how =
            allowance.isUnlimited
            ? "any amount of your \(token)" : amount.isKnown ? "up to \(amount.said)" : "your tokens"
        let duration = allowance.way == .approve && allowance.expiration == nil ? ", until you revoke it" : ""
        switch allowance.way {
        case .once: return "Let \(spender) take \(how), once."
        case .increase: return "Let \(spender) spend \(how) more than now."
        default: return "Let \(spender) spend \(how)\(duration)."
        }
    }

    private func warn(about allowance: Allowance, _ amount: Amount, in explanation: inout Explanation) {
        if allowance.isUnlimited {
            explanation.warn(
                .danger,
                "The spender may take all tokens of this kind that you have, now and later, without asking again.")
        } else if allowance.isLarge {
            explanation.warn(.danger, "The amount is larger than any that is needed: it is as good as without end.")
        } else if let balance = holdings.balances[allowance.token], allowance.amount > balance {
            explanation.warn(
                .danger,
                "The amount is more than you have, which is \(self.amount(balance, token: allowance.token).said).")
        } else if let supply = holdings.supplies[allowance.token], allowance.amount > supply {
            explanation.warn(.danger, "The amount is more than there is of the token in all.")
        } else if !amount.isKnown {
            explanation.warn(
                .caution, "The wallet does not know this token, so it cannot tell whether the amount is much or little."
            )
        }
        guard allowance.way == .permit || allowance.way == .once else { return }
        explanation.warn(
            .caution, "Whoever has this signature can take the tokens without asking again, and at no cost.")
        let ends = [allowance.deadline, allowance.expiration].compactMap(\.self)
        if ends.contains(where: isFar) {
            explanation.warn(.danger, "It stays good for a very long time; an honest site needs minutes, or days.")
        }
        if let owner = allowance.owner, let signer, owner != signer {
            explanation.warn(.caution, "The tokens belong to another account: \(owner).")
        }
    }

    private func cap(of allowance: Allowance) -> AllowanceCap? {
        guard allowance.way == .approve || allowance.way == .increase, !allowance.isPermit2, allowance.amount > 0
        else { return nil }
        let token = tokens.token(allowance.token, on: chain.id)
        let decimals = token?.decimals ?? 0
        return AllowanceCap(
            value: allowance.isUnlimited ? "unlimited" : AmountText.of(allowance.amount, decimals: decimals),
            symbol: token?.symbol, decimals: decimals)
    }

    func control(_ control: TokenControl) -> Explanation {
        let who = who(control.operator)
        var explanation = Explanation(
            control.isGiven
                ? "Let \(who) move everything that you own in a collection, until you revoke it."
                : "Take back the leave of \(who) to move what you own in a collection.",
            verb: control.isGiven ? "Allow" : "Revoke")
        explanation.rows = [row("Operator", control.operator), tokenRow(control.token, label: "Collection")]
        guard control.isGiven else { return explanation }
        explanation.recipients = [control.operator]
        explanation.warn(
            .danger,
            "The operator may take every item of this collection that you own, now and later, without asking again.")
        warn(about: control.operator, as: .spender, in: &explanation)
        return explanation
    }
}
