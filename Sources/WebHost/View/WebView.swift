public import Bridge
import CWebKit
public import Logging

/// A web view whose pages can put requests to a hall.
@MainActor public final class WebView {
    /// What a view is made of, beside the hall.
    public struct Options: Sendable {
        /// The dialects that its pages find.
        public var dialects: [PageDialect] = []

        /// Where its pages may go.
        public var navigation: any NavigationRule = DappRule()

        /// What the app takes over itself, wherever a page leads to it.
        public var handOver: HandOver?

        /// What carries text between our script world and the host.
        public var carrier = Carrier.reply

        /// A content security policy (CSP Level 3) for every document, beside what its server says; `nil` for none.
        public var contentPolicy: String?

        /// Whether a page that has crashed is loaded again by itself, within limits.
        public var reloadsAfterCrash = true

        /// Whether a server's page for an error is shown; else the load has failed.
        public var showsErrorPages = true

        /// Whether addresses are told and noted only as far as their host: what lies behind it may have been typed.
        public var isDiscreet = false

        /// Whether a document that replaces itself without a commit, as `document.open()` does, is another one, which is
        /// heard in its place; else `document.open()` changes nothing, and any other is not heard.
        public var hearsReplaced = true

        /// Whether the page can be inspected with WebKit's tools.
        public var isInspectable = false

        /// The clock for heartbeats and reloads.
        public var time = Timekeeper.system

        /// Where refusals are noted.
        public var log = Logger(label: "drawbridge.view")

        /// Creates options for pages that find nothing.
        public init() {}

        /// The carriers that there are.
        public enum Carrier: String, Sendable, CaseIterable {
            /// WebKit's script message handler with reply.
            case reply
        }
    }

    /// Called with what happens in the view.
    public var onEvent: (@MainActor (WebViewEvent) -> Void)?

    /// Asked when a page wants to open something outside, by a gesture of the user; without it nothing leaves.
    public var mayLeave: (@MainActor (Departure) async -> Bool)?

    /// Whether a page's `alert`, `confirm` and `prompt` are answered at once, as if nobody were there.
    ///
    /// They are in any case where no window of ours shows the view.
    public var dismissesDialogs = false

    /// Shows the dialogs of pages.
    var dialogPresenter: DialogPresenter?

    /// The dialog that waits for an answer.
    var dialog: ScriptDialog?
    var dialogRule = ScriptDialogRule()

    let widget: Ref<WebKitWebView>
    let options: Options
    let door: PageDoor
    private let profile: Profile
    private let carrier: any WebHost.Carrier
    private var budget = ReloadBudget()
    private var returns = ReloadBudget()
    private(set) var heartbeat: Heartbeat?
    private var address = ""
    var isHandingOver = false

    /// What is shown, and what is on its way.
    var progress = LoadProgress()
    /// Whether the user is being asked whether the page may open something outside.
    var isAskingToLeave = false
    let gesture: PageGesture

    /// Whether a load was begun that WebKit has not asked about yet, and what shall be loaded instead of it.
    ///
    /// WebKit (2.50) may lose a load that is begun meanwhile: it starts, and nothing comes of it.
    private(set) var isBeginning = false
    private var next: String?

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - hall: Where its pages' requests go.
    ///   - profile: What it shares with other views.
    ///   - options: What its pages find, and where they may go.
    ///   - announcer: Where the wallet announces events for its pages.
    ///   - welcome: The events with which a document is greeted.
    public init(
        hall: Hall, profile: Profile, options: Options, announcer: Announcer? = nil,
        welcome: @escaping @MainActor (Peer) -> [Event] = { _ in [] }
    ) {
        self.profile = profile
        self.options = options
        let view: UnsafeMutablePointer<GtkWidget> = drawbridge_web_view_new(
            profile.context.pointer, options.contentPolicy)
        widget = Ref(retaining: view.cast())
        gesture = PageGesture(on: view, time: options.time)
        let manager = webkit_web_view_get_user_content_manager(widget.pointer)
        guard let manager else { preconditionFailure("a web view has a content manager") }
        carrier =
            switch options.carrier {
            case .reply: ReplyCarrier(manager)
            }
        door = PageDoor(
            hall: hall, dialects: options.dialects.map(\.dialect), carrier: carrier, announcer: announcer,
            welcome: welcome, hearsReplaced: options.hearsReplaced, log: options.log)
        let scripts = PageScripts(
            dialects: options.dialects, limits: hall.limits, tellsReplaced: options.hearsReplaced)
        inject(scripts, into: manager)
        applySettings()
        followLoads()
        followNavigation()
        followDialogs()
        watchOver()
        profile.follow(self)
    }

