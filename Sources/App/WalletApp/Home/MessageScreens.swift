import Bridge
import Messages
import WalletCore
import WalletUI

/// The form in which messages are signed and verified.
struct MessageStep {
    /// The accounts whose keys are here.
    let accounts: [AccountSummary]
    var values: [String: String] = [:]
    var problems: [String: String] = [:]

    /// The signature that was made, or whether one is valid.
    var result: Result?

    /// Whether the approval is open.
    var isApproving = false

    /// How signing or verifying ended.
    enum Result {
        case signed(String)
        case verified(Bool?)
    }

    var screen: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Sign or verify a message"))
        guard !isApproving else {
            screen.busy = localized("Confirm it in the window that opens.")
            return screen
        }
        screen.problems = problems
        switch result {
        case .signed(let signature)?:
            screen.rows = [Approval.Row(localized("Signature"), .exact(signature))]
        case .verified(true)?:
            screen.mark = .done
            screen.paragraphs = [
                Form.Paragraph(localized("The signature is valid: the owner of the address signed this message."))
            ]
        case .verified(false)?:
            screen.mark = .stopped
            screen.paragraphs = [
                Form.Paragraph(
                    localized("The signature is not valid for this message and this address."), tone: .danger)
            ]
        case .verified(nil)?:
            screen.mark = .open
            screen.paragraphs = [
                Form.Paragraph(
                    localized("The wallet cannot check signatures of this kind of address."), tone: .caution)
            ]
        case nil: break
        }
        screen.fields = fields
        screen.buttons = [
            Screen.Button(HomeScreens.Action.tools.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.verify.rawValue, label: localized("Verify"), .next),
            Screen.Button(HomeScreens.Action.sign.rawValue, label: localized("Sign…"), .next),
        ]
        return screen
    }

    private var fields: [FormField] {
        [
            FormField(
                "address", label: localized("Address"),
                .text(initial: values["address"] ?? accounts.first?.id.address ?? ""),
                hint: localized("To sign, an address of this wallet on Bitcoin, Bitcoin Cash or an EVM chain.")),
            FormField("message", label: localized("Message"), .lines(initial: values["message"] ?? "")),
            FormField(
                "form", label: localized("Standard on Bitcoin"),
                .choice(
                    [
                        FormField.Choice("", label: localized("Usual for the address")),
                        FormField.Choice("bip137", label: "BIP-137"), FormField.Choice("bip322", label: "BIP-322"),
                    ], selected: values["form"] ?? "")),
            FormField(
                "signature", label: localized("Signature"), .text(initial: values["signature"] ?? ""),
                hint: localized("Only to verify.")),
        ]
    }
}
