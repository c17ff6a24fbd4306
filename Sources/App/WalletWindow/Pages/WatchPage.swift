import Bridge
import Bitcoin
import HeadlessWallet
import Messages
import UniformResources
import WalletUI

/// The form for an account whose keys are in another wallet.
@MainActor final class WatchPage: Page {
    enum Action: Hashable {
        case back, add
    }

    private let context: PageContext
    private var values: [FieldID: String] = [:]
    private var problems: [FieldID: String] = [:]

    /// What happened last, such as that an image was read.
    private var note: String?

    /// The parts of an export that were read from images.
    private var collector = ImageCollector()

    init(_ context: PageContext) { self.context = context }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action == .add else { return .back }
        (values, problems) = (input.values, [:])
        do throws(WalletError) {
            guard input[.image].isEmpty else {
                try await read(input[.image])
                return .stay
            }
            _ = try await context.wallet.headless.perform(
                WatchAccount(
                    values[.text] ?? "", named: values[.name] ?? "", network: values[.network] ?? "",
                    type: values[.type] ?? ""))
            return .home
        } catch {
            problems = [error.field ?? .text: error.description]
            return .stay
        }
    }

    /// Enters what the QR codes in an image say.
    private func read(_ image: String) async throws(WalletError) {
        let (collector, content) = try await collector.adding(image: image)
        self.collector = collector
        switch content {
        case .resource(let resource)?: values[.text] = resource.text
        case .text(let text)?: values[.text] = text
        case .bbqr?: throw WalletError(field: .image, localized("The image has a transaction, not a key."))
        case nil: break
        }
        note =
            content == nil
            ? collector.progress.map { localized("\($0, as: "progress"). Open the next image.") }
            : localized("The image was read. Check the entries, and add the account.")
    }

    var screen: Screen {
        var screen = Screen(localized("Add a watch-only account"))
        screen.problems = problems
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    The wallet shows the balance and the history of the account, and receives at its addresses. To \
                    send, it makes a file (PSBT) that the wallet with the keys signs.
                    """)),
            Screen.Paragraph(localized("Your servers learn the addresses of the account."), tone: .caution),
        ]
        screen.paragraphs += note.map { [Screen.Paragraph($0)] } ?? []
        screen.fields = [
            FormField(
                .text, label: localized("Public key, descriptor or address"), .text(initial: values[.text] ?? ""),
                hint: localized(
                    """
                    An extended public key (xpub, ypub, zpub), also with its origin such as [d34db33f/84h/0h/0h] in \
                    front, an output descriptor, or an address of Bitcoin, Bitcoin Cash or Ethereum.
                    """)),
            FormField(
                .image, label: localized("Image of a QR code"), .file(initial: ""),
                hint: localized("Instead of a text: the export of a hardware wallet.")),
            FormField(.name, label: localized("Name"), .text(initial: values[.name] ?? "")),
            FormField(
                .network, label: localized("Network of a key"),
                .choice(
                    [
                        FormField.Choice("bitcoin", label: UTXOChain.bitcoin.name),
                        FormField.Choice("bitcoinCash", label: UTXOChain.bitcoinCash.name),
                    ] + UTXOChain.testnets.map { FormField.Choice($0.rawValue, label: $0.name) },
                    selected: values[.network] ?? "bitcoin")),
            FormField(
                .type, label: localized("Addresses of an extended key"),
                .choice(
                    [FormField.Choice("", label: localized("As the key says"))]
                        + ScriptType.allCases.map { FormField.Choice($0.rawValue, label: Self.label(of: $0)) },
                    selected: values[.type] ?? "")),
        ]
        screen.buttons = [
            Screen.Button(Action.back, label: localized("Back")),
            Screen.Button(Action.add, label: localized("Add account"), .next),
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
