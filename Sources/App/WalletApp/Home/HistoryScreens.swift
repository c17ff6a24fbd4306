import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletMethods
import WalletCore
import WalletUI

/// The screens about past transactions: the list with its filter, one transaction, and the export.
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
        var screen = Screen(title: HomeScreens.title, heading: localized("History"))
        if items.count >= Self.most {
            screen.paragraphs = [
                Form.Paragraph(
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
                Form.Paragraph(
                    isFiltered ? localized("No transaction matches.") : localized("No transactions yet."))
            ]
        }
        var narrowed = filter
        narrowed.text = ""
        if narrowed != HistoryFilter(), !items.isEmpty {
            screen.paragraphs.append(
                Form.Paragraph(localized("The list is filtered. Press “Filter…” to see or change how.")))
        }
        if gaps.contains(where: { $0.kind == .coins }) {
            screen.paragraphs.append(
                Form.Paragraph(
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
                "text", label: localized("Search"), .text(initial: filter.text),
                hint: localized("In descriptions, notes, addresses, sites and transaction IDs."))
        ]
        screen.choices = items.map { item in
            let mark = HomeText.mark(of: account(of: item))
            return Screen.Choice(
                Self.id(item), label: .trusted(Self.what(item)), detail: .trusted(detail(item)),
                badge: [mark, Self.state(item.state, isShort: true)].compactMap(\.self).joined(separator: " · "))
        }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.filters.rawValue, label: localized("Filter…")),
            Screen.Button(HomeScreens.Action.export.rawValue, label: localized("Export…")),
            Screen.Button(HomeScreens.Action.search.rawValue, label: localized("Search"), .next),
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
        var screen = Screen(title: HomeScreens.title, heading: localized("Filter the history"))
        screen.fields = filters(filter)
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.search.rawValue, label: localized("Show"), .next),
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
                    "account", label: localized("Account"),
                    .choice(
                        [FormField.Choice("", label: localized("All"))] + known,
                        selected: filter.account?.description ?? "")))
        }
        fields.append(
            FormField(
                "direction", label: localized("Direction"),
                .choice(
                    [
                        .init("", label: localized("All")), .init("incoming", label: localized("Received")),
                        .init("outgoing", label: localized("Sent")),
                    ], selected: filter.direction?.rawValue ?? "")))
        fields.append(
            FormField(
                "state", label: localized("State"),
                .choice(
                    [
                        .init("", label: localized("All")), .init("pending", label: localized("Pending")),
                        .init("unknown", label: localized("Unknown outcome")),
                        .init("confirmed", label: localized("Confirmed")), .init("failed", label: localized("Failed")),
                        .init("dropped", label: localized("Never confirmed")),
                    ], selected: filter.state?.rawValue ?? "")))
        fields.append(
            FormField("from", label: localized("From"), .date(initial: filter.from.map { HomeText.day($0) } ?? "")))
        fields.append(
            FormField(
                "until", label: localized("Until"), .date(initial: filter.until.map { HomeText.day($0 - 1) } ?? "")))
        return fields
    }

    /// The filter in the values of the list or of its filters.
    static func filter(in values: [String: String]) -> HistoryFilter {
        var filter = HistoryFilter()
        filter.text = String(EnteredText.trimmed(values["text"]).prefix(200))
        filter.account = values["account"].flatMap { AccountID($0) }
        filter.direction = values["direction"].flatMap { HistoryFilter.Direction(rawValue: $0) }
        filter.state = values["state"].flatMap { HistoryFilter.StateKind(rawValue: $0) }
        filter.from = values["from"].flatMap { HomeText.start(ofDay: $0) }
        filter.until = values["until"].flatMap { HomeText.end(ofDay: $0) }
        return filter
    }

    /// The ID of a transaction among the choices.
    static func id(_ item: HistoryItem) -> String { "\(item.account) \(item.txid)" }

    /// One transaction.
    ///
    /// - Parameters:
    ///   - item: The transaction.
    ///   - raw: Its bytes; `nil` if they are not known.
    ///   - explorer: The explorer's address of the transaction; `nil` if none is set.
    ///   - raises: How its fee can be raised, or how it can be cancelled.
    /// - Returns: The screen, with the field `note`.
    func details(of item: HistoryItem, raw: String?, explorer: String?, raises: [FeeBump] = []) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: Self.what(item))
        let account = account(of: item)
        if account?.isTest == true { screen.paragraphs.append(HomeText.testNetwork) }
        if let word = Self.wordOfNode(about: item) { screen.paragraphs.append(word) }
        screen.rows = [
            Approval.Row(localized("State"), .trusted(Self.state(item.state))),
            Approval.Row(localized("Account"), .exact(item.account.address), note: account?.name, role: .account),
        ]
        if let account {
            screen.rows.append(
                Approval.Row(localized("Network"), .trusted(account.shownChain), role: .network))
        }
        if let at = item.at { screen.rows.append(Approval.Row(localized("Time"), .trusted(HomeText.moment(at)))) }
        screen.rows += item.changes.map { Approval.Row(localized("Amount"), .trusted($0.text), role: .amount) }
        for other in item.others.prefix(Self.mostOthers) {
            screen.rows.append(
                Approval.Row(
                    Self.label(ofOthersOf: item), .exact(other),
                    note: people.contact(other, on: item.account.chain), role: .recipient))
            guard let name = people.ensNames[other] else { continue }
            screen.rows.append(ClearSigning.nameRow(name, isMutual: true))
        }
        if let fee = item.fee { screen.rows.append(Approval.Row(localized("Fee"), .trusted(fee.text), role: .fee)) }
        if let origin = item.origin {
            screen.rows.append(Approval.Row(localized("Requested by"), .untrusted(origin)))
        }
        if let site = item.nodeSite {
            screen.rows.append(
                Approval.Row(localized("Node set by"), .untrusted(site), note: localized("it can report anything")))
        }
        screen.rows.append(Approval.Row(localized("Transaction ID"), .exact(item.txid)))
        screen.rows += item.replies.filter { !$0.server.isEmpty }.map {
            Approval.Row(localized("Sent to"), .exact($0.server), note: $0.note)
        }
        if let explorer { screen.rows.append(Approval.Row(localized("Explorer"), .exact(explorer))) }
        if let raw { screen.rows.append(Approval.Row(localized("Raw transaction"), .untrusted(raw))) }
        screen.fields = [FormField("note", label: localized("Note"), .text(initial: item.note))]
        screen.buttons = [
            Screen.Button(HomeScreens.Action.history.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.explorer.rawValue, label: localized("Explorer…")),
        ]
        screen.buttons += raises.map { Screen.Button($0.action.rawValue, label: $0.label) }
        if explorer != nil {
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.open.rawValue, label: localized("Open in explorer")))
        }
        screen.buttons.append(Screen.Button(HomeScreens.Action.note.rawValue, label: localized("Save note"), .next))
        return screen
    }

    /// The entry of the explorer of a chain.
    func explorer(_ template: String, _ problem: String? = nil) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Choose an explorer"))
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    An explorer is a web site about the transactions of a network. It learns which transaction you look \
                    at, and your IP address. It is opened in your browser, and only when you press the button.
                    """))
        ]
        screen.fields = [
            FormField(
                "explorer", label: localized("Address of the explorer"), .text(initial: template),
                hint: localized("It contains {txid}, such as https://explorer.example/tx/{txid}."), isRequired: true)
        ]
        if let problem { screen.problems = ["explorer": problem] }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.save.rawValue, label: localized("Save"), .next),
        ]
        return screen
    }

    /// The entry of a file for the export.
    func export(_ values: [String: String] = [:], _ problem: String? = nil) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Export the history"))
        screen.fields = [
            FormField(
                "format", label: localized("Format"),
                .choice(
                    [.init("csv", label: "CSV"), .init("json", label: "JSON")], selected: values["format"] ?? "csv")),
            FormField(
                "file", label: localized("File"), .file(initial: values["file"] ?? "", saves: true), isRequired: true),
        ]
        if let problem { screen.problems = ["file": problem] }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.history.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.write.rawValue, label: localized("Export"), .next),
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

    /// What the user must know of an item whose node a site named.
    private static func wordOfNode(about item: HistoryItem) -> Form.Paragraph? {
        guard let site = item.nodeSite.map({ Quotation.of($0, limit: 80) }) else { return nil }
        return Form.Paragraph(
            item.what == nil
                ? localized(
                    """
                    Only the node that \(site, as: "site") set for this network reports this transaction. It can report \
                    anything, and the wallet cannot check it.
                    """)
                : localized(
                    """
                    The state of this transaction is reported by the node that \(site, as: "site") set for this \
                    network. It can report anything, and the wallet cannot check it.
                    """), tone: .caution)
    }

    private func account(of item: HistoryItem) -> AccountSummary? {
        accounts.first { $0.id.isSame(as: item.account) }
    }

    /// On Bitcoin, what arrives has no senders, and the addresses are the account's own.
    private static func label(ofOthersOf item: HistoryItem) -> String {
        guard item.direction == .incoming else { return localized("To") }
        return item.account.chain.namespace == "bip122" ? localized("Received at") : localized("From")
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

    /// The maximum number of addresses of others that are shown of a transaction.
    static let mostOthers = 20

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

extension FeeBump {
    var action: HomeScreens.Action {
        switch self {
        case .replacement: .raise
        case .child: .child
        case .faster: .faster
        case .cancelling: .cancelling
        }
    }

    var label: String {
        switch self {
        case .replacement: localized("Raise the fee…")
        case .child: localized("Child pays for parent…")
        case .faster: localized("Speed up…")
        case .cancelling: localized("Cancel the transaction…")
        }
    }
}
