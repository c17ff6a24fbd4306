import Bridge
import HeadlessWallet
import Messages
import SumUp
import WalletUI

/// The screens of a payment with SumUp's app that a page requested.
enum SumUpScreens {
    static let title = localized("Payment with SumUp")

    /// What can be done.
    enum Action: Hashable {
        case send, cancel, abandon, later, notPaid, paid, close
    }

    /// The question whether to send the request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - page: The page that requests it; `nil` if the user typed the address.
    ///   - program: The name of the program that opens it; `nil` to show it as a QR code.
    /// - Returns: The step.
    static func question(_ request: SumUpRequest, page: Origin?, program: String?) -> Screen {
        var step = step(
            localized("Take a payment of \(request.amount, as: "amount") with SumUp?"), request, page: page)
        step.rows.append(
            Approval.Row(
                localized("Goes to"),
                program.map { .untrusted($0) } ?? .trusted(localized("a QR code, for a phone with SumUp's app"))))
        step.rows += answerRows(request, page: page, hasProgram: program != nil)
        step.paragraphs = [
            .init(
                localized(
                    "A card is charged in SumUp's app, to the account that is logged in there. This wallet pays nothing."
                ))
        ]
        if !request.amount.currency.isListed {
            step.paragraphs.append(
                .init(
                    localized(
                        """
                        SumUp does not list the currency \(request.amount.currency, as: "currency"). Is it the currency of \
                        your account?
                        """), tone: .caution))
        }
        step.buttons = [
            .init(Action.cancel, label: localized("Cancel")),
            .init(
                Action.send, label: program == nil ? localized("Show QR code") : localized("Send request"), .paying),
        ]
        return step
    }

    /// The screen while the response is awaited.
    static func waiting(_ attempt: SumUpAttempt, program: String) -> Screen {
        var step = step(localized("Waiting for SumUp"), attempt.request, page: attempt.requester?.page)
        step.rows.append(Approval.Row(localized("Sent to"), .untrusted(program)))
        step.busy = localized("Take the payment in the other program. Its answer comes back here.")
        step.buttons = [.init(Action.abandon, label: localized("Give up"))]
        return step
    }

    /// The request as a code for a phone.
    static func code(_ attempt: SumUpAttempt, image: Screen.Image?) -> Screen {
        var step = step(
            localized("Scan this QR code with the phone that has SumUp's app"), attempt.request,
            page: attempt.requester?.page)
        step.image = image
        step.paragraphs = [
            image == nil
                ? .init(localized("The request is too long for a QR code."), tone: .caution)
                : .init(localized("The phone cannot answer here. When the payment is over, choose how it ended."))
        ]
        step.buttons = [
            .init(Action.later, label: localized("Decide later")), .init(Action.notPaid, label: localized("Not paid")),
            .init(Action.paid, label: localized("It was paid"), .next),
        ]
        return step
    }

    /// The screen with the result.
    static func result(_ attempt: SumUpAttempt) -> Screen {
        let heading =
            switch attempt.state {
            case .succeededUnverified: localized("SumUp says that it was paid")
            case .resolved(.verified), .resolved(.paidByHand): localized("Paid")
            case .failed, .resolved(.notPaid): localized("Not paid")
            case .unclear, .abandoned: localized("It is not known whether it was paid")
            case .mismatch: localized("The results do not match")
            case .started, .waiting, .timedOut: localized("It is not known yet whether it was paid")
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
            step.paragraphs.append(
                .init(localized("Any program can send an answer. Check your SumUp account to be sure.")))
        }
        step.buttons = [.init(Action.close, label: localized("Close"), .next)]
        return step
    }

    /// The outcomes for which an address is used.
    private static func label(of address: SumUpReturnAddress, in returns: SumUpRequest.Returns) -> String {
        if returns.either == address || returns.success == returns.failure { return localized("Answer to") }
        return returns.success == address
            ? localized("If paid, answer to") : localized("If not paid, answer to")
    }

    private static func step(_ heading: String, _ request: SumUpRequest, page: Origin?) -> Screen {
        var step = Screen(title: title, heading: heading)
        step.source = page.map { .init($0, .website) }
        step.rows = [Approval.Row(localized("Amount"), .exact("\(request.amount)"))]
        if let title = request.title { step.rows.append(Approval.Row(localized("For"), .untrusted(title))) }
        if let email = request.receiptEmail {
            step.rows.append(Approval.Row(localized("Receipt to"), .untrusted(email)))
        }
        if let phone = request.receiptPhone {
            step.rows.append(Approval.Row(localized("Receipt to"), .untrusted(phone)))
        }
        return step
    }

    /// The rows about the callback addresses: the page's own addresses are opened here, others are not.
    private static func answerRows(_ request: SumUpRequest, page: Origin?, hasProgram: Bool) -> [Approval.Row] {
        let all = request.returns.all
        guard !all.isEmpty else {
            let answer = hasProgram ? localized("to this wallet; the page is not informed") : localized("none")
            return [Approval.Row(localized("Answer"), .trusted(answer))]
        }
        return all.map { address in
            let isOwn = page != nil && address.origin == page
            return Approval.Row(
                Self.label(of: address, in: request.returns), .untrusted(address.text),
                note: !hasProgram
                    ? localized("from the phone") : isOwn ? localized("this page") : localized("not followed"))
        }
    }
}
