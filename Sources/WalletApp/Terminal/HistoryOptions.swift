import ArgumentParser
import Bridge
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// The options that narrow the history to a time, an account or a network.
struct HistoryOptions: ParsableArguments {
    @Option(help: ArgumentHelp(localized("Only those from this day on (YYYY-MM-DD).")))
    var from: String?

    @Option(help: ArgumentHelp(localized("Only those until the end of this day (YYYY-MM-DD).")))
    var until: String?

    @Option(help: ArgumentHelp(localized("The account, by its address or its name.")))
    var account: String?

    @Option(help: ArgumentHelp(localized("The network: a chain ID, a name, or an identifier such as eip155:1.")))
    var network: String?

    @Option(help: ArgumentHelp(localized("Only those in this state: pending, unknown, confirmed, failed or dropped.")))
    var state: String?

    func validate() throws {
        for day in [from, until].compactMap(\.self) where CalendarDay(day) == nil {
            throw ValidationError(localized("This is not a valid date. Write it as YYYY-MM-DD."))
        }
        if let state, HistoryFilter.StateKind(rawValue: state) == nil {
            throw ValidationError(localized("The state must be pending, unknown, confirmed, failed or dropped."))
        }
    }

    /// The options as members of a request; days are those of this process.
    var members: JSONObject {
        var members: JSONObject = [:]
        if let from = from.flatMap({ HomeText.start(ofDay: $0) }) {
            members["from"] = .number(JSONNumber(Int(clamping: from)))
        }
        if let until = until.flatMap({ HomeText.end(ofDay: $0) }) {
            members["until"] = .number(JSONNumber(Int(clamping: until)))
        }
        if let account { members["account"] = .string(account) }
        if let network { members["network"] = .string(network) }
        if let state { members["state"] = .string(state) }
        return members
    }
}

/// The history that a command asks for.
struct TerminalHistory {
    private let request: JSON

    /// Reads a request with the members of ``HistoryOptions`` and those of a filter.
    init(_ request: JSON) { self.request = request }

    /// The newest items that are wanted.
    ///
    /// - Parameters:
    ///   - accounts: Those that can be named.
    ///   - ask: Gives the history for a filter.
    /// - Returns: The newest first.
    /// - Throws: That there is no such account, or that the history cannot be read.
    @MainActor func items(
        among accounts: [AccountSummary],
        _ ask: (HistoryFilter, Int) async throws(RPCError) -> [HistoryItem]
    ) async throws(WalletAppError) -> [HistoryItem] {
        let limit = request["limit"]?.number?.integer ?? .max
        do throws(RPCError) {
            var parts: [[HistoryItem]] = []
            for filter in try filters(among: accounts) { parts.append(try await ask(filter, limit)) }
            return HistoryItem.merged(parts, limit: limit)
        } catch {
            throw WalletAppError(error)
        }
    }

    /// A filter for each account that is meant.
    func filters(among accounts: [AccountSummary]) throws(RPCError) -> [HistoryFilter] {
        let filter = TerminalJSON.filter(request)
        let place = TerminalAsset(request)
        guard !place.account.isEmpty || !place.network.isEmpty else { return [filter] }
        let meant = accounts.filter(place.isMeant).map { account in
            var filter = filter
            filter.account = account.id
            return filter
        }
        guard !meant.isEmpty else {
            throw RPCError(
                .failed, sentence: localizable("There is no such account. `drawbridge accounts` lists them."))
        }
        return meant
    }
}
