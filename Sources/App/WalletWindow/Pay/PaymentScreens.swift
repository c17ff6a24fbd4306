import Bridge
import Ethereum
import HeadlessWallet
import Messages
import WalletConnectPay
import WalletUI

/// The screens of a payment: the step for its current state.
///
/// It makes no decisions, and never shows untrusted text as the wallet's own: the merchant's name is quoted, amounts
/// are exact, and assets have the names that the wallet knows.
struct PaymentScreens {
    /// The payment.
    let flow: PaymentFlow

    /// The payment service.
    let service: Origin

    /// The wallet's name for the active account.
    var accountName = ""

    /// The wallet's own name for a chain; `nil` if it has none.
    var chainName: (ChainID) -> String? = { _ in nil }

    /// What the wallet knows about an asset.
    var known: (AssetID) -> KnownAsset? = { _ in nil }

    /// How many other payments wait until this one is over.
    var waitingCount = 0

    /// Why the wallet's last attempt to sign or send failed, as a sentence.
    var problem: String?

    /// Whether the revocation of the allowance was sent.
    var isRevoked = false

    /// Why the app ID that was entered cannot be used.
    var setUpProblem: String?

    /// Another sentence that the user has to know.
    var remark: String?

    /// What can be done.
    enum Action: Hashable {
        case cancel, back, explainInfo, explainGas, fill, pay, checkStatus, sendAgain, giveUp, retry, close, unlock
        case revoke, setUp

        /// Pays with one of the options; `nil` for one that this wallet cannot pay.
        case choose(PaymentChoice?)
    }

    /// The step.
    var step: Screen {
        var step =
            switch flow.state {
            case .loading:
                busy(
                    localized("Loading payment"), localized("Asking \(service.site, as: "site") for the payment…"))
            case .options: options
            case .refreshing:
                busy(payHeading, localized("Asking \(service.site, as: "site") for a firm price…"))
            case .whyInfo: whyInfo
            case .collecting(.hosted): hostedForm
            case .collecting(.fields(let fields, let faults)): form(fields, faults)
            case .review: review
            case .gasExplained: gasExplained
            case .preparing:
                busy(payHeading, localized("Asking \(service.site, as: "site") for the data to sign…"))
            case .checking: busy(payHeading, localized("Asking your node for the allowance…"))
            case .signing(let signing): self.signing(signing)
            case .waiting(let waiting): self.waiting(waiting)
            case .confirming: confirming
            case .unsure(let isAsking): unsure(isAsking)
            case .unsent(let hash, let isBusy): unsent(hash, isBusy)
            case .processing(let isAsking): processing(isAsking)
            case .ended(let end): ended(end)
            }
        if let notice = flow.notice {
            step.paragraphs.insert(paragraph(of: notice), at: 0)
            if [.notSigned, .notSent, .allowanceUnread].contains(notice), let problem {
                step.paragraphs.insert(Screen.Paragraph(problem), at: 1)
            }
        }
        if let remark { step.paragraphs.append(Screen.Paragraph(remark, tone: .caution)) }
        if waitingCount > 0 { step.paragraphs.append(Screen.Paragraph(waitingSentence)) }
        return step
    }

    private var waitingSentence: String {
        waitingCount == 1
            ? localized("Another payment waits until this one is over.")
            : localized(
                "\(waitingCount, as: "count") other payment waits until this one is over.",
                plural: "\(waitingCount, as: "count") other payments wait until this one is over.", count: waitingCount)
    }
}

extension PaymentScreens {
    /// The title of the windows of payments.
    static let title = localized("Drawbridge – payment")

    /// A step with only text.
    func plain(_ heading: String) -> Screen {
        var step = Screen(title: Self.title, heading: heading)
        step.source = Screen.Source(service, .paymentService)
        return step
    }

