public import Bridge
package import CWebKit
import Confinement
package import GLibKit
public import Logging
import Foundation
import Messages

/// A web view whose pages can send requests to a dispatcher.
@MainActor public final class WebView {
    /// The options of a view, apart from the dispatcher.
    public struct Options: Sendable {
        /// The dialects that its pages can use.
        public var dialects: [PageDialect] = []

        /// Where its pages may navigate.
        public var navigation: any NavigationRule = DappRule()

        /// Intercepts URLs that the app handles itself.
        public var interceptor: NavigationInterceptor?

        /// The transport between the injected script world and the app.
        public var transport = Transport.socket

        /// A content security policy (CSP Level 3) that is added to every document; `nil` for none.
        public var contentPolicy: String?

        /// How long a load may wait for its response before its network process can be replaced.
        package var patience = Duration.seconds(10)

        /// Whether a crashed page is reloaded automatically, within limits.
        public var reloadsAfterCrash = true

        /// Whether a server's error page is shown; otherwise the load fails.
        public var showsErrorPages = true

        /// Whether only the host of addresses is reported and logged: the rest may have been typed by the user.
        public var isDiscreet = false

        /// Whether a document that replaces itself without a commit, as with `document.open()`, becomes a new document
        /// whose requests are accepted; otherwise `document.open()` has no effect, and the requests of any other
        /// replacement are ignored.
        public var acceptsReplaced = true

        /// Whether it gets an event when a document has been parsed, before all its resources are loaded.
        public var reportsReady = false

        /// Whether the page can be inspected with WebKit's tools.
        public var isInspectable = false

        /// The clock for heartbeats and reloads.
        public var time = TimeSource.system

        /// The log for refusals.
        public var log = Logger(label: "drawbridge.view")

        /// Creates options for pages without dialects.
        public init() {}

        /// The available transports.
        public enum Transport: String, Sendable, CaseIterable {
            /// WebKit's script message handler with reply.
            case reply

            /// A socket pair for each document, through the module of the ``Profile``; ``reply`` where it cannot be loaded,
            /// and the log says why.
            case socket
        }
    }

    /// Called with the events of the view.
    public var onEvent: (@MainActor (WebViewEvent) -> Void)?

    /// Asks whether a page may open something outside after a gesture of the user; without it, pages may not.
    public var mayLeave: (@MainActor (ExternalNavigation) async -> Bool)?

    /// Returns why a page of this origin is not opened, such as a list of scams; without it, all pages are.
    public var findObstacle: (@MainActor (Origin) -> LoadObstacle?)?

    /// What is loaded once the profile can filter what pages load.
    var awaited: String?

    /// The hosts whose obstacles the user ignores.
    var ignored: Set<String> = []

    /// Whether a page's `alert`, `confirm` and `prompt` are answered immediately, as if the user were absent.
    ///
    /// They always are if no window of the wallet shows the view.
    public var dismissesDialogs = false

    /// Shows the dialogs of pages.
    package var dialogPresenter: DialogPresenter?

    /// The dialog that waits for an answer.
    var dialog: ScriptDialog?
    var dialogRule = ScriptDialogRule()
    package let widget: Ref<WebKitWebView>
    let options: Options
    let channel: PageChannel
    let profile: Profile
    let transport: any WebHost.Transport
    private var budget = ReloadBudget()
    private var returns = ReloadBudget()
    private(set) var heartbeat: Heartbeat?
    private var address = ""
    private var isClosed = false
    private var isHanging: Bool { heartbeat?.isResponsive == false }

    /// Whether the user is being asked about something that the page opens: one question at a time.
    var isAsking = false

    /// Called after a page has been loaded, with whether it was drawn.
    package var onFrames: (@MainActor (Bool) -> Void)?
    var frames = FrameWatch()

    /// The current document, and the load in progress.
    var progress = LoadProgress()
    let gesture: PageGesture

