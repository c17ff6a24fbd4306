public import Bridge
import CWebKit
import GLibKit
public import Logging
import Messages

/// A payment's data-collection form: one page of the payment service, for one payment, with nothing of the wallet in
/// it.
///
/// It has processes and a memory of its own, which end with it. Its page finds no wallet, only a way to say that the
/// form has ended, which is heard once, from the document that is shown, on the form's own host. Everything typed goes
/// from the page to its service; nothing of it is seen, noted or kept here.
@MainActor public final class CollectionView {
    /// Called with what happens, never in the turn in which the page did it.
    public var onEvent: (@MainActor (CollectionEvent) -> Void)?

    /// Asked when the user has followed a link to another place; without it nothing leaves.
    public var mayLeave: (@MainActor (ExternalNavigation) async -> Bool)? {
        get { view.mayLeave }
        set { view.mayLeave = newValue }
    }

    /// The payment that the form belongs to; the receiver of its end compares it with the current payment.
    public let payment: String

    /// Where the form lies.
    public let address: FormAddress

    /// How the form has ended, once it has.
    public var ending: FormEnding? { listener.ending }

    /// How far the form has come.
    private enum Stage {
        /// No page of it is there.
        case away
        /// A page of it is there, and has not been read to its end yet.
        case arriving
        /// The form can be filled in, or could.
        case here
    }

    package let view: WebView
    private let listener: CollectionListener
    private let dispatcher: RequestDispatcher
    private var stage = Stage.away
    private var isRestarting = false
    private var isHanging = false
    private var isClosed = false
    private let time: TimeSource
    private var patience: Task<Void, Never>?

    /// Whether it was reported that the current page can be filled in.
    private var isTold = false

    /// How long a form may take until it can be filled in.
    static let loadTime = Duration.seconds(30)

    /// Creates a view that loads nothing yet.
    ///
    /// - Parameters:
    ///   - address: The form's address, as ``PaymentHostRule`` allows it.
    ///   - payment: The payment's id.
    ///   - log: Where refusals are noted, with hosts at most.
    public convenience init(
        _ address: FormAddress, payment: String, log: Logger = Logger(label: "drawbridge.form")
    ) {
        self.init(address, payment: payment, log: log, network: nil, rule: nil)
    }

    /// Creates a view, in tests with a network of their own, and with another rule for where it may go.
    package init(
        _ address: FormAddress, payment: String, log: Logger = Logger(label: "drawbridge.form"),
        network: TestNetwork?, rule other: (any NavigationRule)? = nil, time: TimeSource = .system
    ) {
        self.address = address
        self.time = time
        self.payment = payment
        let rule = CollectionRule(address: address)
        var options = WebView.Options()
        options.dialects = [.collection]
        options.navigation = other ?? rule
        options.contentPolicy = rule.contentPolicy
        options.reloadsAfterCrash = false
        options.showsErrorPages = false
        options.isDiscreet = true
        options.tellsReady = true
        // A form ends once, and nothing waits for an answer.
        options.hearsReplaced = false
        options.log = log
        listener = CollectionListener(origin: address.origin)
        // Of its own: what a form says is no request to the wallet, and no limit of a form's is one of a site's.
        dispatcher = RequestDispatcher(
            handler: listener, gate: Gate(approver: listener, limits: listener.limits), limits: listener.limits,
            log: log)
        view = WebView(dispatcher: dispatcher, profile: Profile(network: network), options: options)
        listener.onEnding = { [weak self] ending in self?.tell(.ended(ending)) }
        view.onEvent = { [weak self] event in self?.follow(event) }
        confine()
    }

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

    /// Ends the form without an end of its own; what was typed is gone.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        patience?.cancel()
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

    /// Some steps end without a signal of WebKit's, and some pages wait for a part that never comes: the user must not
    /// wait for them for ever.
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
            isTold = false
            if stage == .away, origin == address.origin { stage = .arriving }
        case .ready, .finished:
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
            // A page that is whole stays there, with what was typed into it.
            let isHere = stage == .here
            if !isHere { stage = .away }
            report(
                isHere
                    ? localized("The next page of the form could not be loaded. \(reason, as: "reason")")
                    : localized("The form could not be loaded. \(reason, as: "reason")"))
        case .refused(let sentence):
            report(
                stage == .away
                    ? localized("The form could not be loaded. \(sentence, as: "reason")") : sentence)
        case .crashed: recover()
        case .responsive(let isResponsive):
            isHanging = !isResponsive
            if isHanging { tell(.failed(localized("The form does not respond."))) } else { tell(.loaded) }
        }
    }

    private func recover() {
        guard !isRestarting else {
            isRestarting = false
            return load()
        }
        stage = .away
        // A form can come after a signature, where the gateway missed something: of that only the payment knows.
        report(localized("The form crashed. What you typed into it is lost."))
    }

    private func report(_ sentence: String) {
        if stage == .away { patience?.cancel() }
        tell(stage == .away ? .failed(sentence) : .blocked(sentence))
    }

    /// Not in the turn of WebKit's call: the receiver of an end may remove the view.
    private func tell(_ event: CollectionEvent) {
        Task { [weak self] in
            guard let self else { return }
            // What came before an end in the same turn is of no interest any more.
            if let ending, event != .ended(ending) { return }
            onEvent?(event)
        }
    }
}
