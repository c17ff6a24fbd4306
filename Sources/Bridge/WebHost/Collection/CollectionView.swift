public import Bridge
import CWebKit
import GLibKit
public import Logging
import Messages

/// A payment's data-collection form: one page of the payment service, for one payment, without access to the wallet.
///
/// It has separate processes and a temporary profile. Its page can only report completion, once, from the displayed
/// document, on the form's own host. Everything that the user types goes from the page to its service; nothing of it is
/// read, logged or stored here.
@MainActor public final class CollectionView {
    /// Called with events, always in a later main loop iteration.
    public var onEvent: (@MainActor (CollectionEvent) -> Void)?

    /// Asks whether a link that the user has followed may open in another program; without it, none may.
    public var mayLeave: (@MainActor (ExternalNavigation) async -> Bool)? {
        get { view.mayLeave }
        set { view.mayLeave = newValue }
    }

    /// The payment of the form; the receiver of its result compares it with the current payment.
    public let payment: String

    /// The form's URL.
    public let address: FormAddress

    /// The result of the form, once there is one.
    public var ending: FormEnding? { listener.ending }

    /// The loading state.
    private enum Stage {
        /// No page is shown.
        case away
        /// A page is shown, but has not been parsed completely.
        case arriving
        /// The form can be filled in, or could be before.
        case here
    }

    package let view: WebView
    private let profile: Profile
    private let listener: CollectionListener
    private let dispatcher: RequestDispatcher
    private var stage = Stage.away
    private var isRestarting = false
    private var isHanging = false
    private var isClosed = false
    private let time: TimeSource
    private var patience: Task<Void, Never>?
    private var emptiness: Task<Void, Never>?

    /// Whether ``CollectionEvent/loaded`` was sent for the current page.
    private var isTold = false

    /// Whether a web page is shown, and not an empty one from which the view returns.
    private var hasPage = false

    /// How long a form may take to load.
    static let loadTime = Duration.seconds(30)

    /// How long a loaded document may take to report that it is not empty.
    private static let contentsTime = Duration.seconds(2)

    /// Creates a view that is not loading yet.
    ///
    /// - Parameters:
    ///   - address: The form's URL, accepted by ``/Bridge/PaymentHostRule``.
    ///   - payment: The payment's ID.
    ///   - log: The log for refusals, with at most the hosts of URLs.
    ///   - proxy: The proxy for the form's connections; `nil` for the desktop's, if it has one.
    public convenience init(
        _ address: FormAddress, payment: String, log: Logger = Logger(label: "drawbridge.form"),
        proxy: WebProxy? = nil
    ) {
        self.init(address, payment: payment, log: log, network: nil, rule: nil, proxy: proxy)
    }

    /// Creates a view; tests can set the network, the navigation rule and the transport.
    package init(
        _ address: FormAddress, payment: String, log: Logger = Logger(label: "drawbridge.form"),
        network: TestNetwork?, rule other: (any NavigationRule)? = nil, time: TimeSource = .system,
        proxy: WebProxy? = nil, transport: WebView.Options.Transport? = nil
    ) {
        self.address = address
        self.time = time
        self.payment = payment
        let rule = CollectionRule(address: address)
        var options = WebView.Options()
        options.dialects = [.collection]
        options.transport = transport ?? options.transport
        options.navigation = other ?? rule
        options.contentPolicy = rule.contentPolicy
        options.reloadsAfterCrash = false
        options.showsErrorPages = false
        options.isDiscreet = true
        options.reportsReady = true
        // A form completes once, and does not wait for a response.
        options.acceptsReplaced = false
        options.log = log
        listener = CollectionListener(origin: address.origin)
        // A separate dispatcher: a form's messages are not requests to the wallet, and have other limits.
        dispatcher = RequestDispatcher(
            handler: listener, gate: Gate(approver: listener, limits: listener.limits), limits: listener.limits,
            log: log)
        profile = Profile(network: network, proxy: proxy)
        view = WebView(dispatcher: dispatcher, profile: profile, options: options)
        listener.onEnding = { [weak self] ending in self?.tell(.ended(ending)) }
        view.onEvent = { [weak self] event in self?.follow(event) }
        confine()
    }

    /// Makes the form use `proxy` from now on, or the desktop's if `nil`; the current load is aborted.
    public func use(_ proxy: WebProxy?) { profile.use(proxy) }

