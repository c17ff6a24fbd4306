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
