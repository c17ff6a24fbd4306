import Bridge
import Ethereum
import HeadlessWallet
import Messages
import WalletConnectPay
import WalletUI

/// The screens before anything is signed.
extension PaymentScreens {
    var options: Screen {
        var step = plain(payHeading)
        step.rows = merchantRow
        let accounts = Set(flow.options.map { $0.account.address.lowercased() })
        if accounts.count == 1, let account = flow.options.first?.account { step.rows.append(fromRow(account)) }
        step.paragraphs = [Screen.Paragraph(localized("Choose what to pay with."))]
        step.choices = flow.options.map(choice)
        step.clock = clock
        step.buttons = [button(.cancel, localized("Cancel payment"))]
        if flow.options.contains(where: flow.needsInfo) {
            step.buttons.append(button(.explainInfo, localized("Why are details needed?")))
        }
        return step
    }

    private func choice(_ option: PaymentOption) -> Screen.Choice {
        let asset = option.amount.unit.asset
        var details: [String] = []
        if let asset {
            let network = chainName(asset.chain) ?? asset.chain.description
            details.append(localized("on \(network, as: "network")"))
        }
        if let asset, known(asset) == nil {
            details.append(
                asset.contract.map { localized("unknown token \($0, as: "address")") } ?? localized("unknown coin"))
        }
        if let seconds = option.etaSeconds, 1...3_600 ~= seconds {
            details.append(localized("about \(seconds, as: "seconds") s"))
        }
        let detail = details.dropFirst().reduce(details.first ?? "") {
            localized("\($0, as: "list") · \($1, as: "item")")
        }
        return Screen.Choice(
            Action.choose(PaymentChoice(option)), label: .trusted(words(for: option.amount)),
            detail: .trusted(detail),
            badge: flow.needsInfo(option) ? localized("needs your details") : nil)
    }

    private func fromRow(_ account: AccountID) -> Approval.Row {
        Approval.Row(
            localized("From"), .exact(account.ethereum?.description ?? account.address),
            note: accountName.isEmpty ? nil : accountName, role: .account)
    }

    var whyInfo: Screen {
        var step = plain(localized("Why details are needed"))
        step.paragraphs = [
            Screen.Paragraph(
                localized("Some ways to pay need your details: the law requires the payment service to know who pays.")),
            Screen.Paragraph(
                localized(
                    "The service asks for them in its own form. The wallet does not see or keep what you type into it.")
            ),
            Screen.Paragraph(localized("If there is a way to pay that needs no details, you can choose that one.")),
        ]
        step.clock = clock
        step.buttons = [button(.cancel, localized("Cancel payment")), button(.back, localized("Back"), .next)]
        return step
    }

    var hostedForm: Screen {
        var step = plain(localized("Your details, for the payment service"))
        step.clock = clock
        step.buttons = [button(.back, localized("Back")), button(.cancel, localized("Cancel payment"))]
        return step
    }

