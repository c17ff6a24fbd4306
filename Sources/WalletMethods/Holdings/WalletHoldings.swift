package import BitcoinWallet
package import Bridge
package import EthereumWallet
package import WalletCore

/// What the wallet holds on all chains, and the parts that receive, send and list it.
@MainActor package final class WalletHoldings {
    /// Notes every change of ``accounts``.
    package let changes = HoldingsChanges()

    /// The sources of balances, in the order in which accounts are listed.
    package var balances: [any BalanceSource] { didSet { observe() } }

    /// The parts for each kind of chain, by the namespace of its identifier (CAIP-2).
    package var addresses: [String: any AddressSource]
    package var payments: [String: any PaymentSource]
    package var coinControl: [String: any CoinControl] = [:]
    package var histories: [any HistorySource]

    /// The sources of names, in the order in which they are asked.
    package var names: [any NameSource] = []
    package var allowances: (any AllowanceSource)?
    package var discoveries: [any AccountDiscovery] = []

    /// The latest figures, kept across restarts.
    private let figures: any FigureStore

    /// The user's names for addresses.
    package let contacts: any ContactBook
    private var earlier: [AccountID: AccountSummary] = [:]
    private var isLoaded = false
    private var observers: [Task<Void, Never>] = []

    /// Creates the parts from those of a wallet.
    package init(
        activeAccount: ActiveAccount, ethereum: EthereumAccounts, sending: EthereumSending, tokens: TokenBook,
        coins: CoinSender, journal: any Journal, recipients: any RecipientBook, figures: any FigureStore,
        notes: any NoteStore, contacts: any ContactBook, clock: WalletClock
    ) {
        let evm = EthereumBalances(
            activeAccount: activeAccount, chains: ethereum.chains, tokens: tokens, clock: clock)
        let evmPayments = EthereumPayments(accounts: ethereum, sending: sending, balances: evm)
        let coinPayments = CoinPayments(activeAccount: activeAccount, coins: coins, recipients: recipients)
        balances = [CoinBalances(activeAccount: activeAccount, coins: coins), evm]
        addresses = ["bip122": coinPayments, "eip155": evmPayments]
        payments = ["bip122": coinPayments, "eip155": evmPayments]
        histories = [JournalHistory(journal: journal, chains: ethereum.chains, notes: notes)]
        self.figures = figures
        self.contacts = contacts
        observe()
    }

    isolated deinit {
        for observer in observers { observer.cancel() }
    }

    /// The accounts with the latest figures; none while the wallet is locked.
    package var accounts: [AccountSummary] {
        balances.flatMap(\.accounts).map { $0.filled(from: earlier[$0.id]) }
    }

    /// The accounts as they were stored, also while the wallet is locked.
    package func storedAccounts() async throws(JournalError) -> [AccountSummary] { try await figures.load() }

    /// Asks all servers, and stores what they say; it never fails.
    package func refresh() async {
        if !isLoaded {
            isLoaded = true
            let stored = (try? await figures.load()) ?? []
            earlier = Dictionary(stored.map { ($0.id, $0) }) { $1 }
            changes.note()
        }
        let questions = balances.map { source in Task { await source.refresh() } }
        for question in questions { await question.value }
    }

    /// The part of `parts` for the chain of `account`.
    package func part<Part>(_ parts: [String: Part], for account: AccountID) throws(RPCError) -> Part {
        guard let part = parts[account.chain.namespace] else {
            throw RPCError(.unsupported, "The wallet cannot do this on this network.")
        }
        return part
    }

    /// The history of all accounts, the newest first.
    package func history(_ filter: HistoryFilter, limit: Int) async throws(RPCError) -> [HistoryItem] {
        var items: [HistoryItem] = []
        var seen: Set<String> = []
        for source in histories {
            for item in try await source.history(filter, limit: limit)
            where seen.insert("\(item.account.chain) \(item.txid)").inserted {
                items.append(item)
            }
        }
        return Array(items.sorted { ($0.at ?? .max, $0.txid) > ($1.at ?? .max, $1.txid) }.prefix(max(limit, 0)))
    }

    /// The bytes of a transaction; `nil` if no source has them.
    package func raw(_ item: HistoryItem) async -> [UInt8]? {
        for source in histories {
            if let raw = await source.raw(item.txid, of: item.account) { return raw }
        }
        return nil
    }

    /// Stores a note of a transaction.
    package func note(_ text: String, on txid: String, of account: AccountID) async throws(RPCError) {
        try await histories.first?.note(text, on: txid, of: account)
    }

    private func observe() {
        for observer in observers { observer.cancel() }
        observers = balances.map { source in
            Task { [weak self] in
                for await _ in source.changes.observe() {
                    guard let self else { return }
                    changes.note()
                    await keep(source.accounts)
                }
            }
        }
    }

    /// Stores the figures that servers have named.
    private func keep(_ accounts: [AccountSummary]) async {
        let answered = accounts.filter { $0.balances.contains { $0.units != nil && $0.state == .current } }
        guard !answered.isEmpty else { return }
        for account in answered { earlier[account.id] = account.withKnownFigures }
        try? await figures.keep(answered)
    }
}
