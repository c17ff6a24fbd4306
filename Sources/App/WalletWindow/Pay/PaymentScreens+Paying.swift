import Bridge
import Messages
import WalletConnectPay
import WalletUI

/// The screens during the payment.
extension PaymentScreens {
    func signing(_ signing: PaymentFlow.Signing) -> Screen {
        var step = plain(
            paidAmount.map { localized("Pay \(words(for: $0), as: "amount")") } ?? payHeading)
        step.rows = merchantRow
        if signing.isStopping {
            step.busy = localized("Cancelling. Waiting for the current step to finish…")
            return step
        }
        step.busy = signing.count > 1 ? Self.request(signing, of: signing.count) : Self.request(signing.kind)
        if signing.kind == .approval {
            step.paragraphs = [
                Screen.Paragraph(
                    localized(
                        """
                        The payment service uses the contract Permit2, which needs an allowance before it can move \
                        your tokens. You can lower the allowance in the approval; an unlimited one lasts until you \
                        revoke it.
                        """))
            ]
        }
        if signing.kind == .reset {
            step.paragraphs = [
                Screen.Paragraph(
                    localized("This token requires that the old allowance is set to zero before a new one is given."))
            ]
        }
        step.buttons = [button(.cancel, localized("Cancel payment"))]
        return step
    }

    /// The screen while a transaction for the allowance is not in a block.
    func waiting(_ waiting: PaymentFlow.Waiting) -> Screen {
        var step = plain(
            paidAmount.map { localized("Pay \(words(for: $0), as: "amount")") } ?? payHeading)
        step.rows =
            merchantRow
            + [
                Approval.Row(
                    localized("Allowance transaction"), .exact(waiting.hash),
                    note: waiting.isSent ? localized("not in a block yet") : localized("signed, perhaps not sent"))
            ]
        step.busy =
            waiting.place.flatMap { place in
                place.count > 1
                    ? localized(
                        """
                        Waiting for the allowance to be in a block (\(place.number, as: "number") of \
                        \(place.count, as: "count"))…
                        """) : nil
            } ?? localized("Waiting for the allowance to be in a block…")
        step.paragraphs = [
            Screen.Paragraph(
                waiting.place == nil
                    ? localized(
                        """
                        An earlier transaction that changes the allowance is not in a block yet. The payment continues \
                        when it is, so that none is sent twice.
                        """)
                    : localized("The payment continues when the allowance is in a block."))
        ]
        step.buttons = [button(.cancel, localized("Cancel payment"))]
        guard !waiting.isSent else { return step }
        step.paragraphs.append(
            Screen.Paragraph(
                localized(
                    """
                    Your node does not know this transaction or did not answer. You can send it again: it is the same \
                    transaction, so it cannot happen twice.
                    """), tone: .caution))
        step.buttons.append(button(.sendAgain, localized("Send it"), .next))
        return step
    }

    /// What the user must approve or reject.
    private static func request(_ kind: PaymentAttempt.Step.Kind) -> String {
        switch kind {
        case .signature: localized("Approve or reject the signature in the approval window…")
        case .payment: localized("Approve or reject the transaction in the approval window…")
        case .approval, .reset: localized("Approve or reject the token allowance in the approval window…")
        }
    }

    /// The same, for one of several requests.
    private static func request(_ signing: PaymentFlow.Signing, of count: Int) -> String {
        switch signing.kind {
        case .signature:
            localized(
                """
                Approve or reject the signature (\(signing.number, as: "number") of \(count, as: "count")) in the \
                approval window…
                """)
        case .payment:
            localized(
                """
                Approve or reject the transaction (\(signing.number, as: "number") of \(count, as: "count")) in the \
                approval window…
                """)
        case .approval, .reset:
            localized(
                """
                Approve or reject the token allowance (\(signing.number, as: "number") of \(count, as: "count")) in the \
                approval window…
                """)
        }
    }

    var confirming: Screen {
        var step = plain(
            paidAmount.map { localized("Paying \(words(for: $0), as: "amount")") } ?? localized("Paying"))
        step.rows = merchantRow
        step.busy = localized("Sending the payment to \(service.site, as: "site")…")
        step.buttons = leaving
        return step
    }

    func unsure(_ isAsking: Bool) -> Screen {
        var step = plain(localized("It is not known whether the payment arrived"))
        step.mark = .open
        step.rows = merchantRow + amountRow + transactionRows
        step.paragraphs = [
            Screen.Paragraph(localized("Do not pay again until you know."), tone: .caution),
            Screen.Paragraph(Self.keepsChecking),
        ]
        if isAsking { step.busy = localized("Asking \(service.site, as: "site") for the status…") }
        step.buttons = leaving + (isAsking ? [] : [button(.checkStatus, localized("Check status"), .next)])
        return step
    }

    /// The sentence that the wallet keeps checking a pending payment, in any program.
    static let keepsChecking = localized(
        "The wallet keeps checking it while it runs, and again when you open this payment.")

    /// The sentence that the wallet has stopped checking it.
    static let hasStoppedChecking = localized(
        "The wallet has stopped checking it. Press “Check status”, or open this payment again, to check it.")

    func unsent(_ hash: String, _ isBusy: Bool) -> Screen {
        var step = plain(localized("The transaction may not have been sent"))
        step.mark = .open
        step.rows =
            merchantRow + amountRow
            + [Approval.Row(localized("Transaction"), .exact(hash), note: localized("signed"))]
        step.paragraphs = [
            Screen.Paragraph(
                localized("The wallet signed this transaction, but its node does not know it or did not answer.")),
            Screen.Paragraph(
                flow.canSendAgain || isBusy
                    ? localized(
                        "Send it to continue the payment. It is the same transaction, so it cannot be paid twice.")
                    : localized("The payment has expired, so do not send it."), tone: .caution),
            Screen.Paragraph(
                localized(
                    """
                    If you give it up, your next transaction uses its nonce, so that only one of the two can be confirmed.
                    """)),
        ]
        guard !isBusy else {
            step.busy = localized("Asking the network…")
            step.buttons = leaving
            return step
        }
        step.buttons =
            leaving + [
                button(.giveUp, localized("Give it up")), button(.checkStatus, localized("Check again")),
            ]
        if flow.canSendAgain { step.buttons.append(button(.sendAgain, localized("Send it"), .next)) }
        return step
    }

    func processing(_ isAsking: Bool) -> Screen {
        var step = plain(localized("The payment is on its way"))
        step.mark = .open
        step.rows = merchantRow + amountRow + transactionRows
        step.paragraphs = [
            Screen.Paragraph(
                localized("The payment service says that it is processing the payment. You can close this window.")),
            Screen.Paragraph(flow.isResting ? Self.hasStoppedChecking : Self.keepsChecking),
        ]
        if isAsking { step.busy = localized("Waiting for the network…") }
        step.buttons = leaving + (isAsking ? [] : [button(.checkStatus, localized("Check status"), .next)])
        return step
    }

    private var amountRow: [Approval.Row] {
        paidAmount.map {
            [Approval.Row(localized("Amount"), .trusted(words(for: $0)), role: .amount)]
                + unknownTokenRows($0.unit.asset)
        } ?? []
    }

    /// The transactions that the wallet signed for it, and whether they are known to be sent.
    var transactionRows: [Approval.Row] {
        (flow.attempt?.signedHashes ?? []).map { hash in
            let isSent = flow.attempt?.paidHashes.contains(hash) ?? false
            return Approval.Row(
                localized("Transaction"), .exact(hash),
                note: isSent ? localized("sent") : localized("signed, perhaps not sent"))
        }
    }
}