    /// Whether a load has started for which WebKit has not requested a decision yet, and what to load instead of it.
    ///
    /// WebKit (2.50) may lose a load that is requested in the meantime: it starts, but never finishes. It may also drop a load
    /// without a decision, right after one to a port that is not for the web; then it is not loading.
    private(set) var isBeginning = false
    private var next: String?

    /// Whether ``next`` is loaded in the next turn of the main thread, after what is requested until then.
    private var isNextDue = false

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - dispatcher: The dispatcher that handles its pages' requests.
    ///   - profile: What it shares with other views.
    ///   - options: The options of the view.
    ///   - eventBus: The source of the wallet's events for its pages.
    ///   - initialEvents: The events that are sent to a new document.
    public init(
        dispatcher: RequestDispatcher, profile: Profile, options: Options, eventBus: EventBus? = nil,
        initialEvents: @escaping @MainActor (Peer) -> [Event] = { _ in [] }
    ) {
        self.profile = profile
        self.options = options
        let view: UnsafeMutablePointer<GtkWidget> = drawbridge_web_view_new(
            profile.context.pointer, options.contentPolicy, profile.related?.pointer)
        widget = Ref(retaining: view.cast())
        gesture = PageGesture(on: view, time: options.time)
        let manager = webkit_web_view_get_user_content_manager(widget.pointer)
        // No trap: WebKit makes it with the view.
        guard let manager else { preconditionFailure("a web view has a content manager") }
        let usesSocket = options.transport == .socket && Self.canUseSocket(profile, options)
        let replies = ReplyTransport(manager)
        transport =
            usesSocket
            ? SocketTransport(
                widget.pointer, replies: replies, mostBytes: PageChannel.mostBytes(within: dispatcher.limits),
                time: options.time, log: options.log) : replies
        channel = PageChannel(
            dispatcher: dispatcher, dialects: options.dialects.map(\.dialect), transport: transport, eventBus: eventBus,
            initialEvents: initialEvents, acceptsReplaced: options.acceptsReplaced,
            mayServe: { WebSandbox.fault() == nil }, log: options.log)
        let scripts = PageScripts(
            dialects: options.dialects, limits: dispatcher.limits, reportsReplaced: options.acceptsReplaced,
            usesSocket: usesSocket)
        inject(scripts, into: manager)
        if options.reportsReady { followReading(manager) }
        applySettings()
        followLoads()
        followNavigation()
        followDialogs()
        followFrames()
        watchOver()
        profile.follow(self)
        profile.onions.whenReady { [weak self] in self?.filterOnions() }
    }

    /// The origin of the current document, if it is a web origin.
    public var origin: Origin? { channel.origin }

    /// The current document, once it has sent a message.
    public var document: DocumentID? { channel.document }

    /// The address to return to: that of the current document, or the last web address if it has none.
    public var url: String { address }

    /// The address of the current document, of any scheme; `nil` before the first one, and after a crash.
    public var shownURL: String? { progress.shown }

    /// Loads `url`; refused unless the view's rule allows it or the app handles it.
    public func load(_ url: String) {
        leaveDialog()
        if intercepts(url, hasGesture: true, page: nil, isTyped: true) { return }
        guard case .allow = options.navigation.verdict(on: url) else {
            return refuse(localized("This address cannot be opened: \(named(url), as: "address")."))
        }
        if waits(for: url) || isUnconfined(url, isAsked: false) || holdsBack(url, hasGesture: true) { return }
        endStuckNetworkProcess()
        if isHanging {
            // Its script would have to end before WebKit begins another load.
            next = url
            restart()
        } else if isNextDue || isBeginning && webkit_web_view_is_loading(widget.pointer) != 0 {
            next = url
        } else {
            begin(url)
        }
    }

    private func begin(_ url: String) {
        isBeginning = true
        progress.request(url)
        webkit_web_view_load_uri(widget.pointer, url)
    }

    /// The start of a load ends: WebKit has requested a decision, or no longer can.
    ///
    /// - Returns: Whether something else is loaded instead.
    @discardableResult func endBeginning() -> Bool {
        isBeginning = false
        guard next != nil else { return false }
        isNextDue = true
        Task { [weak self] in self?.loadNext() }
        return true
    }

