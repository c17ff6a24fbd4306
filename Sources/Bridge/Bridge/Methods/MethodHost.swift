/// An object to which methods can be added as closures.
///
/// Each closure runs on the main actor; long work belongs in a separate task or an actor. The closure's task is
/// cancelled when the page cancels the request, navigates away, or the time limit is reached.
@MainActor public protocol MethodHost: AnyObject {
    /// The methods.
    var methods: MethodTable { get }
}

extension MethodHost {
    /// Adds a method with parameters and a result, and replaces any method with the same name.
    ///
    /// - Parameters:
    ///   - name: The name that pages call.
    ///   - limit: The time limit, from the arrival of the request; by default 30 seconds, or 5 minutes if the method
    ///     asks the user.
    ///   - body: The method. Its errors reach the page as described in ``PageError``.
    public func handle<Parameters: Decodable, Result: Encodable & Sendable>(
        _ name: String, within limit: Duration? = nil,
        _ body: @escaping @MainActor (Parameters, Invocation) async throws -> Result
    ) {
        methods.set(name, limit) { request, invocation in
            try await request.result(try await body(try request.parameters(), invocation))
        }
    }

    /// Adds a method with parameters and a result.
    public func handle<Parameters: Decodable, Result: Encodable & Sendable>(
        _ name: String, within limit: Duration? = nil,
        _ body: @escaping @MainActor (Parameters) async throws -> Result
    ) {
        handle(name, within: limit) { (parameters: Parameters, _) in try await body(parameters) }
    }

    /// Adds a method with parameters and no result: the page receives `null`.
    public func handle<Parameters: Decodable>(
        _ name: String, within limit: Duration? = nil,
        _ body: @escaping @MainActor (Parameters, Invocation) async throws -> Void
    ) {
        methods.set(name, limit) { request, invocation in
            try await body(try request.parameters(), invocation)
            return .null
        }
    }

    /// Adds a method with parameters and no result: the page receives `null`.
    public func handle<Parameters: Decodable>(
        _ name: String, within limit: Duration? = nil,
        _ body: @escaping @MainActor (Parameters) async throws -> Void
    ) {
        handle(name, within: limit) { (parameters: Parameters, _) in try await body(parameters) }
    }

    /// Adds a method with a result; parameters are ignored.
    public func handle<Result: Encodable & Sendable>(
        _ name: String, within limit: Duration? = nil,
        _ body: @escaping @MainActor (Invocation) async throws -> Result
    ) {
        methods.set(name, limit) { request, invocation in try await request.result(try await body(invocation)) }
    }

    /// Adds a method with a result; parameters are ignored.
    public func handle<Result: Encodable & Sendable>(
        _ name: String, within limit: Duration? = nil, _ body: @escaping @MainActor () async throws -> Result
    ) {
        methods.set(name, limit) { request, _ in try await request.result(try await body()) }
    }

    /// Adds a method without a result: the page receives `null`; parameters are ignored.
    public func handle(
        _ name: String, within limit: Duration? = nil, _ body: @escaping @MainActor (Invocation) async throws -> Void
    ) {
        methods.set(name, limit) { _, invocation in
            try await body(invocation)
            return .null
        }
    }

    /// Adds a method without a result: the page receives `null`; parameters are ignored.
    public func handle(
        _ name: String, within limit: Duration? = nil, _ body: @escaping @MainActor () async throws -> Void
    ) {
        methods.set(name, limit) { _, _ in
            try await body()
            return .null
        }
    }
}
