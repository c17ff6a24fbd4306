import Bridge
import WalletConnectPay
import WalletUI

/// What the user sees while it is paid.
extension PaymentScreens {
    func signing(_ signing: PaymentFlow.Signing) -> Screen {
        var step = plain(paidAmount.map { "Pay \(words(for: $0))" } ?? payHeading)
        step.rows = merchantRow
        if signing.isStopping {
            step.busy = "Cancelling. Waiting for the current step to finish…"
            return step
        }
        let number = signing.count > 1 ? " (\(signing.number) of \(signing.count))" : ""
        step.busy =
            switch signing.kind {
            case .signature: "Approve or reject the signature\(number) in the approval window…"
            case .payment: "Approve or reject the transaction\(number) in the approval window…"
            case .approval:
                "Approve or reject the token allowance\(number) in the approval window…"
            }
        if signing.kind == .approval {
            step.paragraphs = ["The payment contract needs this once. Later payments with this token do not need it."]
        }
        step.buttons = [button(.cancel, "Cancel payment")]
        return step
    }

    var confirming: Screen {
        var step = plain(paidAmount.map { "Paying \(words(for: $0))" } ?? "Paying")
        step.rows = merchantRow
        step.busy = "Sending the payment to \(service.site)…"
        step.buttons = leaving
        return step
    }

    func unsure(_ isAsking: Bool) -> Screen {
        var step = plain("It is not known whether the payment arrived")
        step.mark = .open
        step.rows = merchantRow + amountRow + transactionRows
        step.paragraphs = [
            Form.Paragraph("Do not pay again until you know.", tone: .caution),
            Form.Paragraph(Self.keepsChecking),
        ]
        if isAsking { step.busy = "Asking \(service.site) for the status…" }
        step.buttons = leaving + (isAsking ? [] : [button(.checkStatus, "Check status", .next)])
        return step
    }

    /// What the wallet does about a payment on its way, whichever program shows it.
    static let keepsChecking = "The wallet keeps checking it while it runs, and again when you open this payment."

    /// What is said where it does nothing about it any more.
    static let hasStoppedChecking =
        "The wallet has stopped checking it. Press “Check status”, or open this payment again, to check it."

    func unsent(_ hash: String, _ isBusy: Bool) -> Screen {
        var step = plain("The transaction may not have been sent")
        step.mark = .open
        step.rows = merchantRow + amountRow + [Approval.Row("Transaction", .exact(hash), note: "signed")]
        step.paragraphs = [
            "The wallet signed this transaction, but its node does not know it or did not answer.",
            Form.Paragraph(
                flow.canSendAgain || isBusy
                    ? "Send it to continue the payment. It is the same transaction, so it cannot be paid twice."
                    : "The payment has expired, so do not send it.", tone: .caution),
            "If you give it up, your next transaction uses its nonce, so that only one of the two can be confirmed.",
        ]
        guard !isBusy else {
            step.busy = "Asking the network…"
            step.buttons = leaving
            return step
        }
        step.buttons = leaving + [button(.giveUp, "Give it up"), button(.checkStatus, "Check again")]
        if flow.canSendAgain { step.buttons.append(button(.sendAgain, "Send it", .next)) }
        return step
    }

    func processing(_ isAsking: Bool) -> Screen {
        var step = plain("The payment is on its way")
        step.mark = .open
        step.rows = merchantRow + amountRow + transactionRows
        step.paragraphs = [
            "The payment service says that it is processing the payment. You can close this window.",
            Form.Paragraph(flow.isResting ? Self.hasStoppedChecking : Self.keepsChecking),
        ]
        if isAsking { step.busy = "Waiting for the network…" }
        step.buttons = leaving + (isAsking ? [] : [button(.checkStatus, "Check status", .next)])
        return step
    }

    private var amountRow: [Approval.Row] {
        paidAmount.map {
            [Approval.Row("Amount", .trusted(words(for: $0)), role: .amount)] + unknownTokenRows($0.unit.asset)
        } ?? []
    }

    /// The transactions that the wallet signed for it, and whether they are known to be sent.
    var transactionRows: [Approval.Row] {
        (flow.attempt?.signedHashes ?? []).map { hash in
            let isSent = flow.attempt?.paidHashes.contains(hash) ?? false
            return Approval.Row("Transaction", .exact(hash), note: isSent ? "sent" : "signed, perhaps not sent")
        }
    }
}
