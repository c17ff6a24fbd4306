import EthereumWallet
import Ethereum
import Bridge
import HeadlessWallet
import WalletCore
import WalletMethods
import WalletUI

/// What the pages of a window need.
@MainActor final class PageContext {
    let wallet: PageWallet
    let window: BrowserWindow

    /// Unlocks the wallet, and chooses the account in use.
    let accounts: any AccountControl

    /// The settings of the servers and of the explorers.
    let settings: HomeSettings

    /// The connected apps.
    let sessions: WalletSessions?

    /// The links that the window opens.
    let links: PageLinks

    /// The permissions of the payment service; `nil` without one.
    var payments: PaymentPermissions?

    /// The notices about servers; `nil` if no server can be set.
    var serverNotices: ServerNotices?

    /// The pages of the window.
    weak var stack: PageStack?

    /// What opens the first pages.
    weak var home: WalletPages?

    /// The forms for the proxy; `nil` for a wallet whose proxy is fixed.
    var proxyForms: ProxyForms?

    /// The networks for practice; `nil` for another wallet.
    var practice: PracticeNetwork?

    init(
        _ wallet: PageWallet, _ window: BrowserWindow, _ accounts: any AccountControl, _ settings: HomeSettings,
        _ sessions: WalletSessions?, _ links: PageLinks
    ) {
        (self.wallet, self.window, self.accounts, self.settings) = (wallet, window, accounts, settings)
        (self.sessions, self.links) = (sessions, links)
    }

    var services: WalletServices { wallet.services }

    var holdings: WalletHoldings { wallet.services.holdings }

    /// The time, in seconds since 1970.
    var now: Int64 { wallet.services.now() }

    /// Whether the wallet can be used.
    var isLocked: Bool { wallet.headless.isLocked }

    /// Draws a page as it is now, if it is shown.
    func draw(_ page: any Page) { stack?.draw(page) }

    /// Says something about what the user has done.
    func report(_ sentence: String) { window.report(sentence) }
}

/// The names that the owners of addresses chose.
extension PageContext {
    /// The names of ENS of `addresses`, by the addresses as given; only of the first that differ.
    ///
    /// It waits for the node longer than an approval, because the window shows everything else already.
    func names(of addresses: [String], on chain: ChainID) async -> [String: String] {
        guard let chain = services.chains.chain(chain) else { return [:] }
        let parsed = Self.parsed(addresses)
        let found = await holdings.addressNames.names(of: parsed.map(\.address), on: chain, within: .seconds(20))
        return Self.texts(parsed, found)
    }

    /// The names that are known now; no node is asked.
    func knownNames(of addresses: [String], on chain: ChainID) -> [String: String] {
        guard let chain = services.chains.chain(chain) else { return [:] }
        let parsed = Self.parsed(addresses)
        return Self.texts(parsed, holdings.addressNames.known(parsed.map(\.address), on: chain))
    }

    private static func parsed(_ addresses: [String]) -> [(text: String, address: EthereumAddress)] {
        addresses.compactMap { text in (try? EthereumAddress(text)).map { (text, $0) } }
    }

    private static func texts(
        _ parsed: [(text: String, address: EthereumAddress)], _ names: [EthereumAddress: String]
    ) -> [String: String] {
        var texts: [String: String] = [:]
        for entry in parsed { texts[entry.text] = names[entry.address] }
        return texts
    }
}
