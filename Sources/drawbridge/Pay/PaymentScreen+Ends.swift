import Bridge
import Payments
import WebHost

/// What the user sees at the end.
extension PaymentScreen {
    func ended(_ end: PaymentEnd) -> Step {
        var step = plain(heading(of: end))
        step.mark = mark(of: end)
        step.rows = merchantRow
        step.paragraphs = sentences(of: end).map { Form.Paragraph($0) }
        switch end {
        case .succeeded(let hash), .alreadyPaid(let hash):
            step.rows += paidRows(end) + (hash.map { [Approval.Row("Transaction", .exact($0))] } ?? [])
        case .unsettled(let hashes): step.rows += hashes.map { Approval.Row("Transaction", .exact($0)) }
        default: break
        }
        step.buttons =
            end.canRetry
            ? [button(.close, "Close"), button(.retry, "Try again", .next)]
            : [button(.close, step.mark == .done ? "Done" : "Close", .next)]
        return step
    }

    private func paidRows(_ end: PaymentEnd) -> [Approval.Row] {
        guard case .succeeded = end, let asset = paidAmount?.unit.asset, let network = network(asset) else { return [] }
        return [Approval.Row("Network", network, role: .network)] + unknownTokenRows(asset)
    }

    private func mark(of end: PaymentEnd) -> Step.Mark {
        switch end {
        case .succeeded: .done
        case .unsettled, .busy: .open
        default: .stopped
        }
    }

    private func heading(of end: PaymentEnd) -> String {
        switch end {
        case .succeeded: paidHeading
        case .alreadyPaid: "It was paid already"
        case .insufficientFunds: "Not enough funds"
        case .expired: "The payment has expired"
        case .cancelled: "The payment was cancelled"
        case .notFound: "There is no such payment"
        case .complianceRefused: "The payment service refuses this payment"
        case .offline: "The payment service cannot be reached"
        case .unsupported: "This wallet cannot make this payment"
        case .mismatch: "Stopped: this is not what was shown"
        case .notConfigured: "Payments are not set up"
        case .notKept: "The payment could not be written down"
        case .busy: "This payment is under way already"
        case .failed, .gatewayFailed: "The payment did not go through"
        case .abandoned: "The payment was broken off"
        case .unsettled: "Ask the merchant about this payment"
        }
    }

    private var paidHeading: String {
        (paidAmount ?? flow.info?.amount).map { "You paid \(words(for: $0))" } ?? "Paid"
    }

    private func sentences(of end: PaymentEnd) -> [String] {
        switch end {
        case .succeeded: []
        case .alreadyPaid: ["Nothing was paid now."]
        case .insufficientFunds:
            ["The account has too little of everything that this payment can be made with. Nothing was paid."]
        case .expired(let teller):
            [
                teller == .gateway
                    ? "Its time is over, says the payment service. Nothing was paid."
                    : "Its time is over, by this machine's clock. Nothing was paid.",
                "Ask the merchant for a new payment.",
            ]
        case .cancelled(let teller):
            [teller == .gateway ? "The merchant called it off. Nothing was paid." : "Nothing was paid."]
        case .notFound: ["The link may be old, or for another payment service. Nothing was paid."]
        case .complianceRefused: ["It may not take a payment from this account. Nothing was paid."]
        case .offline: ["Nothing was paid. Look whether this machine is online, and try again."]
        case .unsupported: ["It asks for a network or for something that this wallet does not do. Nothing was signed."]
        case .mismatch(let fault): ["\(fault)", "Nothing was signed. Tell the merchant."]
        case .notConfigured:
            ["Set the app id that you got from the payment service: drawbridge payments set --app-id …"]
        case .notKept: ["Nothing was paid. Look whether the disk is full or cannot be written."]
        case .busy: ["Another window of this wallet pays it, or its last attempt is not settled yet."]
        case .failed(let error): ["\(error)"]
        case .gatewayFailed:
            ["The payment service says so. Whether anything left your account is shown in the activity."]
        case .abandoned: ["The program ended before anything was handed over. Nothing was paid."]
        case .unsettled(let hashes):
            [
                hashes.isEmpty
                    ? "It is possible that a transaction was sent for it, which the service does not count."
                    : "These transactions were sent for it, and the service does not count them.",
                "Do not pay again before you have asked.",
            ]
        }
    }
}
