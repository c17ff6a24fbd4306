import BigInt
import Bridge
import Ethereum

/// Swaps, deposits, claims and similar actions, and rights that are granted.
extension IntentExplainer {
    func action(_ plain: ContractAction) -> Explanation {
        let action = completed(plain)
        let gives = action.gives.map { text($0) }
        let gets = action.gets.map { text($0) }
        var sentence = action.what
        if !gives.isEmpty { sentence += " " + Self.list(gives) }
        if !gets.isEmpty { sentence += (gives.isEmpty ? " " : " for ") + Self.list(gets) }
        var explanation = Explanation("\(sentence).", verb: isMessage ? "Sign" : Self.verb(action.what))
        if !action.contract.isZero { explanation.rows = [row("Contract", action.contract, role: .contract)] }
        explanation.rows += action.gives.map { row("You send", $0) }
        explanation.rows += action.gets.map { row("You receive", $0) }
        if case .lookAlike? = known[action.contract] { warn(about: action.contract, as: .contract, in: &explanation) }
        warn(aboutReceivers: action.recipients, areVaults: action.awaitsOrder, in: &explanation)
        if action.isDestructive {
            explanation.warn(.danger, "Burned tokens cannot be recovered.")
        }
        for code in Set(action.code).sorted(by: { $0.description < $1.description })
        where !code.isZero && !isTrusted(code) {
            explanation.rows.append(row("Code", code, role: .contract))
            explanation.warn(
                .danger,
                "The pool runs the code of a contract that the wallet does not know: it can keep what you send.")
        }
        let trusted = action.gives.filter { isVouchedFor($0.token) }
        if action.gets.isEmpty, !trusted.isEmpty, trusted.count < action.gives.count {
            explanation.warn(
                trusted.contains(where: isNearlyAll) ? .danger : .caution,
                "The wallet does not know one of the tokens that you send. If it is worth nothing, others can get the rest "
                    + "for nothing.")
        }
        warn(aboutTermsOf: plain, in: &explanation)
        if let owner = action.owner, let signer, owner != signer, !owner.isZero {
            explanation.rows.append(row("Paid by", owner))
            explanation.warn(.caution, "It uses the funds of another account: \(owner).")
        }
        return explanation
    }

    /// Warns about recipients of the proceeds of a call other than the account itself.
    ///
    /// If they `areVaults`, an order in the same call may use what they get.
    func warn(
        aboutReceivers receivers: [EthereumAddress], areVaults: Bool = false, in explanation: inout Explanation
    ) {
        for receiver in receivers where receiver != signer {
            if !explanation.rows.contains(where: { $0.value == .exact(receiver.description) && $0.role == .recipient })
            {
                explanation.rows.append(row("Recipient", receiver, role: .recipient))
            }
            let isVault = areVaults && KnownContracts.contract(receiver, on: chain.id)?.isVault == true
            if known[receiver] == .noOwner {
                explanation.warn(.danger, Self.isLost)
            } else if let name = nameOfContract(receiver), !isVault {
                explanation.warn(
                    .danger, "\(name) receives the proceeds. They are lost there, or anyone can take them.")
            } else if known[receiver] != .own {
                explanation.warn(
                    isStranger(receiver) ? .danger : .caution,
                    "\(who(receiver)) receives the proceeds, not your account.")
            }
            warn(about: receiver, as: .contract, in: &explanation)
        }
    }

    func grant(_ grant: RightsGrant) -> Explanation {
        let others = grant.to.filter { $0 != signer && !$0.isZero }
        let holder = grant.to.count == 1 ? grant.to.first.map(who) : nil
        let sentence = grant.what.replacing("{holder}", with: holder ?? "another account")
        var explanation = Explanation("\(sentence).", verb: isMessage ? "Sign" : "Allow")
        if let contract = grant.contract, !contract.isZero {
            explanation.rows.append(row("Contract", contract, role: .contract))
        }
        explanation.rows += grant.to.prefix(8).map { row("New holder", $0, role: .spender) }
        for other in others { warn(about: other, as: .spender, in: &explanation) }
        switch grant.kind {
        case .power:
            let isOwn =
                !grant.to.isEmpty && grant.to.allSatisfy { $0 == signer || known[$0] == .own }
                && grant.contract.map(isTrusted) != false
            explanation.warn(
                isOwn ? .caution : .danger,
                isOwn
                    ? "It changes who controls something, in favor of your own account."
                    : "It hands over control: everything it controls can be lost.")
        case .recovery:
            if grant.to.isEmpty || !grant.to.allSatisfy({ $0 == signer || isTrusted($0) }) {
                explanation.warn(.danger, "Anyone who can recover the account can take it over.")
            }
        case .name(let host):
            explanation.warn(
                site == host || site?.hasSuffix(".\(host)") == true ? .caution : .danger,
                "Anyone with this signature can transfer your name.")
        case .voice: break
        }
        return explanation
    }

    /// The label of the approve button: the first word of the action.
    private static func verb(_ what: String) -> String {
        what.split(separator: " ").first.map(String.init) ?? "Send"
    }

    static func list(_ parts: [String]) -> String {
        guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
        let shown = parts.count > 4 ? Array(parts.prefix(3)) + ["\(parts.count - 3) more"] : parts.dropLast() + [last]
        return shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? "")
    }

    /// Whether it is an item: by the call, or because the contract is a collection, whose numbers are those of items.
    private func isItem(_ part: ContractAction.Amount) -> Bool {
        part.isItem || part.token.map { standard(of: $0) == .erc721 } == true
    }

    private func text(_ part: ContractAction.Amount) -> String {
        if isItem(part) { return part.count == 1 ? "item \(part.units)" : "\(part.count) of item \(part.units)" }
        if part.units.bitWidth >= 255 { return "all \(name(of: part.token))" }
        let amount = amount(part.units, token: part.token)
        return switch part.bound {
        case .exactly: amount.said
        case .atLeast: "at least \(amount.said)"
        case .atMost: "at most \(amount.said)"
        }
    }

    private func row(_ label: String, _ part: ContractAction.Amount) -> Approval.Row {
        if isItem(part) {
            return Approval.Row(
                label, .exact(part.token?.description ?? ""),
                note: part.count == 1 ? "item \(part.units)" : "\(part.count) of item \(part.units)", role: .amount)
        }
        let bound: String? =
            switch part.bound {
            case .exactly: nil
            case .atLeast: "at least"
            case .atMost: "at most"
            }
        guard part.units.bitWidth < 255 else { return Approval.Row(label, .trusted("everything"), role: .amount) }
        let amount = amount(part.units, token: part.token)
        return Approval.Row(label, amount.words, note: bound ?? amount.note, role: .amount)
    }
}
