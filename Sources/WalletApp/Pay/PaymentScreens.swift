import Bridge
import Ethereum
import WalletConnectPay
import WalletUI

/// What the user sees of a payment: the step that belongs to the state in which it is.
///
/// It decides nothing, and says nothing in a stranger's words: the merchant's name is quoted, amounts are exact, and
/// assets have the names that the wallet knows.
struct PaymentScreens {
    /// The payment.
    let flow: PaymentFlow

    /// The payment service.
    let service: Origin

    /// What the wallet calls the account in use.
    var accountName = ""

    /// The wallet's own name of a chain, where it has one.
    var chainName: (ChainID) -> String? = { _ in nil }

    /// What the wallet knows of an asset.
    var known: (AssetID) -> KnownAsset? = { _ in nil }

    /// How many other payments wait until this one is over.
    var waitingCount = 0

    /// Why the wallet's last try to sign or send did not work, as a sentence.
    var trouble: String?

    /// Something else that the user has to know, as a sentence.
    var remark: String?

    /// What can be done, by the name of its button.
    enum Action: String {
        case cancel, back, explainInfo, explainGas, fill, pay, checkStatus, sendAgain, giveUp, retry, close, unlock
    }

    /// The step.
    var step: Screen {
        var step =
            switch flow.state {
            case .loading: busy("Loading payment", "Asking \(service.site) for the payment…")
            case .options: options
            case .refreshing: busy(payHeading, "Asking \(service.site) for a firm price…")
            case .whyInfo: whyInfo
            case .collecting(.hosted): hostedForm
            case .collecting(.fields(let fields, let faults)): form(fields, faults)
            case .review: review
            case .gasExplained: gasExplained
            case .preparing: busy(payHeading, "Asking \(service.site) for the data to sign…")
            case .signing(let signing): self.signing(signing)
            case .confirming: confirming
            case .unsure(let isAsking): unsure(isAsking)
            case .unsent(let hash, let isBusy): unsent(hash, isBusy)
            case .processing(let isAsking): processing(isAsking)
            case .ended(let end): ended(end)
            }
        if let notice = flow.notice {
            step.paragraphs.insert(paragraph(of: notice), at: 0)
            if notice == .notSigned || notice == .notSent, let trouble {
                step.paragraphs.insert(Form.Paragraph(trouble), at: 1)
            }
        }
        if let remark { step.paragraphs.append(Form.Paragraph(remark, tone: .caution)) }
        if waitingCount > 0 { step.paragraphs.append(Form.Paragraph(waitingSentence)) }
        return step
    }

    private var waitingSentence: String {
        waitingCount == 1
            ? "Another payment waits until this one is over."
            : "\(waitingCount) other payments wait until this one is over."
    }
}

extension PaymentScreens {
    /// A step with nothing but its words.
    func plain(_ heading: String) -> Screen {
        var step = Screen(title: "Drawbridge – payment", heading: heading)
        step.source = Screen.Source(service, .paymentService)
        return step
    }

    /// A step in which the user waits, and can still call it off.
    func busy(_ heading: String, _ sentence: String) -> Screen {
        var step = plain(heading)
        step.rows = merchantRow
        step.busy = sentence
        step.clock = clock
        step.buttons = [button(.cancel, "Cancel payment")]
        return step
    }

    func button(_ action: Action, _ label: String, _ kind: Screen.Button.Kind = .plain) -> Screen.Button {
        Screen.Button(action.rawValue, label: label, kind)
    }

    /// What is paid, as the merchant asks for it.
    var payHeading: String { flow.info.map { "Pay \(words(for: $0.amount))" } ?? "Loading payment" }

    /// An amount under the name that the wallet knows.
    func words(for amount: PaymentAmount) -> String { PaymentText.amount(amount, known) }

    /// The contract of what is paid; whether the wallet knows it.
    func tokenRows(_ asset: AssetID?) -> [Approval.Row] {
        guard let asset, let contract = asset.contract else { return [] }
        let note = known(asset)?.symbol ?? "unknown"
        return [Approval.Row("Token", .exact(contract.description), note: note, role: .token)]
    }

    /// The same, only where the wallet does not know the token: then its contract is all that names it.
    func unknownTokenRows(_ asset: AssetID?) -> [Approval.Row] {
        asset.flatMap(known) == nil ? tokenRows(asset) : []
    }

    /// Who is paid, in their own words.
    var merchantRow: [Approval.Row] {
        (flow.info?.merchantName ?? flow.attempt?.merchant).map {
            [Approval.Row("To", .untrusted(PaymentText.bounded($0)), role: .merchant)]
        } ?? []
    }

    /// What leaves the account; after a restart only the attempt knows.
    var paidAmount: PaymentAmount? { flow.option?.amount ?? flow.attempt?.paidAmount }

    /// How long it can still be paid.
    var clock: Screen.Clock? {
        guard let left = flow.secondsLeft, flow.state.isBeforeSigning else { return nil }
        return Screen.Clock("Expires in \(PaymentText.time(left))", isUrgent: flow.isLate)
    }

    /// The network of `asset`: the wallet's own name, or its number.
    func network(_ asset: AssetID?) -> DisplayText? {
        asset.map { asset in chainName(asset.chain).map { .trusted($0) } ?? .exact(asset.chain.description) }
    }

    /// That nothing was `done` now; and what may still come of an earlier attempt at the same payment.
    func nothing(_ done: String) -> String {
        guard let earlier = flow.earlierUsableUntil else { return "Nothing was \(done)." }
        let end = earlier == .max ? "" : " until \(PaymentText.moment(earlier))"
        return "Nothing was \(done) now. An earlier attempt at this payment was signed, and can still be paid\(end)."
    }

    /// The way out of what the gateway may have already.
    var leaving: [Screen.Button] { [button(.close, "Close")] }
}

extension PaymentScreens {
    /// What is said of a notice.
    fileprivate func paragraph(of notice: PaymentNotice) -> Form.Paragraph {
        switch notice {
        case .amountChanged(let before):
            Form.Paragraph("The price has changed. Before, it was \(words(for: before)).", tone: .caution)
        case .priceRenewed: "The price was requested again; it is the same."
        case .optionGone: Form.Paragraph("The way to pay that you chose is no longer offered.", tone: .caution)
        case .formFailed:
            Form.Paragraph("The form ended with an error. \(nothing("paid")) You can try it again.", tone: .caution)
        case .formMissing:
            Form.Paragraph(
                "The payment service needs details about you for this way to pay, but provides no form for them. "
                    + "Choose another way, or ask the merchant.", tone: .caution)
        case .dataMissing: "The payment service needs some details about you first."
        case .refused: Form.Paragraph("You rejected the request. \(nothing("paid"))")
        case .locked: Form.Paragraph("The wallet was locked. \(nothing("paid"))", tone: .caution)
        case .notSigned: Form.Paragraph("The wallet could not sign. \(nothing("paid"))", tone: .caution)
        case .notReached: "The payment service could not be reached. The wallet keeps trying."
        case .notPrepared:
            Form.Paragraph(
                "The payment service could not be reached. \(nothing("paid")) Check your internet connection and try again.",
                tone: .caution)
        case .notAnswered(let error): Form.Paragraph("\(error) The wallet keeps asking.")
        case .notSent: Form.Paragraph("That was not done.", tone: .caution)
        }
    }
}
