import EthereumWallet
import Bridge
import Ethereum
import HeadlessWallet
import Messages
import WalletConnectPay
import WalletCore
import WalletMethods
import WalletUI
import WebHost
import Network

/// Receives and shows payments: it parses links, and shows one payment with its approvals next to it.
@MainActor final class PaymentPresenter {
    /// A change of what is shown or tracked.
    enum Event {
        /// No payment is shown any more; with the last one.
        case closed(PaymentFlow?)
        /// A payment that no window shows has ended, or is no longer polled.
        case settled(PaymentFlow)
    }

    /// The events of the presenter.
    let events = Listeners<Event>()

    /// Stores the app ID that the user entered; returns the payment service with it.
    private let identify: @MainActor (_ appID: String) async throws(WalletError) -> PaymentSetup

    /// Why the app ID that was entered cannot be used.
    private var setUpProblem: String?

    private var setup: PaymentSetup

    /// Settings that have changed while a payment is shown.
    private var next: PaymentSetup?
    private let wallet: PageWallet
    private let accounts: any AccountControl
    private let approver: PaymentApprover
    private let parent: BrowserWindow?
    private let mark: PhraseMark
    private let signer: DispatcherSigner

    /// What the wallet knows about an asset.
    let known: @Sendable (AssetID) -> KnownAsset?
    private let queue: PaymentQueue
    private let links: PaymentLinkQueue
    private let tasks = OwnedTasks()
    private var window: ScreenWindow?
    private var pane: (url: String, pane: CollectionPane)?
    private var last: PaymentFlow?

    /// What became of the revocation of a payment's allowance, in a sentence.
    private var revocation: (payment: PaymentID, sentence: String, isSent: Bool)?

    /// The payments that a window has shown.
    private var shown: Set<PaymentID> = []

    /// Makes the open form use `proxy` from now on.
    func use(_ proxy: Proxy) { pane?.pane.form.use(proxy.forPages) }

    /// Uses these settings of the payment service for the payments that begin from now on.
    func use(_ setup: PaymentSetup) {
        if setup.service == self.setup.service { self.setup.forms = setup.forms }
        next = setup
        takeNext()
    }

    /// Uses the settings that have changed, once no payment is shown that began with the earlier ones.
    private func takeNext() {
        guard queue.flow == nil, let setup = next else { return }
        (self.setup, next) = (setup, nil)
        links.rule = setup.links
        signer.use(setup.service, records: Self.records(of: wallet, setup))
        queue.use(setup.gateway, problem: setup.problem)
    }

    private static func records(of wallet: PageWallet, _ setup: PaymentSetup) -> JournalRecords {
        JournalRecords(
            journal: wallet.services.journal, service: setup.service, transactions: wallet.services.transactions,
            sending: wallet.services.sending)
    }

    /// Creates a presenter.
    ///
    /// - Parameters:
    ///   - setup: The payment service, and this wallet's identity there.
    ///   - wallet: The wallet that pays.
    ///   - accounts: What unlocks the wallet for a payment that waits.
    ///   - approver: The approver that asks the user.
    ///   - parent: The window that payments are shown over.
    ///   - mark: The user's security phrase, which every window shows.
    ///   - identify: Stores the app ID that the user entered; returns the payment service with it.
    init(
        _ setup: PaymentSetup, wallet: PageWallet, accounts: any AccountControl, approver: PaymentApprover,
        over parent: BrowserWindow?, mark: PhraseMark,
        identify: @escaping @MainActor (_ appID: String) async throws(WalletError) -> PaymentSetup
    ) {
        self.identify = identify
        self.mark = mark
        self.accounts = accounts
        self.setup = setup
        self.wallet = wallet
        self.approver = approver
        self.parent = parent
        signer = DispatcherSigner(
            wallet.dispatcher, service: setup.service, records: Self.records(of: wallet, setup))
        var ports = PaymentPorts(
            gateway: setup.gateway, signer: signer, journal: wallet.payments, wallClock: wallet.services.now)
        ports.locks = wallet.paymentLocks
        if let problem = setup.problem { ports.problem = problem }
        let known = wallet.services.knownAssets
        self.known = known
        ports.known = known
        queue = PaymentQueue(ports) { [services = wallet.services] in
            AccountID.paying(
                with: services.activeAccount.address(.ethereum),
                on: services.chains.chains.map { ChainID(eip155: $0.id) })
        }
        links = PaymentLinkQueue(queue, rule: setup.links) { [gate = wallet.services.gate] in gate.isLocked }
        links.changes.add { [weak self] in self?.draw() }
        signer.terms = { [weak self] payment in self?.terms(of: payment) }
        queue.events.add { [weak self] event in self?.note(event) }
    }

