import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// The past transactions.
@MainActor final class HistoryPage: Page {
    enum Action: Hashable {
        case back, search, filter, export
        case transaction(AccountID, String)
    }

    /// Which of them are shown.
    var filter: HistoryFilter

    private let context: PageContext
    private var items: [HistoryItem] = []
    private var gaps: [HistoryGap] = []
    private var people = HistoryScreens.People()

    init(_ context: PageContext, _ filter: HistoryFilter = HistoryFilter()) {
        (self.context, self.filter) = (context, filter)
    }

    /// The transactions of one account.
    convenience init(_ context: PageContext, of account: AccountID?) {
        var filter = HistoryFilter()
        filter.account = account
        self.init(context, filter)
    }

    var screen: Screen {
        HistoryScreens(accounts: context.holdings.accounts, now: context.now, people: people).list(items, filter, gaps)
    }

    func load() async {
        do throws(RPCError) {
            items = try await context.holdings.history(filter, limit: HistoryScreens.most)
        } catch {
            context.report(error.sentence)
        }
        gaps = context.holdings.gaps(filter)
        let ensNames = people.ensNames
        people = HistoryScreens.People((try? await context.holdings.contacts.contacts()) ?? [])
        people.ensNames = ensNames
        for (chain, others) in others { people.ensNames.merge(context.knownNames(of: others, on: chain)) { $1 } }
    }

    /// Looks up what became of open transactions, and the names of those with whom the newest ones were made.
    func ask() async {
        await context.services.transactions.resolve()
        await load()
        context.stack?.redraw()
        for (chain, others) in others { people.ensNames.merge(await context.names(of: others, on: chain)) { $1 } }
    }

    /// The addresses of others in the newest items on EVM chains, each once.
    private var others: [ChainID: [String]] {
        var others: [ChainID: [String]] = [:]
        var count = 0
        for item in items where item.account.chain.eip155 != nil && count < Self.mostNamed {
            guard item.others.count == 1, let other = item.others.first,
                others[item.account.chain]?.contains(other) != true
            else { continue }
            others[item.account.chain, default: []].append(other)
            count += 1
        }
        return others
    }

    private static let mostNamed = 20

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch action {
        case .back: return .back
        case .search:
            filter.text = HistoryScreens.filter(in: input.values).text
            await load()
            return .stay
        case .filter: return .open(HistoryFilterPage(context, self))
        case .export: return .open(HistoryExportPage(context, filter))
        case .transaction(let account, let txid):
            guard let item = items.first(where: { $0.account == account && $0.txid == txid }) else { return .stay }
            return .open(TransactionPage(context, item, people))
        }
    }
}

/// Which past transactions are shown.
@MainActor final class HistoryFilterPage: Page {
    enum Action: Hashable {
        case back, show
    }

    private let context: PageContext
    private let list: HistoryPage

    init(_ context: PageContext, _ list: HistoryPage) { (self.context, self.list) = (context, list) }

    var screen: Screen {
        HistoryScreens(accounts: context.holdings.accounts, now: context.now).narrowing(list.filter)
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action == .show else { return .back }
        var filter = HistoryScreens.filter(in: input.values)
        filter.text = list.filter.text
        list.filter = filter
        await list.load()
        return .back
    }
}

/// The export of past transactions to a file.
@MainActor final class HistoryExportPage: Page {
    enum Action: Hashable {
        case back, write
    }

    private let context: PageContext
    private let filter: HistoryFilter
    private var values: [FieldID: String] = [:]
    private var problem: String?

    init(_ context: PageContext, _ filter: HistoryFilter) { (self.context, self.filter) = (context, filter) }

    var screen: Screen { HistoryScreens.export(values, problem) }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action == .write else { return .back }
        values = input.values
        let path = input[.file]
        let format = HistoryExport.Format(rawValue: input[.format]) ?? .csv
        do {
            let items = try await context.holdings.history(filter, limit: .max)
            let entries = await ListedTransaction.list(items, among: context.holdings.accounts)
            try await Task.detached {
                let text = HistoryExport.text(of: entries, as: format)
                try NewFile.write(Array(text.utf8), to: path)
            }.value
            context.report(localized("The history was written to \(path, as: "file")."))
            return .back
        } catch let error as RPCError {
            problem = error.sentence
        } catch {
            problem = "\(error)"
        }
        return .stay
    }
}

/// The screens about past transactions.
struct HistoryScreens {
    /// The accounts among which the list can be filtered.
    let accounts: [AccountSummary]

    /// The time, in seconds since 1970.
    let now: Int64

    /// What is known of the addresses of others.
    var people = People()

    /// The names of addresses.
    struct People: Hashable {
        /// The user's names, by network and address.
        var contacts: [String: String] = [:]

        /// The names of ENS that the owners chose, by address.
        var ensNames: [String: String] = [:]