    private func loadNext() {
        isNextDue = false
        guard let url = next else { return }
        next = nil
        load(url)
    }

    /// Reloads the document, or loads the last address again that has none; nothing happens before the first one.
    public func reload() {
        guard progress.shown == nil || isHanging else {
            leaveDialog()
            endStuckNetworkProcess()
            progress.request(progress.shown)
            return webkit_web_view_reload(widget.pointer)
        }
        let last = address.isEmpty ? currentURI : address
        if case .allow = options.navigation.verdict(on: last) { load(last) }
    }

    /// Goes back in the history.
    public func goBack() {
        next = nil
        progress.request(nil, isHistoric: true)
        leaveDialog()
        webkit_web_view_go_back(widget.pointer)
    }

    /// Stops the current load.
    public func stop() {
        dialog?.dismiss()
        (next, awaited) = (nil, nil)
        webkit_web_view_stop_loading(widget.pointer)
    }

    /// Terminates an unresponsive page and reloads it.
    public func restart() {
        leaveDialog()
        webkit_web_view_terminate_web_process(widget.pointer)
    }

    /// Cancels the page's requests and destroys the view.
    public func close() {
        leaveDialog()
        dialogPresenter = nil
        endProcess()
        heartbeat?.stop()
        channel.end(because: .closed)
        onEvent = nil
        gtk_widget_destroy(widget.pointer.cast())
    }

    isolated deinit {
        if !isClosed { endProcess() }
        heartbeat?.stop()
        channel.end(because: .closed)
    }

    /// Ends the web process, unless other views can use it: WebKitGTK 2.54 leaves the process of a page that never rests running
    /// for as long as the program runs.
    private func endProcess() {
        isClosed = true
        if profile.shared == nil || isHanging { webkit_web_view_terminate_web_process(widget.pointer) }
    }

    /// The address of the document changed within its origin.
    func move(to url: String) {
        if case .allow = options.navigation.verdict(on: url) { address = url }
        onEvent?(.moved(url: url))
    }

    /// The form of `url` in sentences: a short web URL in full, for other URLs, which could contain any sentence, only
    /// the scheme.
    func named(_ url: String) -> String {
        let origin = try? Origin(ofURL: url)
        if origin != nil, !options.isDiscreet { return Quotation.of(address: url) }
        let part = origin?.description ?? DappRule.scheme(of: url).map { "\($0):" }
        return part.map { Quotation.of(address: $0) } ?? "“…”"
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
        let relay = webkit_user_script_new_for_world(scripts.relay, frames, time, ReplyTransport.world, nil, nil)
        let page = webkit_user_script_new(scripts.page, frames, time, nil, nil)
        for script in [relay, page] {
            webkit_user_content_manager_add_script(manager, script)
            webkit_user_script_unref(script)
        }
    }

    private func followReading(_ manager: UnsafeMutablePointer<WebKitUserContentManager>) {
        let name = "drawbridgeReady"
        Signal.connect(manager, "script-message-received::\(name)") { [weak self] (_: gpointer?) -> Void in
            self?.onEvent?(.ready)
        }
        webkit_user_content_manager_register_script_message_handler_in_world(manager, name, ReplyTransport.world)
        let script = webkit_user_script_new_for_world(
            PageScripts.ready, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END,
            ReplyTransport.world, nil, nil)
        webkit_user_content_manager_add_script(manager, script)
        webkit_user_script_unref(script)
    }

    /// Whether WebKit's inspector can be opened.
    package var isInspectable: Bool {
        webkit_settings_get_enable_developer_extras(webkit_web_view_get_settings(widget.pointer)) != 0
    }

