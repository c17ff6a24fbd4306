import Bridge
import Foundation
import TestServers
import TestSupport
import WalletUI
import WebHost
import WindowTesting

/// The context of a test of the data-collection form: the payment service behind a proxy that sees every connection.
@MainActor final class FormTestContext {
    /// The host of the service.
    nonisolated static let host = "pay.walletconnect.com"

    let server: FormServer
    let proxy: ProxyPeer

    /// What the views logged.
    let notes = LogRecorder()

    /// The events of the most recent view, in order.
    private(set) var events: [CollectionEvent] = []

    private(set) var views: [CollectionView] = []
    private var windows: [OffscreenWindow] = []
    private var before = 0

    /// A stage whose service shows `identity`; `isTrusted` says whether the view takes it for the service's, and `clients`
    /// whether the service asks for a certificate.
    init(
        _ identity: TestIdentity = .form, isTrusted: Bool = true, clients: SocketPeer.ClientCertificate = .ignored
    ) async throws {
        let server = try await FormServer(identity, clients: clients)
        self.server = server
        let hosts = [Self.host, "staging.\(Self.host)", "dev.\(Self.host)"]
        let proxy = try await ProxyPeer(
            routes: Dictionary(uniqueKeysWithValues: hosts.map { ("\($0):443", server.port) }))
        self.proxy = proxy
        let pem = String(decoding: try TestIdentity.file("form.pem"), as: UTF8.self)
        network = TestNetwork(
            proxy: "http://127.0.0.1:\(proxy.port)",
            certificates: isTrusted ? Dictionary(uniqueKeysWithValues: hosts.map { ($0, pem) }) : [:])
    }

    let network: TestNetwork

    /// The view that was made last.
    var view: CollectionView {
        get throws(Failure) {
            guard let view = views.last else { throw Failure("there is no view") }
            return view
        }
    }

    @discardableResult func makeView(
        _ path: String = "/collect/?pid=pay_1", payment: String = "pay_1", rule: (any NavigationRule)? = nil,
        time: TimeSource = .system, network other: TestNetwork? = nil, isShown: Bool = true
    ) throws -> CollectionView {
        let address = try PaymentHostRule().form(at: "https://\(Self.host)\(path)")
        let view = CollectionView(
            address, payment: payment, log: notes.logger("form"), network: other ?? network, rule: rule,
            time: time, transport: TestOptions.current.pageTransport)
        events = []
        view.onEvent = { [weak self, weak view] event in
            if self?.views.last === view { self?.events.append(event) }
        }
        views.append(view)
        if isShown { windows.append(OffscreenWindow(view)) }
        return view
    }

    /// Opens a form with `script` as its only one, and waits until it is loaded.
    @discardableResult func open(
        _ script: String, body: String = "", payment: String = "pay_1", headers: [String: String] = [:]
    ) async throws -> CollectionView {
        serve("/collect/", script, body: body, headers: headers)
        let view = try makeView(payment: payment)
        view.load()
        try await wait("the form is loaded") { events.contains(.loaded) || !ends.isEmpty }
        return view
    }

    func serve(_ path: String, _ script: String, body: String = "", headers: [String: String] = [:]) {
        server.serve(path, Self.html(script, body: body), headers: headers)
    }

    static func html(_ script: String, body: String = "") -> String {
        let prelude = PageCode.file("form-prelude")
        return "<!doctype html><title>form</title><script>\(prelude)</script><body>\(body)<script>\(script)</script>"
    }

    /// The next value that the page passes to `done(value)`.
    func said() async throws -> String {
        try await wait("the form speaks") { server.said.count > before }
        before += 1
        return server.said[before - 1]
    }

    /// Records what happened to a form that another object listens to.
    func note(_ event: CollectionEvent) {
        events.append(event)
    }

    /// How the form has ended, and how often.
    var ends: [FormEnding] {
        events.compactMap { event in
            guard case .ended(let ending) = event else { return nil }
            return ending
        }
    }

    /// What was refused.
    var blocked: [String] {
        events.compactMap { event in
            guard case .blocked(let sentence) = event else { return nil }
            return sentence
        }
    }

    /// Why the form could not be shown.
    var failures: [String] {
        events.compactMap { event in
            guard case .failed(let sentence) = event else { return nil }
            return sentence
        }
    }

    /// Every place beside the service's own hosts that something wanted to reach.
    var strays: [String] {
        proxy.wanted.filter { $0 != "\(Self.host):443" }
    }

    func wait(
        _ what: String, within limit: Duration = waitingLimit, for condition: @MainActor () -> Bool
    ) async throws {
        let end = ContinuousClock.now + limit
        while !condition() {
            guard ContinuousClock.now < end else {
                throw Failure("did not happen in time: \(what); \(events.suffix(3)), \(strays.suffix(3))")
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Releases the views that were made.
    func forgetViews() {
        for window in windows { window.close() }
        (views, windows) = ([], [])
    }

    func close() async {
        for view in views { view.close() }
        for window in windows { window.close() }
        (views, windows) = ([], [])
        await proxy.close()
    }
}

extension FormTestContext {
    /// Has the page do something; it is the page's own doing, so no gesture of a user.
    func ask(_ step: String) async throws {
        let count = server.taken
        server.give(step)
        try await wait("the page has its task") { server.taken > count }
    }

    /// Has the page do `step` until `condition` holds: where a navigation fails meanwhile, a task is lost.
    func insist(on step: String, until what: String, _ condition: @MainActor () -> Bool) async throws {
        for _ in 0..<4 {
            try await ask(step)
            if (try? await wait(what, within: .seconds(3), for: condition)) != nil { return }
        }
        try await ask(step)
        try await wait(what, for: condition)
    }

    /// Waits until the page is done with what it was told: where it goes to another page meanwhile, a task is lost.
    func settle() async throws {
        for round in 0..<20 {
            let word = "settled \(server.taken) \(round)"
            try await ask("done('\(word)')")
            if (try? await wait("the page settles", within: .seconds(2)) { server.said.last == word }) != nil { return }
        }
        throw Failure("the page does not settle")
    }

    /// A page that executes commands, one after the other.
    static let obedient = PageCode.call("form", "obey")
}

extension PageTest {
    /// A test of the data-collection form.
    static func form(
        _ name: String, _ body: @escaping @MainActor (FormTestContext) async throws -> Void
    ) -> PageTest {
        PageTest(name) { _ in
            let stage = try await FormTestContext()
            do {
                try await body(stage)
            } catch {
                await stage.close()
                throw error
            }
            await stage.close()
        }
    }
}
