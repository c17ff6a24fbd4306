import BigInt
import Bridge
import Messages
import WalletConnectPay
import WalletUI

/// What the screens say about the transactions for an allowance that were sent for a payment.
extension PaymentScreens {
    /// Whether Permit2 may spend something, or may be about to, because of this payment.
    var canRevoke: Bool {
        !isRevoked && flow.need != nil && flow.allowance != 0
            && flow.allowances.contains { step in
                guard step.kind == .approval else { return false }
                return switch step.progress {
                case .begun, .signed, .done, .confirmed: true
                case .waiting, .unneeded, .reverted, .lost: false
                }
            }
    }

    /// The sentences about the latest transactions for the allowance, one for each outcome.
    var allowanceParagraphs: [Screen.Paragraph] {
        flow.allowances.suffix(3).reduce(into: []) { paragraphs, step in
            let paragraph = Screen.Paragraph(sentence(about: step), tone: .caution)
            if !paragraphs.contains(paragraph) { paragraphs.append(paragraph) }
        }
    }

    /// The latest transactions for the allowance, each with its outcome.
    var allowanceRows: [Approval.Row] {
        flow.allowances.suffix(3).compactMap { step in
            step.progress.hash.map {
                Approval.Row(localized("Allowance transaction"), .exact($0), note: Self.note(of: step.progress))
            }
        }
    }

    private static func note(of progress: PaymentAttempt.Step.Progress) -> String? {
        switch progress {
        case .signed: localized("signed, perhaps not sent")
        case .done: localized("not in a block yet")
        case .confirmed: localized("in a block")
        case .reverted: localized("failed")
        case .lost: localized("will not be in a block")
        case .waiting, .begun, .unneeded: nil
        }
    }

    private func sentence(about step: PaymentAttempt.Step) -> String {
        switch (step.progress, step.kind) {
        case (.confirmed, .reset):
            localized("For this payment, the allowance of Permit2 for \(symbol, as: "symbol") was set to zero.")
        case (.confirmed, _): standing
        case (.reverted, _):
            localized(
                "The transaction for the allowance failed. Its network fee was paid, and it changed nothing else.")
        case (.lost, _):
            localized(
                """
                The transaction for the allowance will not be in a block: it was replaced, given up or not accepted.
                """)
        case (.signed, _):
            localized(
                """
                A transaction that lets Permit2 spend \(symbol, as: "symbol") was signed for this payment. It is not \
                known whether it was sent.
                """)
        case (.begun, _):
            localized("A transaction for an allowance may have been sent for this payment. The history shows it if so.")
        default:
            localized(
                """
                A transaction that lets Permit2 spend \(symbol, as: "symbol") was sent for this payment. It is not in a \
                block yet.
                """)
        }
    }

    /// The sentence about an allowance that is in a block.
    private var standing: String {
        guard let need = flow.need, let allowance = flow.allowance else {
            return localized(
                "For this payment, an allowance lets Permit2 spend \(symbol, as: "symbol") from this account.")
        }
        guard allowance > 0 else {
            return localized("The allowance that was sent for this payment is zero now.")
        }
        guard allowance.bitWidth <= 120 else {
            return localized(
                """
                For this payment, an allowance lets Permit2 spend unlimited \(symbol, as: "symbol") from this account. \
                It lasts until you revoke it.
                """)
        }
        let amount = PaymentText.amount(
            PaymentAmount(
                unit: .asset(need.token), value: allowance,
                display: PaymentAmount.Display(symbol: symbol, name: "", decimals: 0)), known)
        return localized(
            """
            For this payment, an allowance lets Permit2 spend \(amount, as: "amount") from this account. It lasts until \
            you revoke it.
            """)
    }

    private var symbol: String {
        flow.need.flatMap { known($0.token)?.symbol } ?? localized("this token")
    }
}
