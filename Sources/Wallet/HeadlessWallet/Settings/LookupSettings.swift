import BitcoinWallet
import Bridge
package import EthereumWallet
import Messages
package import Network
import Primitives
import WalletCore
package import WalletMethods

/// The settings of names and prices, the list of scam sites and the names of tokens, which take effect at once.
@MainActor package final class LookupSettings {
    /// Whether names of ENS are looked up.
    package private(set) var usesNames = true

    /// Whether servers outside the chain are asked for names (CCIP-read).
    package private(set) var usesGateways = false

    /// The address from which the list came; `nil` if it came from a file, or there is none.
    package private(set) var listAddress: String?

    /// The price source; `nil` while none is asked.
    package private(set) var priceSource: PriceSourceChoice?

    /// The prices that it named.
    package let prices: PriceBook

    private let changes: ConfigurationChanges
    private let services: WalletServices
    private let sender: any HTTPSender
    private let lists: UserLists

    /// The versions of the files that were read last.
    private var seen: (list: FileStamp?, registry: FileStamp?)

    /// The files are read one after the other, so that the newest ones count.
    private var reading: Task<Void, Never>?

    /// Creates settings that are read with ``reload()`` or ``use(_:)``.
    ///
    /// - Parameters:
    ///   - changes: Reads and changes them.
    ///   - services: The wallet.
    ///   - sender: Asks the servers of names and of the list.
    ///   - list: Where the list is stored.
    package init(
        _ changes: ConfigurationChanges, _ services: WalletServices, sender: any HTTPSender,
        list: PhishingListFile = .usual
    ) {
        self.changes = changes
        self.services = services
        self.sender = sender
        lists = UserLists(changes, scamSites: list)
        prices = PriceBook(now: services.now)
    }

    /// The number of sites on the list; `nil` without a list.
    package var listCount: Int? { services.siteWarnings.phishing?.count }

    /// Reads the files when the program starts; returns once they are known.
    package func start() async {
        let task = starting ?? Task { await self.reload() }
        starting = task
        await task.value
    }

    private var starting: Task<Void, Never>?

    /// Reads the settings and the files again, because another program has changed them.
    package func reload() async {
        if let settings = try? await changes.read() { use(settings) }
        await readFiles()
    }

    /// Reads the files that any program has replaced or removed since.
    package func readFiles() async {
        let task = Task { [earlier = reading] in
            await earlier?.value
            await self.readReplaced()
        }
        reading = task
        await task.value
    }

    private func readReplaced() async {
        let now = (list: lists.scamSites.stamp, registry: lists.tokenNames.stamp)
        if now.list != seen.list {
            seen.list = now.list
            services.siteWarnings.phishing = await lists.scamSites.load()
        }
        if now.registry != seen.registry {
            seen.registry = now.registry
            services.holdings.coinWallet.registry = await lists.tokenNames.load()
        }
    }

    /// Uses the names as `settings` say.
    package func use(_ settings: Settings) {
        (usesNames, usesGateways) = (settings.usesNames, settings.usesNameGateways)
        listAddress = settings.phishingList
        if priceSource != settings.priceSource {
            priceSource = settings.priceSource
            prices.use(priceSource.map { WebPriceSource(choice: $0, sender: sender) })
            let book: PriceBook? = priceSource == nil ? nil : prices
            services.knowledge.priceList = book.map { book in
                { @MainActor @Sendable () async -> PriceList? in
                    _ = await book.refresh()
                    return book.list
                }
            }
        }
        for case let names as EthereumNames in services.holdings.names {
            names.isEnabled = usesNames
            names.gateways = usesGateways ? NameGateways(sender: sender) : nil
        }
    }

    /// Changes the settings, which take effect at once.
    ///
    /// - Throws: Why it could not be stored; then nothing has changed.
    package func perform<Command: SettingsCommand>(_ command: Command) async throws(WalletError) {
        _ = try await changes.perform(command)
        use(try await changes.read())
    }

    /// Replaces the list by the one in a file, or by the one at an https address, which is kept for the next time.
    ///
    /// - Throws: Why it was not replaced; then the old one stays.
    package func updateList(from source: String) async throws(WalletError) {
        _ = try await lists.update(.scamSites, from: source, through: sender)
        await reload()
    }

    /// Removes the list.
    ///
    /// - Throws: Why it is still there.
    package func removeList() async throws(WalletError) {
        try await lists.remove(.scamSites)
        await reload()
    }
}
