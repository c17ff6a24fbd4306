import BitcoinWallet
import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// The form in which messages are signed and verified.
@MainActor final class MessagePage: Page {
    enum Action: Hashable {
        case back, verify, sign
    }

    /// How signing or verifying ended.
    private enum Result {
        case signed(String)
        case verified(Bool?)
    }

    private let context: PageContext

    /// The accounts whose keys are here.
    private let accounts: [AccountSummary]
    private var values: [FieldID: String] = [:]
    private var problems: [FieldID: String] = [:]

    /// The signature that was made, or whether one is valid.
    private var result: Result?

    /// Whether the approval is open.
    private var isApproving = false

    init(_ context: PageContext) {
        (self.context, accounts) = (context, context.holdings.accounts.filter { !$0.isWatchOnly })
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        (values, problems, result) = (input.values, [:], nil)
        do throws(WalletError) {
            switch action {
            case .back: return .back
            case .verify:
                result = .verified(
                    try SignMessage.isSigned(
                        values[.message] ?? "", by: input[.address], values[.signature] ?? ""))
            case .sign: result = .signed(try await sign(with: input[.address]))
            }
        } catch {
            if error.kind != .rejected {
                problems = [error.field ?? (action == .sign ? .address : .signature): error.description]
            }
        }
        return .stay
    }

    private func sign(with address: String) async throws(WalletError) -> String {
        isApproving = true
        context.draw(self)
        defer { isApproving = false }
        let signed = try await context.wallet.headless.perform(
            SignMessage(values[.message] ?? "", with: address, form: values[.form] ?? ""))
        return signed.signature
    }

    var screen: Screen {
        var screen = Screen(localized("Sign or verify a message"))
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
                Screen.Paragraph(localized("The signature is valid: the owner of the address signed this message."))
            ]
        case .verified(false)?:
            screen.mark = .stopped
            screen.paragraphs = [
                Screen.Paragraph(
                    localized("The signature is not valid for this message and this address."), tone: .danger)
            ]
        case .verified(nil)?:
            screen.mark = .open
            screen.paragraphs = [
                Screen.Paragraph(
                    localized("The wallet cannot check signatures of this kind of address."), tone: .caution)
            ]
        case nil: break
        }
        screen.fields = fields
        screen.buttons = [
            Screen.Button(Action.back, label: localized("Back")),
            Screen.Button(Action.verify, label: localized("Verify"), .next),
            Screen.Button(Action.sign, label: localized("Sign…"), .next),
        ]
        return screen
    }

    private var fields: [FormField] {
        [
            FormField(
                .address, label: localized("Address"),
                .text(initial: values[.address] ?? accounts.first?.id.address ?? ""),
                hint: localized("To sign, an address of this wallet on Bitcoin, Bitcoin Cash or an EVM chain.")),
            FormField(.message, label: localized("Message"), .lines(initial: values[.message] ?? "")),
            FormField(
                .form, label: localized("Standard on Bitcoin"),
                .choice(
                    [
                        FormField.Choice("", label: localized("Usual for the address")),
                        FormField.Choice("bip137", label: "BIP-137"), FormField.Choice("bip322", label: "BIP-322"),
                    ], selected: values[.form] ?? "")),
            FormField(
                .signature, label: localized("Signature"), .text(initial: values[.signature] ?? ""),
                hint: localized("Only to verify.")),
        ]
    }
}
