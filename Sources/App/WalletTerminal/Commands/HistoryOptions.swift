import ArgumentParser
import HeadlessWallet
import Messages
import WalletCore

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

    @Option(
        help: ArgumentHelp(
            localized(
                "Only those in this state: pending, unknown, confirmed, failed, replaced, abandoned, declined or refused; dropped means the last four."
            )))
    var state: String?

    func validate() throws {
        for day in [from, until].compactMap(\.self) where CalendarDay(day) == nil {
            throw ValidationError(localized("This is not a valid date. Write it as YYYY-MM-DD."))
        }
        if let state, HistoryFilter.StateKind(rawValue: state) == nil {
            let known = HistoryFilter.StateKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError(localized("The state must be one of: \(known, as: "states")."))
        }
    }

    /// The options but the account and the network; days are those of this process.
    var filter: HistoryFilter {
        var filter = HistoryFilter()
        filter.from = from.flatMap { CalendarDay($0)?.start() }
        filter.until = until.flatMap { CalendarDay($0)?.end() }
        filter.state = state.flatMap { HistoryFilter.StateKind(rawValue: $0) }
        return filter
    }

    /// The account and the network.
    var accounts: AccountReference { AccountReference(network: network, account: account) }
}
