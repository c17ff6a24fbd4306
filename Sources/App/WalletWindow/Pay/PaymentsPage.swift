import Bridge
import Foundation
import HeadlessWallet
import Messages
import WalletConnectPay
import WalletUI

/// The latest payments by link, and their outcomes.
@MainActor final class PaymentsPage: Page {
    enum Action: Hashable {
        case back
        case payment(PaymentID)
    }

    private let context: PageContext
    private let presenter: PaymentPresenter
    private var attempts: [PaymentAttempt] = []

    init(_ context: PageContext, _ presenter: PaymentPresenter) {
        (self.context, self.presenter) = (context, presenter)
    }

    var screen: Screen {
        var screen = Screen(localized("Payments by link"))
        if attempts.isEmpty { screen.paragraphs = [Screen.Paragraph(localized("No payments by link yet."))] }
        let open = attempts.filter { $0.state.isOpen || $0.state == .unsettled }
        if !open.isEmpty {
            screen.paragraphs = [Screen.Paragraph(localized("Choose a pending payment to check its status."))]
        }
        screen.choices = open.map { attempt in
            Screen.Choice(
                Action.payment(attempt.payment),
                label: .trusted(PaymentText.amount(attempt.paidAmount, presenter.known)),
                detail: .trusted(Self.sentence(about: attempt, presenter.known)), badge: localized("Pending"))
        }
        screen.rows = attempts.filter { !open.contains($0) }.map { attempt in
            Approval.Row(localized("Payment"), .trusted(Self.sentence(about: attempt, presenter.known)))
        }
        screen.buttons = [Screen.Button(Action.back, label: localized("Back"))]
        return screen
    }

    func load() async {
        do throws(PayError) {
            attempts = try await presenter.recent(limit: Self.limit)
        } catch {
            // The reason is for the log.
            context.report(localized("The payment history could not be read."))
        }
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard case .payment(let payment) = action else { return .back }
        presenter.open(payment)
        return .stay
    }

    private static let limit = 12

    /// The time, the amount, the merchant and the state.
    nonisolated static func sentence(about attempt: PaymentAttempt, _ known: (AssetID) -> KnownAsset?) -> String {
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

    private nonisolated static func words(for attempt: PaymentAttempt) -> String {
        let state = state(of: attempt)
        guard !attempt.allowances.isEmpty else { return state }
        return localized("\(state, as: "state"); a transaction for an allowance was signed")
    }

    private nonisolated static func state(of attempt: PaymentAttempt) -> String {
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
