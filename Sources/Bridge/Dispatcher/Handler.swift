/// Answers requests.
///
/// Handlers compose: a ``Router`` selects one by method. They run on the main actor, like the dispatcher; a handler that
/// does not suspend has responded when the dispatcher returns.
@MainActor public protocol Handler: Sendable {
    /// Answers `request`, or says why not.
    ///
    /// The task is cancelled when the request ends otherwise: its document went, its time ran out, the wallet
    /// was locked. What is returned after that is dropped.
    func handle(_ request: Request) async throws(RPCError) -> JSON

    /// Drops the data stored for a document that has ended.
    func end(_ document: DocumentID)
}

extension Handler {
    /// Nothing: most handlers keep nothing for a document.
    public func end(_ document: DocumentID) {}
}

/// Picks the handler for a request by its dialect and method name.
public struct Router: Handler {
    private let routes: [String: [String: any Handler]]

    /// Creates a router from a table of methods for each dialect's name; what is not in it does not exist.
    public init(_ routes: [String: [String: any Handler]]) {
        self.routes = routes
    }

    /// The names of its dialects.
    package var dialects: Set<String> { Set(routes.keys) }

    /// The names of the methods of `dialect`.
    package func methods(of dialect: String) -> Set<String> {
        Set(routes[dialect, default: [:]].keys)
    }

    /// Hands `request` to the handler that its method names.
    public func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard let handler = routes[request.dialect]?[request.method] else {
            throw .unknownMethod(request.method)
        }
        return try await handler.handle(request)
    }

    /// Has every handler drop what it keeps for a document.
    public func end(_ document: DocumentID) {
        for handler in routes.values.joined().map(\.value) { handler.end(document) }
    }
}
