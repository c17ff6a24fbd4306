public import Logging

/// Receives all requests from every channel, and responds to each exactly once.
@MainActor public final class RequestDispatcher {
    /// Receives the text of a response; empty if a message gets none.
    public typealias Reply = @MainActor (_ text: [UInt8]) -> Void

    /// Receives the text of a response and its attachments.
    package typealias AttachedReply = @MainActor (_ text: [UInt8], _ attachments: [BinaryData]) -> Void

    /// The limits for every peer.
    public let limits: Limits

    /// The gate through which methods ask the user.
    public let gate: Gate

    /// Every message and every response, for an observer such as a console or a test.
    public let traffic = Listeners<TraceEvent>()

    private let handler: any Handler
    let pending: PendingTable
    private let log: Logger
    private var ownCount: UInt64 = 0

    /// The last large response that is being encoded.
    private var writing: Task<Void, Never>?

    /// The minimum total size of the large responses that are being encoded or wait for it, in bytes.
    private var beingWritten: [Peer: Int] = [:]

    /// Creates a dispatcher whose requests `handler` handles.
    ///
    /// - Parameters:
    ///   - handler: Usually a ``Router``.
    ///   - gate: The gate through which the handler's methods ask the user.
    ///   - limits: The limits for every peer.
    ///   - time: The clock for deadlines.
    ///   - log: The log for refusals and cancellations, by method and origin, never with parameters.
    public init(
        handler: any Handler, gate: Gate, limits: Limits = Limits(), time: TimeSource = .system,
        log: Logger = Logger(label: "drawbridge.dispatcher")
    ) {
        self.handler = handler
        self.gate = gate
        self.limits = limits
        self.log = log
        pending = PendingTable(limits: limits, time: time)
        gate.pending = pending
    }

    /// The number of open requests.
    public var pendingCount: Int { pending.count }

    /// The number of open requests of `document`.
    public func pendingCount(of document: DocumentID) -> Int { pending.count(of: document) }

    /// Handles one message of `peer` and calls `reply` exactly once, during the call or later.
    ///
    /// - Parameters:
    ///   - message: The text, UTF-8; only read during the call.
    ///   - dialect: The dialect of the message.
    ///   - peer: The sender, as the channel authenticated it.
    ///   - room: Returns the maximum size of a response in bytes, called when there is one; a larger one becomes an
    ///     error.
    ///   - reply: Called with the text of the response.
    public func receive(
        _ message: UnsafeBufferPointer<UInt8>, in dialect: any Dialect, from peer: Peer,
        room: @escaping @MainActor () -> Int = { .max }, reply: @escaping Reply
    ) {
        let route = ReplyRoute(self, dialect: dialect, peer: peer, room: room, attaches: false) { text, _ in reply(text)
        }
        receive(message, [], route)
    }

    /// Handles one message of `peer` with attachments, through a channel that carries them in both directions.
    ///
    /// - Parameters:
    ///   - message: The text, UTF-8; only read during the call.
    ///   - attachments: The binary values alongside the text.
    ///   - dialect: The dialect of the message.
    ///   - peer: The sender, as the channel authenticated it.
    ///   - room: Returns the maximum size of a response in bytes, with its attachments.
    ///   - reply: Called with the response.
    package func receive(
        _ message: UnsafeBufferPointer<UInt8>, attachments: [BinaryData], in dialect: any Dialect, from peer: Peer,
        room: @escaping @MainActor () -> Int, reply: @escaping AttachedReply
    ) {
        let route = ReplyRoute(self, dialect: dialect, peer: peer, room: room, attaches: true, reply: reply)
        receive(message, attachments, route)
    }

    private func receive(_ message: UnsafeBufferPointer<UInt8>, _ attachments: [BinaryData], _ route: ReplyRoute) {
        let (dialect, peer) = (route.dialect, route.peer)
        let bytes = attachments.reduce(message.count) { $0 + $1.bytes.count }
        // The relay never sends such a message, but a compromised web process could. So it is not even parsed, and the
        // response repeats no part of it.
        guard bytes <= limits.bodyBytes else {
            let error = RPCError(.tooLarge, "The message is larger than the wallet accepts.")
            return route.settle(.failure(error))
        }
        traffic.tell(TraceEvent(.request, peer: peer, dialect: dialect.name, text: message))
        let decoded =
            attachments.isEmpty
            ? dialect.decode(message, limits: limits)
            : dialect.decode(message, attachments: attachments, limits: limits)
        switch decoded {
        case .silence(let reason):
            log.notice("A message from \(peer.origin) was not answered: \(reason)")
            route.reply([], [])
        case .cancel(let id, let replyID):
            pending.abort(id, of: peer, dialect: dialect.name)
            route.replyID = replyID
            route.settle(.success(.null))
        case .refusal(let error, let replyID):
            route.replyID = replyID
            route.settle(.failure(error))
        case .call(let call, let replyID):
            route.replyID = replyID
            begin(call, bytes: bytes, route)
        }
    }

