import Messages
import WalletCore
import WalletUI

/// What the user can do about a transaction whose outcome is open, and what the user must know to decide.
struct OpenChoice {
    private let outgoing: TransactionRecord
    private let networkStatus: NetworkStatus

    /// Creates the choice for a transaction with this status.
    init(_ outgoing: TransactionRecord, _ networkStatus: NetworkStatus) {
        self.outgoing = outgoing
        self.networkStatus = networkStatus
    }

    /// Whether another transaction with its nonce can replace it.
    private var hasNonce: Bool { outgoing.nonce != nil }

    /// Its state, and what each button does.
    var paragraphs: [Form.Paragraph] {
        var paragraphs = [Form.Paragraph(outgoing.sentence)]
        switch networkStatus {
        case .known: paragraphs.append(Form.Paragraph(localized("The network has it. It is not confirmed yet.")))
        case .missing:
            paragraphs.append(
                Form.Paragraph(
                    outgoing.state == .signed
                        ? localized("It is signed, but no server that was asked has it: it was probably never sent.")
                        : localized("None of the servers that were asked has it."), tone: .caution))
            paragraphs.append(
                Form.Paragraph(
                    localized("“Send again” rebroadcasts the same transaction. You cannot pay twice.")))
            paragraphs.append(Form.Paragraph(effectOfGivingUp))
        case .unasked:
            paragraphs.append(Form.Paragraph(localized("No server answered."), tone: .caution))
        case .underway: paragraphs.append(Form.Paragraph(localized("It is being sent.")))
        }
        if hasNonce, networkStatus == .known || networkStatus == .missing {
            paragraphs += [
                Form.Paragraph(
                    localized(
                        """
                        “Speed up” sends the same transaction with a higher fee. Only one of the two can be confirmed.
                        """)),
                Form.Paragraph(
                    localized(
                        """
                        “Cancel transaction” replaces it with an empty transaction to yourself. Whichever is confirmed \
                        first wins.
                        """)),
            ]
        }
        return paragraphs
    }

    /// What can be done.
    var others: [Form.Other] {
        var others: [Form.Other] = []
        if networkStatus == .missing {
            others += [
                Form.Other("again", label: localized("Send again")),
                Form.Other("giveUp", label: localized("Give up")),
            ]
        }
        if hasNonce, networkStatus == .known || networkStatus == .missing {
            others += [
                Form.Other("faster", label: localized("Speed up")),
                Form.Other("cancelling", label: localized("Cancel transaction")),
            ]
        }
        return others
    }

    /// What giving it up means.
    var consequences: [Form.Paragraph] {
        [
            Form.Paragraph(
                hasNonce
                    ? localized(
                        """
                        It stays signed. Anyone who has a copy, such as a merchant or a server, can still send it, until \
                        another transaction with its nonce is confirmed.
                        """)
                    : localized(
                        """
                        It stays signed. Anyone who has a copy, such as a merchant or a server, can still send it.
                        """), tone: .danger),
            Form.Paragraph(localized("The wallet keeps watching for its confirmation.")),
            Form.Paragraph(
                hasNonce
                    ? localized(
                        "Your next transaction uses its nonce. Once that is confirmed, this one cannot be confirmed.")
                    : localized("If you pay the same again, it may be paid twice.")),
        ]
    }

    private var effectOfGivingUp: String {
        hasNonce
            ? localized("“Give up” removes it from the list, so that your next transaction can use its nonce.")
            : localized("“Give up” removes it from the list, so that other payments can use its coins.")
    }
}
