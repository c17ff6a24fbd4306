import Bridge
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// The search for accounts of the recovery phrase that other wallets have used.
@MainActor final class DiscoveryPage: Page {
    enum Action: Hashable {
        case back, start, search, add
    }

    /// What is shown of it.
    private enum Part {
        case start, searching, results
    }

    private let context: PageContext
    private var screens: DiscoveryScreens
    private var part = Part.start

    /// The search, which knows what has found each account.
    private var search: AccountSearch
    private var searching: Task<Void, Never>?

    /// The question on which paths to search; `isOffered` after a restore.
    init(_ context: PageContext, isOffered: Bool = false) {
        self.context = context
        screens = DiscoveryScreens(isOffered: isOffered, hasServers: context.services.hasServers)
        search = AccountSearch(context.holdings)
    }

    var screen: Screen {
        switch part {
        case .start: screens.start
        case .searching: screens.searching
        case .results: screens.results
        }
    }

    func leave() { searching?.cancel() }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch action {
        case .back: return .back
        case .start:
            searching?.cancel()
            (part, screens.found, screens.problem) = (.start, [], nil)
        case .search:
            (screens.values, part) = (input.values, .searching)
            context.draw(self)
            let task = Task { await self.run() }
            searching = task
            await task.value
        case .add:
            let chosen = screens.chosen(input.values)
            screens.values.merge(input.values) { $1 }
            do throws(RPCError) {
                try await search.add(chosen)
                return .home
            } catch {
                context.report(error.sentence)
            }
        }
        return .stay
    }

    /// Shows each account when it is found.
    private func run() async {
        let search = AccountSearch(context.holdings)
        let paths = (screens.values[.paths] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        let problem = await search.run(paths) { account in
            guard !Task.isCancelled else { return }
            screens.found.append(account)
            context.draw(self)
        }
        guard !Task.isCancelled else { return }
        (self.search, screens.problem, part) = (search, problem, .results)
    }
}

/// The screens about accounts of the recovery phrase that other wallets have used.
struct DiscoveryScreens {
    /// Whether the wallet offers the search, because it was just restored.
    var isOffered = false

    /// Whether a server can be asked.
    var hasServers = true

    /// The accounts that were found so far.
    var found: [DiscoveredAccount] = []

    /// What was entered: `paths`, and the IDs of the chosen accounts.
    var values: [FieldID: String] = [:]

    /// Why the search ended early.
    var problem: String?

    /// The question on which paths to search.
    var start: Screen {
        var screen = Screen(Self.heading)
        if isOffered {
            screen.paragraphs = [Screen.Paragraph(localized("The wallet was restored from its recovery phrase."))]
        }
        screen.paragraphs += [
            Screen.Paragraph(
                localized(
                    """
                    If this recovery phrase was used in another wallet, its coins may be on other key paths. The wallet \
                    searches the usual ones: BIP-44, BIP-49, BIP-84 and BIP-86 for Bitcoin, those of Bitcoin Cash, and \
                    those of MetaMask, Ledger Live and older wallets for EVM chains.
                    """)),
            hasServers
                ? Screen.Paragraph(
                    localized("The servers of these networks learn the addresses that are searched."), tone: .caution)
                : Screen.Paragraph(
                    localized("The wallet has no servers to ask. Set them under “Servers…” first."), tone: .caution),
        ]
        screen.fields = [
            FormField(
                .paths, label: localized("Other key paths"), .text(initial: values[.paths] ?? ""),
                hint: localized("Optional, separated by spaces, such as m/44'/0'/5'."))
        ]
        screen.buttons = [
            Screen.Button(DiscoveryPage.Action.back, label: isOffered ? localized("Not now") : localized("Back"))
        ]
        if hasServers {
            screen.buttons.append(
                Screen.Button(DiscoveryPage.Action.search, label: localized("Search"), .next))
        }
        return screen
    }

    /// The search, with what it has found so far.
    var searching: Screen {
        var screen = Screen(Self.heading)
        screen.busy = localized(
            "Searching… \(found.count, as: "count") account found so far.",
            plural: "Searching… \(found.count, as: "count") accounts found so far.", count: found.count)
        screen.buttons = [Screen.Button(DiscoveryPage.Action.start, label: localized("Cancel"))]
        return screen
    }

    /// What was found, to choose what is added.
    var results: Screen {
        var screen = Screen(localized("Accounts of this recovery phrase"))
        if let problem {
            screen.paragraphs = [
                Screen.Paragraph(
                    localized("The search could not be completed. \(problem, as: "reason")"), tone: .caution)
            ]
        }
        if found.isEmpty {
            screen.paragraphs.append(Screen.Paragraph(localized("No account on these paths was used.")))
        }
        screen.fields = found.enumerated().filter { !$1.isAdded }.map { place, account in
            FormField(
                Self.field(place), label: Self.label(of: account),
                .checkbox(initial: values[Self.field(place)] != "false"), hint: Self.hint(of: account))
        }
        screen.rows = found.filter(\.isAdded).map { account in
            Approval.Row(localized("Already in this wallet"), .trusted(Self.label(of: account)), note: account.path)
        }
        screen.buttons = [Screen.Button(DiscoveryPage.Action.start, label: localized("Back"))]
        if !screen.fields.isEmpty {
            screen.buttons.append(
                Screen.Button(DiscoveryPage.Action.add, label: localized("Add accounts"), .next))
        }
        return screen
    }

    /// The accounts that the user has chosen.
    func chosen(_ values: [FieldID: String]) -> [DiscoveredAccount] {
        found.enumerated().filter { !$1.isAdded && values[Self.field($0)] == "true" }.map(\.element)
    }

    private static var heading: String { localized("Find accounts") }

    private static func field(_ place: Int) -> FieldID { FieldID("account\(place)") }

    private static func label(of account: DiscoveredAccount) -> String {
        let balance = account.summary.balances.first.map { HomeText.amount($0).text } ?? ""
        let network = account.summary.shownChain
        let label = localized(
            "\(network, as: "network"), \(account.scheme, as: "scheme"): \(balance, as: "amount")")
        return [label, HomeText.mark(of: account.summary)].compactMap(\.self).joined(separator: " · ")
    }

    private static func hint(of account: DiscoveredAccount) -> String {
        let count = account.transactions
        let transactions = localized(
            "\(count, as: "count") transaction", plural: "\(count, as: "count") transactions", count: count)
        return "\(account.path) · \(account.summary.id.address) · \(transactions)"
    }
}
