import Bridge
import Ethereum

/// A transaction while the user looks at it: its approval, made anew with every value that they change.
@MainActor final class TransactionQuestion {
    /// The transaction as it is shown, or will be.
    var draft: TransactionDraft

    private let desk: Desk
    private let isSent: Bool
    private let request: Request
    private let purpose: Purpose?
    private var made: [[UInt8]: TransactionDraft] = [:]
    private var isAgain = false

    /// Changes the words where the transaction has a purpose that its fields do not tell.
    typealias Purpose = @MainActor (inout Approval) -> Void

    init(_ draft: TransactionDraft, desk: Desk, isSent: Bool, request: Request, purpose: Purpose? = nil) {
        self.draft = draft
        self.desk = desk
        self.isSent = isSent
        self.request = request
        self.purpose = purpose
    }

    /// The approval of the transaction as it is now; `isAgain` where the user said yes to it before, with another
    /// number.
    func approval(isAgain: Bool) async throws(RPCError) -> Approval {
        self.isAgain = isAgain
        return try await approval(of: draft)
    }

    /// The approval of the transaction with other values.
    func revised(_ values: [String: String]) async throws(RPCError) -> Approval {
        let draft = try draft.adjusted(values)
        let approval = try await approval(of: draft)
        guard !Task.isCancelled else { throw .timedOut }
        self.draft = draft
        return approval
    }

    /// The transaction that `approval` shows.
    func draft(of approval: Approval) -> TransactionDraft? { made[approval.payload] }

    private func approval(of draft: TransactionDraft) async throws(RPCError) -> Approval {
        let transaction = try draft.transaction()
        var draft = draft
        var approval = Approval("", verb: "")
        approval.rows = desk.rows(for: request, on: draft.chain)
        let said = await desk.clearSigning.explain(draft.call, on: draft.chain, holdings: draft.holdings)
        said.apply(to: &approval)
        (draft.cap, draft.recipients) = (said.cap, said.recipients)
        if let purpose { purpose(&approval) }
        approval.rows.append(
            Approval.Row("Network fee", draft.words("at most \(draft.text(draft.highestFee))")))
        approval.warnings = sorted(desk.warnings(about: request) + approval.warnings + own + draft.warnings)
        approval.adjustments = draft.adjustments
        approval.fields += TransactionFields.of(transaction)
        approval.payload = transaction.payload
        if isSent { approval.doneSentence = "Sent." }
        made[approval.payload] = draft
        return approval
    }

    /// What must be said of the question itself.
    private var own: [Approval.Warning] {
        var warnings: [Approval.Warning] = []
        if !isSent {
            warnings.append(
                Approval.Warning(
                    .caution, "The site gets the signed transaction and may send it whenever it likes, or not."))
        }
        if isAgain {
            warnings.append(
                Approval.Warning(
                    .caution, "Another transaction took the number that was shown: this one has the next. Look again."))
        }
        return warnings
    }

    private func sorted(_ warnings: [Approval.Warning]) -> [Approval.Warning] {
        warnings.filter { $0.level == .danger } + warnings.filter { $0.level != .danger }
    }
}
