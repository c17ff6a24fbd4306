import Bridge
import Foundation
import WalletConnectPay
import WalletUI

/// The latest payments and what became of them, in a window.
@MainActor struct PaymentActivity {
    let door: PaymentPresenter

    private static let limit = 12

    /// Shows the list until it is closed, or one is to be looked at.
    func run(_ window: FormWindow) async throws {
        let recent = try await door.recent(limit: Self.limit)
        var paragraphs = recent.map { Form.Paragraph(Self.sentence(about: $0, door.known)) }
        if paragraphs.isEmpty { paragraphs = ["No payments by link yet."] }
        let open = recent.filter { $0.state.isOpen || $0.state == .unsettled }
        let choices = open.map {
            FormField.Choice(
                $0.payment.text,
                label: "\(PaymentText.amount($0.paidAmount, door.known)) · \($0.payment.text.prefix(12))…")
        }
        let field = choices.first.map {
            FormField("which", label: "Pending", .choice(choices, selected: $0.id))
        }
        let answers = await window.ask(
            Form(
                title: "Drawbridge – payments", heading: "Recent payments", paragraphs: paragraphs,
                fields: field.map { [$0] } ?? [], verb: "Close", refusal: "",
                others: choices.isEmpty ? [] : [Form.Other("check", label: "Check status")]))
        window.close()
        guard let answers, answers.other == "check", let payment = PaymentID(answers["which"]) else { return }
        door.open(payment)
    }

    /// When, how much, for whom, and how it stands.
    static func sentence(about attempt: PaymentAttempt, _ known: (AssetID) -> KnownAsset?) -> String {
        let day = Date(timeIntervalSince1970: TimeInterval(attempt.startedAt))
            .formatted(Date.ISO8601FormatStyle().year().month().day().dateSeparator(.dash))
        let merchant = PaymentText.quoted(attempt.merchant)
        let asset = PaymentText.contract(attempt.choice.asset, known)
        let amount = PaymentText.amount(attempt.paidAmount, known) + asset
        return "\(day) – \(amount) to \(merchant) – \(words(for: attempt)) · \(attempt.payment)"
    }

    private static func words(for attempt: PaymentAttempt) -> String {
        switch attempt.state {
        case .failed where !attempt.signedHashes.isEmpty: "Given up; the transaction could still be sent"
        case .signing where attempt.mayHavePaid: "Started; the payment may have been signed and sent"
        case .signing: "Started; nothing was sent to the payment service"
        case .confirming: "Sent to the payment service; it is not known whether it arrived"
        case .processing: "Processing, according to the payment service"
        case .succeeded: "Paid"
        case .abandoned: "Stopped; nothing was paid"
        case .failed: "Not paid, according to the payment service: failed"
        case .expired: "Not paid, according to the payment service: expired"
        case .cancelled: "Not paid, according to the payment service: cancelled"
        case .unsettled: "Unknown; the payment service does not count it: ask the merchant"
        }
    }
}