        /// Creates the names from the contacts.
        init(_ contacts: [Contact] = []) {
            for contact in contacts { self.contacts[Self.key(contact.address, contact.chain)] = contact.name }
        }

        /// The user's name for an address.
        func contact(_ address: String, on chain: ChainID) -> String? {
            contacts[Self.key(address, chain.description)]
        }

        private static func key(_ address: String, _ chain: String) -> String { "\(chain) \(address.lowercased())" }
    }

    /// The number of transactions in the list.
    static let most = 200

    /// The list, with what it lacks.
    func list(_ items: [HistoryItem], _ filter: HistoryFilter, _ gaps: [HistoryGap] = []) -> Screen {
        var screen = Screen(localized("History"))
        if items.count >= Self.most {
            screen.paragraphs = [
                Screen.Paragraph(
                    localized(
                        """
                        The \(Self.most, as: "count") newest transactions are shown. Search, or choose an account or \
                        dates, to see others. The export has all of them.
                        """))
            ]
        }
        if items.isEmpty {
            let isFiltered = filter != HistoryFilter()
            screen.paragraphs = [
                Screen.Paragraph(
                    isFiltered ? localized("No transaction matches.") : localized("No transactions yet."))
            ]
        }
        var narrowed = filter
        narrowed.text = ""
        if narrowed != HistoryFilter(), !items.isEmpty {
            screen.paragraphs.append(
                Screen.Paragraph(localized("The list is filtered. Press “Filter…” to see or change how.")))
        }
        if gaps.contains(where: { $0.kind == .coins }) {
            screen.paragraphs.append(
                Screen.Paragraph(
                    localized(
                        """
                        On EVM chains, only a node with trace_filter reports all payments. With other nodes, the history \
                        has only the payments that were made while the wallet was open, and none by contracts. The \
                        balance includes all payments.
                        """)))
        }
        screen.rows = rows(about: gaps)
        screen.fields = [
            FormField(
                .text, label: localized("Search"), .text(initial: filter.text),
                hint: localized("In descriptions, notes, addresses, sites and transaction IDs."))
        ]
        screen.choices = items.map { item in
            let mark = HomeText.mark(of: account(of: item))
            return Screen.Choice(
                HistoryPage.Action.transaction(item.account, item.txid), label: .trusted(Self.what(item)),
                detail: .trusted(detail(item)),
                badge: [mark, Self.state(item.state, isShort: true)].compactMap(\.self).joined(separator: " · "))
        }
        screen.buttons = [
            Screen.Button(HistoryPage.Action.back, label: localized("Back")),
            Screen.Button(HistoryPage.Action.filter, label: localized("Filter…")),
            Screen.Button(HistoryPage.Action.export, label: localized("Export…")),
            Screen.Button(HistoryPage.Action.search, label: localized("Search"), .next),
        ]
        return screen
    }

    /// From when on the history is known where it does not reach back to the first block.
    private func rows(about gaps: [HistoryGap]) -> [Approval.Row] {
        gaps.prefix(Self.mostGaps).compactMap { gap in
            guard let account = accounts.first(where: { $0.id.isSame(as: gap.account) }) else { return nil }
            let since = gap.since.map { HomeText.day($0) } ?? localized("not known yet")
            let what = Self.what(gap, account.name, account.shownChain)
            // A note would be too narrow for the names.
            return Approval.Row(
                localized("Known since"), .trusted(localized("\(since, as: "time"): \(what, as: "part")")))
        }
    }

    private static func what(_ gap: HistoryGap, _ account: String, _ network: String) -> String {
        switch gap.kind {
        case .tokens: localized("Transfers of tokens of \(account, as: "account") · \(network, as: "network")")
        case .coins: localized("Payments of \(account, as: "account") · \(network, as: "network")")
        }
    }

    private static let mostGaps = 8

    /// The screen with the fields that narrow the list.
    func narrowing(_ filter: HistoryFilter) -> Screen {
        var screen = Screen(localized("Filter the history"))
        screen.fields = filters(filter)
        screen.buttons = [
            Screen.Button(HistoryFilterPage.Action.back, label: localized("Back")),
            Screen.Button(HistoryFilterPage.Action.show, label: localized("Show"), .next),
        ]
        return screen
    }

