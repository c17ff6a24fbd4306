import Bridge
import Foundation
import TestSupport
import WalletUI
import WebHost
import WindowTesting

/// The context of one test: a server, a dispatcher with scripted responses, and views.
@MainActor final class PageTestContext: TestContext {
    let server: TestServer

    /// A second server: another port of the same host, so another origin of the same site.
    let second: TestServer
    let profile: Profile
    let user = ScriptedUser()
    let eventBus = EventBus()
    let gate: Gate
    let dispatcher: RequestDispatcher

    /// The wallet with the requests that its methods received.
    let wallet: TestWallet

    /// The methods that pages call by `invoke`; only those of ``server`` under its number may.
    let methods: TestMethods

    /// What the dispatcher and the views logged.
    let notes = LogRecorder()

    /// Every message and answer that went through the dispatcher.
    private(set) var trace: [TraceEvent] = []

    /// In how many turns of the main actor something was heard or answered: what travels together makes one.
    private(set) var turns = 0
    private var isTurnOpen = false

    /// Whether ``trace`` records events; off in tests that would record too many.
    var keepsTraffic = true

    /// The events of the views, in order.
    private(set) var events: [WebViewEvent] = []

    private(set) var views: [WebView] = []

    /// A view without a window counts as hidden, and WebKit slows a hidden page's timers.
    private var windows: [OffscreenWindow] = []
    private var browsers: [BrowserWindow] = []
    private var title: String?
    private var endings: [@MainActor () -> Void] = []

    /// What all tests of a run share.
    private struct Shared {
        let servers: (TestServer, TestServer)
        let profile: Profile
    }

    private static var shared: Shared?

    private static func share() async throws -> Shared {
        if let shared { return shared }
        let servers = (TestServer(), TestServer())
        try await servers.0.start()
        try await servers.1.start()
        let made = Shared(servers: servers, profile: Profile())
        shared = made
        return made
    }

    init(limits: Limits = Limits()) async throws {
        let shared = try await Self.share()
        (server, second) = shared.servers
        Self.last += 1
        number = Self.last
        profile = shared.profile
        gate = Gate(approver: user, limits: limits)
        methods = TestMethods(gate: gate, eventBus: eventBus)
        methods.table.origins = [try Origin(serialized: "http://127.0.0.1:\(await shared.servers.0.port)")]
        wallet = TestWallet(gate: gate, methods: methods.table)
        dispatcher = RequestDispatcher(handler: wallet, gate: gate, limits: limits, log: notes.logger("dispatcher"))
        dispatcher.traffic.add { [weak self] in
            guard let self, keepsTraffic else { return }
            trace.append($0)
            countTurn()
        }
    }

    /// The view that was made last.
    var view: WebView { views.last ?? makeView() }

    @discardableResult func makeView(
        dialects: [PageDialect] = [.link, .testEthereum], interceptor: NavigationInterceptor? = nil,
        isShown: Bool = true, profile: Profile? = nil, patience: Duration = .seconds(10)
    ) -> WebView {
        var options = WebView.Options()
        options.patience = patience
        options.dialects = dialects
        options.interceptor = interceptor
        options.transport = TestOptions.current.pageTransport
        options.log = notes.logger("view")
        let view = WebView(
            dispatcher: dispatcher, profile: profile ?? self.profile, options: options, eventBus: eventBus
        ) { _ in [.connect(chainID: "0x1")] }
        view.dismissesDialogs = true
        view.onEvent = { [weak self] event in self?.note(event) }
        views.append(view)
        if isShown { windows.append(OffscreenWindow(view)) }
        return view
    }

    /// Loads a page with `script` as its only one, does `work`, and returns what the page says by `done(value)`.
    @discardableResult func run(
        _ script: String, body: String = "", host: String = "127.0.0.1", headers: [String: String] = [:],
        while work: @MainActor (PageTestContext) async throws -> Void = { _ in }
    ) async throws -> String {
        try await show(try await serve(script, body: body, host: host, headers: headers))
        try await work(self)
        return try await said()
    }

    /// Loads `url` and waits until it is committed.
    func show(_ url: String) async throws {
        let count = commits.count
        try await load(url, until: "\(url) is committed") { commits.count > count }
    }

    /// Loads `url` and waits until `condition` holds.
    ///
    /// A load that is replaced can damage the network process of WebKitGTK 2.54 (decision 0008): then the page is loaded again, as
    /// a user does.
    func load(_ url: String, until what: String, _ condition: @MainActor () -> Bool) async throws {
        let pause = WebEngine.own.minor < 52 ? waitingLimit : .seconds(12)
        try await wait(what, repeatingAfter: pause, trying: { view.load(url) }, for: condition)
    }

    /// Serves a page with `script` as its only one; its address.
    func serve(
        _ script: String, body: String = "", host: String = "127.0.0.1", headers: [String: String] = [:]
    ) async throws -> String {
        let path = "/\(UUID().uuidString.lowercased())"
        await server.serve(path, html: Self.html(script, body: body), headers: headers)
        return try await url(path, host: host)
    }

