import Bridge
import Ethereum
import EthereumWallet
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// A token that the user adds by its contract.
@MainActor final class AddTokenPage: Page {
    enum Action: Hashable {
        case back, review, form, add
    }

    /// What is shown of it.
    private enum Part {
        case form
        case asking
        case review(OwnTokens.Offer)
    }

    private let context: PageContext
    private let screens: TokenScreens
    private var part = Part.form
    private var values: [FieldID: String] = [:]
    private var problem: String?

    init(_ context: PageContext, of account: AccountSummary) {
        (self.context, screens) = (context, TokenScreens(account: account))
    }

    var screen: Screen {
        switch part {
        case .form: screens.form(values, problem: problem)
        case .asking: screens.asking
        case .review(let offer): screens.review(offer)
        }
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch (action, part) {
        case (.review, _):
            (values, problem, part) = (input.values, nil, .asking)
            context.draw(self)
            await find(input.values[.contract] ?? "")
            return .stay
        case (.add, .review(let offer)):
            await context.services.ownTokens.add(offer)
            return .home
        case (.form, .review(let offer)):
            (values, part) = ([.contract: offer.token.address.description], .form)
            return .stay
        case (.back, _), (.add, _), (.form, _): return .back
        }
    }

    private func find(_ contract: String) async {
        do throws(RPCError) {
            guard let chain = context.services.chains.chain(screens.account.id.chain) else { throw .locked }
            part = .review(try await context.services.ownTokens.find(contract, on: chain))
        } catch {
            (part, problem) = (.form, error.sentence)
        }
    }
}

/// The screens for adding a token by its contract.
struct TokenScreens {
    /// The account, whose chain has the contract.
    let account: AccountSummary

    /// The form for the contract.
    func form(_ values: [FieldID: String] = [:], problem: String? = nil) -> Screen {
        var screen = Screen(
            localized("Add a token on \(account.shownChain, as: "network")"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized("Your node reads the symbol and the decimals from the contract. No other server is asked."))
        ]
        screen.fields = [
            FormField(
                .contract, label: localized("Contract of the token"), .text(initial: values[.contract] ?? ""),
                isRequired: true)
        ]
        if let problem { screen.problems = [.contract: problem] }
        screen.buttons = [
            Screen.Button(AddTokenPage.Action.back, label: localized("Back")),
            Screen.Button(AddTokenPage.Action.review, label: localized("Review"), .next),
        ]
        return screen
    }

    /// What is shown while the node reads the contract.
    var asking: Screen {
        var screen = form()
        screen.fields = []
        screen.busy = localized("Your node reads the contract…")
        screen.buttons = [Screen.Button(AddTokenPage.Action.back, label: localized("Back"))]
        return screen
    }

    /// The token as its contract describes it.
    func review(_ offer: OwnTokens.Offer) -> Screen {
        var screen = form()
        screen.fields = []
        screen.rows = offer.token.rows
        screen.paragraphs = [
            offer.isNamesake
                ? Screen.Paragraph(
                    localized("This is not the token that you know by this symbol: it has a different contract."),
                    tone: .danger)
                : Screen.Paragraph(
                    localized("Anyone can create a token with any name. The wallet does not know this one."),
                    tone: .caution)
        ]
        screen.buttons = [
            Screen.Button(AddTokenPage.Action.form, label: localized("Back")),
            Screen.Button(AddTokenPage.Action.add, label: localized("Add token"), .next),
        ]
        return screen
    }
}