    func form(_ fields: [CollectField], _ faults: [CollectField.ID: CollectField.Fault]) -> Screen {
        let suspicion = fields.map(\.suspicion).max() ?? .none
        guard suspicion < .certain else { return refusedForm }
        var step = plain(localized("Your details, for the payment service"))
        step.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    \(service.site, as: "site") asks these questions. Your answers go there with the payment; the wallet \
                    does not keep them.
                    """)),
            Screen.Paragraph(
                localized("Never enter a recovery phrase, password, PIN or private key here. No payment needs one."),
                tone: suspicion == .possible ? .danger : .plain),
        ]
        step.fields = fields.map { field in
            FormField(
                FieldID(field.id), untrusted: field.name, Self.kind(of: field.kind),
                hint: field.isRequired ? nil : localized("Optional."),
                isRequired: field.isRequired)
        }
        step.problems = faults.reduce(into: [:]) { $0[FieldID($1.key)] = $1.value.sentence }
        step.clock = clock
        step.buttons = [
            button(.back, localized("Back")), button(.cancel, localized("Cancel payment")),
            button(.fill, localized("Continue"), .next),
        ]
        return step
    }

    /// The screen if the service asks for a secret that gives access to a wallet or an account: it has nothing to fill
    /// in.
    private var refusedForm: Screen {
        var step = plain(localized("This form is not safe to fill in"))
        step.mark = .stopped
        step.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    The payment service asks for a recovery phrase, a password or a private key. No payment needs one. \
                    Anyone who has it can take your money.
                    """), tone: .danger)
        ]
        step.buttons = [button(.back, localized("Back")), button(.cancel, localized("Cancel payment"), .next)]
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
        var step = plain(localized("Pay \(words(for: option.amount), as: "amount")"))
        step.rows = merchantRow
        if let info = flow.info, info.amount.unit != option.amount.unit {
            step.rows.append(Approval.Row(localized("For"), .trusted(words(for: info.amount)), role: .merchant))
        }
        step.rows.append(fromRow(option.account))
        let asset = option.amount.unit.asset
        if let network = network(asset) {
            step.rows.append(Approval.Row(localized("Network"), network, role: .network))
        }
        step.rows += tokenRows(asset)
        if flow.needsGas {
            let fee = DisplayText.trusted(localized("on top, shown before you sign"))
            step.rows.append(Approval.Row(localized("Network fee"), fee, role: .fee))
        }
        step.rows += allowanceRows
        step.paragraphs =
            allowanceParagraphs + earlierPayments
            + [Screen.Paragraph(localized("The wallet shows what you sign before anything is paid."))]
        step.clock = clock
        step.buttons =
            (flow.canGoBack ? [button(.back, localized("Back"))] : []) + [button(.cancel, localized("Cancel payment"))]
        if flow.needsGas { step.buttons.append(button(.explainGas, localized("Why is there a fee?"))) }
        step.buttons.append(button(.pay, localized("Pay"), .paying))
        return step
    }

    /// The paragraphs about payments that may still be paid in addition to this one; see ``PaymentFlow/rivals``.
    private var earlierPayments: [Screen.Paragraph] {
        flow.rivals.prefix(3).map { Screen.Paragraph(sentence(about: $0), tone: .caution) }
    }

    private func sentence(about rival: PaymentAttempt) -> String {
        let (amount, merchant) = (words(for: rival.paidAmount), PaymentText.quoted(rival.merchant))
        if rival.state == .failed, !rival.signedHashes.isEmpty {
            return localized(
                """
                An earlier payment of \(amount, as: "amount") to \(merchant, as: "merchant") was given up, but could \
                still be sent. The approval says whether this payment replaces it.
                """)
        }
        if rival.payment == flow.payment, let until = rival.usableUntil, until != .max {
            let end = UTCTime.moment(until)
            return localized(
                """
                Your earlier signature for this payment was not accepted, but it can still be used until \
                \(end, as: "time"). If you sign again, both can be paid until then.
                """)
        }
        let isPending = rival.state.isOpen || rival.state == .unsettled
        let end = rival.usableUntil.flatMap { $0 == .max ? nil : UTCTime.moment($0) }
        return switch (isPending, end) {
        case (true, nil):
            localized(
                """
                An earlier payment of \(amount, as: "amount") to \(merchant, as: "merchant") is pending. This payment \
                does not replace it: both can be paid.
                """)
        case (true, let end?):
            localized(
                """
                An earlier payment of \(amount, as: "amount") to \(merchant, as: "merchant") is pending. This payment \
                does not replace it: both can be paid until \(end, as: "time").
                """)
        case (false, nil):
            localized(
                """
                An earlier payment of \(amount, as: "amount") to \(merchant, as: "merchant") was signed and rejected. \
                This payment does not replace it: both can be paid.
                """)
        case (false, let end?):
            localized(
                """
                An earlier payment of \(amount, as: "amount") to \(merchant, as: "merchant") was signed and rejected. \
                This payment does not replace it: both can be paid until \(end, as: "time").
                """)
        }
    }

    var gasExplained: Screen {
        var step = plain(localized("Why there is a network fee"))
        step.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    This way to pay sends a transaction, and the network charges a fee for each. The wallet shows how much.
                    """)),
            Screen.Paragraph(
                localized(
                    "The first payment with a token also needs a transaction that lets the payment contract spend it.")),
        ]
        step.clock = clock
        step.buttons = [button(.back, localized("Back"), .next)]
        return step
    }
}

extension CollectField.Fault {
    /// The text next to the field.
    fileprivate var sentence: String {
        switch self {
        case .missing: localized("This is required.")
        case .notADay: localized("This must be a date, written as YYYY-MM-DD.")
        case .notYesOrNo: localized("This must be yes or no.")
        case .notALine: localized("This is too long, or more than one line.")
        }
    }
}