    /// The destination of a response.
    @MainActor private final class ReplyRoute {
        /// What the response repeats.
        var replyID = ReplyID(id: .null, command: "")

        /// Kept, as by the task of the request: each request is answered.
        private let dispatcher: RequestDispatcher
        let dialect: any Dialect
        let peer: Peer
        let room: @MainActor () -> Int
        let reply: AttachedReply

        /// Whether the channel carries attachments.
        let attaches: Bool

        /// Whether this response together with those that are being encoded exceeds the limit.
        var isFull = false

        /// Whether the request was handled without suspending: its task needs no cancelling.
        var isFinished = false

        /// A large response, encoded in advance.
        private var written: Response?

        typealias Response = (text: [UInt8], attachments: [BinaryData])

        init(
            _ dispatcher: RequestDispatcher, dialect: any Dialect, peer: Peer, room: @escaping @MainActor () -> Int,
            attaches: Bool,
            reply: @escaping AttachedReply
        ) {
            self.dispatcher = dispatcher
            self.attaches = attaches
            self.dialect = dialect
            self.peer = peer
            self.room = room
            self.reply = reply
        }

        /// Sends the response.
        func settle(_ outcome: Result<JSON, RPCError>) {
            dispatcher.answer(outcome, self)
        }

        /// Encodes a large result off the main thread; a small one is encoded when it is sent.
        func prepare(_ outcome: Result<JSON, RPCError>) async {
            guard case .success(let result) = outcome, mayFit(result) else { return }
            written = await Self.prepared(outcome, to: replyID, in: dialect, attaches: attaches)
        }

        /// Whether `result` may fit: a result that cannot fit is not even encoded.
        func mayFit(_ result: JSON) -> Bool {
            !isFull && (result.mayFit(in: RequestDispatcher.smallAnswer) || result.mayFit(in: room()))
        }

        func response(_ outcome: Result<JSON, RPCError>) -> Response {
            // Only a result was encoded in advance: a request that ended in another way has already got its error.
            if case .success = outcome, let written { return written }
            return Self.response(outcome, to: replyID, in: dialect, attaches: attaches)
        }

        @concurrent private static func prepared(
            _ outcome: Result<JSON, RPCError>, to replyID: ReplyID, in dialect: any Dialect, attaches: Bool
        ) async -> Response {
            response(outcome, to: replyID, in: dialect, attaches: attaches)
        }

        nonisolated private static func response(
            _ outcome: Result<JSON, RPCError>, to replyID: ReplyID, in dialect: any Dialect, attaches: Bool
        ) -> Response {
            guard attaches else { return (dialect.encode(outcome, to: replyID), []) }
            var attachments: [BinaryData] = []
            let text = dialect.encode(outcome, to: replyID, attachments: &attachments)
            return (text, attachments)
        }
    }

    private func begin(_ call: Call, bytes: Int, _ route: ReplyRoute) {
        gate.requests.tell()
        let request: Request
        do throws(RPCError) {
            request = try pending.admit(
                call, replyID: route.replyID, bytes: bytes, from: route.peer, dialect: route.dialect.name
            ) { route.settle($0) }
        } catch {
            return route.settle(.failure(error))
        }
        let early = outcomeAtOnce(of: request)
        if let early, !early.isLong { return finish(request, early) }
        // Immediate: a request that does not suspend gets its response before this call returns.
        let task = Task.immediate {
            let outcome = if let early { early } else { await outcome(of: request) }
            guard case .success(let result) = outcome, result.isLong else {
                route.isFinished = true
                return finish(request, outcome)
            }
            let earlier = beingWritten[route.peer, default: 0]
            guard let size = result.leastBytes(upTo: route.room() - earlier) else {
                route.isFull = true
                return finish(request, outcome)
            }
            beingWritten[route.peer] = earlier + size
            await writeInTurn {
                await route.prepare(outcome)
                let rest = self.beingWritten[route.peer, default: 0] - size
                self.beingWritten[route.peer] = rest > 0 ? rest : nil
                self.finish(request, outcome)
            }
        }
        if !route.isFinished { pending.attach(task, to: request.id) }
    }

    /// Runs `body` after earlier large responses are sent: many texts at once would all be in memory, and the space
    /// left for a page is known only then.
    private func writeInTurn(_ body: @escaping @MainActor () async -> Void) async {
        let earlier = writing
        let task = Task {
            await earlier?.value
            await body()
        }
        writing = task
        await task.value
    }