    private func note(_ event: PaymentQueue.Event) {
        switch event {
        case .changed: draw()
        case .settled(let flow):
            draw()
            let name = Quotation.of(flow.payment.text, limit: 40)
            let state = PaymentText.outcome(of: flow)
            parent?.showNotice(
                .result(of: flow.payment),
                localized("Earlier payment \(name, as: "payment"): \(state, as: "state")."))
            events.tell(.settled(flow))
        case .rested(let flow): events.tell(.settled(flow))
        }
    }

    /// The payments that a window has shown and that are now tracked without one.
    var lookedAfter: [PaymentFlow] {
        queue.unseenFlows.filter { shown.contains($0.payment) && $0.attempt != nil && !$0.isResting }
    }

    /// Whether a window shows a payment.
    var isShowing: Bool { window != nil }

    /// Shows a sentence about a link that is not a payment link, in a separate window.
    func refuse(_ sentence: String) {
        links.refuse(sentence)
        window?.present()
    }

    /// The merchant and the amount of a payment, as the approvals of its signatures show them.
    private func terms(of payment: PaymentID) -> DispatcherSigner.Terms? {
        guard let flow = queue.flow, flow.payment == payment, let info = flow.info else { return nil }
        return DispatcherSigner.Terms(
            merchant: PaymentText.bounded(info.merchantName), invoice: PaymentText.amount(info.amount, known))
    }

    /// Tracks the payments that an earlier run of the program left open, and shows a notice about them.
    func start() {
        tasks.start { [queue, weak parent] in
            do throws(PayError) {
                try await queue.start()
            } catch {
                parent?.showNotice(
                    .unreadPayments,
                    localized("The payment history could not be read: pending payments are not checked."))
            }
            guard !queue.unseenFlows.isEmpty else { return }
            parent?.showNotice(
                .pendingPayment, localized("An earlier payment is still pending. “Payments…” in the menu shows it."))
        }
    }

    /// The latest attempts, newest first.
    func recent(limit: Int) async throws(PayError) -> [PaymentAttempt] {
        try await queue.recent(limit: limit)
    }

    /// Opens a link from any source; a link that cannot be opened is reported.
    func open(_ link: String) {
        links.open(link)
        window?.present()
    }

    /// Opens a payment; in a locked wallet, it is kept until ``unlocked()``.
    func open(_ payment: PaymentID) { links.open(payment) }

    /// Opens waiting links after the wallet was unlocked.
    func unlocked() { links.unlocked() }
}

