import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages

/// Permissions for other accounts to spend tokens.
extension IntentExplainer {
    func allowance(_ allowance: Allowance) -> Explanation {
        if let item = allowance.item, !isVouchedFor(allowance.token) {
            return partAllowance(allowance, of: item)
        }
        let reading = reading(of: allowance)
        if reading == .item { return itemAllowance(allowance, isSure: true) }
        if reading == nil { return itemAllowance(allowance, isSure: false) }
        let amount = amount(allowance.amount, token: allowance.token)
        var explanation = Explanation(sentence(allowance, amount), verb: verb(allowance, amount))
        let label =
            switch allowance.way {
            case .increase: localized("Increase")
            case .decrease: localized("Decrease")
            default: localized("Up to")
            }
        let limit = allowance.isUnlimited ? .trusted(localized("unlimited")) : amount.words
        // Nothing of an unknown token is nothing.
        let isNothing = allowance.amount == 0 && !amount.isKnown
        explanation.rows = [
            row(localized("Spender"), allowance.spender, role: .spender),
            Approval.Row(
                label, isNothing ? .trusted(localized("nothing")) : limit,
                note: allowance.isUnlimited || isNothing ? nil : amount.note, role: .amount),
            tokenRow(allowance.token),
        ]
        add(allowance, to: &explanation)
        explanation.cap = cap(of: allowance)
        guard !allowance.isRevocation else { return explanation }
        warn(aboutAmount: allowance, amount, in: &explanation)
        let isNewWarned = warn(aboutSignature: allowance, in: &explanation)
        warn(about: allowance.spender, as: .spender, isNewWarned: isNewWarned, in: &explanation)
        return explanation
    }

    /// How the number in a permission is interpreted.
    private enum Reading {
        case amount
        case item
    }

    /// `nil` if both are possible: ERC-20 and ERC-721 have the same `approve`.
    private func reading(of allowance: Allowance) -> Reading? {
        if allowance.isItem { return .item }
        // Permit2 calls `transferFrom` of the token, which may take an item.
        if allowance.isPermit2, !allowance.isRevocation, standard(of: allowance.token) == .erc721 { return .item }
        if allowance.isPermit2, allowance.isRevocation || isPayment { return .amount }
        // Only these calls have the same form in both standards.
        guard allowance.way == .approve || allowance.isPermit2 else { return .amount }
        switch standard(of: allowance.token) {
        case .erc20?: return .amount
        // No item has the largest number as its ID, so the contract may be a token that claims to be a collection.
        case .erc721?: return allowance.isUnlimited ? nil : .item
        // This is larger than the IDs of any collection: the largest numbers mean an unlimited amount.
        case .erc1155?, nil: return allowance.isUnlimited || allowance.isLarge ? .amount : nil
        }
    }

    /// A permission that is, or may be, for one item of a collection.
    private func itemAllowance(_ allowance: Allowance, isSure: Bool) -> Explanation {
        let who = who(allowance.spender)
        let isRevocation = allowance.spender.isZero
        let item = item(allowance)
        let amount = amount(allowance.amount, token: allowance.token)
        let sentence =
            isRevocation
            ? localizable("Revoke the permission to take \(item, as: "item").")
            : isSure
                ? localizable("Allow \(who, as: "spender") to take \(item, as: "item").")
                : localizable(
                    """
                    Allow \(who, as: "spender") to take \(item, as: "item"), or to spend \(amount.said, as: "amount").
                    """)
        var explanation = Explanation(sentence, verb: isRevocation ? localized("Revoke") : localized("Allow"))
        explanation.rows = [
            row(localized("Spender"), allowance.spender, role: .spender),
            Approval.Row(
                localized("Item"), .exact("\(allowance.amount)"),
                note: isSure ? nil : localized("if it is a collection"), role: .amount),
        ]
        if !isSure {
            explanation.rows.append(
                Approval.Row(
                    localized("Or up to"), amount.words, note: amount.note ?? localized("if it is a token"),
                    role: .amount))
        }
        explanation.rows.append(
            tokenRow(allowance.token, label: isSure ? localized("Collection") : localized("Contract")))
        add(allowance, to: &explanation)
        guard !isRevocation else { return explanation }
        if allowance.isPermit2, !isSure { warn(aboutAmount: allowance, amount, in: &explanation) }
        if !isSure {
            explanation.warn(
                isUnknownSpender(allowance.spender) ? .danger : .caution,
                localized(
                    """
                    The wallet does not know whether this is a token or a collection: the number may be an \
                    amount, or one item, which may be valuable.
                    """))
        } else if isUnknownSpender(allowance.spender) {
            explanation.warn(.danger, localized("The spender can take the item, and you do not know the spender."))
        }
        let isNewWarned = warn(aboutSignature: allowance, in: &explanation)
        warn(about: allowance.spender, as: .spender, isNewWarned: isNewWarned, in: &explanation)
        return explanation
    }

    /// The item of a permission in a sentence.
    private func item(_ allowance: Allowance) -> Message {
        // Permit2 compares the item's ID with the remaining amount.
        guard allowance.isPermit2 else { return item(allowance.amount) }
        return allowance.isUnlimited
            ? localizable("any item of a collection")
            : localizable("any item of a collection up to number \(allowance.amount, as: "number")")
    }

