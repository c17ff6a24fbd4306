import EthereumWallet
import Bridge
import Ethereum
import Messages
import WalletConnectPay
import WalletCore
import WalletMethods
import WalletUI
import WebHost

/// Where payments come in and are shown: links are read, one payment is before the user's eyes, its questions beside
/// it.
@MainActor final class PaymentPresenter {
    /// Called when no payment is shown any more, with the last one.
    var onClose: (@MainActor (PaymentFlow?) -> Void)?

    /// Called when a payment that no window shows is over, or is not asked about any more.
    var onSettled: (@MainActor (PaymentFlow) -> Void)?

    /// Called when the user wants the wallet unlocked for a payment that waits.
    var onUnlock: (@MainActor () -> Void)?

    private let setup: PaymentSetup
    private let wallet: PageWallet
    private let approver: PaymentApprover
    private let parent: BrowserWindow?
    private let notice: String?
    private let mark: PhraseMark
    private let signer: DispatcherSigner

    /// What the wallet knows of an asset.
    let known: @Sendable (AssetID) -> KnownAsset?
    private let queue: PaymentQueue
    private let links: PaymentLinkQueue
    private let tasks = OwnedTasks()
    private var window: ScreenWindow?
    private var pane: (url: String, pane: CollectionPane)?
    private var last: PaymentFlow?

    /// The payments that a window has shown.
    private var shown: Set<PaymentID> = []

    /// Creates a door.
    ///
    /// - Parameters:
    ///   - setup: The payment service, and what this wallet is to it.
    ///   - wallet: What pays.
    ///   - approver: The way to the user.
    ///   - parent: The window that payments are shown over.
    ///   - notice: What every window says, such as “demo keys, no value”.
    ///   - mark: The user's security phrase, which every window shows.
    init(
        _ setup: PaymentSetup, wallet: PageWallet, approver: PaymentApprover, over parent: BrowserWindow?,
        notice: String?, mark: PhraseMark
    ) {
        self.mark = mark
        self.setup = setup
        self.wallet = wallet
        self.approver = approver
        self.parent = parent
        self.notice = notice
        signer = DispatcherSigner(
            wallet.dispatcher, service: setup.service,
            records: JournalRecords(
                journal: wallet.services.journal, service: setup.service, transactions: wallet.services.transactions))
        var ports = PaymentPorts(
            gateway: setup.gateway, signer: signer, journal: wallet.payments, wallClock: wallet.services.now)
        ports.locks = wallet.paymentLocks
        if let trouble = setup.trouble { ports.trouble = trouble }
        let known = wallet.services.knownAssets
        self.known = known
        ports.known = known
        queue = PaymentQueue(ports) { [services = wallet.services] in
            AccountID.paying(
                with: services.activeAccount.address(.ethereum),
                on: services.chains.chains.map { ChainID(eip155: $0.id) })
        }
        links = PaymentLinkQueue(queue, rule: setup.links) { [gate = wallet.services.gate] in gate.isLocked }
        links.onChange = { [weak self] in self?.draw() }
        signer.terms = { [weak self] payment in self?.terms(of: payment) }
        queue.onChange = { [weak self] in self?.draw() }
        queue.onSettled = { [weak self] flow in
            guard let self else { return }
            draw()
            let name = Quotation.of(flow.payment.text, limit: 40)
            let state = PaymentText.outcome(of: flow)
            parent?.say(localized("Earlier payment \(name, as: "payment"): \(state, as: "state")."))
            onSettled?(flow)
        }
        queue.onRested = { [weak self] flow in self?.onSettled?(flow) }
    }

    /// The payments that a window has shown, and that are still looked after without one.
    var lookedAfter: [PaymentFlow] {
        queue.unseenFlows.filter { shown.contains($0.payment) && $0.attempt != nil && !$0.isResting }
    }

    /// Whether a window shows a payment.
    var isShowing: Bool { window != nil }

    /// Says something of a link that is not a payment link, in a window of its own.
    func refuse(_ sentence: String) {
        links.refuse(sentence)
        window?.present()
    }

