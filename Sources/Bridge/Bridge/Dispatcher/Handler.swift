/// Handles requests.
///
/// Handlers compose: a ``Router`` selects one by method. They run on the main actor, like the dispatcher; a handler
/// that does not suspend has responded when the dispatcher returns.
@MainActor public protocol Handler: Sendable {
    /// Returns the result of `request`, or throws the reason for a failure.
    ///
    /// The task is cancelled when the request ends early: its document was replaced, its time limit was reached, or the
    /// wallet was locked. A later result is dropped.
    func handle(_ request: Request) async throws(RPCError) -> JSON

    /// Returns the result of `request` if that needs no waiting: then the request needs no task.
    ///
    /// It must not sign or send anything, because such a request could not be cancelled.
    ///
    /// - Returns: The result; `nil` if nothing was done, and ``handle(_:)`` is to be called.
    func handleAtOnce(_ request: Request) throws(RPCError) -> JSON?

    /// Drops the data stored for a document that has ended.
    func end(_ document: DocumentID)
}

extension Handler {
    /// Nothing at once.
    public func handleAtOnce(_ request: Request) throws(RPCError) -> JSON? { nil }

    /// Does nothing: most handlers store nothing for a document.
    public func end(_ document: DocumentID) {}
}

/// Handles requests without ever waiting.
///
/// Its requests need no task, which makes them cheaper. It must not sign or send anything.
@MainActor public protocol SynchronousHandler: Handler {
    /// Returns the result of `request`, or throws the reason for a failure.
    func result(of request: Request) throws(RPCError) -> JSON
}

extension SynchronousHandler {
    /// The result.
    public func handle(_ request: Request) async throws(RPCError) -> JSON { try result(of: request) }

    /// The result.
    public func handleAtOnce(_ request: Request) throws(RPCError) -> JSON? { try result(of: request) }
}

/// Selects the handler for a request by its dialect and method name.
public struct Router: Handler {
    private let routes: [String: [String: any Handler]]

    /// Creates a router from a table of methods for each dialect; methods that are not in it do not exist.
    public init(_ routes: [String: [String: any Handler]]) {
        self.routes = routes
    }

    /// The names of its dialects.
    package var dialects: Set<String> { Set(routes.keys) }

    /// The names of the methods of `dialect`.
    package func methods(of dialect: String) -> Set<String> {
        Set(routes[dialect, default: [:]].keys)
    }

    /// Passes `request` to the handler of its method.
    public func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard let handler = routes[request.dialect]?[request.method] else {
            throw .unknownMethod(request.method)
        }
        return try await handler.handle(request)
    }

    /// Passes `request` to the handler of its method; one for an unknown method is left to ``handle(_:)``.
    public func handleAtOnce(_ request: Request) throws(RPCError) -> JSON? {
        try routes[request.dialect]?[request.method]?.handleAtOnce(request)
    }

    /// Makes every handler drop the data stored for a document.
    public func end(_ document: DocumentID) {
        for handler in routes.values.joined().map(\.value) { handler.end(document) }
    }
}
