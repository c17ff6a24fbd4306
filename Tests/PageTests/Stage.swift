import Bridge
import Foundation
import WebHost

/// What one test plays on: a server, a hall with scripted answers, and views.
@MainActor final class Stage {
    let server: TestServer
    let profile: Profile
    let user = ScriptedUser()
    let announcer = Announcer()
    let gate: Gate
    let hall: Hall

    /// What the methods of ``TestWallet`` were asked.
    let wallet: TestWallet

    private(set) var views: [WebView] = []
    private(set) var events: [WebViewEvent] = []
    private var titles: [String] = []
    private var waiter: (wants: (String) -> Bool, continuation: CheckedContinuation<String, any Error>)?

    init(server: TestServer, profile: Profile, limits: Limits = Limits()) {
        self.server = server
        self.profile = profile
        gate = Gate(approver: user, limits: limits)
        wallet = TestWallet(gate: gate)
        hall = Hall(handler: wallet.router, gate: gate, limits: limits)
    }

    func makeView(dialects: [PageDialect] = [.link, .testEthereum]) -> WebView {
        var options = WebView.Options()
        options.dialects = dialects
        let view = WebView(hall: hall, profile: profile, options: options, announcer: announcer) { _ in
            [.connect(chainID: "0x1")]
        }
        view.dismissesDialogs = true
        view.onEvent = { [weak self] event in self?.note(event) }
        views.append(view)
        return view
    }

    /// Serves `script` as a page's only script, loads it, and returns the title it sets by `done(value)`.
    func run(_ script: String, body: String = "", host: String = "127.0.0.1") async throws -> String {
        let view = views.last ?? makeView()
        let url = try await serve(script, body: body, host: host)
        titles = []
        view.load(url)
        return try await title { $0.hasPrefix("done:") }
    }

    func serve(_ script: String, body: String = "", host: String = "127.0.0.1") async throws -> String {
        let path = "/\(UUID().uuidString.lowercased())"
        await server.serve(path, html: Self.html(script, body: body))
        return "http://\(host):\(await server.port)\(path)"
    }

    static func html(_ script: String, body: String = "") -> String {
        let prelude = """
            function done(value) { document.title = "done:" + (typeof value === "string" ? value : JSON.stringify(value)); }
            window.onerror = (message) => done("error " + message);
            window.onunhandledrejection = (event) => done("rejected " + (event.reason?.message ?? event.reason));
            """
        return "<!doctype html><title>page</title><script>\(prelude)</script>\(body)<script>\(script)</script>"
    }

    /// Waits for a title that `wants`, also one that has come already.
    func title(within limit: Duration = .seconds(20), _ wants: @escaping (String) -> Bool) async throws -> String {
        if let title = titles.last(where: wants) { return Self.value(of: title) }
        let alarm = Task { [weak self] in
            try await Task.sleep(for: limit)
            guard let self, let waiter else { return }
            self.waiter = nil
            waiter.continuation.resume(
                throwing: Failure("the page said nothing; it last said \(self.titles.suffix(2))"))
        }
        defer { alarm.cancel() }
        return Self.value(of: try await withCheckedThrowingContinuation { waiter = (wants, $0) })
    }

    /// Waits until `condition` holds.
    func wait(within limit: Duration = .seconds(20), for condition: @MainActor () -> Bool) async throws {
        let end = ContinuousClock.now + limit
        while !condition() {
            guard ContinuousClock.now < end else { throw Failure("waited in vain") }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private static func value(of title: String) -> String {
        title.hasPrefix("done:") ? String(title.dropFirst(5)) : title
    }

    private func note(_ event: WebViewEvent) {
        events.append(event)
        guard case .titled(let title) = event else { return }
        titles.append(title)
        if let waiter, waiter.wants(title) {
            self.waiter = nil
            waiter.continuation.resume(returning: title)
        }
    }

    func close() {
        for view in views { view.close() }
        views = []
    }
}
