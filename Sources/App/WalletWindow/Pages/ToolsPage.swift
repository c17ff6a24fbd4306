import Bridge
import Messages
import WalletUI

/// The tasks other than receiving and sending.
@MainActor final class ToolsPage: Page {
    enum Action: Hashable {
        case back
        case tool(Tool)
    }

    private let context: PageContext

    init(_ context: PageContext) { self.context = context }

    var screen: Screen { Tool.screen }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch action {
        case .back: .back
        case .tool(.watch): .open(WatchPage(context))
        case .tool(.device): .open(DevicePage(context))
        case .tool(.psbt): .open(PSBTPage(context))
        case .tool(.message): .open(MessagePage(context))
        }
    }
}

/// The tasks other than receiving and sending.
enum Tool: Hashable, CaseIterable {
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
                ToolsPage.Action.tool(self), label: .trusted(localized("Add watch-only account…")),
                detail: .trusted(localized("Show the balance of an account whose keys are in another wallet.")))
        case .device:
            Screen.Choice(
                ToolsPage.Action.tool(self), label: .trusted(localized("Connect hardware wallet…")),
                detail: .trusted(localized("Use an Ethereum account of a device that signs by QR codes.")))
        case .psbt:
            Screen.Choice(
                ToolsPage.Action.tool(self), label: .trusted(localized("Open PSBT…")),
                detail: .trusted(localized("Explain, sign or send a partially signed transaction on Bitcoin.")))
        case .message:
            Screen.Choice(
                ToolsPage.Action.tool(self), label: .trusted(localized("Sign or verify a message…")),
                detail: .trusted(localized("Prove that an address is yours, or check such a proof.")))
        }
    }

    /// The list of the tasks.
    static var screen: Screen {
        var screen = Screen(localized("Tools"))
        screen.choices = allCases.map(\.choice)
        screen.buttons = [Screen.Button(ToolsPage.Action.back, label: localized("Back"))]
        return screen
    }
}
