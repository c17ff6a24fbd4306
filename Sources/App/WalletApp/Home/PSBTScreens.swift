import Bitcoin
import BitcoinWallet
import Bridge
import HeadlessWallet
import Messages
import QRWriter
import WalletUI

/// A partially signed transaction that the window shows.
struct PSBTStep {
    /// What is shown of it.
    enum Part {
        /// The question which one is meant.
        case open
        /// A transaction with its explanation.
        case shown(PSBTReport, rows: [Approval.Row], warnings: [Approval.Warning])
        /// The QR codes of a transaction.
        case codes(PSBT, CodeSeries.Form, [QRCode], interval: Duration)
        /// An approval is open.
        case approving
        /// It was sent, or it is not known whether it was.
        case sent(SentTransaction)
    }

    var part = Part.open
    var values: [String: String] = [:]
    var problems: [String: String] = [:]

    /// What happened last, such as that a file was written.
    var note: String?

    /// The parts of a transaction that were read from pictures.
    var collector = PSBTCollector()

    var screen: Screen {
        switch part {
        case .open: opening
        case .shown(let report, let rows, let warnings): shown(report, rows, warnings)
        case .codes(_, let form, let codes, let interval): self.codes(form, codes, interval)
        case .approving: approving
        case .sent(let transaction): transaction.screen
        }
    }

    private var opening: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Open a PSBT"))
        screen.problems = problems
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    A PSBT is a transaction on Bitcoin that is not signed completely. The wallet explains it, adds the \
                    signatures of its keys, or sends it when it has all signatures.
                    """))
        ]
        screen.fields = [
            FormField("file", label: localized("File"), .file(initial: values["file"] ?? "")),
            FormField(
                "text", label: localized("Text"), .text(initial: values["text"] ?? ""),
                hint: localized("Instead of a file: the text in Base64.")),
            picture,
        ]
        screen.paragraphs += note.map { [Form.Paragraph($0)] } ?? []
        screen.buttons = [
            Screen.Button(HomeScreens.Action.tools.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.open.rawValue, label: localized("Open"), .next),
        ]
        return screen
    }

    /// The field for pictures of QR codes.
    private var picture: FormField {
        FormField(
            "picture", label: localized("Picture of a QR code"), .file(initial: ""),
            hint: localized(
                "UR, BBQr, Base64 or a signed transaction. For a series, open one picture after another, in any order.")
        )
    }

    private func shown(_ report: PSBTReport, _ rows: [Approval.Row], _ warnings: [Approval.Warning]) -> Screen {
        var screen = Screen(
            title: HomeScreens.title,
            heading: report.signed == nil ? localized("Transaction to sign") : localized("Signed transaction"))
        screen.problems = problems
        let state = [note, Self.state(of: report)].compactMap(\.self).joined(separator: " ")
        screen.paragraphs =
            [Form.Paragraph(state)]
            + warnings.map { Form.Paragraph($0.text, tone: $0.level == .danger ? .danger : .caution) }
        screen.rows = rows
        screen.fields = [
            FormField(
                "save", label: localized("Save as"), .file(initial: values["save"] ?? "", saves: true),
                hint: localized("For the wallet with the keys, for example on another computer.")),
            FormField(
                "file", label: localized("Signed by others"), .file(initial: ""),
                hint: localized("A file with more signatures of the same transaction.")),
            picture,
        ]
        screen.buttons = [
            Screen.Button(HomeScreens.Action.tools.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.code.rawValue, label: localized("Show QR codes…")),
            Screen.Button(HomeScreens.Action.write.rawValue, label: localized("Save")),
            Screen.Button(HomeScreens.Action.combine.rawValue, label: localized("Add signatures")),
        ]
        if report.isSignable {
            screen.buttons.append(Screen.Button(HomeScreens.Action.sign.rawValue, label: localized("Sign…"), .next))
        }
        if report.signed != nil {
            screen.buttons.insert(
                Screen.Button(HomeScreens.Action.writeFinal.rawValue, label: localized("Save final transaction")), at: 3
            )
            screen.buttons.append(Screen.Button(HomeScreens.Action.send.rawValue, label: localized("Send…"), .next))
        }
        return screen
    }

    private static func state(of report: PSBTReport) -> String {
        if report.signed != nil {
            return report.isVerified
                ? localized("All signatures are present and valid. It can be sent.")
                : localized("All inputs are final. It can be sent.")
        }
        return report.isSignable
            ? localized("Keys of this wallet can sign it.")
            : localized("Save it, sign it in the wallet with the keys, and add the signatures here.")
    }

    private func codes(_ form: CodeSeries.Form, _ codes: [QRCode], _ interval: Duration) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("QR codes of the transaction"))
        screen.problems = problems
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    "Scan them with the wallet that signs. To read its answer, take pictures of its QR codes and add them."
                ))
        ]
        screen.animation = Screen.Animation(codes, named: localized("QR code of the transaction"), interval: interval)
        screen.fields = [
            FormField(
                "form", label: localized("Form"),
                .choice(
                    CodeSeries.Form.allCases.map { FormField.Choice($0.rawValue, label: $0.label) },
                    selected: form.rawValue))
        ]
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.code.rawValue, label: localized("Show"), .next),
        ]
        return screen
    }

    private var approving: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Transaction to sign"))
        screen.busy = localized("Confirm it in the window that opens.")
        return screen
    }
}
