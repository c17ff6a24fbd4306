import Bridge
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// An address that the window shows, or the list of addresses.
struct ReceiveStep {
    let screens: ReceiveScreens
    var address: ReceiveAddress?
    var values: [String: String] = [:]
    var problem: String?

    /// The addresses, if the list is shown.
    var list: [ReceiveAddress]?

    var screen: Screen {
        if let list { return screens.used(list) }
        return address.map { screens.receive($0, values, problem: problem) } ?? screens.asking
    }
}

extension HomeController {
    func beginReceiving(_ asset: HeldAsset, _ account: AccountSummary) {
        let step = ReceiveStep(screens: ReceiveScreens(account: account, asset: asset))
        show(.receive(step))
        tasks.start { await self.findAddress(step) }
    }

    /// Shows an address for the next sender; without a server, one that may have been used.
    private func findAddress(_ step: ReceiveStep) async {
        var step = step
        let account = step.screens.account.id
        do throws(RPCError) {
            let source = try holdings.part(holdings.addresses, for: account)
            do throws(RPCError) {
                step.address = try await source.newAddress(of: account)
                let isKnown = holdings.accounts.first { $0.id == account }?.balances.first?.units != nil
                step.problem =
                    isKnown || !step.screens.hasFreshAddresses
                    ? nil
                    : localized(
                        """
                        The wallet cannot check which addresses were used, because no server has answered yet. You can \
                        receive at this address.
                        """)
            } catch {
                step.address = try source.addresses(of: account).first
                step.problem = localized(
                    """
                    The wallet cannot check which addresses were used. \(error.sentence, as: "reason") You can receive \
                    at this address.
                    """)
            }
        } catch {
            return window.report(error.sentence)
        }
        // The user may have gone elsewhere meanwhile.
        guard case .receive(let shown) = self.step, shown.screens.account.id == account, shown.list == nil else {
            return
        }
        step.values = shown.values
        show(.receive(step))
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: ReceiveStep) {
        var step = step
        switch action {
        case .link:
            step.values = values
            show(.receive(step))
        case .fresh:
            step.values = values
            (step.address, step.list) = (nil, nil)
            show(.receive(step))
            tasks.start { await self.findAddress(step) }
        case .used:
            step.values = values
            let account = step.screens.account.id
            step.list = (try? holdings.part(holdings.addresses, for: account).addresses(of: account)) ?? []
            show(.receive(step))
        case .back:
            step.list = nil
            show(.receive(step))
        default: show()
        }
    }
}
