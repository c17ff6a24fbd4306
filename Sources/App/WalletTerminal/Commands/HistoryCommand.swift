import ArgumentParser
import Bridge
import HeadlessWallet
import Messages
import WalletCore

/// `drawbridge history`: past transactions.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: localized("List past transactions."),
        discussion: localized(
            """
            One line for each, the newest first: time, state, description or the amounts that arrived (+) and left (-), \
            transaction ID, note, “test” for a test network, and the site that named the node which reports it, if the user did not choose that node.
            """))

    @Option(
        help: ArgumentHelp(
            localized("Only those whose description, symbols, note, addresses or transaction ID contain this text.")))
    var search: String?

    @Option(help: ArgumentHelp(localized("Only “incoming” or “outgoing” ones.")))
    var direction: String?

    @Option(help: ArgumentHelp(localized("At most this many.")))
    var limit = 100

    @OptionGroup var place: HistoryOptions
    @OptionGroup var options: TerminalOptions

    func validate() throws {
        if let direction, HistoryFilter.Direction(rawValue: direction) == nil {
            throw ValidationError(localized("The direction must be “incoming” or “outgoing”."))
        }
        guard limit > 0 else { throw ValidationError(localized("The limit must be greater than zero.")) }
    }

    func run() throws {
        try Asynchronously.run { [self] in
            var filter = place.filter
            (filter.text, filter.direction) = (search ?? "", direction.flatMap { .init(rawValue: $0) })
            let history = History(filter, of: place.accounts, limit: limit)
            options.say(try await TerminalClient(options: options).perform(history)) { $0.map(Self.line) }
        }
    }

    private static func line(_ entry: ListedTransaction) -> String {
        let texts = [entry.time, entry.state, what(entry), entry.txid, entry.note]
        return (texts.map(Quotation.bare) + [entry.test ? "test" : "-", Quotation.bare(entry.nodeSite)])
            .joined(separator: "\t")
    }

    /// What a transaction did: the sentence that the user approved, or the amounts that arrived and left.
    static func what(_ entry: ListedTransaction) -> String {
        if let description = entry.description, !description.isEmpty { return description }
        let changes = entry.changes.map { change in
            let sign = change.amount.hasPrefix("-") ? "" : "+"
            return "\(sign)\(change.amount) \(change.known ? change.symbol : Quotation.of(change.symbol, limit: 24))"
        }
        return changes.isEmpty ? "-" : changes.joined(separator: ", ")
    }
}

/// `drawbridge export`: the whole history as a file.
struct ExportHistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: localized("Export the history as CSV or JSON."))

    @Argument(help: ArgumentHelp(localized("The new file; without it, the history is printed.")))
    var file: String?

    @OptionGroup var place: HistoryOptions
    @OptionGroup var options: TerminalOptions

    func run() throws {
        try Asynchronously.run { [self] in
            let history = History(place.filter, of: place.accounts)
            let entries = try await TerminalClient(options: options).perform(history)
            let text = HistoryExport.text(of: entries, as: options.json ? .json : .csv)
            guard let file else { return print(text, terminator: "") }
            try NewFile.write(Array(text.utf8), to: file)
        }
    }
}
