import Bitcoin
import Bridge
import Messages
import WalletUI

/// The tasks other than receiving and sending.
enum Tool: String, CaseIterable {
    /// Adds an account whose keys are in another wallet.
    case watch

    /// Adds an account whose key a device has that signs by QR codes.
    case device

    /// Explains, signs and sends a partially signed transaction.
    case psbt

    /// Signs and verifies messages.
    case message

    var choice: Screen.Choice {
        switch self {
        case .watch:
            Screen.Choice(
                rawValue, label: .trusted(localized("Add watch-only account…")),
                detail: .trusted(localized("Show the balance of an account whose keys are in another wallet.")))
        case .device:
            Screen.Choice(
                rawValue, label: .trusted(localized("Connect hardware wallet…")),
                detail: .trusted(localized("Use an Ethereum account of a device that signs by QR codes.")))
        case .psbt:
            Screen.Choice(
                rawValue, label: .trusted(localized("Open PSBT…")),
                detail: .trusted(localized("Explain, sign or send a partially signed transaction on Bitcoin.")))
        case .message:
            Screen.Choice(
                rawValue, label: .trusted(localized("Sign or verify a message…")),
                detail: .trusted(localized("Prove that an address is yours, or check such a proof.")))
        }
    }

    /// The list of the tasks.
    static var screen: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Tools"))
        screen.choices = allCases.map(\.choice)
        screen.buttons = [Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back"))]
        return screen
    }
}

/// The form for an account whose keys are in another wallet.
struct WatchStep {
    var values: [String: String] = [:]
    var problems: [String: String] = [:]

    /// What happened last, such as that a picture was read.
    var note: String?

    /// The parts of an export that were read from pictures.
    var collector = PictureCollector()

    var screen: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Add a watch-only account"))
        screen.problems = problems
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    The wallet shows the balance and the history of the account, and receives at its addresses. To \
                    send, it makes a file (PSBT) that the wallet with the keys signs.
                    """)),
            Form.Paragraph(localized("Your servers learn the addresses of the account."), tone: .caution),
        ]
        screen.paragraphs += note.map { [Form.Paragraph($0)] } ?? []
        screen.fields = [
            FormField(
                "text", label: localized("Public key, descriptor or address"), .text(initial: values["text"] ?? ""),
                hint: localized(
                    """
                    An extended public key (xpub, ypub, zpub), also with its origin such as [d34db33f/84h/0h/0h] in \
                    front, an output descriptor, or an address of Bitcoin, Bitcoin Cash or Ethereum.
                    """)),
            FormField(
                "picture", label: localized("Picture of a QR code"), .file(initial: ""),
                hint: localized("Instead of a text: the export of a hardware wallet.")),
            FormField("name", label: localized("Name"), .text(initial: values["name"] ?? "")),
            FormField(
                "network", label: localized("Network of a key"),
                .choice(
                    [
                        FormField.Choice("bitcoin", label: UTXOChain.bitcoin.name),
                        FormField.Choice("bitcoinCash", label: UTXOChain.bitcoinCash.name),
                    ] + UTXOChain.testnets.map { FormField.Choice($0.rawValue, label: $0.name) },
                    selected: values["network"] ?? "bitcoin")),
            FormField(
                "type", label: localized("Addresses of an extended key"),
                .choice(
                    [FormField.Choice("", label: localized("As the key says"))]
                        + ScriptType.allCases.map { FormField.Choice($0.rawValue, label: Self.label(of: $0)) },
                    selected: values["type"] ?? "")),
        ]
        screen.buttons = [
            Screen.Button(HomeScreens.Action.tools.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.save.rawValue, label: localized("Add account"), .next),
        ]
        return screen
    }

    private static func label(of type: ScriptType) -> String {
        switch type {
        case .p2pkh: localized("Legacy (P2PKH)")
        case .p2shP2wpkh: localized("Nested SegWit (P2SH-P2WPKH)")
        case .p2wpkh: localized("Native SegWit (P2WPKH)")
        case .p2tr: localized("Taproot (P2TR)")
        }
    }
}
