public import Logging

/// The methods of a program as closures with `Codable` parameters and results: the handler of the `invoke` dialect.
///
/// Only pages with an origin in ``origins`` may call them.
@MainActor public final class MethodTable: Handler, MethodHost {
    /// The origins whose pages may call the methods; initially none.
    public var origins: Set<Origin> = []

    /// The table itself.
    public var methods: MethodTable { self }

    private struct Method {
        let limit: Duration?
        let body: Body
    }

    /// The implementation of a method.
    typealias Body = @MainActor (Request, Invocation) async throws -> JSON

    private let gate: Gate
    private let eventBus: EventBus
    private let log: Logger
    private var table: [String: Method] = [:]

    /// Creates an empty table.
    ///
    /// - Parameters:
    ///   - gate: The gate through which methods ask the user.
    ///   - eventBus: The bus for progress; the views of the pages must use the same one.
    ///   - log: The log for the reasons of failures.
    public init(gate: Gate, eventBus: EventBus, log: Logger = Logger(label: "drawbridge.methods")) {
        self.gate = gate
        self.eventBus = eventBus
        self.log = log
    }

    func set(_ name: String, _ limit: Duration?, _ body: @escaping Body) {
        if table[name] != nil { log.warning("the method \(RPCError.quoted(name)) replaces one with the same name") }
        table[name] = Method(limit: limit, body: body)
    }

    /// Calls the method that `request` names, if the page is allowed to.
    public func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard origins.contains(request.peer.origin) else {
            throw RPCError(.unauthorized, "Pages of \(request.peer.origin) may not call this program.")
        }
        guard let method = table[request.method] else { throw .unknownMethod(request.method) }
        if let limit = method.limit { gate.allow(limit, for: request) }
        let invocation = Invocation(request, gate, eventBus, log)
        defer { invocation.end() }
        do {
            return try await method.body(request, invocation)
        } catch {
            throw failure(error, of: request.method)
        }
    }

    /// The additional data of `error`; none if a page cannot get it, which is logged.
    private func data(of error: any PageError) -> EncodedValue? {
        guard let data = error.data else { return nil }
        do throws(RPCError) {
            return try EncodedValue(encoding: data)
        } catch {
            log.error("the data of an error was not sent: \(error.message)")
            return nil
        }
    }

    /// What the page learns about `error`: the code and the message of a ``PageError``, and nothing about other errors.
    private func failure(_ error: any Error, of method: String) -> RPCError {
        switch error {
        case let error as RPCError: return error
        case let error as any PageError:
            let data = data(of: error)
            if RPCError.Kind(rawValue: error.code) != nil {
                log.warning("the bridge has errors with the code \(RPCError.quoted(error.code)), too")
            }
            return RPCError(code: error.code, error.message, data: data)
        case is CancellationError:
            return RPCError(.gone, "The request ended before it was answered.")
        default:
            log.error("\(RPCError.quoted(method)) failed: \(error)")
            return RPCError(.failed, "The method failed.")
        }
    }
}

/// An error for the page that calls a method: its `InvokeError` has this code, message and data.
///
/// For other errors, the page only learns that the method failed. The cases of an enumeration of strings are codes:
/// `enum GreetingError: String, PageError { case nameTaken … }`.
public protocol PageError: Error {
    /// The code for the page's program, such as `nameTaken`.
    var code: String { get }

    /// A message that is safe for a page: no secrets, no file paths.
    var message: String { get }

    /// Additional data for the page.
    var data: (any Encodable & Sendable)? { get }
}

extension PageError {
    /// None.
    public var data: (any Encodable & Sendable)? { nil }
}

extension PageError where Self: RawRepresentable<String> {
    /// The name of the case.
    public var code: String { rawValue }
}
