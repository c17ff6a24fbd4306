import Bridge
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

    /// The number of transactions in the list.
    static let most = 200

    /// The list.
    func list(_ items: [HistoryItem], _ filter: HistoryFilter) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("History"))
        if items.isEmpty {
            let isFiltered = filter != HistoryFilter()
            screen.paragraphs = [
                Form.Paragraph(
                    isFiltered ? localized("No transaction matches.") : localized("No transactions yet."))
            ]
        }
        if accounts.contains(where: { $0.id.chain.eip155 != nil }) {
            screen.paragraphs.append(
                Form.Paragraph(
                    localized(
                        """
                        On EVM chains, coins that arrive are listed if they arrived while the wallet was open. What \
                        contracts pay is listed only if your node has trace_filter. The balance has all of it.
                        """)))
        }
        screen.fields = [
            FormField(
                "text", label: localized("Search"), .text(initial: filter.text),
                hint: localized("In descriptions, notes, addresses, sites and transaction IDs."))
        ]
        let chains = accounts.reduce(into: [FormField.Choice]()) { choices, account in
            let choice = FormField.Choice(account.id.description, label: HomeText.chain(of: account))
            if !choices.contains(choice) { choices.append(choice) }
        }
        if chains.count > 1 {
            screen.fields.append(
                FormField(
                    "account", label: localized("Network"),
                    .choice(
                        [FormField.Choice("", label: localized("All"))] + chains,
                        selected: filter.account?.description ?? "")))
        }
        screen.fields.append(
            FormField(
                "direction", label: localized("Direction"),
                .choice(
                    [
                        .init("", label: localized("All")), .init("incoming", label: localized("Received")),
                        .init("outgoing", label: localized("Sent")),
                    ], selected: filter.direction?.rawValue ?? "")))
        screen.choices = items.map { item in
            Screen.Choice(
                Self.id(item), label: .trusted(Self.what(item)),
                detail: .trusted(Self.detail(item, now: now)), badge: Self.state(item.state, isShort: true))
        }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.export.rawValue, label: localized("Export…")),
            Screen.Button(HomeScreens.Action.search.rawValue, label: localized("Search"), .next),
        ]
        return screen
    }

    /// The filter in the values of the list.
    static func filter(in values: [String: String]) -> HistoryFilter {
        var filter = HistoryFilter()
        filter.text = String(ServerAnswer.trimmed(values["text"]).prefix(200))
        filter.account = values["account"].flatMap { AccountID($0) }
        filter.direction = values["direction"].flatMap { HistoryFilter.Direction(rawValue: $0) }
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
    ///   - canRaise: Whether its fee can be raised.
    /// - Returns: The screen, with the field `note`.
    func details(of item: HistoryItem, raw: String?, explorer: String?, canRaise: Bool = false) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: Self.what(item))
        let account = accounts.first { $0.id.isSame(as: item.account) }
        screen.rows = [
            Approval.Row(localized("State"), .trusted(Self.state(item.state))),
            Approval.Row(localized("Account"), .exact(item.account.address), note: account?.name, role: .account),
        ]
        if let account {
            screen.rows.append(
                Approval.Row(localized("Network"), .trusted(HomeText.chain(of: account)), role: .network))
        }
        if let at = item.at { screen.rows.append(Approval.Row(localized("Time"), .trusted(HomeText.moment(at)))) }
        screen.rows += item.changes.map { Approval.Row(localized("Amount"), .trusted($0.text), role: .amount) }
        screen.rows += item.others.prefix(20).map {
            Approval.Row(
                item.direction == .incoming ? localized("From") : localized("To"), .exact($0), role: .recipient)
        }
        if let fee = item.fee { screen.rows.append(Approval.Row(localized("Fee"), .trusted(fee.text), role: .fee)) }
        if let origin = item.origin {
            screen.rows.append(Approval.Row(localized("Requested by"), .untrusted(origin)))
        }
        screen.rows.append(Approval.Row(localized("Transaction ID"), .exact(item.txid)))
        if let explorer { screen.rows.append(Approval.Row(localized("Explorer"), .exact(explorer))) }
        if let raw { screen.rows.append(Approval.Row(localized("Raw transaction"), .untrusted(raw))) }
        screen.fields = [FormField("note", label: localized("Note"), .text(initial: item.note))]
        screen.buttons = [
            Screen.Button(HomeScreens.Action.history.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.explorer.rawValue, label: localized("Explorer…")),
        ]
        if canRaise {
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.raise.rawValue, label: localized("Raise the fee…")))
        }
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

    /// The time, who asked for it, and the note.
    static func detail(_ item: HistoryItem, now: Int64) -> String {
        [
            item.at.map { HomeText.clock($0, now: now) },
            item.origin.map { localized("requested by \(Quotation.of($0, limit: 80), as: "site")") },
            item.note.isEmpty ? nil : Quotation.of(item.note, limit: 80), "\(item.txid.prefix(12))…",
        ].compactMap(\.self).joined(separator: " · ")
    }

    /// The state of a transaction, for the user; with `isShort`, the ID of a replacement is shortened.
    static func state(_ state: HistoryItem.State, isShort: Bool = false) -> String {
        switch state {
        case .pending: localized("Pending")
        case .confirmed(let count) where count > 1:
            localized(
                "\(count, as: "count") confirmation", plural: "\(count, as: "count") confirmations", count: count)
        case .confirmed: localized("Confirmed")
        case .failed: localized("Failed")
        case .dropped(let state): isShort ? state.shortWords : state.words
        }
    }
}