    /// Whom a payment is for and how much they ask for, as the approvals of its signatures say it.
    private func terms(of payment: PaymentID) -> DispatcherSigner.Terms? {
        guard let flow = queue.flow, flow.payment == payment, let info = flow.info else { return nil }
        return DispatcherSigner.Terms(
            merchant: PaymentText.bounded(info.merchantName), invoice: PaymentText.amount(info.amount, known))
    }

    private static let unsettled = localized(
        "An earlier payment is still pending. “Payments…” in the menu shows it.")

    /// Looks after what an earlier run of the program left, and says so.
    func start() {
        tasks.start { [queue, weak parent] in
            do throws(PayError.Journal) {
                try await queue.start()
            } catch {
                parent?.say(
                    localized("The payment history could not be read: pending payments are not checked."))
            }
            guard !queue.unseenFlows.isEmpty else { return }
            parent?.say(Self.unsettled)
        }
    }

    /// The latest attempts, newest first.
    func recent(limit: Int) async throws(PayError.Journal) -> [PaymentAttempt] {
        try await queue.recent(limit: limit)
    }

    /// Takes a link from wherever it came; what cannot be taken is said.
    func open(_ link: String) {
        links.open(link)
        window?.present()
    }

    /// Takes a payment; in a locked wallet it is kept until ``unlocked()``.
    func open(_ payment: PaymentID) { links.open(payment) }

    /// The wallet was unlocked: what waited goes on.
    func unlocked() { links.unlocked() }
}

extension PaymentPresenter {
    /// Shows what is so now.
    private func draw() {
        // Whoever sees it needs no notice of it.
        if queue.unseenFlows.isEmpty { parent?.takeBack(Self.unsettled) }
        guard let step else { return close() }
        let window = window ?? open()
        let pane = flowPane(isDark: window.isDark)
        window.show(step, pane: pane?.pane)
    }

    private var step: Screen? {
        if let flow = queue.flow {
            last = flow
            shown.insert(flow.payment)
            var screen = PaymentScreens(flow: flow, service: setup.service)
            screen.accountName = wallet.services.activeAccount.account.name
            screen.waitingCount = links.waitingCount
            screen.chainName = { [chains = wallet.services.chains.chains] chain in
                chains.first { $0.caip == chain.description && $0.isWellKnown }?.name
            }
            screen.known = known
            screen.trouble = signer.trouble
            screen.remark = remark
            return screen.step
        }
        if !links.held.isEmpty { return waitingStep }
        return remark.map(Self.remark)
    }

    /// What the user must know of a link, as a sentence.
    private var remark: String? {
        switch links.remark {
        case .notALink(let fault): localized("\(fault, as: "reason") Nothing was paid.")
        case .tooMany: localized("Too many payments are already waiting: one was not accepted.")
        case .sentence(let sentence): sentence
        case nil: nil
        }
    }

    private var waitingStep: Screen {
        var step = Screen(
            title: PaymentScreens.title, heading: localized("A payment is waiting for the wallet"))
        step.source = Screen.Source(setup.service, .paymentService)
        step.paragraphs = [
            Form.Paragraph(localized("Unlock the wallet to see the payment. The link is kept until then."))
        ]
        step.buttons = [
            Screen.Button(PaymentScreens.Action.close.rawValue, label: localized("Discard")),
            Screen.Button(PaymentScreens.Action.unlock.rawValue, label: localized("Unlock the wallet"), .next),
        ]
        return step
    }

    /// A step with nothing but a sentence about a link that is not taken.
    static func remark(_ sentence: String) -> Screen {
        var step = Screen(title: PaymentScreens.title, heading: localized("This cannot be paid"))
        step.mark = .stopped
        step.paragraphs = [Form.Paragraph(sentence)]
        step.buttons = [Screen.Button(PaymentScreens.Action.close.rawValue, label: localized("Close"), .next)]
        return step
    }

