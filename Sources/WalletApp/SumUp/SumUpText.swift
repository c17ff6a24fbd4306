import Bridge
import SumUp

/// What is said of a payment with SumUp's app, in sentences.
enum SumUpText {
    /// Where an attempt stands, as a sentence.
    static func sentence(_ state: SumUpAttempt.State) -> String {
        switch state {
        case .started: "Not sent yet."
        case .waiting: "Waiting for SumUp's app."
        case .succeededUnverified(nil):
            "SumUp's app says that it was paid, without naming a payment. This is not verified."
        case .succeededUnverified(let code?): "SumUp's app says that it was paid, as \(code). This is not verified."
        case .failed(let failure): sentence(failure)
        case .unclear:
            "SumUp's app gave an undocumented answer. It may have been paid: check the SumUp account before you charge again."
        case .abandoned: "Given up. If the app takes the payment anyway, this is shown here."
        case .mismatch(let mismatch): sentence(mismatch)
        case .timedOut: "No answer came. It may have been paid: check the SumUp account."
        case .resolved(.verified): "Paid, according to the SumUp account."
        case .resolved(.paidByHand): "Paid, as you said."
        case .resolved(.notPaid): "Not paid."
        }
    }

    private static func sentence(_ failure: SumUpAttempt.Failure) -> String {
        switch failure {
        case .notHandedOver: "Not sent: no program opens the request."
        case .notReady:
            "Not paid: SumUp's app was not ready. Check that you are logged in and that no other payment is open."
        case .reported(.transaction): "Not paid: the payment did not go through."
        case .reported(.location): "Not paid: SumUp's app could not determine its location."
        case .reported(.parameter): "Not paid: SumUp's app did not understand the request."
        case .reported(.login): "Not paid: no one is logged in to SumUp's app."
        case .reported(.unsaid): "Not paid, according to SumUp's app."
        }
    }

    private static func sentence(_ mismatch: SumUpAttempt.Mismatch) -> String {
        switch mismatch {
        case .paidAfterAbandoned:
            "SumUp's app says that it was paid, after you had given it up. Check the SumUp account."
        case .paidAfterFailed:
            "SumUp's app says that it was paid, after it had said that it failed. Check the SumUp account."
        case .paidUnsent:
            "SumUp's app says that it was paid, although no program opened the request. Check the SumUp account."
        case .paidAfterNotPaid:
            "SumUp's app says that it was paid, after it was recorded as not paid. Check the SumUp account."
        case .failedAfterPaid:
            "SumUp's app says that it failed, after it had said that it was paid. Check the SumUp account."
        case .amount: "The SumUp account shows a different amount. Check it."
        case .name: "The SumUp account shows a different payment under this name. Check it."
        case .notPaid: "SumUp's app says that it was paid; the SumUp account does not. Check it."
        case .paid: "The SumUp account says that it was paid, although it failed or was given up. Check it."
        }
    }

    /// Where an attempt stands, for a window that shows nothing else of it; the name tells apart two of the same
    /// amount.
    static func notice(_ attempt: SumUpAttempt) -> String {
        "\(attempt.request.amount) with SumUp, \(Quotation.of(attempt.foreignID, limit: 40)): \(sentence(attempt.state))"
    }

    /// An attempt in one line, for a terminal: what a stranger wrote is made visible.
    static func line(_ attempt: SumUpAttempt) -> String {
        let title = attempt.request.title.map { " \(Quotation.of($0))" } ?? ""
        let page = attempt.requester.map { " for \(Quotation.of(address: $0.page.description))" } ?? ""
        return
            "\(VisibleText.of(attempt.foreignID)): \(attempt.request.amount)\(title)\(page). \(sentence(attempt.state))"
    }
}