    /// The fields that narrow the list.
    private func filters(_ filter: HistoryFilter) -> [FormField] {
        var fields: [FormField] = []
        let known = accounts.reduce(into: [FormField.Choice]()) { choices, account in
            let label = localized("\(account.name, as: "account") · \(account.shownChain, as: "network")")
            let choice = FormField.Choice(account.id.description, label: label)
            if !choices.contains(choice) { choices.append(choice) }
        }
        if known.count > 1 {
            fields.append(
                FormField(
                    .account, label: localized("Account"),
                    .choice(
                        [FormField.Choice("", label: localized("All"))] + known,
                        selected: filter.account?.description ?? "")))
        }
        fields.append(
            FormField(
                .direction, label: localized("Direction"),
                .choice(
                    [
                        .init("", label: localized("All")), .init("incoming", label: localized("Received")),
                        .init("outgoing", label: localized("Sent")),
                    ], selected: filter.direction?.rawValue ?? "")))
        fields.append(
            FormField(
                .state, label: localized("State"),
                .choice(
                    [
                        .init("", label: localized("All")), .init("pending", label: localized("Pending")),
                        .init("unknown", label: localized("Unknown outcome")),
                        .init("confirmed", label: localized("Confirmed")), .init("failed", label: localized("Failed")),
                        .init("dropped", label: localized("Never confirmed")),
                    ], selected: filter.state?.rawValue ?? "")))
        fields.append(
            FormField(.from, label: localized("From"), .date(initial: filter.from.map { HomeText.day($0) } ?? "")))
        fields.append(
            FormField(
                .until, label: localized("Until"), .date(initial: filter.until.map { HomeText.day($0 - 1) } ?? "")))
        return fields
    }

    /// The filter in the values of the list or of its filters.
    static func filter(in values: [FieldID: String]) -> HistoryFilter {
        var filter = HistoryFilter()
        filter.text = String(EnteredText.trimmed(values[.text]).prefix(200))
        filter.account = values[.account].flatMap { AccountID($0) }
        filter.direction = values[.direction].flatMap { HistoryFilter.Direction(rawValue: $0) }
        filter.state = values[.state].flatMap { HistoryFilter.StateKind(rawValue: $0) }
        filter.from = values[.from].flatMap { CalendarDay($0)?.start() }
        filter.until = values[.until].flatMap { CalendarDay($0)?.end() }
        return filter
    }

    /// The entry of a file for the export.
    static func export(_ values: [FieldID: String] = [:], _ problem: String? = nil) -> Screen {
        var screen = Screen(localized("Export the history"))
        screen.fields = [
            FormField(
                .format, label: localized("Format"),
                .choice(
                    [.init("csv", label: "CSV"), .init("json", label: "JSON")], selected: values[.format] ?? "csv")),
            FormField(
                .file, label: localized("File"), .file(initial: values[.file] ?? "", saves: true), isRequired: true),
        ]
        if let problem { screen.problems = [.file: problem] }
        screen.buttons = [
            Screen.Button(HistoryExportPage.Action.back, label: localized("Back")),
            Screen.Button(HistoryExportPage.Action.write, label: localized("Export"), .next),
        ]
        return screen
    }
}

extension HistoryScreens {
    /// What a transaction did: the sentence that the user approved, or what has changed.
    static func what(_ item: HistoryItem) -> String {
        if let what = item.what?.text, !what.isEmpty { return what }
        let changes = item.changes.map(\.text).joined(separator: ", ")
        return changes.isEmpty ? localized("Transaction \(String(item.txid.prefix(12)), as: "hash")…") : changes
    }

    func account(of item: HistoryItem) -> AccountSummary? {
        accounts.first { $0.id.isSame(as: item.account) }
    }

    /// The time, the account, who asked for it, and the note.
    private func detail(_ item: HistoryItem) -> String {
        let account = account(of: item)
        return [
            item.at.map { HomeText.clock($0, now: now) },
            item.others.count == 1 ? item.others.first.flatMap { name(of: $0, in: item) } : nil,
            account.map {
                localized("\($0.name, as: "account") · \($0.shownChain, as: "network")")
            },
            item.origin.map { localized("requested by \(Quotation.of($0, limit: 80), as: "site")") },
            item.nodeSite.map { localized("according to the node set by \(Quotation.of($0, limit: 80), as: "site")") },
            item.note.isEmpty ? nil : Quotation.own(item.note, limit: 80), "\(item.txid.prefix(12))…",
        ].compactMap(\.self).joined(separator: " · ")
    }

    /// The name of an address in the list: that of the contact, otherwise its ENS name.
    private func name(of other: String, in item: HistoryItem) -> String? {
        people.contact(other, on: item.account.chain).map { Quotation.own($0, limit: 80) }
            ?? people.ensNames[other].map { Quotation.of($0, limit: 80) }
    }

    /// The state of a transaction, for the user; with `isShort`, the ID of a replacement is shortened.
    static func state(_ state: HistoryItem.State, isShort: Bool = false) -> String {
        switch state {
        case .pending: localized("Pending")
        case .unknown where isShort: localized("Unknown outcome")
        case .unknown: localized("Unknown outcome: no server is known to have it")
        case .confirmed(let count) where count > 1:
            localized(
                "\(count, as: "count") confirmation", plural: "\(count, as: "count") confirmations", count: count)
        case .confirmed: localized("Confirmed")
        case .failed: localized("Failed")
        case .dropped(let state): isShort ? state.shortWords : state.words
        }
    }
}
