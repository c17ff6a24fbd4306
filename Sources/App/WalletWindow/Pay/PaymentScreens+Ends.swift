import Bridge
import HeadlessWallet
import Messages
import WalletConnectPay
import WalletUI

/// The screens at the end.
extension PaymentScreens {
    func ended(_ end: PaymentEnd) -> Screen {
        var step = plain(heading(of: end))
        step.mark = mark(of: end)
        step.rows = merchantRow
        step.paragraphs = sentences(of: end).map { Screen.Paragraph($0) } + allowanceParagraphs
        switch end {
        case .succeeded(let hash), .alreadyPaid(let hash):
            step.rows += paidRows(end) + (hash.map { [Approval.Row(localized("Transaction"), .exact($0))] } ?? [])
        case .unsettled, .gaveUp: step.rows += transactionRows
        default: break
        }
        step.rows += allowanceRows
        step.buttons = canRevoke ? [button(.revoke, localized("Revoke allowance…"))] : []
        // With another ID, the same payment can begin again: nothing was signed for it.
        if end == .notConfigured || end == .failed(.unauthorized) && flow.attempt == nil { return setUp(step) }
        step.buttons +=
            flow.canRetry
            ? [button(.close, localized("Close")), button(.retry, localized("Try again"), .next)]
            : [button(.close, step.mark == .done ? localized("Done") : localized("Close"), .next)]
        return step
    }

    /// The form for what the service must know of this wallet.
    private func setUp(_ ended: Screen) -> Screen {
        var step = ended
        step.fields = [
            FormField(
                .appID, label: localized("App ID"), .text(initial: ""),
                hint: localized(
                    "Also called project ID. It is free of charge in the dashboard of the payment service."),
                isRequired: true)
        ]
        if let setUpProblem { step.problems = [.appID: setUpProblem] }
        step.buttons += [
            button(.close, localized("Close")), button(.setUp, localized("Save and continue"), .next),
        ]
        return step
    }

    private func paidRows(_ end: PaymentEnd) -> [Approval.Row] {
        guard case .succeeded = end, let asset = paidAmount?.unit.asset, let network = network(asset) else { return [] }
        return [Approval.Row(localized("Network"), network, role: .network)] + unknownTokenRows(asset)
    }

    private func mark(of end: PaymentEnd) -> Screen.Mark? {
        switch end {
        case .succeeded: .done
        case .unsettled, .busy: .open
        // It is not this wallet that has or has not done something.
        case .alreadyPaid, .expired: nil
        default: .stopped
        }
    }

    private func heading(of end: PaymentEnd) -> String {
        switch end {
        case .succeeded: paidHeading
        case .alreadyPaid: localized("Already paid")
        case .insufficientFunds: localized("Not enough funds")
        case .expired(by: .wallet) where isTooLate: localized("Too late to pay")
        case .expired: localized("The payment has expired")
        case .cancelled: localized("The payment was cancelled")
        case .notFound: localized("The payment service does not know this payment")
        case .formRefused: localized("The payment service’s form cannot be opened")
        case .complianceRefused: localized("The payment service rejected this payment")
        case .offline: localized("The payment service cannot be reached")
        case .unsupported: localized("This wallet cannot make this payment")
        case .mismatch: localized("Stopped: this does not match what was shown")
        case .notConfigured: localized("Payments are not set up")
        case .notKept: localized("The payment could not be saved")
        case .busy: localized("This payment is already in progress")
        case .failed:
            flow.attempt == nil
                ? localized("The payment could not be started") : localized("The payment did not go through")
        case .gatewayFailed: localized("The payment did not go through")
        case .abandoned: localized("The payment was stopped")
        case .gaveUp: localized("The transaction was given up")
        case .unsettled: localized("Ask the merchant about this payment")
        }
    }