    /// The origin of the document that is shown, where it is one of the web.
    public var origin: Origin? { door.origin }

    /// The document that is shown, once it has spoken.
    public var document: DocumentID? { door.document }

    /// The address to return to: that of the document that is shown; the last one of the web where it has none.
    public var url: String { address }

    /// The address of the document that is shown, whatever it is; `nil` before the first, and after a crash.
    public var shownURL: String? { progress.shown }

    /// Loads `url`; refused unless the view's rule allows it, or the app takes it over.
    public func load(_ url: String) {
        leaveDialog()
        if handsOver(url, hasGesture: true, page: nil) { return }
        guard case .allow = options.navigation.verdict(on: url) else {
            return refuse("This address cannot be opened: \(named(url)).")
        }
        if isBeginning {
            next = url
        } else {
            isBeginning = true
            progress.request()
            webkit_web_view_load_uri(widget.pointer, url)
        }
    }

    /// Ends the beginning of a load: WebKit has asked about it, or cannot do so any more.
    ///
    /// - Returns: Whether something else is loaded instead.
    @discardableResult func endBeginning() -> Bool {
        isBeginning = false
        guard let url = next else { return false }
        next = nil
        Task { [weak self] in self?.load(url) }
        return true
    }

    /// Loads the document again.
    public func reload() {
        leaveDialog()
        if webkit_web_view_get_uri(widget.pointer) == nil {
            load(address)
        } else {
            progress.request()
            webkit_web_view_reload(widget.pointer)
        }
    }

    /// Goes back in the history.
    public func goBack() {
        progress.request(isHistoric: true)
        leaveDialog()
        webkit_web_view_go_back(widget.pointer)
    }

    /// Stops what is being loaded.
    public func stop() {
        dialog?.dismiss()
        next = nil
        webkit_web_view_stop_loading(widget.pointer)
    }

    /// Ends a page that hangs, and loads it again.
    public func restart() {
        leaveDialog()
        webkit_web_view_terminate_web_process(widget.pointer)
    }

    /// Ends what the page asked and takes the view from the screen.
    public func close() {
        leaveDialog()
        dialogPresenter = nil
        heartbeat?.stop()
        door.end(because: .closed)
        onEvent = nil
        gtk_widget_destroy(widget.pointer.cast())
    }

    isolated deinit {
        heartbeat?.stop()
        door.end(because: .closed)
    }

    /// The document is the same one, at another address of its origin.
    func move(to url: String) {
        if case .allow = options.navigation.verdict(on: url) { address = url }
        onEvent?(.moved(url: url))
    }

    /// How a sentence names `url`: an address of the web whole, as far as that is short; of others, which can hold any
    /// sentence, the scheme.
    func named(_ url: String) -> String {
        let origin = try? Origin(ofURL: url)
        if origin != nil, !options.isDiscreet { return Quotation.of(address: url) }
        let part = origin?.description ?? DappRule.scheme(of: url).map { "\($0):" }
        return part.map { Quotation.of(address: $0) } ?? "an address"
    }

    func refuse(_ sentence: String) {
        options.log.notice("\(RPCError.quoted(sentence))")
        onEvent?(.refused(sentence))
    }
}

extension WebView {
    private func inject(_ scripts: PageScripts, into manager: UnsafeMutablePointer<WebKitUserContentManager>) {
        let frames = WEBKIT_USER_CONTENT_INJECT_TOP_FRAME
        let time = WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START
        let relay = webkit_user_script_new_for_world(scripts.relay, frames, time, ReplyCarrier.world, nil, nil)
        let page = webkit_user_script_new(scripts.page, frames, time, nil, nil)
        for script in [relay, page] {
            webkit_user_content_manager_add_script(manager, script)
            webkit_user_script_unref(script)
        }
    }

