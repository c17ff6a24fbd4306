import Wallet
import WebHost

/// What a user can do about a transaction whose fate is open, and what they must know for that.
struct OpenChoice {
    private let outgoing: Outgoing
    private let standing: Standing

    /// Looks at a transaction that stands so.
    init(_ outgoing: Outgoing, _ standing: Standing) {
        self.outgoing = outgoing
        self.standing = standing
    }

    /// Whether a transaction can take its place: where transactions have numbers.
    private var hasNumber: Bool { outgoing.nonce != nil }

    /// How it stands, and what each way on does.
    var paragraphs: [Form.Paragraph] {
        var paragraphs = [Form.Paragraph(outgoing.sentence)]
        switch standing {
        case .known: paragraphs.append("The network has it. It waits for a block.")
        case .missing:
            paragraphs.append(
                Form.Paragraph(
                    outgoing.state == .signed
                        ? "It is signed, but no server that was asked knows it: it was probably never sent."
                        : "No server that was asked knows it, or knows it any more.", tone: .caution))
            paragraphs.append("Send again hands over the very same bytes, so that nothing can happen twice.")
            paragraphs.append("Give up forgets it, and frees \(what).")
        case .unasked: paragraphs.append(Form.Paragraph("No server could be asked about it now.", tone: .caution))
        case .underway: paragraphs.append("It is being sent at this moment.")
        }
        if hasNumber, standing == .known || standing == .missing {
            paragraphs.append("Speed up sends the same with a higher fee. Only one of the two can happen.")
            paragraphs.append("Cancel it sends nothing to yourself in its place. Whichever is in a block first counts.")
        }
        return paragraphs
    }

    /// What can be done.
    var others: [Form.Other] {
        var others: [Form.Other] = []
        if standing == .missing {
            others += [Form.Other("again", label: "Send again"), Form.Other("giveUp", label: "Give up")]
        }
        if hasNumber, standing == .known || standing == .missing {
            others += [Form.Other("faster", label: "Speed up"), Form.Other("cancelling", label: "Cancel it")]
        }
        return others
    }

    /// What giving it up means.
    var consequences: [Form.Paragraph] {
        [
            Form.Paragraph(
                "It stays signed. Whoever has its bytes – a merchant, or a server that does not tell – can still send it"
                    + (hasNumber ? ", until another transaction with its number is in a block." : "."), tone: .danger),
            Form.Paragraph("The wallet frees \(what), and goes on watching whether it happens all the same."),
            hasNumber
                ? "Your next transaction takes its number, and ends it for good once it is in a block."
                : "If you pay the same again, it may be paid twice.",
        ]
    }

    private var what: String { hasNumber ? "its number for the next transaction" : "its coins for other payments" }
}
