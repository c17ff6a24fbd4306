import Bridge
import SumUp
import WalletUI

/// The moments of a payment with SumUp's app that a page asked for, as the window shows them.
enum SumUpScreens {
    static let title = "Payment with SumUp"

    /// Whether the request shall be handed over.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - page: The page that wants it; `nil` where the user typed the address.
    ///   - program: The name of the program that takes it; `nil` where there is none, and it becomes a QR code.
    /// - Returns: The step, whose buttons are `yes` and `no`.
    static func question(_ request: SumUpRequest, page: Origin?, program: String?) -> Screen {
        var step = step("Take a payment of \(request.amount) with SumUp?", request, page: page)
        step.rows.append(
            Approval.Row(
                "Goes to", program.map { .untrusted($0) } ?? .trusted("a QR code, for a phone with SumUp's app")))
        step.rows += answerRows(request, page: page, hasProgram: program != nil)
        step.paragraphs = [
            "A card is charged in SumUp's app, to the account that is logged in there. This wallet pays nothing."
        ]
        if !request.amount.currency.isListed {
            step.paragraphs.append(
                .init(
                    "SumUp does not list the currency \(request.amount.currency). Is it the currency of your account?",
                    tone: .caution))
        }
        step.buttons = [
            .init("no", label: "Cancel"),
            .init("yes", label: program == nil ? "Show QR code" : "Send request", .paying),
        ]
        return step
    }

    /// The request is out; the answer has not come.
    static func waiting(_ attempt: SumUpAttempt, program: String) -> Screen {
        var step = step("Waiting for SumUp", attempt.request, page: attempt.requester?.page)
        step.rows.append(Approval.Row("Sent to", .untrusted(program)))
        step.busy = "Take the payment in the other program. Its answer comes back here."
        step.buttons = [.init("abandon", label: "Give up")]
        return step
    }

    /// The request as a code for a phone.
    static func code(_ attempt: SumUpAttempt, picture: Screen.Picture?) -> Screen {
        var step = step(
            "Scan this QR code with the phone that has SumUp's app", attempt.request, page: attempt.requester?.page)
        step.picture = picture
        step.paragraphs = [
            picture == nil
                ? .init("The request is too long for a QR code.", tone: .caution)
                : "The phone cannot answer here. When the payment is over, choose how it ended."
        ]
        step.buttons = [
            .init("later", label: "Decide later"), .init("notPaid", label: "Not paid"),
            .init("paid", label: "It was paid", .next),
        ]
        return step
    }

    /// What became of it.
    static func result(_ attempt: SumUpAttempt) -> Screen {
        let heading =
            switch attempt.state {
            case .succeededUnverified: "SumUp says that it was paid"
            case .resolved(.verified), .resolved(.paidByHand): "Paid"
            case .failed, .resolved(.notPaid): "Not paid"
            case .unclear, .abandoned: "It is not known whether it was paid"
            case .mismatch: "The results do not match"
            case .started, .waiting, .timedOut: "It is not known yet whether it was paid"
            }
        var step = step(heading, attempt.request, page: attempt.requester?.page)
        step.mark =
            switch attempt.state {
            case .resolved(.verified), .resolved(.paidByHand): .done
            case .failed, .resolved(.notPaid): .stopped
            case .succeededUnverified, .unclear, .abandoned, .mismatch, .started, .waiting, .timedOut: .open
            }
        step.paragraphs = [.init(SumUpText.sentence(attempt.state))]
        if case .succeededUnverified = attempt.state {
            step.paragraphs.append("Any program can send an answer. Check your SumUp account to be sure.")
        }
        step.buttons = [.init("close", label: "Close", .next)]
        return step
    }

    /// For which ends an address is.
    private static func label(of address: SumUpReturnAddress, in returns: SumUpRequest.Returns) -> String {
        if returns.either == address || returns.success == returns.failure { return "Answer to" }
        return returns.success == address ? "If paid, answer to" : "If not paid, answer to"
    }

    private static func step(_ heading: String, _ request: SumUpRequest, page: Origin?) -> Screen {
        var step = Screen(title: title, heading: heading)
        step.source = page.map { .init($0, .website) }
        step.rows = [Approval.Row("Amount", .exact("\(request.amount)"))]
        if let title = request.title { step.rows.append(Approval.Row("For", .untrusted(title))) }
        if let email = request.receiptEmail { step.rows.append(Approval.Row("Receipt to", .untrusted(email))) }
        if let phone = request.receiptPhone { step.rows.append(Approval.Row("Receipt to", .untrusted(phone))) }
        return step
    }

    /// Where the answer goes: the page's own addresses are followed here, others are not.
    private static func answerRows(_ request: SumUpRequest, page: Origin?, hasProgram: Bool) -> [Approval.Row] {
        let all = request.returns.all
        guard !all.isEmpty else {
            return [Approval.Row("Answer", .trusted(hasProgram ? "to this wallet; the page is not informed" : "none"))]
        }
        return all.map { address in
            let isOwn = page != nil && address.origin == page
            return Approval.Row(
                Self.label(of: address, in: request.returns), .untrusted(address.text),
                note: !hasProgram ? "from the phone" : isOwn ? "this page" : "not followed")
        }
    }
}