    /// Loads the form.
    public func load() {
        guard ending == nil, !isClosed else { return }
        stage = .away
        tell(.loading)
        wait()
        view.load(address.url)
    }

    /// Reloads the form from its beginning.
    public func retry() {
        guard ending == nil, !isClosed else { return }
        guard isHanging else { return load() }
        isHanging = false
        isRestarting = true
        view.restart()
    }

    /// Closes the form without a result; typed data is lost.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        patience?.cancel()
        emptiness?.cancel()
        onEvent = nil
        view.close()
    }

    private func confine() {
        DisabledWebFeatures.fall(on: webkit_web_view_get_settings(view.widget.pointer))
        Signal.connect(view.widget.pointer, "run-file-chooser") { [weak self] (request: gpointer?) -> Bool in
            if let request {
                webkit_file_chooser_request_cancel(request.assumingMemoryBound(to: WebKitFileChooserRequest.self))
            }
            self?.tell(.blocked(localized("The form tried to open a file. It was blocked.")))
            return true
        }
    }

    /// Some loads end without a signal from WebKit, and some pages wait for a resource that never arrives: the user
    /// must not wait forever.
    private func wait() {
        patience?.cancel()
        patience = Task { [weak self, time] in
            guard (try? await time.sleep(Self.loadTime)) != nil, let self, stage != .here, !isClosed else { return }
            let isAnswered = stage == .arriving
            stage = .away
            webkit_web_view_stop_loading(view.widget.pointer)
            report(
                isAnswered
                    ? localized("The form could not be loaded: a part of it did not arrive.")
                    : localized("The form could not be loaded: there was no answer."))
        }
    }

    private func follow(_ event: WebViewEvent) {
        guard ending == nil else { return }
        switch event {
        case .committed(_, let origin):
            emptiness?.cancel()
            (isTold, hasPage) = (false, origin != nil)
            if stage == .away, origin == address.origin { stage = .arriving }
        case .finished:
            guard stage != .away, !isTold, hasPage else { return }
            awaitContents()
        case .ready:
            emptiness?.cancel()
            guard stage != .away, !isTold else { return }
            patience?.cancel()
            isTold = true
            stage = .here
            tell(.loaded)
        case .lost:
            stage = .away
            report(localized("The form could not be shown: it opened an empty page."))
        case .titled, .moved, .loading, .kept: break
        case .failed(_, let reason):
            // A completely loaded page stays, with the typed data.
            let isHere = stage == .here
            if !isHere { stage = .away }
            report(
                isHere
                    ? localized("The next page of the form could not be loaded. \(reason, as: "reason")")
                    : localized("The form could not be loaded. \(reason, as: "reason")"))
        case .held(_, let obstacle):
            report(localized("The form could not be loaded. \(obstacle.sentences, as: "reason")"))
        case .refused(let sentence):
            report(
                stage == .away
                    ? localized("The form could not be loaded. \(sentence, as: "reason")") : sentence)
        case .crashed: recover()
        case .responsive(let isResponsive):
            isHanging = !isResponsive
            guard isHanging else { return tell(stage == .here ? .loaded : .loading) }
            tell(.failed(localized("The form does not respond.")))
        }
    }

    /// Reports an empty page, with nothing to fill in and nothing to press.
    ///
    /// The document's own report that it is not empty can come after the end of the load.
    private func awaitContents() {
        emptiness?.cancel()
        emptiness = Task { [weak self, time] in
            guard (try? await time.sleep(Self.contentsTime)) != nil, let self, stage != .away, !isTold, !isClosed else {
                return
            }
            stage = .away
            report(localized("The form could not be loaded: its page is empty."))
        }
    }

    private func recover() {
        guard !isRestarting else {
            isRestarting = false
            return load()
        }
        stage = .away
        // A form can appear after a signature, if the gateway needs more data: only the payment knows about that.
        report(localized("The form crashed. What you typed into it is lost."))
    }

    private func report(_ sentence: String) {
        if stage == .away { patience?.cancel() }
        tell(stage == .away ? .failed(sentence) : .blocked(sentence))
    }

    /// In a later main loop iteration than WebKit's call: the receiver of a result may remove the view.
    private func tell(_ event: CollectionEvent) {
        Task { [weak self] in
            guard let self else { return }
            // Events before a result in the same iteration no longer matter.
            if let ending, event != .ended(ending) { return }
            onEvent?(event)
        }
    }
}
