import Bridge
import Ethereum
import WalletConnectPay
import WalletUI

/// What the user sees before anything is signed.
extension PaymentScreens {
    var options: Screen {
        var step = plain(payHeading)
        step.rows = merchantRow
        let accounts = Set(flow.options.map { $0.account.address.lowercased() })
        if accounts.count == 1, let account = flow.options.first?.account { step.rows.append(fromRow(account)) }
        step.paragraphs = ["Choose what to pay with."]
        step.choices = flow.options.map(choice)
        step.clock = clock
        step.buttons = [button(.cancel, "Cancel payment")]
        if flow.options.contains(where: flow.needsInfo) {
            step.buttons.append(button(.explainInfo, "Why are details needed?"))
        }
        return step
    }

    /// The name of a choice: what stays the same from one list of options to the next.
    static func name(of option: PaymentOption) -> String { "\(option.account) \(option.amount.unit.text)" }

    /// What was chosen by its name.
    static func choice(named name: String, in flow: PaymentFlow) -> PaymentChoice? {
        flow.options.first { self.name(of: $0) == name }.flatMap { PaymentChoice($0) }
    }

    private func choice(_ option: PaymentOption) -> Screen.Choice {
        let asset = option.amount.unit.asset
        var details: [String] = []
        if let asset { details.append("on \(chainName(asset.chain) ?? asset.chain.description)") }
        if let asset, known(asset) == nil {
            details.append(asset.contract.map { "unknown token \($0)" } ?? "unknown coin")
        }
        if let seconds = option.etaSeconds, 1...3_600 ~= seconds { details.append("about \(seconds) s") }
        return Screen.Choice(
            Self.name(of: option), label: .trusted(words(for: option.amount)),
            detail: .trusted(details.joined(separator: " · ")),
            badge: flow.needsInfo(option) ? "needs your details" : nil)
    }

    private func fromRow(_ account: AccountID) -> Approval.Row {
        Approval.Row(
            "From", .exact(account.ethereum?.description ?? account.address),
            note: accountName.isEmpty ? nil : accountName, role: .account)
    }

    var whyInfo: Screen {
        var step = plain("Why details are needed")
        step.paragraphs = [
            "Some ways to pay need your details: the law requires the payment service to know who pays.",
            "The service asks for them in its own form. The wallet does not see or keep what you type into it.",
            "If there is a way to pay that needs no details, you can choose that one.",
        ]
        step.clock = clock
        step.buttons = [button(.cancel, "Cancel payment"), button(.back, "Back", .next)]
        return step
    }

    var hostedForm: Screen {
        var step = plain("Your details, for the payment service")
        step.clock = clock
        step.buttons = [button(.back, "Back"), button(.cancel, "Cancel payment")]
        return step
    }

    func form(_ fields: [CollectField], _ faults: [CollectField.ID: CollectField.Fault]) -> Screen {
        let suspicion = fields.map(\.suspicion).max() ?? .none
        guard suspicion < .certain else { return refusedForm }
        var step = plain("Your details, for the payment service")
        step.paragraphs = [
            "\(service.site) asks these questions. Your answers go there with the payment; the wallet does not keep them.",
            Form.Paragraph(
                "Never enter a recovery phrase, password, PIN or private key here. No payment needs one.",
                tone: suspicion == .possible ? .danger : .plain),
        ]
        step.fields = fields.map { field in
            FormField(
                field.id, untrusted: field.name, Self.kind(of: field.kind), hint: field.isRequired ? nil : "Optional.",
                isRequired: field.isRequired)
        }
        step.problems = faults.mapValues(\.sentence)
        step.clock = clock
        step.buttons = [
            button(.back, "Back"), button(.cancel, "Cancel payment"), button(.fill, "Continue", .next),
        ]
        return step
    }

    /// The service asks for something that opens a wallet or an account: there is nothing to fill in.
    private var refusedForm: Screen {
        var step = plain("This form is not safe to fill in")
        step.mark = .stopped
        step.paragraphs = [
            Form.Paragraph(
                "The payment service asks for a recovery phrase, a password or a private key. No payment needs one. "
                    + "Anyone who has it can take your money.", tone: .danger)
        ]
        step.buttons = [button(.back, "Back"), button(.cancel, "Cancel payment", .next)]
        return step
    }

    private static func kind(of kind: CollectField.Kind) -> FormField.Kind {
        switch kind {
        case .text, .other: .text()
        case .date: .date()
        case .checkbox: .checkbox()
        }
    }

    var review: Screen {
        guard let option = flow.option else { return plain(payHeading) }
        var step = plain("Pay \(words(for: option.amount))")
        step.rows = merchantRow
        if let info = flow.info, info.amount.unit != option.amount.unit {
            step.rows.append(Approval.Row("For", .trusted(words(for: info.amount)), role: .merchant))
        }
        step.rows.append(fromRow(option.account))
        let asset = option.amount.unit.asset
        if let network = network(asset) { step.rows.append(Approval.Row("Network", network, role: .network)) }
        step.rows += tokenRows(asset)
        if flow.needsGas {
            step.rows.append(Approval.Row("Network fee", .trusted("on top, shown before you sign"), role: .fee))
        }
        step.paragraphs = earlierPayments + ["The wallet shows what you sign before anything is paid."]
        step.clock = clock
        step.buttons = (flow.canGoBack ? [button(.back, "Back")] : []) + [button(.cancel, "Cancel payment")]
        if flow.needsGas { step.buttons.append(button(.explainGas, "Why is there a fee?")) }
        step.buttons.append(button(.pay, "Pay", .paying))
        return step
    }

    /// What may still be taken beside this payment, see ``PaymentFlow/rivals``.
    private var earlierPayments: [Form.Paragraph] {
        flow.rivals.prefix(3).map { attempt in
            let what =
                "An earlier payment of \(words(for: attempt.paidAmount)) to \(PaymentText.quoted(attempt.merchant))"
            if attempt.state == .failed, !attempt.signedHashes.isEmpty {
                return Form.Paragraph(
                    "\(what) was given up, but could still be sent. The approval says whether this payment replaces "
                        + "it.", tone: .caution)
            }
            let risk = attempt.state.isOpen || attempt.state == .unsettled ? "is pending" : "was signed and rejected"
            let end = attempt.usableUntil.flatMap { $0 == .max ? nil : " until \(PaymentText.moment($0))" } ?? ""
            return Form.Paragraph(
                "\(what) \(risk). This payment does not replace it: both can be paid\(end).", tone: .caution)
        }
    }

    var gasExplained: Screen {
        var step = plain("Why there is a network fee")
        step.paragraphs = [
            "This way to pay sends a transaction, and the network charges a fee for each. The wallet shows how much.",
            "The first payment with a token also needs a transaction that lets the payment contract spend it.",
        ]
        step.clock = clock
        step.buttons = [button(.back, "Back", .next)]
        return step
    }
}

extension CollectField.Fault {
    /// What is said beside the field.
    fileprivate var sentence: String {
        switch self {
        case .missing: "This is required."
        case .notADay: "This must be a date, written as YYYY-MM-DD."
        case .notYesOrNo: "This must be yes or no."
        case .notALine: "This is too long, or more than one line."
        }
    }
}
