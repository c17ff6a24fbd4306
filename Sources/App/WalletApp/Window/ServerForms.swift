import Bitcoin
import Bridge
import BitcoinWallet
import EthereumWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI
import Network

/// Lets the user see and set the servers of networks in the window: the nodes of EVM chains and the Electrum servers of
/// currencies.
///
/// The window shows a notice if a server is needed, and none is set or can be used.
@MainActor final class ServerForms {
    private let chains: ChainBook
    private let coins: CoinSender
    private let window: BrowserWindow
    private let mark: PhraseMark
    private let proxy: ProxySetting
    private let time: TimeSource
    private var told: [NoticeID: Duration] = [:]
    private var form: FormWindow?

    private var setting: ServerSetting { ServerSetting(chains: chains, coins: coins, proxy: proxy) }

    /// How long the window does not repeat a notice: pages send many requests, and a server may be unreachable for a
    /// long time.
    private static func pause(after trouble: ServerProblem) -> Duration {
        trouble == .missing ? .seconds(60) : .seconds(600)
    }

    /// Starts to observe `services`.
    init(
        _ services: WalletServices, window: BrowserWindow, mark: PhraseMark, proxy: ProxySetting,
        time: TimeSource = .system
    ) {
        self.proxy = proxy
        chains = services.chains
        coins = services.coins
        self.window = window
        self.mark = mark
        self.time = time
        chains.onTrouble = { [weak self] chain, trouble in self?.tell(.chain(chain), trouble) }
        coins.onTrouble = { [weak self] utxoChain, trouble in self?.tell(.coin(utxoChain), trouble) }
    }

    private func tell(_ network: ServedNetwork, _ trouble: ServerProblem) {
        let now = time.now()
        let notice = NoticeID.server(network, trouble)
        if let last = told[notice], now - last < Self.pause(after: trouble) { return }
        told[notice] = now
        let sentence = network.notice(of: trouble, current(network), proxy.current)
        show(notice, sentence, network)
        guard trouble == .failing else { return }
        Task { [weak self, setting, addresses = setting.addresses(of: network)] in
            for address in addresses {
                guard let other = await setting.otherCertificate(of: address) else { continue }
                self?.show(notice, Self.sentence(about: address, showing: other), network)
                return
            }
        }
    }

    private func show(_ notice: NoticeID, _ sentence: String, _ network: ServedNetwork) {
        window.showNotice(notice, sentence, button: network.button) { [weak self] in
            self?.open { [weak self] form in await self?.ask(network, form) }
        }
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

    /// Shows all networks with their servers, and sets the one that the user chooses.
    func show() {
        open { [weak self] form in
            guard let self else { return }
            let networks = networks
            while let answers = await form.ask(list(networks)),
                let network = networks.first(where: { $0.id == answers["network"] })
            {
                guard await ask(network, form) else { return }
            }
        }
    }

    /// One network in a list.
    struct Line {
        /// Its ID, for ``set(_:then:)``.
        let id: String

        /// Its name, and its server.
        let label: String

        /// The identifier of the chain (CAIP-2).
        let chain: ChainID

        /// Whether a server is set.
        let isSet: Bool
    }

    /// All networks with their servers, those with a server first.
    var lines: [Line] {
        networks.map { network in
            let server = current(network)
            return Line(id: network.id, label: network.line(server), chain: network.chainID, isSet: server != nil)
        }
    }

    /// The network with this ID, if it has servers.
    func served(_ id: String) -> ServedNetwork? {
        networks.first { $0.id == id && current($0) != nil }
    }

    /// Asks for the server of the network with this ID, and then calls `done`.
    func set(_ id: String, then done: @escaping @MainActor () -> Void) {
        guard let network = networks.first(where: { $0.id == id }) else { return }
        open { [weak self] form in
            await self?.ask(network, form)
            done()
        }
    }

    private func open(_ body: @escaping @MainActor (FormWindow) async -> Void) {
        if let form { return form.present() }
        let form = FormWindow(over: window, mark: mark)
        self.form = form
        Task {
            await body(form)
            self.form = nil
            form.close()
        }
    }

    /// The networks, those with a server first.
    private var networks: [ServedNetwork] {
        let chains = chains.chains.map(ServedNetwork.chain)
        let all =
            chains.prefix(1) + UTXOChain.mainnets.map(ServedNetwork.coin) + chains.dropFirst()
            + UTXOChain.testnets.map(ServedNetwork.coin)
        return all.filter { current($0) != nil } + all.filter { current($0) == nil }
    }

    private func list(_ networks: [ServedNetwork]) -> Form {
        let choices = networks.map { FormField.Choice($0.id, label: $0.line(current($0))) }
        return Form(
            title: localized("Drawbridge – networks"), heading: localized("Networks"),
            paragraphs: [
                Form.Paragraph(
                    localized("The wallet reaches each network through a server. Choose a network to set its server."))
            ],
            fields: [
                FormField("network", label: localized("Network"), .choice(choices, selected: choices.first?.id ?? ""))
            ], verb: localized("Set server…"), refusal: localized("Close"))
    }

    private func current(_ network: ServedNetwork) -> CurrentServer? {
        switch network {
        case .chain(let chain):
            chains.endpointInUse(of: chain).map {
                CurrentServer(
                    address: $0.text, site: $0.origin.site, count: 1 + (chains.alternatives[chain.id] ?? []).count,
                    addedBy: chains.siteOfNode(of: chain))
            }
        case .coin(let utxoChain):
            coins.addresses[utxoChain].flatMap { servers in
                servers.first.map {
                    CurrentServer(address: $0.text, site: "\($0.host):\($0.port)", count: servers.count)
                }
            }
        }
    }

    /// Asks for a server until one can be used; false if the user cancelled.
    @discardableResult private func ask(_ network: ServedNetwork, _ form: FormWindow) async -> Bool {
        var answers = await form.ask(network.form(current(network)))
        var isTrusting = false
        while let given = answers {
            form.work(network.busy)
            switch await setting.use(given.values, for: network, isFurther: false) {
            case .used: return noteUsable(network)
            case .problem(let problem) where isTrusting:
                isTrusting = false
                // The fields are not on the screen.
                var again = network.form(current(network), given.values)
                again.paragraphs.append(Form.Paragraph(problem.sentence, tone: .caution))
                answers = await form.ask(again)
            case .problem(let problem): answers = await form.complain([problem.field: problem.sentence])
            case .untrusted(let trust):
                guard let reply = await form.ask(trust.form) else { return false }
                guard reply.other == nil else {
                    answers = await form.ask(network.form(current(network), given.values))
                    continue
                }
                isTrusting = true
                answers = FormAnswers(values: trust.trusted(given.values))
            }
        }
        return false
    }

    private func noteUsable(_ network: ServedNetwork) -> Bool {
        for trouble in [ServerProblem.missing, .failing] {
            let notice = NoticeID.server(network, trouble)
            if told.removeValue(forKey: notice) != nil { window.removeNotice(notice) }
        }
        return true
    }
}