    /// A step in which the user waits and can still cancel.
    func busy(_ heading: String, _ sentence: String) -> Screen {
        var step = plain(heading)
        step.rows = merchantRow
        step.busy = sentence
        step.clock = clock
        step.buttons = [button(.cancel, localized("Cancel payment"))]
        return step
    }

    func button(_ action: Action, _ label: String, _ kind: Screen.Button.Kind = .plain) -> Screen.Button {
        Screen.Button(action, label: label, kind)
    }

    /// The heading with the amount that the merchant requests.
    var payHeading: String {
        flow.info.map { localized("Pay \(words(for: $0.amount), as: "amount")") } ?? localized("Loading payment")
    }

    /// An amount under the name that the wallet knows.
    func words(for amount: PaymentAmount) -> String { PaymentText.amount(amount, known) }

    /// The contract of what is paid; whether the wallet knows it.
    func tokenRows(_ asset: AssetID?) -> [Approval.Row] {
        guard let asset, let contract = asset.contract else { return [] }
        let note = known(asset)?.symbol ?? localized("unknown")
        return [Approval.Row(localized("Token"), .exact(contract.description), note: note, role: .token)]
    }

    /// The same rows, but only if the wallet does not know the token: then only its contract identifies it.
    func unknownTokenRows(_ asset: AssetID?) -> [Approval.Row] {
        asset.flatMap(known) == nil ? tokenRows(asset) : []
    }

    /// The merchant, with the name that it gives itself.
    var merchantRow: [Approval.Row] {
        (flow.info?.merchantName ?? flow.attempt?.merchant).map {
            [Approval.Row(localized("To"), .untrusted(PaymentText.bounded($0)), role: .merchant)]
        } ?? []
    }

    /// The amount that leaves the account; after a restart, only the attempt contains it.
    var paidAmount: PaymentAmount? { flow.option?.amount ?? flow.attempt?.paidAmount }

    /// The remaining time to pay.
    var clock: Screen.Clock? {
        guard let left = flow.secondsLeft, flow.state.isBeforeSigning else { return nil }
        return Screen.Clock(localized("Expires in \(PaymentText.time(left), as: "time")"), isUrgent: flow.isLate)
    }

    /// The network of `asset`: the wallet's own name, or its ID.
    func network(_ asset: AssetID?) -> DisplayText? {
        asset.map { asset in chainName(asset.chain).map { .trusted($0) } ?? .exact(asset.chain.description) }
    }

    /// What did not happen in a payment.
    enum Omission {
        case paid, signed
    }

    /// The sentence that nothing was paid now, whatever became of earlier attempts.
    var nothingPaidNow: String {
        // The fee of a transaction for an allowance was paid.
        flow.allowances.isEmpty ? localized("Nothing was paid now.") : localized("The merchant was not paid now.")
    }

    /// The sentence that nothing was paid or signed now, with what may still happen to an earlier attempt at the same
    /// payment.
    func nothing(_ omission: Omission) -> String {
        let end = flow.earlierUsableUntil.map { $0 == .max ? "" : UTCTime.moment($0) }
        return switch (omission, end) {
        // The fee of a transaction for an allowance was paid.
        case (.paid, nil) where !flow.allowances.isEmpty: localized("The merchant was not paid.")
        case (.signed, nil) where !flow.allowances.isEmpty: localized("The payment was not signed.")
        case (.paid, nil): localized("Nothing was paid.")
        case (.signed, nil): localized("Nothing was signed.")
        case (.paid, "") where !flow.allowances.isEmpty:
            localized(
                "The merchant was not paid now. An earlier attempt at this payment was signed, and can still be paid.")
        case (.signed, "") where !flow.allowances.isEmpty:
            localized(
                "The payment was not signed now. An earlier attempt at it was signed, and can still be paid.")
        case (.paid, let end?) where !flow.allowances.isEmpty:
            localized(
                """
                The merchant was not paid now. An earlier attempt at this payment was signed, and can still be paid until \
                \(end, as: "time").
                """)
        case (.signed, let end?) where !flow.allowances.isEmpty:
            localized(
                """
                The payment was not signed now. An earlier attempt at it was signed, and can still be paid until \
                \(end, as: "time").
                """)
        case (.paid, ""):
            localized(
                "Nothing was paid now. An earlier attempt at this payment was signed, and can still be paid.")
        case (.signed, ""):
            localized(
                "Nothing was signed now. An earlier attempt at this payment was signed, and can still be paid.")
        case (.paid, let end?):
            localized(
                """
                Nothing was paid now. An earlier attempt at this payment was signed, and can still be paid until \
                \(end, as: "time").
                """)
        case (.signed, let end?):
            localized(
                """
                Nothing was signed now. An earlier attempt at this payment was signed, and can still be paid until \
                \(end, as: "time").
                """)
        }
    }