    /// Serves a page with `script` under `path` on both servers.
    func put(_ path: String, _ script: String) async {
        await server.serve(path, html: Self.html(script))
        await second.serve(path, html: Self.html(script))
    }

    /// Redirects requests for `path` to `target`.
    func redirect(_ path: String, to target: String, status: Int = 302) async {
        await server.redirect(path, to: target, status: status)
    }

    /// Lets the pages through that wait by `gate()`.
    func openGate() async {
        await server.open("\(number)")
    }

    /// Has the pages wait again that ask for the gate.
    func closeGate() async {
        await server.close("\(number)")
    }

    /// Lets the page through that waits for a message by `ethereum.on("message")`.
    func nudge() throws {
        guard let origin = view.origin else { throw Failure("the page has no origin") }
        eventBus.announce(.message(type: "nudge", data: .null), to: origin)
    }

    /// The address of `path`.
    func url(_ path: String, host: String = "127.0.0.1") async throws -> String {
        "http://\(host):\(await server.port)\(path)"
    }

    /// Serves `html` on the second server; its address.
    func twin(_ html: String) async throws -> String {
        let path = "/\(UUID().uuidString.lowercased())"
        await second.serve(path, html: html)
        return try await twinURL(path)
    }

    /// The address of `path` on the second server.
    func twinURL(_ path: String) async throws -> String {
        "http://127.0.0.1:\(await second.port)\(path)"
    }

    static func html(_ script: String, body: String = "") -> String {
        let prelude = PageCode.file("prelude")
        return "<!doctype html><title>page</title><script>\(prelude)</script>\(body)<script>\(script)</script>"
    }

    let record: [String] = []

    /// A number that no other stage of this run has.
    let number: Int
    private static var last = 0

    /// What the document that is shown says by `done(value)`, once it does.
    func said(within limit: Duration = waitingLimit) async throws -> String {
        try await wait("the page speaks", within: limit) { said != nil }
        return said ?? ""
    }

    /// What the document that is shown has said by `done(value)`.
    var said: String? {
        guard let title, title.hasPrefix("done:") else { return nil }
        return String(title.dropFirst(5))
    }

    /// Waits until `condition` holds.
    func wait(
        _ what: String, within limit: Duration = waitingLimit, repeatingAfter interval: Duration = .zero,
        trying attempt: @MainActor () -> Void = {}, for condition: @MainActor () -> Bool
    ) async throws {
        do {
            try await waitUntil(
                what, within: limit, every: .milliseconds(1), repeatingAfter: interval, trying: attempt
            ) { condition() }
        } catch let failure as Failure {
            let shown = views.last.map { "\($0.url), after \(wallet.requests.count) requests" } ?? "nothing"
            throw Failure("\(failure); the view shows \(shown); the last events: \(events.suffix(4))")
        }
    }

    private func note(_ event: WebViewEvent) {
        events.append(event)
        switch event {
        case .committed: title = nil
        case .titled(let text): title = text
        default: break
        }
    }

    /// Puts a new view into a window on the screen.
    @discardableResult func showWindow(interceptor: NavigationInterceptor? = nil, time: TimeSource = .system)
        -> BrowserWindow
    {
        var options = BrowserWindow.Options()
        options.time = time
        let window = BrowserWindow(options: options)
        window.show(makeView(interceptor: interceptor, isShown: false))
        window.onEvent = { [weak self] event in self?.note(event) }
        browsers.append(window)
        return window
    }

    /// Releases the views without closing them.
    func forgetViews() {
        for window in windows { window.close() }
        (views, windows) = ([], [])
    }

    private func countTurn() {
        guard !isTurnOpen else { return }
        isTurnOpen = true
        turns += 1
        Task { isTurnOpen = false }
    }

    /// Does `work` when the test is over.
    func atEnd(_ work: @escaping @MainActor () -> Void) {
        endings.append(work)
    }

    func close() {
        for work in endings { work() }
        endings = []
        for view in views { view.close() }
        for window in windows { window.close() }
        for browser in browsers { browser.close() }
        (views, windows, browsers) = ([], [], [])
    }
}

extension PageTestContext {
    /// The addresses of the documents that were shown.
    var commits: [String] {
        events.compactMap { event in
            guard case .committed(let url, _) = event else { return nil }
            return url
        }
    }

    /// The requests that the views rejected.
    var refusals: [String] {
        events.compactMap { event in
            guard case .refused(let sentence) = event else { return nil }
            return sentence
        }
    }

    /// The addresses that could not be loaded.
    var failures: [String] {
        events.compactMap { event in
            guard case .failed(let url, _) = event else { return nil }
            return url
        }
    }

    /// The path of the document that is shown.
    var path: String {
        let parts = view.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        return parts.count > 2 ? "/\(parts[2])" : "/"
    }

    /// The texts that the dispatcher heard.
    var messages: [String] {
        trace.filter { $0.direction == .request }.map(\.text)
    }

    /// The texts with which the dispatcher answered.
    var answers: [String] {
        trace.filter { $0.direction == .answer }.map(\.text)
    }
}
