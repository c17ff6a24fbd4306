import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages

/// The changes that the data of a transaction describes, if there is no simulation.
extension ChangesExplainer {
    /// The rows for a transaction that was not simulated, for the reason `why`: what its data says besides the rows of its
    /// explanation, marked as that.
    func claimed(
        _ why: String, _ call: ContractCall, _ intent: Intent, besides said: [Approval.Row] = []
    ) -> Shown {
        guard let account = call.from else { return Shown(rows: [row(why)]) }
        let claimed = ClaimedChanges(intent, value: call.value, of: account)
        var rows = claimed.claims.prefix(Self.mostClaims).map(row).filter {
            !intent.isComplete || !isSaid($0, by: said)
        }
        let rest = claimed.claims.count - Self.mostClaims
        if rest > 0 {
            rows.append(
                row(localized("\(rest, as: "count") more", plural: "\(rest, as: "count") more", count: rest)))
        }
        // An explanation with gaps has a danger warning of its own.
        if !intent.isComplete {
            rows.append(row(localized("more is possible: not all of the request can be read")))
        } else if claimed.isUnbounded {
            rows.append(row(localized("more is possible: the request sets no limit")))
        }
        return Shown(rows: [row(why)] + rows, warnings: exitWarnings(claimed))
    }

    /// Whether rows have the same amount with the same meaning.
    private func isSaid(_ claim: Approval.Row, by rows: [Approval.Row]) -> Bool {
        let labels = [claim.label] + (claim.label == localized("You send") ? [localized("Also sends")] : [])
        return rows.contains { $0.role == .amount && $0.value == claim.value && labels.contains($0.label) }
    }

    /// Warnings about pools that are left, if the amounts that the account receives are not known.
    private func exitWarnings(_ claimed: ClaimedChanges) -> [Approval.Warning] {
        guard !claimed.exits.isEmpty else { return [] }
        if claimed.exits.contains(where: \.hasNoMinimums) {
            return [Approval.Warning(.danger, IntentExplainer.acceptsAnything)]
        }
        let text = localized(
            """
            The wallet cannot tell what your share of the pool is worth. Only the minimum amounts are guaranteed: compare \
            them yourself.
            """)
        return [Approval.Warning(.caution, text)]
    }

    /// A warning if the minimums of what comes out of pools, whose tokens the call does not name, are far below what a
    /// simulation yields.
    func exitWarnings(_ changes: SimulatedChanges, _ claimed: ClaimedChanges) -> [Approval.Warning] {
        let unnamed = claimed.exits.filter { $0.gets.isEmpty && !$0.hasNoMinimums }
        guard !unnamed.isEmpty else { return [] }
        // The order of the tokens is not known: each amount needs a minimum of its own.
        let least = unnamed.flatMap(\.minimums).sorted(by: >)
        let received = changes.received.filter { $0.asset.item == nil }.map(\.units).sorted(by: >)
        guard zip(received, least).contains(where: { $1 * 100 < $0 * WorthComparison.least }) else { return [] }
        let text = localized(
            """
            The minimum amounts are far below what you receive in the simulation. Others can move the price of the pool \
            first, and take the difference.
            """)
        return [Approval.Warning(.caution, text)]
    }

    private func row(_ claim: ClaimedChanges.Claim) -> Approval.Row {
        switch claim {
        case .sends(let asset, let units, let bound): row(localized("You send"), asset, units, bound)
        case .receives(let asset, let units, let bound): row(localized("You receive"), asset, units, bound)
        case .sendsAmountOrItem(let token, let number):
            sends(token, amountOrItem: number)
        case .allows(let permission, let units, let isAdded):
            marked(
                allowanceRow(SimulatedChanges.Given(permission: permission, units: units, expiry: nil)),
                isAdded ? localized("in addition") : nil)
        }
    }

    private func row(
        _ label: String, _ asset: TokenEvent.HeldToken, _ units: BigUInt, _ bound: ContractAction.Bound
    ) -> Approval.Row {
        let limit: String? =
            switch bound {
            case .exactly: nil
            case .atLeast: localized("at least")
            case .atMost: localized("at most")
            }
        guard units.bitWidth <= 120 || asset.token == nil || asset.item != nil else {
            return marked(Approval.Row(label, .trusted(localized("everything")), role: .amount), nil)
        }
        return marked(row(label, SimulatedChanges.Change(asset: asset, units: units)), limit)
    }

    private func sends(_ token: EthereumAddress, amountOrItem number: BigUInt) -> Approval.Row {
        if tokens.token(token, on: chain.id)?.isVouchedFor == true {
            return row(localized("You send"), TokenEvent.HeldToken(token: token), number, .exactly)
        }
        let amount = words(SimulatedChanges.Change(asset: TokenEvent.HeldToken(token: token), units: number))
        guard case .trusted(let text) = amount.0 else {
            return row(localized("You send"), TokenEvent.HeldToken(token: token), number, .exactly)
        }
        let either = localized(
            "\(text, as: "amount"), or item \(number, as: "item") of a collection")
        return marked(Approval.Row(localized("You send"), .trusted(either), note: amount.1, role: .amount), nil)
    }

    /// The row with the note that only the request says so, and `limit`.
    private func marked(_ row: Approval.Row, _ limit: String?) -> Approval.Row {
        let notes = [limit, row.note, localized("as the request says")].compactMap(\.self)
        return Approval.Row(row.label, row.value, note: notes.joined(separator: " · "), role: row.role)
    }

    private static let mostClaims = 8
}
