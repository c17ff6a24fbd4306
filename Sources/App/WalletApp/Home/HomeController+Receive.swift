import BitcoinWallet
import Bridge
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// An address that the window shows, or the list of addresses.
struct ReceiveStep {
    let screens: ReceiveScreens
    var address: ReceiveAddress?
    var values: [String: String] = [:]
    var notes: [String] = []

    /// When the screen was opened, in seconds since 1970.
    let since: Int64

    /// What has arrived since then.
    var arrived: [HistoryItem] = []

    /// The addresses, if the list is shown.
    var list: [ReceiveAddress]?

    var screen: Screen {
        if let list { return screens.used(list) }
        return address.map { screens.receive($0, values, notes: notes, arrived: arrived) } ?? screens.asking
    }
}

extension HomeController {
    func beginReceiving(_ asset: HeldAsset, _ account: AccountSummary) {
        let step = ReceiveStep(
            screens: ReceiveScreens(account: account, asset: asset, isPractice: practice != nil),
            since: wallet.services.now())
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
                if !isKnown, step.screens.hasFreshAddresses {
                    step.notes.append(
                        localized(
                            """
                            The wallet cannot check which addresses were used, because no server has answered yet. You \
                            can receive at this address.
                            """))
                }
                if let address = step.address, step.screens.hasFreshAddresses {
                    let known = try source.addresses(of: account)
                    if let warning = ReceiveScreens.gapWarning(about: address, among: known) {
                        step.notes.append(warning)
                    }
                }
            } catch {
                step.address = try source.addresses(of: account).first
                step.notes = [
                    localized(
                        """
                        The wallet cannot check which addresses were used. \(error.sentence, as: "reason") You can \
                        receive at this address.
                        """)
                ]
            }
        } catch {
            return window.report(error.sentence)
        }
        if wallet.services.activeAccount.notice != nil {
            step.notes.append(localized("Do not send anything of value to this address: it would be lost."))
        }
        // The user may have gone elsewhere meanwhile.
        guard case .receive(let shown) = self.step, shown.screens.account.id == account, shown.list == nil else {
            return
        }
        step.values = shown.values
        show(.receive(step))
    }

    /// Stores the name or purpose in the link with the address, so that the list of addresses has it.
    private func keepLabel(of step: ReceiveStep) async {
        guard step.screens.hasFreshAddresses, let address = step.address else { return }
        let label = EnteredText.trimmed(step.values["label"])
        do throws(RPCError) {
            try await holdings.coinWallet.label(label, onAddress: address.text, of: step.screens.account.id)
        } catch {
            window.report(error.sentence)
        }
    }

    /// Shows what has arrived at the address that is shown; what the user has entered stays.
    func refreshReceiving(_ step: ReceiveStep) async {
        guard let address = step.address, step.list == nil else { return }
        var filter = HistoryFilter()
        filter.account = step.screens.account.id
        filter.direction = .incoming
        // A block can be a little older than the payment that the user has just asked for.
        filter.from = step.since - Self.blockAge
        let found = (try? await holdings.history(filter, limit: Self.mostArrived)) ?? []
        let texts = Set(address.forms.map(\.text))
        let arrived = found.filter { item in
            step.screens.hasFreshAddresses
                ? item.others.contains(where: texts.contains)
                : item.changes.contains { $0.asset.id.isSame(as: step.screens.asset.id) }
        }
        guard case .receive(var shown) = self.step, shown.address == address, shown.list == nil,
            shown.arrived != arrived
        else { return }
        shown.arrived = arrived
        shown.values = window.screens.values
        show(.receive(shown))
    }

    private static let blockAge: Int64 = 60
    private static let mostArrived = 20

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: ReceiveStep) {
        var step = step
        switch action {
        case .link:
            step.values = values
            show(.receive(step))
            tasks.start { await self.keepLabel(of: step) }
        case .fresh:
            step.values = values
            (step.address, step.list, step.notes, step.arrived) = (nil, nil, [], [])
            step.values["label"] = nil
            show(.receive(step))
            tasks.start { await self.findAddress(step) }
        case .used:
            step.values = values
            let account = step.screens.account.id
            step.list = (try? holdings.part(holdings.addresses, for: account).addresses(of: account)) ?? []
            show(.receive(step))
        case .practise:
            step.values = values
            show(.receive(step))
            if let text = step.address?.text { tasks.start { await self.pay(step.screens.asset, to: text) } }
        case .back:
            step.list = nil
            show(.receive(step))
        default: show()
        }
    }
}
