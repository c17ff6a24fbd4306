import Bridge
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// The search for accounts that the window shows.
struct DiscoveryStep {
    /// What is shown of it.
    enum Part {
        case start, searching, results
    }

    var screens: DiscoveryScreens
    var part = Part.start

    /// The search, which knows what has found each account.
    var search: AccountSearch

    var screen: Screen {
        switch part {
        case .start: screens.start
        case .searching: screens.searching
        case .results: screens.results
        }
    }
}

extension HomeController {
    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: DiscoveryStep) {
        var step = step
        switch (action, step.part) {
        case (.search, .start):
            step.screens.values = values
            step.part = .searching
            show(.discovery(step))
            searching = Task { await self.search(step) }
        case (.save, .results):
            let chosen = step.screens.chosen(values)
            step.screens.values.merge(values) { $1 }
            tasks.start { await self.add(chosen, step) }
        default:
            searching?.cancel()
            show(.discovery(discovery()))
        }
    }

    /// The question on which paths to search; `isOffered` after a restore.
    func discovery(isOffered: Bool = false) -> DiscoveryStep {
        DiscoveryStep(
            screens: DiscoveryScreens(isOffered: isOffered, hasServers: wallet.services.hasServers),
            search: AccountSearch(holdings))
    }

    /// Shows each account when it is found.
    private func search(_ step: DiscoveryStep) async {
        var step = step
        let paths = (step.screens.values["paths"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        step.screens.problem = await step.search.run(paths) { account in
            step.screens.found.append(account)
            showSearch(step)
        }
        guard !Task.isCancelled else { return }
        step.part = .results
        showSearch(step)
    }

    /// Shows the state of the search, unless the user has gone elsewhere.
    private func showSearch(_ step: DiscoveryStep) {
        if case .discovery(let shown) = self.step, shown.part == .searching { show(.discovery(step)) }
    }

    private func add(_ accounts: [DiscoveredAccount], _ step: DiscoveryStep) async {
        do throws(RPCError) {
            try await step.search.add(accounts)
        } catch {
            window.report(error.sentence)
            return show(.discovery(step))
        }
        show()
    }
}