    /// The button to close a payment that the gateway may already have.
    var leaving: [Screen.Button] { [button(.close, localized("Close"))] }
}

extension PaymentScreens {
    /// The text of a notice.
    fileprivate func paragraph(of notice: PaymentNotice) -> Screen.Paragraph {
        switch notice {
        case .amountChanged(let before):

            Screen.Paragraph(
                localized("The price has changed. Before, it was \(words(for: before), as: "amount")."), tone: .caution)
        case .priceRenewed: Screen.Paragraph(localized("The price was requested again; it is the same."))
        case .optionGone:
            Screen.Paragraph(localized("The way to pay that you chose is no longer offered."), tone: .caution)
        case .formFailed:
            Screen.Paragraph(
                localized("The form ended with an error. \(nothing(.paid), as: "consequence") You can try it again."),
                tone: .caution)
        case .formMissing:
            Screen.Paragraph(
                localized(
                    """
                    The payment service needs details about you for this way to pay, but provides no form for them. \
                    Choose another way, or ask the merchant.
                    """), tone: .caution)
        case .dataMissing: Screen.Paragraph(localized("The payment service needs some details about you first."))
        case .refused:
            Screen.Paragraph(localized("You rejected the request. \(nothing(.paid), as: "consequence")"))
        case .allowanceLate:
            Screen.Paragraph(
                localized(
                    """
                    The transaction for the allowance is not in a block yet. Press “Pay” to wait for it again: it is                     not sent a second time. To speed it up, open it in the history.
                    """), tone: .caution)
        case .allowanceReverted:
            Screen.Paragraph(
                localized(
                    "The transaction for the allowance failed. \(nothing(.paid), as: "consequence")"), tone: .caution)
        case .allowanceLost:
            Screen.Paragraph(
                localized(
                    """
                    The transaction for the allowance will not be in a block: it was replaced, given up or not                     accepted. \(nothing(.paid), as: "consequence")
                    """), tone: .caution)
        case .allowanceLow:
            Screen.Paragraph(
                localized(
                    "The allowance is lower than the payment. \(nothing(.paid), as: "consequence")"), tone: .caution)
        case .allowanceUnread:
            Screen.Paragraph(
                localized("The wallet could not read the allowance. \(nothing(.paid), as: "consequence")"),
                tone: .caution)
        case .locked:
            Screen.Paragraph(localized("The wallet was locked. \(nothing(.paid), as: "consequence")"), tone: .caution)
        case .notSigned:
            Screen.Paragraph(
                localized("The wallet could not sign. \(nothing(.paid), as: "consequence")"), tone: .caution)
        case .notReached:
            Screen.Paragraph(localized("The payment service could not be reached. The wallet keeps trying."))
        case .notPrepared:
            Screen.Paragraph(
                localized(
                    """
                    The payment service could not be reached. \(nothing(.paid), as: "consequence") Check your internet \
                    connection and try again.
                    """), tone: .caution)
        case .notAnswered(let error):
            Screen.Paragraph(localized("\(error, as: "reason") The wallet keeps asking."))
        case .notSent: Screen.Paragraph(localized("This could not be done."), tone: .caution)
        }
    }
}
