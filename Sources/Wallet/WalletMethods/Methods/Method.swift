import Bridge
import WalletCore

/// A method that pages or payments can call: its names, when it may be called, and what it does.
///
/// A method that needs the user's approval asks ``/Bridge/Gate/ask(_:for:in:revise:)`` with an ``/Bridge/Approvable``
/// in ``run(_:for:)``, after everything else about the request has been checked.
@MainActor protocol Method {
    /// The parsed parameters, which ``run(_:for:)`` gets.
    associatedtype Parameters

    /// The names under which it is called.
    var names: [String] { get }

    /// When it may be called.
    var access: MethodAccess { get }

    /// Reads the parameters of `request`, without asking a server or the user.
    func parse(_ request: Request) throws(RPCError) -> Parameters

    /// Answers `request`.
    func run(_ parameters: Parameters, for request: Request) async throws(RPCError) -> JSON

    /// Deletes the data stored for a document that has ended.
    func end(_ document: DocumentID)
}

extension Method {
    /// Does nothing, because most methods store nothing for a document.
    func end(_ document: DocumentID) {}
}

extension Method where Parameters == JSON {
    /// The parameters as the page sent them.
    func parse(_ request: Request) throws(RPCError) -> JSON { request.params }
}

/// When a method may be called, and what it does in a locked wallet.
enum MethodAccess: Hashable {
    /// It may be called at any time.
    case open

    /// It may be called only while the wallet is unlocked; otherwise it fails with ``/Bridge/RPCError/locked``.
    case unlocked

    /// The request waits until the wallet is unlocked. Any site may ask the user to unlock it, because the method asks
    /// to connect the site.
    case connecting

    /// The request waits until the wallet is unlocked. A site that the user has never connected may not ask the user to
    /// unlock it.
    case needsKeys
}

/// Answers requests with a method, after checking the method's access.
struct MethodHandler<Called: Method>: Handler {
    let method: Called
    let gate: Gate
    let grants: Grants
    let siteRules: SiteRules
    let present: PresentState
    let clock: WalletClock

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        try present.read()
        if gate.isLocked, gate.unlocker != nil, mayAskToUnlock(request.peer) { try await gate.unlocked(for: request) }
        let parameters = try method.parse(request)
        guard method.access == .open || !gate.isLocked else { throw .locked }
        let result = try await method.run(parameters, for: request)
        // Only what the user has approved is a use of the wallet.
        if method.access == .needsKeys || method.access == .connecting, case .page(let origin, _) = request.peer {
            // Nothing may come between the result and its answer; immediate, so that it counts at once.
            Task.immediate { [siteRules, clock] in try? await siteRules.use(by: origin, at: clock.now()) }
        }
        return result
    }

    func end(_ document: DocumentID) { method.end(document) }

    /// Whether a request of `peer` waits until the user has unlocked the wallet.
    private func mayAskToUnlock(_ peer: Peer) -> Bool {
        switch method.access {
        case .open, .unlocked: false
        case .connecting: true
        // The user has approved the session, or opened the link of the app that wants one.
        case .needsKeys: peer.payment != nil || peer.session != nil || grants.everySite.contains(peer.origin)
        }
    }
}

/// The methods of one dialect, by name.
@MainActor struct WalletMethodTable {
    /// The handler for each name.
    let handlers: [String: any Handler]

    /// Creates a table; no two methods may have a name in common.
    init(
        _ methods: [any Method], gate: Gate, grants: Grants, siteRules: SiteRules, present: PresentState,
        clock: WalletClock
    ) {
        var handlers: [String: any Handler] = [:]
        for method in methods {
            let handler = Self.handler(for: method, gate, grants, siteRules, present, clock)
            for name in method.names {
                assert(handlers[name] == nil, "two methods are called \(name)")
                handlers[name] = handler
            }
        }
        self.handlers = handlers
    }

    private static func handler(
        for method: some Method, _ gate: Gate, _ grants: Grants, _ siteRules: SiteRules, _ present: PresentState,
        _ clock: WalletClock
    ) -> any Handler {
        MethodHandler(
            method: method, gate: gate, grants: grants, siteRules: siteRules, present: present, clock: clock)
    }
}
