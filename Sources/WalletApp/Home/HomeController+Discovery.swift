import Bridge
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

    var screens = DiscoveryScreens()
    var part = Part.start

    /// The search that has found each account, by its place in ``WalletHoldings/discoveries``.
    var sources: [DiscoveredAccount: Int] = [:]

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
            step.screens = DiscoveryScreens(values: values)
            step.part = .searching
            show(.discovery(step))
            searching = Task { await self.search(step) }
        case (.save, .results):
            let chosen = step.screens.chosen(values)
            step.screens.values.merge(values) { $1 }
            tasks.start { await self.add(chosen, step) }
        default:
            searching?.cancel()
            show(.discovery(DiscoveryStep()))
        }
    }

    /// Shows each account when it is found.
    private func search(_ step: DiscoveryStep) async {
        var step = step
        let paths = (step.screens.values["paths"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        for (place, source) in holdings.discoveries.enumerated() {
            do {
                for try await account in source.discover(paths) {
                    step.screens.found.append(account)
                    step.sources[account] = place
                    guard !Task.isCancelled else { return }
                    showSearch(step)
                }
            } catch {
                // What other networks have is still of use.
                step.screens.problem = (error as? RPCError)?.sentence ?? "\(error)"
            }
            guard !Task.isCancelled else { return }
        }
        step.part = .results
        showSearch(step)
    }

    /// Shows the state of the search, unless the user has gone elsewhere.
    private func showSearch(_ step: DiscoveryStep) {
        if case .discovery(let shown) = self.step, shown.part == .searching { show(.discovery(step)) }
    }

    private func add(_ accounts: [DiscoveredAccount], _ step: DiscoveryStep) async {
        do throws(RPCError) {
            for (place, source) in holdings.discoveries.enumerated() {
                let own = accounts.filter { step.sources[$0] == place }
                if !own.isEmpty { try await source.add(own) }
            }
        } catch {
            window.report(error.sentence)
            return show(.discovery(step))
        }
        show()
    }
}
