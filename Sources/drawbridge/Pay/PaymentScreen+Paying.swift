import Bridge
import Payments
import WebHost

/// What the user sees while it is paid.
extension PaymentScreen {
    func signing(_ signing: PaymentFlow.Signing) -> Step {
        var step = plain(paidAmount.map { "Pay \(words(for: $0))" } ?? payHeading)
        step.rows = merchantRow
        if signing.isStopping {
            step.busy = "Giving up. What was begun is waited for …"
            return step
        }
        let number = signing.count > 1 ? " (\(signing.number) of \(signing.count))" : ""
        step.busy =
            switch signing.kind {
            case .signature: "Decide in the wallet's question whether to sign\(number) …"
            case .payment: "Decide in the wallet's question whether to send the transaction\(number) …"
            case .approval:
                "Decide in the wallet's question whether to let the payment contract take the token\(number) …"
            }
        if signing.kind == .approval {
            step.paragraphs = ["This is needed once. Later payments with this token do without it."]
        }
        step.buttons = [button(.cancel, "Cancel payment")]
        return step
    }

    var confirming: Step {
        var step = plain(paidAmount.map { "Paying \(words(for: $0))" } ?? "Paying")
        step.rows = merchantRow
        step.busy = "Handing the payment to \(service.site) …"
        step.buttons = leaving
        return step
    }

    func unsure(_ isAsking: Bool) -> Step {
        var step = plain("It is not known whether the payment arrived")
        step.mark = .open
        step.rows = merchantRow + amountRow + transactionRows
        step.paragraphs = [
            Form.Paragraph("Do not pay a second time before you know. The wallet keeps this payment.", tone: .caution)
        ]
        if isAsking { step.busy = "Asking \(service.site) how it stands …" }
        step.buttons = leaving + (isAsking ? [] : [button(.checkStatus, "Check status", .next)])
        return step
    }

    func processing(_ isAsking: Bool) -> Step {
        var step = plain("The payment is on its way")
        step.mark = .open
        step.rows = merchantRow + amountRow + transactionRows
        step.paragraphs = ["The service has it. You can close this window: the wallet goes on looking after it."]
        if isAsking { step.busy = "Waiting for the network …" }
        step.buttons = leaving + (isAsking ? [] : [button(.checkStatus, "Check status", .next)])
        return step
    }

    private var amountRow: [Approval.Row] {
        paidAmount.map {
            [Approval.Row("Amount", .ours(words(for: $0)), role: .amount)] + unknownTokenRows($0.unit.asset)
        } ?? []
    }

    /// The transactions that the wallet sent for it.
    private var transactionRows: [Approval.Row] {
        (flow.attempt?.paidHashes ?? []).map { Approval.Row("Transaction", .exact($0)) }
    }
}