    /// The sentence about what left the wallet, as far as it is known: a transaction counts as sent only if a node has
    /// accepted it.
    private var unsettledSentence: String {
        if flow.refusal == .transactionReplaced {
            return localized(
                "\(PayError.transactionReplaced, as: "reason") The payment service does not count it.")
        }
        guard let attempt = flow.attempt, !attempt.signedHashes.isEmpty else {
            return flow.attempt?.mayHavePaid ?? true
                ? localized(
                    "A transaction may have been signed and sent for it, but the payment service does not count it.")
                : localized("Your signature was sent for it, and the payment service does not say what happened to it.")
        }
        return attempt.signedHashes == attempt.paidHashes
            ? localized("A transaction was sent for it, and the payment service does not count it.")
            : localized(
                """
                A transaction was signed for it. It is not known whether it was sent, and the payment service does not \
                count it.
                """)
    }

    /// Whether the wallet ended the payment before its expiry, because a signature would not arrive in time.
    private var isTooLate: Bool { (flow.secondsLeft ?? 0) > 0 }

    private var paidHeading: String {
        (paidAmount ?? flow.info?.amount).map { localized("You paid \(words(for: $0), as: "amount")") }
            ?? localized("Paid")
    }

    /// The sentences that nothing was paid, as far as it is known; for anything that left the wallet, this is the claim
    /// of the payment service.
    private var nothingPaid: [String] {
        guard let until = flow.attempt?.usableUntil else { return [nothing(.paid)] }
        guard until > flow.now else { return [localized("The payment service says that nothing was paid.")] }
        return [
            localized(
                """
                The payment service says that nothing was paid. It has your signature, and could still use it until \
                \(UTCTime.moment(until), as: "time"). Check your account before you pay in another way.
                """)
        ]
    }

    private func sentences(of end: PaymentEnd) -> [String] {
        switch end {
        case .succeeded: []
        case .alreadyPaid: [nothingPaidNow]
        case .insufficientFunds:
            [localized("The account does not have enough for any of the payment options."), nothing(.paid)]
        case .expired(let teller):
            [
                teller == .gateway
                    ? localized("The payment service says that it has expired.")
                    : isTooLate
                        ? localized("The payment expires in a few seconds, which is too short to pay it.")
                        : localized("It has expired according to this computer's clock.")
            ] + nothingPaid + [localized("Ask the merchant for a new payment.")]
        case .cancelled(let teller):
            (teller == .gateway ? [localized("The payment service says that it was cancelled.")] : []) + nothingPaid
        case .notFound: [localized("The link may be old, or for another payment service.")] + nothingPaid
        case .formRefused(let error):
            [
                localized(
                    """
                    It asks for personal details with a form that the wallet does not open. \
                    \(error.sentence, as: "reason")
                    """),
                localized("\(nothing(.paid), as: "consequence") Tell the merchant."),
            ]
        case .complianceRefused:
            [localized("It is not allowed to accept a payment from this account.")] + nothingPaid
        case .offline:
            [localized("\(nothing(.paid), as: "consequence") Check your internet connection and try again.")]
        case .unsupported:
            [localized("It requires a network or a feature that this wallet does not support.")]
                + (flow.attempt == nil ? [nothing(.signed)] : nothingPaid)
        case .mismatch(let fault):
            ["\(fault)", localized("\(nothing(.signed), as: "consequence") Tell the merchant.")]
        case .notConfigured:
            [
                localized(
                    """
                    \(service.site, as: "site") lets only wallets pay that it knows by an app ID. Each payment tells it \
                    this ID and your IP address.
                    """)
            ]
        case .notKept:
            [nothingPaidNow, localized("Check whether the disk is full or write-protected.")]
        case .busy:
            [localized("Another window of this wallet is paying it, or its last attempt is still pending.")]
        case .failed(let error): ["\(error)"] + nothingPaid
        case .gatewayFailed: [localized("The payment service says that it failed.")] + nothingPaid
        case .abandoned:
            [
                flow.allowances.isEmpty
                    ? localized("Nothing that could be used to pay was sent.")
                    : localized("Nothing was sent to the payment service."),
                nothing(.paid),
            ]
        case .gaveUp:
            [
                localized(
                    """
                    Anyone who has it can still send it. The next transaction of this account uses its nonce, so that \
                    only one of the two can be confirmed.
                    """),
                localized("To pay, open the link again."),
            ]
        case .unsettled:
            [unsettledSentence, localized("Do not pay again until you have asked.")]
        }
    }
}
