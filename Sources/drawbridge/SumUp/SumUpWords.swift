import Bridge
import SumUp

/// What is said of a payment with SumUp's app, in sentences.
enum SumUpWords {
    /// Where an attempt stands, as a sentence.
    static func sentence(_ state: SumUpAttempt.State) -> String {
        switch state {
        case .started: "Not handed over yet."
        case .waiting: "Waiting for SumUp's app."
        case .succeededUnverified(nil):
            "SumUp's app says that it was paid, without naming a payment. Nobody has checked that."
        case .succeededUnverified(let code?): "SumUp's app says that it was paid, as \(code). Nobody has checked that."
        case .failed(let failure): sentence(failure)
        case .abandoned: "Given up. If the app takes the payment all the same, this will say so."
        case .mismatch(let mismatch): sentence(mismatch)
        case .timedOut: "No answer came. It may have been paid: look into the SumUp account."
        case .resolved(.verified): "Paid, as the SumUp account says."
        case .resolved(.paidByHand): "Paid, as you said."
        case .resolved(.notPaid): "Not paid."
        }
    }

    private static func sentence(_ failure: SumUpAttempt.Failure) -> String {
        switch failure {
        case .notHandedOver: "Not handed over: no program takes it."
        case .notReady: "Not paid: SumUp's app was not ready. Is somebody logged in, or another payment open?"
        case .unknownStatus: "Not known to be paid: SumUp's app gave an answer that no guide names."
        case .reported(.transaction): "Not paid: the payment did not go through."
        case .reported(.location): "Not paid: SumUp's app may not know where it is."
        case .reported(.parameter): "Not paid: SumUp's app did not understand the request."
        case .reported(.login): "Not paid: nobody is logged in to SumUp's app."
        case .reported(.unsaid): "Not paid, as SumUp's app says."
        }
    }

    private static func sentence(_ mismatch: SumUpAttempt.Mismatch) -> String {
        switch mismatch {
        case .paidAfterAbandoned: "SumUp's app says that it was paid, after you had given it up. Look into the account."
        case .paidAfterFailed:
            "SumUp's app says that it was paid, after it had said that it failed. Look into the account."
        case .amount: "The SumUp account has another amount. Look into it."
        case .name: "The SumUp account has another payment under this name. Look into it."
        case .notPaid: "SumUp's app says that it was paid; the account does not. Look into it."
        case .paid: "The SumUp account says that it was paid, although it failed or was given up. Look into it."
        }
    }

    /// An attempt in one line, for a terminal: what a stranger wrote is made visible.
    static func line(_ attempt: SumUpAttempt) -> String {
        let title = attempt.request.title.map { " \(Quotation.of($0))" } ?? ""
        let page = attempt.asker.map { " for \(Quotation.of(address: $0.page.description))" } ?? ""
        return
            "\(VisibleText.of(attempt.foreignID)): \(attempt.request.amount)\(title)\(page). \(sentence(attempt.state))"
    }
}
