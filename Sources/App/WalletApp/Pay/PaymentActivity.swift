import Bridge
import Foundation
import HeadlessWallet
import Messages
import WalletConnectPay
import WalletUI

/// The latest payments and their outcomes, in a window.
@MainActor struct PaymentActivity {
    let presenter: PaymentPresenter

    private static let limit = 12

    /// Shows the list until the user closes it or chooses a payment.
    func run(_ window: FormWindow) async throws {
        let recent: [PaymentAttempt]
        do throws(PayError) {
            recent = try await presenter.recent(limit: Self.limit)
        } catch {
            // The reason is for the log.
            throw WalletError(localized("The payment history could not be read."))
        }
        var paragraphs = recent.map { Form.Paragraph(Self.sentence(about: $0, presenter.known)) }
        if paragraphs.isEmpty { paragraphs = [Form.Paragraph(localized("No payments by link yet."))] }
        let open = recent.filter { $0.state.isOpen || $0.state == .unsettled }
        let choices = open.map { attempt in
            let amount = PaymentText.amount(attempt.paidAmount, presenter.known)
            let payment = "\(attempt.payment.text.prefix(12))…"
            return FormField.Choice(
                attempt.payment.text, label: localized("\(amount, as: "amount") · \(payment, as: "payment")"))
        }
        let field = choices.first.map {
            FormField("which", label: localized("Pending"), .choice(choices, selected: $0.id))
        }
        let answers = await window.ask(
            Form(
                title: localized("Drawbridge – payments"), heading: localized("Recent payments"),
                paragraphs: paragraphs, fields: field.map { [$0] } ?? [], verb: localized("Close"), refusal: "",
                others: choices.isEmpty ? [] : [Form.Other("check", label: localized("Check status"))]))
        window.close()
        guard let answers, answers.other == "check", let payment = PaymentID(answers["which"]) else { return }
        presenter.open(payment)
    }

    /// The time, the amount, the merchant and the state.
    static func sentence(about attempt: PaymentAttempt, _ known: (AssetID) -> KnownAsset?) -> String {
        let day = Date(timeIntervalSince1970: TimeInterval(attempt.startedAt))
            .formatted(Date.ISO8601FormatStyle().year().month().day().dateSeparator(.dash))
        let merchant = PaymentText.quoted(attempt.merchant)
        let amount = PaymentText.amountWithContract(attempt.paidAmount, known)
        return localized(
            """
            \(day, as: "date") – \(amount, as: "amount") to \(merchant, as: "merchant") – \
            \(words(for: attempt), as: "state") · \(attempt.payment, as: "payment")
            """)
    }

    private static func words(for attempt: PaymentAttempt) -> String {
        let state = state(of: attempt)
        guard !attempt.allowances.isEmpty else { return state }
        return localized("\(state, as: "state"); a transaction for an allowance was signed")
    }

    private static func state(of attempt: PaymentAttempt) -> String {
        switch attempt.state {
        case .failed where !attempt.signedHashes.isEmpty: localized("Given up; the transaction could still be sent")
        case .signing where attempt.mayHavePaid: localized("Started; the payment may have been signed and sent")
        case .signing: localized("Started; nothing was sent to the payment service")
        case .confirming: localized("Sent to the payment service; it is not known whether it arrived")
        case .processing: localized("Processing, according to the payment service")
        case .succeeded: localized("Paid")
        case .abandoned: localized("Stopped; the merchant was not paid")
        case .failed: localized("Not paid, according to the payment service: failed")
        case .expired: localized("Not paid, according to the payment service: expired")
        case .cancelled: localized("Not paid, according to the payment service: cancelled")
        case .unsettled: localized("Unknown; the payment service does not count it: ask the merchant")
        }
    }
}
