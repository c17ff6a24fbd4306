import Ethereum
import Bridge
import EthereumWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// A token that the user adds.
struct TokenStep {
    /// What is shown of it.
    enum Part {
        case form([String: String], problem: String?)
        case asking
        case review(OwnTokens.Offer)
    }

    let screens: TokenScreens
    var part = Part.form([:], problem: nil)

    var screen: Screen {
        switch part {
        case .form(let values, let problem): screens.form(values, problem: problem)
        case .asking: screens.asking
        case .review(let offer): screens.review(offer)
        }
    }
}

extension HomeController {
    /// The tokens that the user added.
    var ownTokens: OwnTokens { wallet.services.ownTokens }

    func showTokenForm(of account: AccountSummary) {
        show(.token(TokenStep(screens: TokenScreens(account: account))))
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: TokenStep) {
        var step = step
        switch (action, step.part) {
        case (.review, .form):
            step.part = .asking
            show(.token(step))
            tasks.start { await self.find(values, step) }
        case (.add, .review(let offer)):
            tasks.start {
                await self.ownTokens.add(offer)
                self.show()
            }
        case (.back, .review(let offer)):
            step.part = .form(["contract": offer.token.address.description], problem: nil)
            show(.token(step))
        default: show(.home)
        }
    }

    private func find(_ values: [String: String], _ step: TokenStep) async {
        var step = step
        let id = step.screens.account.id
        do throws(RPCError) {
            guard let chain = wallet.services.chains.chain(id.chain) else { throw .locked }
            step.part = .review(try await ownTokens.find(values["contract"] ?? "", on: chain))
        } catch {
            step.part = .form(values, problem: error.sentence)
        }
        // The user may have left the screen meanwhile.
        guard case .token(let shown) = self.step, case .asking = shown.part, shown.screens.account.id == id else {
            return
        }
        show(.token(step))
    }

    /// Removes a token that the user added.
    func removeToken(_ asset: HeldAsset) {
        guard let chain = asset.id.chain.eip155 else { return }
        tasks.start { [self] in
            do throws(RPCError) {
                try await ownTokens.remove(asset.id.reference, on: chain)
            } catch {
                window.report(error.sentence)
            }
            show()
        }
    }
}
