public import Logging

/// Where all requests arrive, whatever door they came through, and where each gets its one answer.
@MainActor public final class Hall {
    /// Takes the text of an answer; empty where a message gets none.
    public typealias Reply = @MainActor (_ text: [UInt8]) -> Void

    /// The limits for every peer.
    public let limits: Limits

    /// Through which methods ask the user.
    public let gate: Gate

    /// Called with every message and every answer, for whoever wants to watch: a console, a test.
    public var onTraffic: (@MainActor (Traffic) -> Void)?

    private let handler: any Handler
    let pending: PendingTable
    private let log: Logger
    private var ownCount: UInt64 = 0

    /// Creates a hall in which `handler` answers.
    ///
    /// - Parameters:
    ///   - handler: Usually a ``Router``.
    ///   - gate: The gate through which the handler's methods ask the user.
    ///   - limits: What a peer may ask at most.
    ///   - time: The clock for deadlines.
    ///   - log: Where refusals and endings are noted, by method and origin, never with parameters.
    public init(
        handler: any Handler, gate: Gate, limits: Limits = Limits(), time: Timekeeper = .system,
        log: Logger = Logger(label: "drawbridge.hall")
    ) {
        self.handler = handler
        self.gate = gate
        self.limits = limits
        self.log = log
        pending = PendingTable(limits: limits, time: time)
        gate.onAsk = { [pending] request in pending.extend(request) }
    }

    /// How many requests are without an answer.
    public var pendingCount: Int { pending.count }

    /// How many requests of `document` are without an answer.
    public func pendingCount(of document: DocumentID) -> Int { pending.count(of: document) }

    /// Hears one message of `peer` and calls `reply` exactly once, at once or later.
    ///
    /// - Parameters:
    ///   - message: The text as it came, UTF-8; only read during the call.
    ///   - dialect: The dialect in which it was said.
    ///   - peer: Who said it, as the door knows it.
    ///   - reply: Gets the text of the answer.
    public func hear(
        _ message: UnsafeBufferPointer<UInt8>, in dialect: any Dialect, from peer: Peer, reply: @escaping Reply
    ) {
        onTraffic?(Traffic(.request, peer: peer, dialect: dialect.name, text: message))
        switch dialect.decode(message, limits: limits) {
        case .silence(let reason):
            log.notice("A message of \(peer.origin) gets no answer: \(reason)")
            reply([])
        case .refusal(let error, let echo):
            answer(.failure(error), to: echo, in: dialect, for: peer, reply)
        case .call(_, let echo) where message.count > limits.bodyBytes:
            // The relay lets none of these through; a web process that is not ours any more might.
            let error = RPCError(.tooLarge, "The message is larger than the wallet accepts.")
            answer(.failure(error), to: echo, in: dialect, for: peer, reply)
        case .call(let call, let echo):
            begin(call, echo: echo, bytes: message.count, in: dialect, from: peer, reply)
        }
    }

    private func begin(
        _ call: Call, echo: Echo, bytes: Int, in dialect: any Dialect, from peer: Peer, _ reply: @escaping Reply
    ) {
        let request: Request
        do throws(RPCError) {
            request = try pending.admit(call, echo: echo, bytes: bytes, from: peer, dialect: dialect.name) {
                [weak self] outcome in self?.answer(outcome, to: echo, in: dialect, for: peer, reply)
            }
        } catch {
            return answer(.failure(error), to: echo, in: dialect, for: peer, reply)
        }
        // Immediate: what does not wait for anything is answered before this call returns.
        let task = Task.immediate {
            let outcome = await outcome(of: request)
            finish(request, outcome)
        }
        pending.attach(task, to: request.id)
    }

    func outcome(of request: Request) async -> Result<JSON, RPCError> {
        do throws(RPCError) {
            return .success(try await handler.handle(request))
        } catch {
            return .failure(error)
        }
    }

    func finish(_ request: Request, _ outcome: Result<JSON, RPCError>) {
        let isLate = !pending.settle(request.id, outcome)
        gate.conclude(request.id, isLate ? .failure(Ending.navigated.error) : outcome)
        if isLate { log.info("\(request.method) of \(request.peer.origin) had ended before its answer") }
    }

    private func answer(
        _ outcome: Result<JSON, RPCError>, to echo: Echo, in dialect: any Dialect, for peer: Peer, _ reply: Reply
    ) {
        if case .failure(let error) = outcome {
            log.info("\(RPCError.quoted(echo.command)) of \(peer.origin): \(error.kind.rawValue)")
        }
        let text = dialect.encode(outcome, to: echo)
        if let onTraffic {
            text.withUnsafeBufferPointer { text in
                onTraffic(Traffic(.answer, peer: peer, dialect: dialect.name, text: text))
            }
        }
        reply(text)
    }

    /// Ends all requests of a document that is no more, cancels their work, and drops what handlers keep for it.
    public func end(_ document: DocumentID, because ending: Ending) {
        pending.end(with: ending.error) { $0.peer.document == document }
        gate.clear { $0.document == document }
        handler.end(document)
    }

    /// Runs something that the user asks for in the wallet's own window, so that it is shown and approved like anything
    /// that a page asks for.
    ///
    /// Only the task's cancellation ends it early; the caller cancels it when the wallet is locked.
    public func run(
        _ method: String, _ body: @MainActor (Request) async throws(RPCError) -> JSON
    ) async -> Result<JSON, RPCError> {
        ownCount += 1
        let request = Request(ofWallet: method, number: Self.firstOwn + ownCount)
        let outcome: Result<JSON, RPCError>
        do throws(RPCError) {
            outcome = .success(try await body(request))
        } catch {
            outcome = .failure(error)
        }
        gate.conclude(request.id, outcome)
        return outcome
    }

    /// Numbers of the wallet's own requests begin where those of pages never arrive.
    private static let firstOwn: UInt64 = 1 << 63

    /// Ends all requests, whoever asked, and cancels their work.
    public func endAll(because ending: Ending) {
        pending.end(with: ending.error) { _ in true }
        gate.clear { _ in true }
    }

    /// Locks the wallet: every request ends, and nobody can ask until ``unlock()``.
    ///
    /// In a wallet that is locked already, what waits for it to be unlocked goes on waiting.
    public func lock() {
        guard !gate.isLocked else { return }
        gate.isLocked = true
        endAll(because: .locked)
    }

    /// Lets peers ask again.
    public func unlock() {
        gate.isLocked = false
    }
}
