import Bridge
import Messages
package import SumUp

/// Sentences about a payment with SumUp's app.
package enum SumUpText {
    /// The state of an attempt, as a sentence.
    package static func sentence(_ state: SumUpAttempt.State) -> String {
        switch state {
        case .started: localized("Not sent yet.")
        case .waiting: localized("Waiting for SumUp's app.")
        case .succeededUnverified(nil):
            localized("SumUp's app says that it was paid, without naming a payment. This is not verified.")
        case .succeededUnverified(let code?):
            localized("SumUp's app says that it was paid, as \(code, as: "transaction"). This is not verified.")
        case .failed(let failure): sentence(failure)
        case .unclear:
            localized(
                """
                SumUp's app gave an undocumented answer. It may have been paid: check the SumUp account before you charge \
                again.
                """)
        case .abandoned: localized("Given up. If the app takes the payment anyway, this is shown here.")
        case .mismatch(let mismatch): sentence(mismatch)
        case .timedOut: localized("No answer came. It may have been paid: check the SumUp account.")
        case .resolved(.verified): localized("Paid, according to the SumUp account.")
        case .resolved(.paidByHand): localized("Paid, as you said.")
        case .resolved(.notPaid): localized("Not paid.")
        }
    }

    private static func sentence(_ failure: SumUpAttempt.Failure) -> String {
        switch failure {
        case .notHandedOver: localized("Not sent: no program opens the request.")
        case .notReady:
            localized(
                "Not paid: SumUp's app was not ready. Check that you are logged in and that no other payment is open.")
        case .reported(.transaction): localized("Not paid: the payment did not go through.")
        case .reported(.location): localized("Not paid: SumUp's app could not determine its location.")
        case .reported(.parameter): localized("Not paid: SumUp's app did not understand the request.")
        case .reported(.login): localized("Not paid: no one is logged in to SumUp's app.")
        case .reported(.unsaid): localized("Not paid, according to SumUp's app.")
        }
    }

    private static func sentence(_ mismatch: SumUpAttempt.Mismatch) -> String {
        switch mismatch {
        case .paidAfterAbandoned:
            localized("SumUp's app says that it was paid, after you had given it up. Check the SumUp account.")
        case .paidAfterFailed:
            localized("SumUp's app says that it was paid, after it had said that it failed. Check the SumUp account.")
        case .paidUnsent:
            localized(
                "SumUp's app says that it was paid, although no program opened the request. Check the SumUp account.")
        case .paidAfterNotPaid:
            localized("SumUp's app says that it was paid, after it was recorded as not paid. Check the SumUp account.")
        case .failedAfterPaid:
            localized("SumUp's app says that it failed, after it had said that it was paid. Check the SumUp account.")
        case .amount: localized("The SumUp account shows a different amount. Check it.")
        case .name: localized("The SumUp account shows a different payment under this name. Check it.")
        case .notPaid: localized("SumUp's app says that it was paid; the SumUp account does not. Check it.")
        case .paid: localized("The SumUp account says that it was paid, although it failed or was given up. Check it.")
        }
    }

    /// The state of an attempt, for a window that shows nothing else about it; the name distinguishes two attempts with
    /// the same amount.
    package static func notice(_ attempt: SumUpAttempt) -> String {
        let name = Quotation.of(attempt.foreignID, limit: 40)
        return localized(
            """
            \(attempt.request.amount, as: "amount") with SumUp, \(name, as: "payment"): \
            \(sentence(attempt.state), as: "state")
            """)
    }

    /// A payment in one line, for a terminal: invisible characters of untrusted text are made visible.
    package static func line(_ payment: ListedCardPayment) -> String {
        let (name, amount) = (VisibleText.of(payment.name), "\(payment.amount) \(payment.currency)")
        let title = payment.title.map { Quotation.of($0) }
        let page = payment.site.map { Quotation.of(address: $0) }
        let state = payment.sentence
        return switch (title, page) {
        case (nil, nil):
            localized("\(name, as: "payment"): \(amount, as: "amount"). \(state, as: "state")")
        case (let title?, nil):
            localized(
                "\(name, as: "payment"): \(amount, as: "amount") \(title, as: "title"). \(state, as: "state")")
        case (nil, let page?):
            localized(
                "\(name, as: "payment"): \(amount, as: "amount") for \(page, as: "site"). \(state, as: "state")")
        case (let title?, let page?):
            localized(
                """
                \(name, as: "payment"): \(amount, as: "amount") \(title, as: "title") for \(page, as: "site"). \
                \(state, as: "state")
                """)
        }
    }
}