extension PaymentPresenter {
    /// Shows the current state.
    private func draw() {
        takeNext()
        // A payment in a window needs no notice.
        if queue.unseenFlows.isEmpty { parent?.removeNotice(.pendingPayment) }
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
            screen.accountName = wallet.services.activeAccount.ethereumAccount.account.name
            screen.waitingCount = links.waitingCount
            screen.chainName = { [chains = wallet.services.chains.chains] chain in
                chains.first { $0.caip == chain.description && $0.isWellKnown }?.name
            }
            screen.known = known
            screen.problem = signer.problem
            screen.setUpProblem = setUpProblem
            let revocation = revocation.flatMap { $0.payment == flow.payment ? $0 : nil }
            screen.isRevoked = revocation?.isSent ?? false
            screen.remark = remark ?? revocation?.sentence
            return screen.step
        }
        if !links.held.isEmpty { return waitingStep }
        return remark.map(Self.remark)
    }

    /// What the user must know about a link, as a sentence.
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
            Screen.Paragraph(localized("Unlock the wallet to see the payment. The link is kept until then."))
        ]
        step.buttons = [
            Screen.Button(PaymentScreens.Action.close, label: localized("Discard")),
            Screen.Button(PaymentScreens.Action.unlock, label: localized("Unlock the wallet"), .next),
        ]
        return step
    }

    /// A step with only a sentence about a rejected link.
    static func remark(_ sentence: String) -> Screen {
        var step = Screen(title: PaymentScreens.title, heading: localized("This cannot be paid"))
        step.mark = .stopped
        step.paragraphs = [Screen.Paragraph(sentence)]
        step.buttons = [Screen.Button(PaymentScreens.Action.close, label: localized("Close"), .next)]
        return step
    }

    private func open() -> ScreenWindow {
        let window = ScreenWindow(over: parent, mark: mark)
        self.window = window
        approver.payments = ApprovalPresenter(parent: window, notice: mark.notice, mark: mark)
        window.onPress = { [weak self] action, values in
            if let action = action.of(PaymentScreens.Action.self) { self?.press(action, values) }
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
        events.tell(.closed(last))
    }

    /// Handles that the user wants to close the window.
    private func leave() {
        // The text that was typed there would be lost.
        if let pane { return pane.pane.close() }
        forget()
    }

    private func forget() {
        links.forget()
    }

    private func press(_ action: PaymentScreens.Action, _ values: [FieldID: String]) {
        switch action {
        case .cancel: leaveForm { [queue] in queue.take(.cancel) }
        case .back: leaveForm { [queue] in queue.take(.back) }
        case .choose(let choice): if let choice { queue.take(.choose(choice)) }
        case .explainInfo: queue.take(.explainInfo)
        case .explainGas: queue.take(.explainGas)
        case .fill: queue.take(.fill(values.map { CollectedField(id: $0.key.rawValue, value: $0.value) }))
        case .pay: queue.take(.pay)
        case .checkStatus: queue.take(.checkStatus)
        case .sendAgain: queue.take(.sendAgain)
        case .giveUp: queue.take(.giveUp)
        case .retry: queue.take(.retry)
        case .unlock: accounts.unlock()
        case .revoke: revoke()
        case .setUp: tasks.start { await self.setUp(values[.appID] ?? "") }
        case .close: forget()
        }
    }

    /// Stores the app ID, and starts the shown payment again.
    private func setUp(_ appID: String) async {
        guard let payment = queue.flow?.payment else { return }
        do throws(WalletError) {
            let setup = try await identify(EnteredText.trimmed(appID))
            queue.use(setup.gateway, problem: setup.problem)
            setUpProblem = nil
            links.open(payment)
        } catch {
            setUpProblem = error.description
            draw()
        }
    }

    /// Revokes the allowance that the shown payment has given.
    private func revoke() {
        guard let flow = queue.flow, let need = flow.need, !approver.isRevoking else { return }
        let facts = known(need.token)
        let allowance = GivenAllowance(
            need.account,
            HeldAsset(
                need.token, symbol: facts?.symbol ?? "", decimals: facts?.decimals ?? 0, isVouchedFor: facts != nil),
            spender: AllowanceNeed.spender, spenderName: "Permit2", .unlimited)
        approver.isRevoking = true
        tasks.start { [weak self, wallet] in
            let outcome = await wallet.dispatcher.run("revoke") { request throws(RPCError) in
                .string(try await wallet.services.holdings.allowances.revoke(allowance, for: request))
            }
            self?.revoked(outcome, for: flow.payment)
        }
    }

    private func revoked(_ outcome: Result<JSON, RPCError>, for payment: PaymentID) {
        approver.isRevoking = false
        switch outcome {
        case .success:
            let sentence = localized("The transaction was sent. The allowance ends when the network confirms it.")
            revocation = (payment, sentence, true)
        case .failure(let error) where error.kind == .rejected: return
        case .failure(let error): revocation = (payment, error.sentence, false)
        }
        draw()
    }

    /// Runs `body`, which closes a form that may have been filled in, after asking the user if necessary.
    private func leaveForm(_ body: @escaping @MainActor () -> Void) {
        if let pane { pane.pane.discard(body) } else { body() }
    }

    /// The payment service's form, if the payment is at that step; it exists as long as the step.
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
        do throws(BridgeError) {
            given = try setup.forms.form(at: url)
        } catch {
            // Not in this turn of the loop, because the flow is being drawn.
            let fault: PaymentHostRule.Fault = if case .form(let fault) = error { fault } else { .malformed }
            Task { queue.take(.formRefused(fault)) }
            return nil
        }
        // The wallet stores no data about the payer that it could fill in, so it only adds the theme.
        let themed = CollectURL.adding(theme: isDark ? .dark : .light, to: given.url)
        let address = (try? setup.forms.form(at: themed)) ?? given
        let pane = CollectionPane(
            CollectionView(address, payment: flow.payment.text, proxy: wallet.proxy.current.forPages),
            standsAlone: false)
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
