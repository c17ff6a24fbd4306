import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import Network
import WalletCore
import WalletMethods
import WalletUI

/// The window's notices about servers: that one is needed and none is set, or that it cannot be used.
@MainActor final class ServerNotices {
    private let setting: ServerSetting
    private let window: BrowserWindow
    private let time: TimeSource

    /// Shows the servers of a network; `nil` for those of all networks.
    private let open: @MainActor (ServedNetwork?) -> Void
    private var told: [NoticeID: Duration] = [:]

    /// The networks whose servers could not be used, each with that time, in seconds since 1970.
    private var failing: [(network: ServedNetwork, since: Int64)] = []

    /// How long the window does not repeat a notice: pages send many requests, and a server may be unreachable for a
    /// long time.
    private static func pause(after problem: ServerProblem) -> Duration {
        problem == .missing ? .seconds(60) : .seconds(600)
    }

    /// Starts to observe the servers of `setting`; `open` shows those of a network, or of all networks.
    init(
        _ setting: ServerSetting, window: BrowserWindow, time: TimeSource = .system,
        open: @escaping @MainActor (ServedNetwork?) -> Void
    ) {
        (self.setting, self.window, self.time, self.open) = (setting, window, time, open)
        setting.chains.problems.add { [weak self] chain, problem in self?.tell(.chain(chain), problem) }
        setting.coins.problems.add { [weak self] utxoChain, problem in self?.tell(.coin(utxoChain), problem) }
    }

    private func tell(_ network: ServedNetwork, _ problem: ServerProblem) {
        let now = time.now()
        let notice = NoticeID.server(network, problem)
        if let last = told[notice], now - last < Self.pause(after: problem) { return }
        told[notice] = now
        guard problem == .failing else { return show(notice, network.notice(of: problem, nil), network) }
        // What the user has closed is not repeated.
        if !window.showsNotice(.failingServers) { failing = [] }
        failing.removeAll { $0.network == network }
        failing.append((network, WalletClock.systemTime()))
        showFailing()
        Task { [weak self, setting, addresses = setting.addresses(of: network)] in
            for address in addresses {
                guard let other = await setting.otherCertificate(of: address) else { continue }
                guard let self else { return }
                drop(network)
                show(.otherCertificate(of: network), Self.sentence(about: address, showing: other), network)
                return
            }
        }
    }

    /// Shows one notice about all networks whose servers cannot be used.
    private func showFailing() {
        guard failing.count != 1 else {
            let network = failing[0].network
            let sentence = network.notice(of: .failing, setting.current(network), setting.proxy.current)
            return show(.failingServers, sentence, network)
        }
        guard !failing.isEmpty else { return window.removeNotice(.failingServers) }
        window.showNotice(
            .failingServers, ServedNetwork.notice(ofFailing: failing.map(\.network), setting.proxy.current),
            button: localized("Servers…")
        ) { [weak self] in self?.open(nil) }
    }

    private func show(_ notice: NoticeID, _ sentence: String, _ network: ServedNetwork) {
        window.showNotice(notice, sentence, button: network.button) { [weak self] in self?.open(network) }
    }

    /// The sentence about a server that shows another certificate than the one that the user trusted.
    static func sentence(about address: ServerAddress, showing other: CertificateFingerprint) -> String {
        localized(
            """
            Danger: \(address.site, as: "server") shows a different certificate than the one you \
            trusted, so the wallet does not use it. Someone else may be answering. You trusted \
            \(address.fingerprint?.grouped ?? "", as: "fingerprint"), and it shows \
            \(other.grouped, as: "newFingerprint").
            """)
    }

    /// Removes what the notices say about the servers of a network: one works now.
    func noteUsable(_ network: ServedNetwork) {
        for problem in [ServerProblem.missing, .failing] { told[.server(network, problem)] = nil }
        window.removeNotice(.server(network, .missing))
        window.removeNotice(.otherCertificate(of: network))
        drop(network)
    }

    /// Removes what the notices say about networks whose servers have answered since.
    func note(_ accounts: [AccountSummary]) {
        let answered = failing.filter { network, since in
            accounts.contains { account in
                account.id.chain == network.chainID
                    && account.balances.contains { $0.state == .current && ($0.at ?? 0) > since }
            }
        }
        for (network, _) in answered { noteUsable(network) }
    }

    private func drop(_ network: ServedNetwork) {
        let count = failing.count
        failing.removeAll { $0.network == network }
        // What the user has closed stays closed.
        if failing.count < count, window.showsNotice(.failingServers) { showFailing() }
    }
}
