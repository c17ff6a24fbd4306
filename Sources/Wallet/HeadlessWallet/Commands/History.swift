import BigInt
import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import Messages
import Store
package import WalletCore
import WalletMethods

/// Past transactions, the newest first.
package struct History: StoredCommand {
    package static let name = "history"

    /// Only those that contain this text; empty for all.
    let text: String

    let direction: HistoryFilter.Direction?
    let state: HistoryFilter.StateKind?

    /// The first second, since 1970, and the first one that is too late.
    let from: Int64?
    let until: Int64?

    /// The accounts.
    let place: AccountReference

    /// At most this many; `nil` for all.
    let limit: Int?

    package init(
        _ filter: HistoryFilter = HistoryFilter(), of place: AccountReference = AccountReference(), limit: Int? = nil
    ) {
        (text, direction, state) = (filter.text, filter.direction, filter.state)
        (from, until, self.place, self.limit) = (filter.from, filter.until, place, limit)
    }

    package func run(in wallet: Wallet) async throws(WalletError) -> [ListedTransaction] {
        let holdings = wallet.holdings
        let accounts = holdings.accounts
        let items = try await items(among: accounts) { filter, limit throws(RPCError) in
            try await holdings.history(filter, limit: limit)
        }
        return await ListedTransaction.list(items, among: accounts)
    }

    package func run(in wallet: StoredWallet) async throws -> [ListedTransaction] {
        let store = wallet.store
        let accounts = try await store.balances.load()
        let chains = try wallet.chains()
        let tokens = try TokenBook(keptBy: store.tokens)
        var (arrived, transfers): ([HistoryItem], [HistoryItem]) = ([], [])
        for account in accounts {
            guard let chain = chains.chain(account.id.chain) else { continue }
            arrived += try await NativeMovements.stored(of: account.id, on: chain, in: store.coinMovements)
            transfers += try await TokenMovements.stored(
                of: account.id, on: chain, in: store.movements, tokens: tokens)
        }
        let moved = HistoryItem.moved(tokens: transfers, coins: arrived)
        let history = JournalHistory(
            journal: store.journal, chains: chains, notes: store.notes, JournalHistory.Sources(moved: { moved }))
        let registry = await wallet.tokenNames()
        let items = try await items(among: accounts) { filter, limit throws(RPCError) in
            HistoryItem.merged(
                [
                    try await CoinWallet.history(
                        in: store.coins, signed: store.journal, filter, limit: limit, registry),
                    try await history.history(filter, limit: limit),
                ], limit: limit)
        }
        return await ListedTransaction.list(items, among: accounts)
    }

    @MainActor private func items(
        among accounts: [AccountSummary], _ ask: (HistoryFilter, Int) async throws(RPCError) -> [HistoryItem]
    ) async throws(WalletError) -> [HistoryItem] {
        let limit = limit ?? .max
        var parts: [[HistoryItem]] = []
        for filter in try filters(among: accounts) {
            parts.append(try await WalletError.of { () throws(RPCError) in try await ask(filter, limit) })
        }
        return HistoryItem.merged(parts, limit: limit)
    }

    /// A filter for each account that is meant.
    func filters(among accounts: [AccountSummary]) throws(WalletError) -> [HistoryFilter] {
        var filter = HistoryFilter()
        (filter.text, filter.direction, filter.state) = (text, direction, state)
        (filter.from, filter.until) = (from, until)
        guard !place.isAny else { return [filter] }
        return try place.accounts(among: accounts).map { account in
            var filter = filter
            filter.account = account.id
            return filter
        }
    }
}

/// A transaction of the history; amounts are decimal text.
package struct ListedTransaction: Codable, Hashable, Sendable {
    /// An amount of an asset that arrived, or left (`-`).
    package struct Change: Codable, Hashable, Sendable {
        package let asset: String
        package let symbol: String
        package let known: Bool
        package let amount: String
        package let units: String

        init(_ change: AssetChange) {
            asset = change.asset.id.description
            symbol = change.asset.symbol
            known = change.asset.isVouchedFor
            amount = (change.units.sign == .minus ? "-" : "") + change.asset.number(change.units.magnitude)
            units = String(change.units)
        }
    }

    package let chain: String
    package let account: String
    package let txid: String
    package let state: String
    package let changes: [Change]
    package let others: [String]
    package let test: Bool
    package let time: String?
    package let confirmations: Int?
    package let description: String?
    package let fee: Change?
    package let note: String?
    package let origin: String?
    package let nodeSite: String?
    package let servers: [ServerReply]?

    init(_ item: HistoryItem, isTest: Bool) {
        chain = item.account.chain.description
        account = item.account.address
        txid = item.txid
        state = HistoryFilter.StateKind(item.state).rawValue
        changes = item.changes.map(Change.init)
        others = item.others
        test = isTest
        time = item.at.map(UTCTime.text)
        confirmations = if case .confirmed(let count) = item.state { count } else { nil }
        description = item.what?.text
        fee = item.fee.map(Change.init)
        note = item.note.isEmpty ? nil : item.note
        origin = item.origin
        nodeSite = item.nodeSite
        servers = item.replies.isEmpty ? nil : item.replies.map(ServerReply.init)
    }

    /// Transactions of accounts, off the main actor.
    @concurrent package static func list(
        _ items: [HistoryItem], among accounts: [AccountSummary]
    ) async -> [ListedTransaction] {
        let marked = Set(accounts.filter(\.isTest).map(\.id.chain))
        return items.map { item in
            let chain = item.account.chain
            // What is known of a network stays known when the wallet no longer has an account on it.
            let isTest =
                marked.contains(chain) || item.account.utxoChain?.isTest == true
                || chain.eip155.map(Chain.testNetworks.contains) == true
            return ListedTransaction(item, isTest: isTest)
        }
    }
}