    private func open() -> ScreenWindow {
        let window = ScreenWindow(over: parent, notice: notice, mark: mark)
        self.window = window
        approver.payments = ApprovalPresenter(parent: window, notice: notice, mark: mark)
        window.onPress = { [weak self] button, values in self?.press(button, values) }
        window.onChoose = { [weak self] name in
            guard let self, let flow = queue.flow, let choice = PaymentScreens.choice(named: name, in: flow) else {
                return
            }
            queue.take(.choose(choice))
        }
        window.onClose = { [weak self] in self?.leave() }
        return window
    }

    private func close() {
        pane?.pane.dismiss()
        pane = nil
        approver.payments = nil
        guard let window else { return }
        self.window = nil
        window.close()
        onClose?(last)
    }

    /// The user wants the window closed.
    private func leave() {
        // What was typed there would be lost.
        if let pane { return pane.pane.close() }
        forget()
    }

    private func forget() {
        links.forget()
    }

    private func press(_ button: String, _ values: [String: String]) {
        guard let action = PaymentScreens.Action(rawValue: button) else { return }
        switch action {
        case .cancel: leaveForm { [queue] in queue.take(.cancel) }
        case .back: leaveForm { [queue] in queue.take(.back) }
        case .explainInfo: queue.take(.explainInfo)
        case .explainGas: queue.take(.explainGas)
        case .fill: queue.take(.fill(values.map { CollectedField(id: $0.key, value: $0.value) }))
        case .pay: queue.take(.pay)
        case .checkStatus: queue.take(.checkStatus)
        case .sendAgain: queue.take(.sendAgain)
        case .giveUp: queue.take(.giveUp)
        case .retry: queue.take(.retry)
        case .unlock: onUnlock?()
        case .close: forget()
        }
    }

    /// Does what takes a form away that may have been filled in, after a question where there is one.
    private func leaveForm(_ body: @escaping @MainActor () -> Void) {
        if let pane { pane.pane.discard(body) } else { body() }
    }

    /// The payment service's form, where the payment is at it; it lives as long as its step.
    private func flowPane(isDark: Bool) -> CollectionPane? {
        guard let flow = queue.flow, case .collecting(.hosted(let url)) = flow.state else {
            pane?.pane.dismiss()
            pane = nil
            return nil
        }
        if let pane, pane.url == url { return pane.pane }
        pane?.pane.dismiss()
        pane = nil
        let given: FormAddress
        do throws(PaymentHostError) {
            given = try setup.forms.form(at: url)
        } catch {
            // Not in this turn: the flow is being drawn.
            Task { queue.take(.formRefused(error)) }
            return nil
        }
        // The wallet keeps nothing of the payer that it could fill in, so the look is all it adds.
        let themed = CollectURL.adding(theme: isDark ? .dark : .light, to: given.url)
        let address = (try? setup.forms.form(at: themed)) ?? given
        let pane = CollectionPane(
            CollectionView(address, payment: flow.payment.text), standsAlone: false)
        self.pane = (url, pane)
        pane.onEnding = { [weak self] ending in
            guard let self, self.pane?.pane === pane else { return }
            self.pane = nil
            switch ending {
            case .form(let ending): queue.take(.formEnded(isComplete: ending == .complete))
            case .closed: queue.take(.back)
            }
        }
        return pane
    }
}

extension WalletServices {
    /// What the wallet itself knows of an asset: the coins of the chains that it brought along, and the tokens that it
    /// vouches for.
    var knownAssets: @Sendable (AssetID) -> KnownAsset? {
        let coins = Dictionary(
            chains.chains.filter(\.isWellKnown).map { ($0.caip, $0.symbol) }, uniquingKeysWith: { first, _ in first })
        return { [tokens = knowledge.tokens] asset in
            guard asset.token == nil else { return nil }
            if asset.isCoin {
                return coins[asset.chain.description].map { KnownAsset(symbol: $0, decimals: 18) }
            }
            guard let contract = asset.contract, let chain = UInt64(asset.chain.reference),
                let token = tokens.token(contract, on: chain), token.isVouchedFor
            else { return nil }
            return KnownAsset(symbol: token.symbol, decimals: token.decimals)
        }
    }
}
