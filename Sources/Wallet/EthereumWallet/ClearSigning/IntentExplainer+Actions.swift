import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages
import WalletCore

/// Swaps, deposits, claims and similar actions, and rights that are granted.
extension IntentExplainer {
    func action(_ plain: ContractAction) -> Explanation {
        let action = completed(plain)
        let sentence = action.kind.sentence(
            given: Self.list(action.gives.map { text($0) }), received: Self.list(action.gets.map { text($0) }))
        var explanation = Explanation(sentence, verb: isMessage ? localized("Sign") : action.kind.verb)
        if !action.contract.isZero {
            explanation.rows = [row(localized("Contract"), action.contract, role: .contract)]
        }
        explanation.rows += action.gives.map { row(localized("You send"), $0) }
        explanation.rows += action.gets.map { row(localized("You receive"), $0) }
        if case .lookAlike? = known[action.contract] { warn(about: action.contract, as: .contract, in: &explanation) }
        warn(aboutReceivers: action.recipients, areVaults: action.awaitsOrder, in: &explanation)
        if action.isDestructive {
            explanation.warn(.danger, localized("Burned tokens cannot be recovered."))
        }
        // What only moves is no code that decides anything.
        let moved = effects?.sent.compactMap(\.asset.token) ?? []
        for code in Set(action.code).sorted()
        where !code.isZero && !isTrusted(code) && !moved.contains(code) {
            explanation.rows.append(row(localized("Code"), code, role: .contract))
            // A contract that records deposits decides itself which vaults can take part.
            explanation.warn(
                use(of: action.contract) == .records ? .caution : .danger,
                localized(
                    """
                    The pool runs the code of a contract that the wallet does not know: it can keep what you \
                    send.
                    """))
        }
        let trusted = action.gives.filter { isVouchedFor($0.token) }
        if action.gets.isEmpty, !trusted.isEmpty, trusted.count < action.gives.count {
            explanation.warn(
                trusted.contains(where: isNearlyAll) ? .danger : .caution,
                localized(
                    """
                    The wallet does not know one of the tokens that you send. If it is worth nothing, others \
                    can get the rest for nothing.
                    """))
        }
        warn(aboutTermsOf: plain, in: &explanation)
        if let owner = action.owner, let signer, owner != signer, !owner.isZero {
            explanation.rows.append(row(localized("Paid by"), owner))
            explanation.warn(.caution, localized("It uses the funds of another account: \(owner, as: "owner")."))
        }
        return explanation
    }

    /// Warns if the proceeds of a call go to recipients other than the account itself.
    ///
    /// If `areVaults` is true, the recipients may be vaults: an order in the same call may use what they get.
    func warn(
        aboutReceivers receivers: [EthereumAddress], areVaults: Bool = false, in explanation: inout Explanation
    ) {
        for receiver in receivers where receiver != signer {
            if !explanation.rows.contains(where: { $0.value == .exact(receiver.description) && $0.role == .recipient })
            {
                explanation.rows.append(row(localized("Recipient"), receiver, role: .recipient))
            }
            let isVault = areVaults && KnownContracts.contract(receiver, on: chain.id)?.isVault == true
            if known[receiver] == .noOwner {
                explanation.warn(.danger, Self.isLost)
            } else if let name = nameOfContract(receiver), !isVault {
                explanation.warn(
                    .danger,
                    localized(
                        "\(name, as: "contract") receives the proceeds. They are lost there, or anyone can take them."))
            } else if known[receiver] != .own {
                explanation.warn(
                    isUnknown(receiver) ? .danger : .caution,
                    localized("\(who(receiver), as: "recipient") receives the proceeds, not your account."))
            }
            warn(about: receiver, as: .contract, in: &explanation)
        }
    }

    func grant(_ grant: RightsGrant) -> Explanation {
        let others = grant.to.filter { $0 != signer && !$0.isZero }
        let holder = grant.to.count == 1 ? grant.to.first.map(who) : nil
        var explanation = Explanation(
            grant.right.sentence(holder: holder ?? localizable("another account")),
            verb: isMessage ? localized("Sign") : localized("Allow"))
        if let contract = grant.contract, !contract.isZero {
            explanation.rows.append(row(localized("Contract"), contract, role: .contract))
        }
        explanation.rows += grant.to.prefix(8).map { row(localized("New holder"), $0, role: .spender) }
        for other in others { warn(about: other, as: .spender, in: &explanation) }
        switch grant.kind {
        case .power where grant.right == .borrowAgainstCollateral && grant.to.allSatisfy({ use(of: $0) == .records }):
            explanation.warn(
                .caution,
                localized("Until you repay, the lending vault decides whether you can withdraw your collateral."))
        case .power:
            let isOwn =
                !grant.to.isEmpty && grant.to.allSatisfy { $0 == signer || known[$0] == .own }
                && grant.contract.map(isTrusted) != false
            explanation.warn(
                isOwn ? .caution : .danger,
                isOwn
                    ? localized("It changes who controls something, in favor of your own account.")
                    : localized("It hands over control: everything it controls can be lost."))
        case .recovery:
            if grant.to.isEmpty || !grant.to.allSatisfy({ $0 == signer || isTrusted($0) }) {
                explanation.warn(.danger, localized("Anyone who can recover the account can take it over."))
            }
        case .name(let host):
            explanation.warn(
                site == host || site?.hasSuffix(".\(host)") == true ? .caution : .danger,
                localized("Anyone with this signature can transfer your name."))
        case .website:
            explanation.warn(
                .caution, localized("Apps show the new address as the website of your name. Others will trust it."))
        case .voice: break
        }
        return explanation
    }

    /// Whether it is an item: because the call says so, or because the contract is a collection, whose numbers are item
    /// IDs.
    private func isItem(_ part: ContractAction.Amount) -> Bool {
        part.isItem || part.token.map { standard(of: $0) == .erc721 } == true
    }

    private func text(_ part: ContractAction.Amount) -> Message {
        if isItem(part) { return shortItem(part) }
        if part.units.bitWidth >= 255 { return everything(of: part.token) }
        let amount = amount(part.units, token: part.token)
        return switch part.bound {
        case .exactly: amount.said
        case .atLeast: localizable("at least \(amount.said, as: "amount")")
        case .atMost: localizable("at most \(amount.said, as: "amount")")
        }
    }

    private func shortItem(_ part: ContractAction.Amount) -> Message {
        part.count == 1
            ? localizable("item \(part.units, as: "item")")
            : localizable("\(part.count, as: "count") of item \(part.units, as: "item")")
    }

    private func row(_ label: String, _ part: ContractAction.Amount) -> Approval.Row {
        if isItem(part) {
            return Approval.Row(
                label, .exact(part.token?.description ?? ""), note: shortItem(part).localized, role: .amount)
        }
        let bound: String? =
            switch part.bound {
            case .exactly: nil
            case .atLeast: localized("at least")
            case .atMost: localized("at most")
            }
        guard part.units.bitWidth < 255 else {
            return Approval.Row(label, .trusted(localized("everything")), role: .amount)
        }
        let amount = amount(part.units, token: part.token)
        return Approval.Row(label, amount.words, note: bound ?? amount.note, role: .amount)
    }
}
