import Ethereum
import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// The screens for adding a token by its contract.
struct TokenScreens {
    /// The account, whose chain has the contract.
    let account: AccountSummary

    /// The form for the contract.
    func form(_ values: [String: String] = [:], problem: String? = nil) -> Screen {
        var screen = Screen(
            title: HomeScreens.title,
            heading: localized("Add a token on \(account.shownChain, as: "network")"))
        screen.paragraphs = [
            Form.Paragraph(
                localized("Your node reads the symbol and the decimals from the contract. Nobody else learns of it."))
        ]
        screen.fields = [
            FormField(
                "contract", label: localized("Contract of the token"), .text(initial: values["contract"] ?? ""),
                isRequired: true)
        ]
        if let problem { screen.problems = ["contract": problem] }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.review.rawValue, label: localized("Review"), .next),
        ]
        return screen
    }

    /// What is shown while the node reads the contract.
    var asking: Screen {
        var screen = form()
        screen.fields = []
        screen.busy = localized("Your node reads the contract…")
        screen.buttons = [Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back"))]
        return screen
    }

    /// The token as its contract describes it.
    func review(_ offer: OwnTokens.Offer) -> Screen {
        var screen = form()
        screen.fields = []
        screen.rows = offer.token.rows
        screen.paragraphs = [
            offer.isNamesake
                ? Form.Paragraph(
                    localized("This is not the token that you know by this symbol: it has a different contract."),
                    tone: .danger)
                : Form.Paragraph(
                    localized("Anyone can create a token with any name. The wallet does not know this one."),
                    tone: .caution)
        ]
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.add.rawValue, label: localized("Add token"), .next),
        ]
        return screen
    }
}
