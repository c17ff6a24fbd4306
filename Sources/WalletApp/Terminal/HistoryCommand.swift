import ArgumentParser
import BitcoinWallet
import Bridge
import EthereumWallet
import Messages
import Store
import WalletCore
import WalletMethods

/// `drawbridge history`: past transactions.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: localized("List past transactions."),
        discussion: localized(
            """
            One line for each, the newest first: time, state, description or the amounts that arrived (+) and left (-), \
            transaction ID, note, “test” for a test network, and the site that named the node which reports it, if the user did not choose that node.
            """))

    @Option(help: ArgumentHelp(localized("Only those that contain this text.")))
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
        try TerminalClient.run { [self] in
            var members = place.members
            members["text"] = .string(search ?? "")
            members["limit"] = .number(JSONNumber(limit))
            if let direction { members["direction"] = .string(direction) }
            let items = try await Self.items(members, options)
            if options.json { return Console.say(items.text) }
            for item in items.array ?? [] {
                let texts = [item["time"], item["state"], .string(Self.what(item)), item["txid"], item["note"]]
                let mark = item["test"]?.bool == true ? "test" : "-"
                let node = Quotation.bare(item["nodeSite"]?.string)
                Console.say((texts.map { Quotation.bare($0?.string) } + [mark, node]).joined(separator: "\t"))
            }
        }
    }

    /// What a transaction did: the sentence that the user approved, or the amounts that arrived and left.
    static func what(_ item: JSON) -> String {
        if let description = item["description"]?.string, !description.isEmpty { return description }
        let changes = (item["changes"]?.array ?? []).map { change in
            let (amount, symbol) = (change["amount"]?.string ?? "?", change["symbol"]?.string ?? "")
            let sign = amount.hasPrefix("-") ? "" : "+"
            return "\(sign)\(amount) \(change["known"]?.bool == true ? symbol : Quotation.of(symbol, limit: 24))"
        }
        return changes.isEmpty ? "-" : changes.joined(separator: ", ")
    }

    /// The transactions, from the running window or the store.
    @MainActor static func items(_ members: JSONObject, _ options: TerminalOptions) async throws -> JSON {
        let client = TerminalClient(options: options)
        if let items = try client.ask("history", members) { return items }
        let store = try client.store()
        let accounts = try await store.figures.load()
        return await HistoryExport.array(of: try await stored(members, in: store, of: accounts), among: accounts)
    }

    /// What the store has, of all wallets on this computer.
    @MainActor private static func stored(
        _ members: JSONObject, in store: Store, of accounts: [AccountSummary]
    ) async throws -> [HistoryItem] {
        let settings = try ConfigurationFile().read()
        let chains = ChainBook(settings.allChains, fromSites: settings.chainsFromSites)
        let tokens = try TokenBook(keptBy: store.tokens)
        var (arrived, transfers): ([HistoryItem], [HistoryItem]) = ([], [])
        for account in accounts {
            guard let chain = chains.chain(account.id.chain) else { continue }
            arrived += try await CoinMovements.stored(of: account.id, on: chain, in: store.coinMovements)
            transfers += try await TokenMovements.stored(
                of: account.id, on: chain, in: store.movements, tokens: tokens)
        }
        let moved = HistoryItem.moved(tokens: transfers, coins: arrived)
        let history = JournalHistory(
            journal: store.journal, chains: chains, notes: store.notes, JournalHistory.Sources(moved: { moved }))
        let registry = await TokenRegistryFile.usual.load()
        return try await TerminalHistory(.object(members)).items(among: accounts) { filter, limit throws(RPCError) in
            HistoryItem.merged(
                [
                    try await CoinWallet.history(
                        in: store.coins, signed: store.journal, filter, limit: limit, registry),
                    try await history.history(filter, limit: limit),
                ], limit: limit)
        }
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
        try TerminalClient.run { [self] in
            let items = try await HistoryCommand.items(place.members, options)
            let text = options.json ? items.text + "\n" : HistoryExport.csv(items.array ?? [])
            guard let file else { return print(text, terminator: "") }
            try NewFile.write(Array(text.utf8), to: file)
        }
    }
}
