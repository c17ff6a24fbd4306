import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages

/// Shows what a transaction changes, and compares it with what its explanation says.
struct ChangesExplainer {
    let chain: Chain
    let tokens: TokenBook

    /// What contracts say about tokens that the wallet does not know.
    let found: [EthereumAddress: Token]

    /// What the user sees.
    struct Shown: Hashable, Sendable {
        var rows: [Approval.Row] = []
        var warnings: [Approval.Warning] = []
    }

    /// The rows and warnings for `report` of a call whose explanation is `intent`, and has the rows `said`; `isSimulated`
    /// means that `evidence` may stand in for what the call does not say.
    func shown(
        _ report: ChangeReport, of call: ContractCall, _ intent: Intent, _ evidence: SimulatedEvidence? = nil,
        isSimulated: Bool = false, said: [Approval.Row] = []
    ) -> Shown {
        func claimed(_ why: String) -> Shown { self.claimed(why, call, intent, besides: said) }
        switch report {
        case .known(let changes):
            var shown = shown(changes, of: call, intent, isSimulated)
            if intent.isComplete, let evidence { shown.warnings += contradictions(in: evidence, intent) }
            return shown
        case .none: return Shown()
        case .unasked: return claimed(localized("not simulated: this network has no node"))
        case .fromSite(let site):
            return claimed(localized("not simulated: \(site, as: "site") named the node, which could claim anything"))
        case .unsupported:
            return claimed(localized("not simulated: your node does not offer simulations"))
        case .outdated:
            return claimed(localized("not simulated, because you changed the transaction"))
        case .failed:
            var shown = claimed(localized("not known"))
            shown.warnings.append(
                Approval.Warning(.caution, localized("Your node could not simulate this transaction.")))
            return shown
        }
    }

    func row(_ text: String) -> Approval.Row {
        Approval.Row(localized("Balance changes"), .trusted(text))
    }

    private func shown(
        _ changes: SimulatedChanges, of call: ContractCall, _ intent: Intent, _ isSimulated: Bool
    ) -> Shown {
        var shown = Shown()
        shown.rows =
            changes.sent.map { row(localized("You send"), $0) }
            + changes.received.map { row(localized("You receive"), $0) }
            + changes.given.filter { $0.units != $0.before }.map(allowanceRow)
        if changes.isEmpty { shown.rows = [row(localized("none"))] }
        shown.warnings = imitations(
            (changes.sent + changes.received).map(\.asset)
                + changes.given.filter { $0.units > 0 }.map { TokenEvent.HeldToken(token: $0.permission.token) })
        if changes.isCut {
            shown.warnings.append(
                Approval.Warning(
                    .danger, localized("This transaction changes more than the wallet can show.")))
        }
        // What cannot be explained has a danger warning of its own; there is no claim to compare.
        guard intent.isComplete, let account = call.from else { return shown }
        // Only what stands for a deposit leaves when it is withdrawn.
        let named = { (change: SimulatedChanges.Change) in
            let isKnown = change.asset.token.flatMap { tokens.token($0, on: chain.id) }?.isVouchedFor == true
            return isSimulated && change.asset.item == nil
                && intent.numbers { isKnown ? $0.isDeposit : $0.isDepositOrWithdrawal }.contains(change.units)
        }
        shown.warnings += disagreements(
            changes, ClaimedChanges(intent, value: call.value, of: account), intent, named, at: call.to)
        return shown
    }