    private func applySettings() {
        let settings = webkit_web_view_get_settings(widget.pointer)
        // A document that returns from the page cache would still have its old nonce.
        webkit_settings_set_enable_page_cache(settings, 0)
        // A full-screen page could imitate the wallet; this way, the page knows that it cannot have it.
        webkit_settings_set_enable_fullscreen(settings, 0)
        webkit_settings_set_enable_developer_extras(settings, options.isInspectable ? 1 : 0)
        webkit_settings_set_javascript_can_open_windows_automatically(settings, 0)
        webkit_settings_set_javascript_can_access_clipboard(settings, 0)
        // Camera and microphone are always denied; without this, a page that requests them would wait forever.
        webkit_settings_set_enable_media_stream(settings, 0)
        DisabledWebFeatures.fall(DisabledWebFeatures.besideProxies, on: settings)
        webkit_settings_set_allow_file_access_from_file_urls(settings, 0)
        webkit_settings_set_allow_universal_access_from_file_urls(settings, 0)
    }

    private func followLoads() {
        Signal.connect(widget.pointer, "load-changed") { [weak self] (event: Int32) -> Void in
            switch WebKitLoadEvent(rawValue: UInt32(event)) {  // No trap: one of WebKit's own four.
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
        // Some loads end without an event, such as those with status 204.
        endLoad()
        watchFrames()
        onEvent?(.finished)
    }

    /// A load of the view itself starts: URLs that are only allowed in frames are stopped here.
    ///
    /// WebKit reports no address if the load replaces another one that was not committed; such a load has passed its
    /// policy decision, and is checked again when it is committed.
    private func checkStart() {
        let url = currentURI
        guard !url.isEmpty else { return }
        guard case .allow = options.navigation.verdict(on: url) else {
            webkit_web_view_stop_loading(widget.pointer)
            return refuse(
                localized(
                    "The page tried to open \(named(url), as: "address"), which has no origin. It was blocked."))
        }
    }

    private func commit() {
        let url = currentURI
        heartbeat?.forget()
        progress.commit(url)
        frames.begin()
        channel.commit(url: url)
        endDialog(channel.origin)
        onEvent?(.committed(url: url, origin: channel.origin))
        guard case .allow = options.navigation.verdict(on: url) else { return turnBack(from: url) }
        address = url
    }

    /// An `about:` page is committed when its load starts, so the view can only navigate away again.
    private func turnBack(from url: String) {
        refuse(localized("The page tried to open \(named(url), as: "address"), which has no origin. It was blocked."))
        guard !address.isEmpty else { return }
        guard returns.spend(at: options.time.now()) else {
            onEvent?(.lost)
            return
        }
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
        let heartbeat = makeHeartbeat()
        self.heartbeat = heartbeat
        channel.onSign = { [weak heartbeat] in heartbeat?.sign() }
        heartbeat.start()
    }

    /// Starts a load again whose process ended, without the rights of an address that the user opens: a page may have chosen it.
    ///
    /// - Returns: Whether it is started.
    func loadAgain(_ url: String) -> Bool {
        guard options.reloadsAfterCrash, !url.isEmpty, budget.spend(at: options.time.now()) else { return false }
        options.log.notice("WebKit's network process has ended; the page is loaded again")
        begin(url)
        return true
    }

    /// Ends WebKit's network process if a load has waited too long for a response; the next request starts another one.
    ///
    /// A load that another one replaces can damage it (libsoup 3.6 with WebKitGTK 2.54): then it does not answer any more.
    private func endStuckNetworkProcess() {
        guard progress.isStuck(at: options.time.now(), options.patience) else { return }
        // WebKit ends this program, too, if the process ends while it is started.
        for (process, _) in Descendants.named("WebKitNetworkPr") {
            guard let age = Descendants.age(of: process), age >= options.patience else { continue }
            options.log.notice("A load got no response; WebKit's network process is replaced")
            kill(process, SIGKILL)
        }
    }

    private func recover() {
        guard !isClosed else { return }
        heartbeat?.forget()
        progress = LoadProgress()
        dialog?.dismiss()
        channel.end(because: .crashed)
        SandboxProbe.shared.begin()
        let loadsNext = endBeginning()
        let reloads =
            !loadsNext && options.reloadsAfterCrash && !address.isEmpty && budget.spend(at: options.time.now())
        onEvent?(.crashed(reloads: loadsNext || reloads))
        if reloads { load(address) }
    }
}