    /// A permission for an amount of one item of a contract (ERC-6909).
    ///
    /// Older tokens have the same call, with the earlier amount in place of the item: both interpretations are shown,
    /// unless the contract is known to have items; a token that the wallet knows has no items.
    private func partAllowance(_ allowance: Allowance, of item: BigUInt) -> Explanation {
        let isSure = [.erc721, .erc1155].contains(standard(of: allowance.token))
        let amount = amount(allowance.amount, token: allowance.token)
        var explanation = Explanation(
            sentence(allowance, item: item, isSure: isSure, amount),
            verb: allowance.isRevocation ? localized("Revoke") : localized("Allow"))
        explanation.rows = [
            row(localized("Spender"), allowance.spender, role: .spender),
            Approval.Row(localized("Item"), .exact("\(item)"), role: .amount),
            Approval.Row(
                localized("Up to"),
                allowance.isUnlimited ? .trusted(localized("unlimited")) : .exact("\(allowance.amount)"),
                role: .amount),
            tokenRow(allowance.token, label: localized("Contract")),
        ]
        add(allowance, to: &explanation)
        guard !allowance.isRevocation else { return explanation }
        if standard(of: allowance.token) == .erc20 { warn(aboutAmount: allowance, amount, in: &explanation) }
        if allowance.isUnlimited || allowance.isLarge {
            explanation.warn(.danger, localized("The spender can take all that you have of the item, now and later."))
        } else {
            explanation.warn(
                isUnknown(allowance.spender) ? .danger : .caution,
                localized("The spender can take the item, and the wallet cannot judge what it is worth."))
        }
        warn(about: allowance.spender, as: .spender, in: &explanation)
        return explanation
    }

    private func add(_ allowance: Allowance, to explanation: inout Explanation) {
        if let expiration = allowance.expiration { explanation.rows.append(expiry(localized("Expires"), expiration)) }
        if let deadline = allowance.deadline {
            explanation.rows.append(
                expiry(allowance.expiration == nil ? localized("Expires") : localized("Usable until"), deadline))
        }
        let isTelling =
            allowance.isItem || standard(of: allowance.token) == .erc721
            ? KnownCollections.contains(allowance.token, on: chain.id)
            : isTelling(allowance.amount, of: allowance.token)
        let isOwn = allowance.owner == nil || allowance.owner == signer
        if isOwn, isTelling, !allowance.isRevocation { explanation.spenders = [allowance.spender] }
    }

    private func warn(aboutAmount allowance: Allowance, _ amount: Amount, in explanation: inout Explanation) {
        let balance = holdings.balances[allowance.token]
        if allowance.isUnlimited {
            explanation.warn(
                .danger,
                localized("The spender can take all your tokens of this kind, now and later, without asking again."))
        } else if allowance.isLarge || isBeyondReason(allowance) {
            explanation.warn(
                .danger,
                localized("The amount is larger than anyone needs: it is effectively unlimited."))
        } else if let balance, allowance.amount > balance {
            explanation.warn(
                .danger,
                localized(
                    """
                    The amount is more than you have, which is \
                    \(self.amount(balance, token: allowance.token).said, as: "balance").
                    """))
        } else if let supply = holdings.supplies[allowance.token], allowance.amount > supply {
            explanation.warn(.danger, localized("The amount exceeds the token’s total supply."))
        } else if let balance, isNearlyAll(allowance.amount, of: balance), isUnknownSpender(allowance.spender),
            !isPayment
        {
            explanation.warn(
                .danger,
                localized("The amount is nearly all that you have, and you do not know the spender."))
        } else if let balance, isLargeShare(allowance, of: balance) {
            explanation.warn(
                .danger, localized("The amount is a large share of what you have, and you do not know the spender."))
        } else if balance == nil, isUnknownSpender(allowance.spender), allowance.amount > 0,
            !amount.isKnown || !isTrifle(allowance.amount, of: allowance.token)
        {
            explanation.warn(
                .danger,
                localized(
                    """
                    You do not know the spender, and the wallet cannot tell whether the amount is all that you \
                    have.
                    """))
        } else if allowance.isPermit2, allowance.way == .approve, isUnknownSpender(allowance.spender) {
            explanation.warn(.danger, localized("You do not know the spender, who can take the amount at any time."))
        } else if mayBeWorthMuch(allowance) {
            explanation.warn(
                .danger, localized("The amount may be worth more than 200 dollars, and you do not know the spender."))
        } else if !amount.isKnown || !isVouchedFor(allowance.token) {
            explanation.warn(
                isUnknownSpender(allowance.spender) ? .danger : .caution,
                localized("The wallet does not know this token, so it cannot judge the amount.")
            )
        }
    }

    /// Whether an unknown address may spend more than a tenth of a balance; the limit is half of the balance if a
    /// descriptor names the spender.
    private func isLargeShare(_ allowance: Allowance, of balance: BigUInt) -> Bool {
        guard isUnknownSpender(allowance.spender), !isPayment, !isTrifle(allowance.amount, of: allowance.token) else {
            return false
        }
        if case .described? = known[allowance.spender] { return allowance.amount * 2 > balance }
        return allowance.amount * 10 > balance
    }