    private func disagreements(
        _ changes: SimulatedChanges, _ claimed: ClaimedChanges, _ intent: Intent,
        _ isNamed: (SimulatedChanges.Change) -> Bool, at contract: EthereumAddress?
    ) -> [Approval.Warning] {
        var warnings: [Approval.Warning] = []
        // Shares and receipts are destroyed when what they stand for is paid out.
        let isPaidOut = !changes.received.isEmpty
        for change in changes.sent where !claimed.covers(change) && !(change.isDestroyed && isPaidOut) {
            if isNamed(change) {
                let text = localized("The request does not name the token that leaves: only a simulation shows it.")
                warnings.append(Approval.Warning(.caution, text))
                continue
            }
            if let contract, isWrapped(change, by: contract, changes) {
                let text = localized(
                    "The contract keeps the item, and you receive an item of the contract that represents it.")
                warnings.append(Approval.Warning(.caution, text))
                continue
            }
            if let contract, intent.repaysAll, isRepaid(change, to: contract, changes) {
                let text = localized("The request does not say how much you repay: only a simulation shows it.")
                warnings.append(Approval.Warning(.caution, text))
                continue
            }
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        In the simulation, \(said(change), as: "amount") leaves your account, which the description of \
                        this transaction does not say.
                        """)))
        }
        for given in changes.given where given.units > 0 && !claimed.covers(given) {
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        In the simulation, \(given.permission.spender, as: "spender") may spend tokens of yours \
                        afterwards, which the description of this transaction does not say.
                        """)))
        }
        warnings += goingElsewhere(changes, intent)
        warnings += shortfalls(changes, claimed, intent)
        warnings += exitWarnings(changes, claimed)
        if claimed.promisesReturn, changes.received.isEmpty {
            warnings.append(
                Approval.Warning(
                    .danger, localized("In the simulation, you receive nothing in exchange for what you send.")))
        }
        if case .transfer = intent, claimed.promisesTransfer, changes.sent.isEmpty {
            warnings.append(
                Approval.Warning(.caution, localized("In the simulation, nothing is transferred from your account.")))
        }
        return warnings
    }

    /// Whether a contract that the wallet knows keeps an item, and gives one of its own for it.
    private func isWrapped(
        _ change: SimulatedChanges.Change, by contract: EthereumAddress, _ changes: SimulatedChanges
    ) -> Bool {
        change.asset.item != nil && change.recipients == [contract]
            && KnownContracts.contract(contract, on: chain.id) != nil
            && changes.sent.count { $0.asset.item != nil } == 1
            && changes.received.contains { $0.asset.token == contract && $0.asset.item != nil }
    }

    /// Whether only one token leaves, to a contract that the wallet knows and that gives something back for it.
    private func isRepaid(
        _ change: SimulatedChanges.Change, to contract: EthereumAddress, _ changes: SimulatedChanges
    ) -> Bool {
        change.asset.item == nil && change.asset.token != nil && changes.sent.count == 1 && !changes.received.isEmpty
            && (change.isDestroyed || change.recipients == [contract])
            && KnownContracts.contract(contract, on: chain.id)?.use == .records
    }

    /// Warnings about what another simulation and the code at the recipients show.
    private func contradictions(in evidence: SimulatedEvidence, _ intent: Intent) -> [Approval.Warning] {
        var warnings: [Approval.Warning] = []
        if !evidence.isSteady {
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        A second simulation has a different result. The contract may do something else in the \
                        transaction.
                        """)))
        }
        if evidence.paysPerson, intent.staysInContracts {
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized("In the simulation, what leaves your account goes to an address without a contract.")
                ))
        }
        if evidence.paysOthers, intent.staysInContracts {
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized("In the simulation, somebody else receives something, and your account receives nothing.")
                ))
        }
        return warnings
    }

    /// Warnings about swaps that bring in less than their descriptions say.
    private func shortfalls(
        _ changes: SimulatedChanges, _ claimed: ClaimedChanges, _ intent: Intent
    ) -> [Approval.Warning] {
        guard !changes.received.isEmpty else { return [] }
        let least = claimed.least.sorted {
            ($0.key.token?.bytes ?? []).lexicographicallyPrecedes($1.key.token?.bytes ?? [])
        }
        return least.compactMap { asset, units in
            // What is sent of the coin is subtracted from what arrives of it.
            guard asset.token != nil || claimed.promisesNoCoins else { return nil }
            let received = changes.received.first { $0.asset == asset }?.units
            // The last step of several may turn a token into another one, such as the wrapped coin into the coin.
            if received == nil, case .call = intent { return nil }
            let real = said(SimulatedChanges.Change(asset: asset, units: received ?? 0))
            let promised = said(SimulatedChanges.Change(asset: asset, units: units))
            guard (received ?? 0) < units else {
                return gap(of: received ?? 0, above: units, real, promised, isExit: !claimed.exits.isEmpty)
            }
            return Approval.Warning(
                .danger,
                localized(
                    """
                    In the simulation, you receive \(real, as: "amount"). The description says at least \
                    \(promised, as: "promised").
                    """))
        }
    }

    /// A warning if a simulation yields far more than what is guaranteed: a contract can find out that it is simulated, and
    /// pay less afterwards.
    private func gap(
        of received: BigUInt, above least: BigUInt, _ real: String, _ promised: String, isExit: Bool
    ) -> Approval.Warning? {
        guard least * 100 < received * WorthComparison.least else { return nil }
        // What comes out of a pool depends on its price, not on an executor.
        return Approval.Warning(
            least * 2 < received && !isExit ? .danger : .caution,
            localized(
                """
                In the simulation, you receive \(real, as: "amount"), but only \(promised, as: "promised") is \
                guaranteed. The contracts can pay that little when the transaction is carried out.
                """))
    }

    /// A warning if the simulation sends something to another address than the recipient.
    private func goingElsewhere(_ changes: SimulatedChanges, _ intent: Intent) -> [Approval.Warning] {
        let (to, token): (EthereumAddress, EthereumAddress?)
        switch intent {
        case .payment(let recipient, _): (to, token) = (recipient, nil)
        case .transfer(let transfer): (to, token) = (transfer.to, transfer.token)
        default: return []
        }
        let change = changes.sent.first {
            $0.asset.token == token && !$0.recipients.isEmpty && !$0.recipients.contains(to)
        }
        guard let change else { return [] }
        return [
            Approval.Warning(
                .danger,
                localized(
                    """
                    In the simulation, \(said(change), as: "amount") goes to another address than the recipient in the \
                    description.
                    """))
        ]
    }

    func row(_ label: String, _ change: SimulatedChanges.Change) -> Approval.Row {
        let (words, note) = words(change)
        return Approval.Row(label, words, note: note, role: .amount)
    }

    func allowanceRow(_ given: SimulatedChanges.Given) -> Approval.Row {
        let permission = given.permission
        let amount: DisplayText
        switch permission.kind {
        case .collection:
            amount = .trusted(given.units == 0 ? localized("none") : localized("all items of a collection"))
        case .item(let item): amount = .trusted(localized("item \(item, as: "item") of a collection"))
        case .amount where given.units == 0, .permit2 where given.units == 0: amount = .trusted(localized("none"))
        case .amount, .permit2:
            amount =
                given.units.bitWidth > 120
                ? .trusted(localized("any amount of \(name(of: permission.token), as: "token")"))
                : words(
                    SimulatedChanges.Change(
                        asset: TokenEvent.HeldToken(token: permission.token), units: given.units)
                ).0
        }
        let address = permission.spender.description
        let spender = "\(address.prefix(6))…\(address.suffix(4))"
        var note = localized("for \(spender, as: "spender")")
        if given.units == 0, let before = given.before, permission.kind == .amount || permission.kind == .permit2 {
            let asset = TokenEvent.HeldToken(token: permission.token)
            let earlier =
                before.bitWidth > 120
                ? localized("any amount") : said(SimulatedChanges.Change(asset: asset, units: before))
            note = localized("for \(spender, as: "spender"), before: \(earlier, as: "amount")")
        }
        return Approval.Row(localized("Allowance"), amount, note: note, role: .spender)
    }

    /// The amount of a change for a row, and a note about its token.
    func words(_ change: SimulatedChanges.Change) -> (DisplayText, String?) {
        guard let token = change.asset.token else {
            let text = "\(AmountText.of(change.units, decimals: 18)) \(chain.symbol)"
            return (chain.isWellKnown ? .trusted(text) : .untrusted(text), nil)
        }
        let short = "\(token.description.prefix(6))…\(token.description.suffix(4))"
        if let item = change.asset.item {
            let text =
                change.units == 1
                ? localized("item \(item, as: "item") of a collection")
                : localized("\(change.units, as: "count") of item \(item, as: "item") of a collection")
            return (.trusted(text), short)
        }
        if let known = tokens.token(token, on: chain.id) {
            let text = "\(AmountText.of(change.units, decimals: known.decimals)) \(known.symbol)"
            return known.isVouchedFor ? (.trusted(text), nil) : (.untrusted(text), note(known, short))
        }
        if let found = found[token] {
            let text = "\(AmountText.of(change.units, decimals: found.decimals)) \(found.symbol)"
            return (.untrusted(text), note(found, short))
        }
        let text = localized(
            "\(change.units, as: "number") base unit of an unknown token",
            plural: "\(change.units, as: "number") base units of an unknown token", count: change.units)
        return (.trusted(text), short)
    }

    /// The note about a token that the wallet does not know.
    private func note(_ token: Token, _ short: String) -> String {
        tokens.isNamesake(token) ? localized("possible imitation: \(short, as: "token")") : short
    }

    /// Warnings about tokens that use the symbols of others.
    private func imitations(_ assets: [TokenEvent.HeldToken]) -> [Approval.Warning] {
        var warnings: [Approval.Warning] = []
        for address in assets.compactMap(\.token) {
            guard let token = tokens.token(address, on: chain.id) ?? found[address], !token.isVouchedFor,
                tokens.isNamesake(token)
            else { continue }
            let short = "\(address.description.prefix(6))…\(address.description.suffix(4))"
            let warning = Approval.Warning(
                .danger,
                localized(
                    """
                    The token \(short, as: "token") uses the symbol of one that the wallet knows, but is a different one. It may \
                    be worthless.
                    """))
            if !warnings.contains(warning) { warnings.append(warning) }
        }
        return warnings
    }

    /// The amount of a change for a sentence, which must not contain a symbol that the wallet does not know.
    private func said(_ change: SimulatedChanges.Change) -> String {
        let (words, note) = words(change)
        if case .trusted(let text) = words { return text }
        return localized("an amount of the token \(note ?? "", as: "token")")
    }

    private func name(of token: EthereumAddress) -> String {
        if let known = tokens.token(token, on: chain.id), known.isVouchedFor { return known.symbol }
        return "\(token.description.prefix(6))…\(token.description.suffix(4))"
    }
}