    /// The outcome of a request that its handler need not wait for.
    private func outcomeAtOnce(of request: Request) -> Result<JSON, RPCError>? {
        do throws(RPCError) {
            return try handler.handleAtOnce(request).map { .success($0) }
        } catch {
            return .failure(error)
        }
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
        gate.release(request.id)
        gate.conclude(request.id, isLate ? .failure(CancellationReason.navigated.error) : outcome)
        if isLate { log.info("\(request.method) of \(request.peer.origin) had ended before its answer") }
    }

    private func answer(_ outcome: Result<JSON, RPCError>, _ route: ReplyRoute) {
        if case .failure(let error) = outcome {
            let code = error.code.map(RPCError.quoted) ?? error.kind.rawValue
            log.info("\(RPCError.quoted(route.replyID.command)) of \(route.peer.origin): \(code)")
        }
        var outcome = outcome
        if case .success(let result) = outcome, !route.mayFit(result) { outcome = .failure(unfetched(result, route)) }
        var (text, attachments) = route.response(outcome)
        let size = attachments.reduce(text.count) { $0 + $1.bytes.count }
        if size > Self.smallAnswer, size > route.room() {
            let error = size > limits.bytesUnfetchedPerDocument ? tooLarge(route) : Self.unfetched
            (text, attachments) = (route.dialect.encode(.failure(error), to: route.replyID), [])
        }
        if !traffic.isEmpty {
            text.withUnsafeBufferPointer { text in
                traffic.tell(TraceEvent(.answer, peer: route.peer, dialect: route.dialect.name, text: text))
            }
        }
        route.reply(text, attachments)
    }

    /// A response of this size is always sent: even the maximum number of open requests needs little memory with it.
    private static let smallAnswer = 1_024

    private static let unfetched = RPCError(.tooMany, "Too many answers are waiting for this page.")

    /// The error for a result for which there is no space: it may be too large even for a page that has fetched all
    /// others.
    private func unfetched(_ result: JSON, _ route: ReplyRoute) -> RPCError {
        result.mayFit(in: limits.bytesUnfetchedPerDocument) ? Self.unfetched : tooLarge(route)
    }

    private func tooLarge(_ route: ReplyRoute) -> RPCError {
        let most = limits.bytesUnfetchedPerDocument
        log.warning("the result of \(RPCError.quoted(route.replyID.command)) has more than \(most) bytes")
        return RPCError(.tooLarge, "The result is larger than the \(most) bytes that a page can receive at once.")
    }

    /// Ends all requests of a document that has ended, and cancels their work.
    public func end(_ document: DocumentID, because ending: CancellationReason) {
        pending.end(because: ending) { $0.peer.document == document }
        gate.clear { $0.document == document }
        handler.end(document)
    }

    /// Runs a request of the user in the wallet's own window, so that it is shown and approved like a page's request.
    ///
    /// Only the task's cancellation ends it early; the caller cancels it when the wallet is locked.
    public func run(
        _ method: String, _ body: @MainActor (Request) async throws(RPCError) -> JSON
    ) async -> Result<JSON, RPCError> {
        await send(method, body).result
    }

    /// Runs a request of the user as ``run(_:_:)`` does, and says what became of the transaction that was signed for it.
    package func send(
        _ method: String, _ body: @MainActor (Request) async throws(RPCError) -> JSON
    ) async -> PaymentAnswer {
        ownCount += 1
        let request = Request(ofWallet: method, number: Self.firstOwn + ownCount)
        let outcome: Result<JSON, RPCError>
        do throws(RPCError) {
            outcome = .success(try await body(request))
        } catch {
            outcome = .failure(error)
        }
        let transaction = gate.send(of: request.id)
        gate.release(request.id)
        gate.conclude(request.id, outcome)
        return PaymentAnswer(result: outcome, transaction: transaction)
    }

    /// The numbers of the wallet's own requests start where those of pages never reach.
    private static let firstOwn: UInt64 = 1 << 63

    /// Ends the requests of all peers and cancels their work.
    ///
    /// If the documents remain, requests for which something was already signed or sent are kept.
    public func endAll(because ending: CancellationReason) {
        pending.end(because: ending) { _ in true }
        gate.clear { _ in true }
    }

    /// Locks the wallet: every request ends, and new ones are refused until ``unlock()``.
    ///
    /// If the wallet is already locked, requests that wait for unlocking keep waiting.
    public func lock() {
        guard !gate.isLocked else { return }
        gate.isLocked = true
        endAll(because: .locked)
    }

    /// Accepts requests again.
    public func unlock() {
        gate.isLocked = false
    }
}

extension Result<JSON, RPCError> {
    /// Whether it is a result that is not written on the main thread.
    fileprivate var isLong: Bool {
        if case .success(let result) = self { result.isLong } else { false }
    }
}