    /// Whether an unknown address may spend an amount of a known token that may be worth more than 200 dollars.
    ///
    /// A malicious node can report a balance of which any amount is a small share.
    private func mayBeWorthMuch(_ allowance: Allowance) -> Bool {
        guard isUnknownSpender(allowance.spender), !isPayment, allowance.way != .decrease,
            isVouchedFor(allowance.token), !isTrifle(allowance.amount, of: allowance.token)
        else { return false }
        if case .described? = known[allowance.spender] { return false }
        guard let worth = worth(of: Worth(allowance.token, allowance.amount)) else { return true }
        return worth.upperBound > 200 * Self.dollar
    }

    /// Whether an amount of a known token is at least a billion tokens.
    private func isBeyondReason(_ allowance: Allowance) -> Bool {
        guard isVouchedFor(allowance.token), allowance.way != .decrease,
            let decimals = tokens.token(allowance.token, on: chain.id)?.decimals
        else { return false }
        return allowance.amount >= BigUInt(10).power(decimals + 9)
    }

    /// Adds the warnings about a permission that is a signature: anyone can use it, at no cost to the account and at a
    /// later time.
    ///
    /// - Returns: Whether a warning says that the spender is new.
    private func warn(aboutSignature allowance: Allowance, in explanation: inout Explanation) -> Bool {
        guard allowance.way == .permit || allowance.way == .once else { return false }
        explanation.warn(.caution, localized("Anyone who holds this signature can use it without asking again."))
        let isOwn = allowance.owner == nil || allowance.owner == signer
        let isForUnknown = isUnknownSpender(allowance.spender) && isMessage && !isPayment && isOwn
        if isForUnknown {
            explanation.warn(
                .danger,
                isUsed(allowance.spender, as: .spender)
                    ? localized(
                        """
                        The wallet cannot vouch for this spender. Signatures like this are the most common way to \
                        steal tokens.
                        """)
                    : localized(
                        """
                        You have never used this spender, and the wallet cannot vouch for it. Signatures like this \
                        are the most common way to steal tokens.
                        """))
        }
        let ends = [allowance.deadline, allowance.expiration].compactMap(\.self)
        if ends.contains(where: isFar) {
            explanation.warn(
                .danger,
                localized("This permission practically never expires. Honest sites ask for minutes or days."))
        }
        if let owner = allowance.owner, let signer, owner != signer {
            explanation.warn(.caution, localized("The tokens belong to another account: \(owner, as: "owner")."))
        }
        return isForUnknown
    }

    private func cap(of allowance: Allowance) -> AllowanceCap? {
        guard allowance.way == .approve || allowance.way == .increase, !allowance.isPermit2, allowance.amount > 0,
            allowance.item == nil, standard(of: allowance.token) == .erc20
        else { return nil }
        let token = tokens.token(allowance.token, on: chain.id)
        let decimals = token?.decimals ?? 0
        return AllowanceCap(
            value: allowance.isUnlimited ? localized("unlimited") : AmountText.of(allowance.amount, decimals: decimals),
            symbol: token?.symbol, decimals: decimals)
    }

    private func sentence(_ control: TokenControl) -> Message {
        let who = who(control.operator)
        return switch (control.isGiven, control.isLending) {
        case (true, true):
            localizable("Allow \(who, as: "operator") to withdraw your deposits and to borrow for you.")
        case (false, true):
            localizable(
                "Revoke the permission of \(who, as: "operator") to withdraw your deposits and to borrow for you.")
        case (true, false):
            localizable("Allow \(who, as: "operator") to take all your NFTs or tokens in this contract.")
        case (false, false):
            localizable("Revoke the permission of \(who, as: "operator") to take your NFTs or tokens in this contract.")
        }
    }

    func control(_ control: TokenControl) -> Explanation {
        var explanation = Explanation(
            sentence(control), verb: control.isGiven ? localized("Allow") : localized("Revoke"))
        explanation.rows = [
            row(localized("Operator"), control.operator, role: .spender),
            control.isLending
                ? row(localized("Lending market"), control.token, role: .contract)
                : tokenRow(control.token, label: localized("Collection")),
        ]
        if let deadline = control.deadline { explanation.rows.append(expiry(localized("Usable until"), deadline)) }
        guard control.isGiven else { return explanation }
        if control.owner == nil || control.owner == signer, KnownCollections.contains(control.token, on: chain.id) {
            explanation.spenders = [control.operator]
        }
        explanation.warn(
            .danger,
            control.isLending
                ? localized("The operator can withdraw your deposits and borrow against them, now and later.")
                : localized(
                    "The operator can take everything that you have there, now and later, without asking again."))
        if let owner = control.owner, let signer, owner != signer {
            explanation.warn(.caution, localized("It is about another account: \(owner, as: "owner")."))
        }
        warn(about: control.operator, as: .spender, in: &explanation)
        return explanation
    }
}