    private func applySettings() {
        let settings = webkit_web_view_get_settings(widget.pointer)
        // A document that comes back from the page cache would bring its old nonce with it.
        webkit_settings_set_enable_page_cache(settings, 0)
        webkit_settings_set_enable_developer_extras(settings, options.isInspectable ? 1 : 0)
        webkit_settings_set_javascript_can_open_windows_automatically(settings, 0)
        webkit_settings_set_javascript_can_access_clipboard(settings, 0)
        // Camera and microphone are denied in any case; a page that asks without them would wait for ever.
        webkit_settings_set_enable_media_stream(settings, 0)
        webkit_settings_set_allow_file_access_from_file_urls(settings, 0)
        webkit_settings_set_allow_universal_access_from_file_urls(settings, 0)
    }

    private func followLoads() {
        Signal.connect(widget.pointer, "load-changed") { [weak self] (event: Int32) -> Void in
            switch WebKitLoadEvent(rawValue: UInt32(event)) {
            case WEBKIT_LOAD_STARTED:
                self?.beginLoad()
                self?.checkStart()
            case WEBKIT_LOAD_REDIRECTED: self?.beginLoad()
            case WEBKIT_LOAD_COMMITTED: self?.commit()
            case WEBKIT_LOAD_FINISHED: self?.finish()
            default: break
            }
        }
        followAddress()
        Signal.connect(widget.pointer, "notify::title") { [weak self] (_: gpointer?) -> Void in
            guard let self, let title = webkit_web_view_get_title(widget.pointer) else { return }
            onEvent?(.titled(String(cString: title)))
        }
    }

    private func finish() {
        // Some loads end without a word: 204, for one.
        endLoad()
        onEvent?(.finished)
    }

    /// A load of the view itself begins: what only frames may show is stopped here.
    ///
    /// WebKit names no address where the load takes the place of another one before anything was shown; such a load
    /// was decided on by its policy decision, and is judged again when it is committed.
    private func checkStart() {
        let url = currentURI
        guard !url.isEmpty else { return }
        guard case .allow = options.navigation.verdict(on: url) else {
            webkit_web_view_stop_loading(widget.pointer)
            return refuse("The page tried to open \(named(url)), which has no origin. It was blocked.")
        }
    }

    private func commit() {
        let url = currentURI
        heartbeat?.forget()
        progress.commit(url)
        door.commit(url: url)
        endDialog(door.origin)
        onEvent?(.committed(url: url, origin: door.origin))
        guard case .allow = options.navigation.verdict(on: url) else { return turnBack(from: url) }
        address = url
    }

    /// An `about:` page is committed in the turn in which it begins, so it can only be left again.
    private func turnBack(from url: String) {
        refuse("The page tried to open \(named(url)), which has no origin. It was blocked.")
        guard !address.isEmpty, returns.spend(at: options.time.now()) else { return }
        if webkit_web_view_can_go_back(widget.pointer) != 0 {
            goBack()
        } else {
            load(address)
        }
    }

    private func watchOver() {
        Signal.connect(widget.pointer, "web-process-terminated") { [weak self] (_: Int32) -> Void in
            self?.recover()
        }
        let heartbeat = Heartbeat(
            time: options.time,
            ask: { [weak self] in
                guard let self, let document = door.document else { return false }
                return carrier.ping(document)
            },
            tell: { [weak self] isResponsive in self?.onEvent?(.responsive(isResponsive)) })
        self.heartbeat = heartbeat
        door.onSign = { [weak heartbeat] in heartbeat?.sign() }
        heartbeat.start()
    }

    private func recover() {
        heartbeat?.forget()
        progress = LoadProgress()
        dialog?.dismiss()
        door.end(because: .crashed)
        let reloads = options.reloadsAfterCrash && !address.isEmpty && budget.spend(at: options.time.now())
        onEvent?(.crashed(reloads: reloads))
        if !endBeginning(), reloads { load(address) }
    }
}
