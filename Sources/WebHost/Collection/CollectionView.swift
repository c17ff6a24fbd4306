public import Bridge
import CWebKit
public import Logging

/// A payment's data-collection form: one page of the payment service, for one payment, with nothing of the wallet in it.
///
/// It has processes and a memory of its own, which end with it. Its page finds no wallet, only a way to say that the form
/// has ended, which is heard once, from the document that is shown, on the form's own host. Everything typed goes from the
/// page to its service; nothing of it is seen, noted or kept here.
@MainActor public final class CollectionView {
    /// Called with what happens, never in the turn in which the page did it.
    public var onEvent: (@MainActor (CollectionEvent) -> Void)?

    /// Asked when the user has followed a link to another place; without it nothing leaves.
    public var mayLeave: (@MainActor (Departure) async -> Bool)? {
        get { view.mayLeave }
        set { view.mayLeave = newValue }
    }

    /// The payment that the form belongs to; whoever hears of its end compares it with the one under way.
    public let payment: String

    /// Where the form lies.
    public let address: FormAddress

    /// How the form has ended, once it has.
    public private(set) var ending: FormEnding?

    let view: WebView
    private let hall: Hall
    private var hasDocument = false
    private var isRestarting = false
    private var isHanging = false
    private var isClosed = false

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
        network: TestNetwork?, rule other: (any NavigationRule)? = nil
    ) {
        self.address = address
        self.payment = payment
        let rule = CollectionRule(address: address)
        var options = WebView.Options()
        options.dialects = [.collection]
        options.navigation = other ?? rule
        options.contentPolicy = rule.contentPolicy
        options.reloadsAfterCrash = false
        options.showsErrorPages = false
        options.isDiscreet = true
        options.log = log
        let listener = CollectionListener(origin: address.origin)
        // Of its own: what a form says is no request to the wallet, and no limit of a form's is one of a site's.
        hall = Hall(
            handler: listener, gate: Gate(approver: listener, limits: listener.limits), limits: listener.limits,
            log: log)
        view = WebView(hall: hall, profile: Profile(network: network), options: options)
        listener.onEnding = { [weak self] ending in self?.end(ending) }
        view.onEvent = { [weak self] event in self?.follow(event) }
        confine()
    }

    /// Loads the form.
    public func load() {
        guard ending == nil, !isClosed else { return }
        hasDocument = false
        tell(.loading)
        view.load(address.url)
    }

    /// Loads the form anew, from its beginning.
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
        onEvent = nil
        view.close()
    }

    private func confine() {
        Silence.fall(on: webkit_web_view_get_settings(view.widget.pointer))
        Signal.connect(view.widget.pointer, "run-file-chooser") { [weak self] (request: gpointer?) -> Bool in
            if let request {
                webkit_file_chooser_request_cancel(request.assumingMemoryBound(to: WebKitFileChooserRequest.self))
            }
            self?.tell(.blocked("The form wanted a file, which it does not get."))
            return true
        }
    }

    /// One end, whatever the page posts after it.
    private func end(_ ending: FormEnding) {
        guard self.ending == nil, !isClosed else { return }
        self.ending = ending
        tell(.ended(ending))
    }

    private func follow(_ event: WebViewEvent) {
        guard ending == nil else { return }
        switch event {
        case .committed: hasDocument = true
        case .finished: if hasDocument { tell(.loaded) }
        case .titled: break
        case .failed(_, let reason): fail("The form could not be loaded: \(reason).")
        case .refused(let sentence):
            if hasDocument { tell(.blocked(sentence)) } else { fail("The form could not be loaded. \(sentence)") }
        case .crashed: recover()
        case .responsive(let isResponsive):
            isHanging = !isResponsive
            if isHanging { tell(.failed("The form does not respond.")) } else { tell(.loaded) }
        }
    }

    private func recover() {
        guard !isRestarting else {
            isRestarting = false
            return load()
        }
        fail("The form has crashed. What was typed into it is lost; nothing was signed or sent for it.")
    }

    private func fail(_ sentence: String) {
        hasDocument = false
        tell(.failed(sentence))
    }

    /// Not in the turn of WebKit's call: who hears of an end may take the view away.
    private func tell(_ event: CollectionEvent) {
        Task { [weak self] in
            guard let self else { return }
            // What came before an end in the same turn is of no interest any more.
            if let ending, event != .ended(ending) { return }
            onEvent?(event)
        }
    }
}
