import Bridge
import ClearSigning
import Ethereum
import Messages

/// Text of descriptors, combined with what the wallet finds itself.
extension IntentExplainer {
    /// An explanation with the text of a descriptor; `nil` if the wallet explains everything itself.
    func described(_ display: Display, _ intent: Intent, by plain: Explanation) -> Explanation? {
        switch intent {
        case .call where !intent.isComplete: break
        case .blind where intent.isOpaque: break
        case .message: break
        default: return nil
        }
        var explanation = Explanation(
            sentence(display), verb: isMessage ? localized("Sign") : localized("Send"))
        explanation.rows = plain.rows.filter { $0.role == .contract || $0.role == .type }
        explanation.rows += display.rows.map { row in
            Approval.Row(
                row.label, row.isAddress ? .exact(row.text) : row.isTheirs ? .untrusted(row.text) : .trusted(row.text))
        }
        if display.extraBytes > 0 {
            explanation.hasExtraDataRow = true
            explanation.rows.append(
                Approval.Row(localized("Extra data"), .trusted(RequestExplainer.extraData(display.extraBytes))))
        }
        // The descriptor's text does not hide the wallet's own findings.
        explanation.warnings = plain.warnings
        (explanation.recipients, explanation.spenders) = (plain.recipients, plain.spenders)
        explanation.rows += plain.rows.filter { row in
            switch row.role {
            case .step: true
            case .recipient, .spender: !explanation.rows.contains { $0.value == row.value }
            default: false
            }
        }
        guard intent.isOpaque else { return explanation }
        // The other labeled addresses are judged as parties, regardless of their labels.
        let labeled = display.labeledReceivers.filter { isOwnOrNamed($0) || !display.hasHolder($0) }
        warn(aboutReceivers: display.receivers + labeled, in: &explanation)
        warn(about: display.parties, besides: display.receivers, in: &explanation)
        if display.hasForeignReceiver {
            explanation.warn(
                .danger,
                localized("The recipient is an account of another network, and the wallet cannot check whose it is."))
        }
        if display.acceptsNothing { explanation.warn(.danger, Self.acceptsAnything) }
        if display.hidesPurchase { explanation.warn(.danger, Self.hidesToken) }
        if display.hasLargeFee {
            explanation.warn(.danger, localized("A fee takes more than a tenth of what you send."))
        }
        return explanation
    }

    /// Warns about addresses whose role in a call or message only the author of its descriptor knows.
    ///
    /// The recipients among them have separate warnings.
    private func warn(
        about parties: [Display.Party], besides receivers: [EthereumAddress], in explanation: inout Explanation
    ) {
        let others = parties.filter { $0.address != signer && !isOwnOrNamed($0.address) }
        for party in others where !explanation.rows.contains(where: { $0.value == .exact(party.address.description) }) {
            explanation.rows.append(
                row(party.role == .token ? localized("Token") : localized("Address"), party.address))
        }
        let granted = others.filter { $0.role == .holder && $0.isGranted }.map(\.address)
        warn(.danger, about: granted, .getsRights, in: &explanation)
        let holders = others.filter { $0.role == .holder && !granted.contains($0.address) }.map(\.address)
            .filter { !receivers.contains($0) }
        let unknown = holders.filter { isUnknown($0) }
        warn(.danger, about: unknown, .mayReceive, in: &explanation)
        warn(.caution, about: holders.filter { !unknown.contains($0) }, .mayReceive, in: &explanation)
        let minor = others.filter { $0.role != .holder }.map(\.address)
        warn(.caution, about: minor, .takesPart, in: &explanation)
        for holder in holders { warn(about: holder, as: .contract, in: &explanation) }
    }

    /// The role that a descriptor gives to an address that the wallet does not know.
    private enum Part {
        case getsRights
        case mayReceive
        case takesPart
    }

    /// Warns about the first of `addresses` and says how many there are.
    private func warn(
        _ level: Approval.Warning.Level, about addresses: [EthereumAddress], _ part: Part,
        in explanation: inout Explanation
    ) {
        guard let first = addresses.first else { return }
        let (address, count) = (who(first), Set(addresses).count)
        let text =
            switch part {
            case .getsRights where count == 1:
                localized("\(address, as: "address") gets rights over what you have there.")
            case .getsRights:
                localized(
                    """
                    \(address, as: "address"), one of \(count, as: "count") such addresses, gets rights over what you \
                    have there.
                    """)
            case .mayReceive where count == 1:
                localized(
                    "\(address, as: "address") may receive what you send, or get rights over what you have there.")
            case .mayReceive:
                localized(
                    """
                    \(address, as: "address"), one of \(count, as: "count") such addresses, may receive what you send, \
                    or get rights over what you have there.
                    """)
            case .takesPart where count == 1:
                localized("\(address, as: "address") takes part, and the wallet does not know it.")
            case .takesPart:
                localized(
                    """
                    \(address, as: "address"), one of \(count, as: "count") such addresses, takes part, and the wallet \
                    does not know it.
                    """)
            }
        explanation.warn(level, text)
    }

    /// The text of a descriptor and its author.
    private func sentence(_ display: Display) -> Message {
        switch (isMessage, display.owner) {
        case (true, let owner?):
            localizable("Sign: \(display.intent, as: "action"), by \(owner, as: "owner").")
        case (true, nil): localizable("Sign: \(display.intent, as: "action").")
        case (false, let owner?):
            localizable("Call: \(display.intent, as: "action"), by \(owner, as: "owner").")
        case (false, nil): localizable("Call: \(display.intent, as: "action").")
        }
    }

    /// Whether an address is the user's own, a token that the wallet knows, or a contract that it can name.
    private func isOwnOrNamed(_ address: EthereumAddress) -> Bool {
        switch known[address] {
        case .own?, .named?, .described?: true
        default: isVouchedFor(address)
        }
    }
}

extension Display {
    fileprivate func hasHolder(_ address: EthereumAddress) -> Bool {
        parties.contains { $0.address == address && $0.role == .holder }
    }
}
