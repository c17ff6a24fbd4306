import Bridge
import Ethereum

/// Text of descriptors, combined with what the wallet finds by itself.
extension IntentWords {
    /// An explanation with the text of a descriptor; `nil` if the wallet explains everything itself.
    func described(_ display: Display, _ intent: Intent, by plain: Explanation) -> Explanation? {
        switch intent {
        case .call where !intent.isComplete: break
        case .blind where intent.isOpaque: break
        case .message: break
        default: return nil
        }
        let owner = display.owner.map { ", by \($0)" } ?? ""
        var explanation = Explanation(
            "\(isMessage ? "Sign" : "Call"): \(display.intent)\(owner).", verb: isMessage ? "Sign" : "Send")
        explanation.rows = plain.rows.filter { $0.role == .contract || $0.role == .type }
        explanation.rows += display.rows.map { row in
            Approval.Row(
                row.label, row.isAddress ? .exact(row.text) : row.isTheirs ? .theirs(row.text) : .ours(row.text))
        }
        if display.extraBytes > 0 {
            explanation.hasExtraDataRow = true
            explanation.rows.append(
                Approval.Row("Extra data", .ours("\(display.extraBytes) bytes that the contract ignores")))
        }
        // The descriptor's text does not hide the wallet's own findings.
        explanation.warnings = plain.warnings
        explanation.recipients = plain.recipients
        explanation.rows += plain.rows.filter { row in
            switch row.role {
            case .step: true
            case .recipient, .spender: !explanation.rows.contains { $0.value == row.value }
            default: false
            }
        }
        guard intent.isOpaque else { return explanation }
        warn(aboutReceivers: display.receivers, in: &explanation)
        if display.hasForeignReceiver {
            explanation.warn(
                .danger, "The recipient is an account of another network, and the wallet cannot check whose it is.")
        }
        if display.acceptsNothing { explanation.warn(.danger, Self.acceptsAnything) }
        if display.hidesPurchase { explanation.warn(.danger, Self.hidesToken) }
        if display.hasLargeFee {
            explanation.warn(.danger, "A fee takes more than a tenth of what you send.")
        }
        return explanation
    }
}
