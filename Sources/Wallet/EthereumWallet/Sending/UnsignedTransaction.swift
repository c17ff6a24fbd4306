import BigInt
import Bridge
import Ethereum
import Messages
import WalletCore

/// A transaction that the user can approve: what will be signed, and what it will do.
struct UnsignedTransaction: EthereumSignable {
    /// What happens with the transaction after signing, if its fields do not show it.
    enum Purpose: Hashable {
        /// The wallet sends it.
        case send
        /// The site gets the signed transaction and may send it.
        case handOver
        /// The wallet sends it with the others of its batch, after the last one was approved.
        case batch(Int, of: Int)
        /// The wallet sends it in place of the pending one with this hash, for a higher fee.
        case speedUp(String)
        /// The wallet sends it in place of the pending one with this hash, which did `what`.
        case cancel(String, what: TransactionRecord.Summary)
    }

    /// The transaction and what is known about it.
    let draft: TransactionDraft

    /// The transaction that is signed.
    let transaction: EthereumTransaction

    /// What it will do.
    let explanation: Explanation

    /// What it would change, next to what it says.
    let changes: ChangesExplainer.Shown

    let context: SigningContext
    let purpose: Purpose

    /// Whether it was approved before with a nonce that another transaction has used since.
    let isAskedAgain: Bool

    init(
        _ draft: TransactionDraft, explanation: Explanation, changes: ChangesExplainer.Shown, context: SigningContext,
        purpose: Purpose, isAskedAgain: Bool
    ) throws(RPCError) {
        self.draft = draft
        transaction = try draft.transaction()
        self.explanation = explanation
        self.changes = changes
        self.context = context
        self.purpose = purpose
        self.isAskedAgain = isAskedAgain
    }

    var payload: [UInt8] { transaction.payload }

    var deviceContent: DeviceContent? { .transaction(transaction.payload, chainID: transaction.chainID) }

    /// What it does, in one sentence, as stored in the journal.
    var summary: TransactionRecord.Summary { TransactionRecord.Summary(purposeSentence ?? explanation.summary) }

    func approval() -> Approval {
        var approval = Approval("", verb: "")
        approval.rows = context.rows
        explanation.apply(to: &approval)
        apply(purpose, to: &approval)
        approval.rows += changes.rows + feeRows
        approval.warnings = sorted(
            context.warnings + approval.warnings + changes.warnings + ownWarnings + draft.warnings)
        approval.adjustments =
            [explanation.price?.adjustment].compactMap(\.self) + draft.adjustments(cap: explanation.cap)
        approval.fields += TransactionDetails.of(transaction)
        approval.readsToTheEnd = !explanation.isComplete
        if purpose != .handOver, approval.doneSentence == nil { approval.doneSentence = localized("Sent.") }
        return approval
    }

    /// One row for the fee, and one for the total of what is sent and the fee.
    private var feeRows: [Approval.Row] {
        let most = draft.text(draft.highestFee)
        let likely =
            draft.likelyFee.map {
                localized("about \(draft.text($0), as: "amount"), at most \(most, as: "limit")")
            } ?? localized("at most \(most, as: "amount")")
        let note = draft.dataFee.map { fee in
            let amount = draft.text(fee.amount)
            return localized("of it \(amount, as: "amount") for data")
        }
        let fee = Approval.Row(localized("Network fee"), draft.words(likely), note: note, role: .fee)
        let coins = draft.text(transaction.value + draft.highestFee)  // No trap: both have no upper bound: BigUInt.
        let total =
            explanation.tokensSent.map {
                localized("\($0, as: "tokens") and at most \(coins, as: "amount")")
            } ?? (transaction.value > 0 ? localized("at most \(coins, as: "amount")") : nil)
        return [fee] + (total.map { [Approval.Row(localized("Total"), draft.words($0), role: .total)] } ?? [])
    }

    private var purposeSentence: Message? {
        switch purpose {
        case .send, .batch: nil
        case .handOver: localizable("Sign a transaction and give it to \(context.site, as: "site").")
        case .speedUp: localizable("Speed up a pending transaction.")
        case .cancel: localizable("Cancel a pending transaction.")
        }
    }

    private func apply(_ purpose: Purpose, to approval: inout Approval) {
        let effect = Approval.Row(localized("Action"), .trusted(approval.sentence), role: .step)
        let place = approval.rows.firstIndex { $0.role != .account && $0.role != .network } ?? approval.rows.endIndex
        if let sentence = purposeSentence { approval.sentence = sentence.localized }
        switch purpose {
        case .send: break
        case .batch(let place, let count):
            approval.rows.append(
                Approval.Row(
                    localized("Batch"),
                    .trusted(localized("transaction \(place, as: "place") of \(count, as: "count")")),
                    note: localized("each can fail separately")))
            approval.doneSentence = place < count ? localized("Signed.") : nil
        case .handOver:
            approval.rows.insert(effect, at: place)
            approval.verb = localized("Sign")
        case .speedUp(let hash):
            approval.rows.insert(effect, at: place)
            approval.rows.append(
                Approval.Row(localized("Replaces"), .exact(hash), note: localized("with a higher fee")))
            approval.verb = localized("Speed up")
        case .cancel(let hash, let what):
            approval.rows.append(Approval.Row(localized("Replaces"), .exact(hash)))
            approval.rows.append(Approval.Row(localized("Original action"), .trusted(what.text)))
            approval.verb = localized("Cancel transaction")
        }
    }

    /// The warnings about the request itself.
    private var ownWarnings: [Approval.Warning] {
        var warnings: [Approval.Warning] = []
        switch purpose {
        case .send, .batch: break
        case .handOver:
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        \(context.site, as: "site") gets the signed transaction and can send it at any time, \
                        when the wallet can no longer check what it does.
                        """)))
        case .speedUp, .cancel:
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized("If the earlier transaction is confirmed first, this one has no effect.")))
        }
        if isAskedAgain {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        "Another transaction used the nonce that was shown before, so this one has a new nonce.")))
        }
        return warnings
    }

    private func sorted(_ warnings: [Approval.Warning]) -> [Approval.Warning] {
        warnings.filter { $0.level == .danger } + warnings.filter { $0.level != .danger }
    }
}
