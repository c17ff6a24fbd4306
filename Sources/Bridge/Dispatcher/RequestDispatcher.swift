public import Logging

/// Receives all requests from every channel, and gives each exactly one answer.
@MainActor public final class RequestDispatcher {
    /// Takes the text of an answer; empty where a message gets none.
    public typealias Reply = @MainActor (_ text: [UInt8]) -> Void

    /// The limits for every peer.
    public let limits: Limits

    /// Through which methods ask the user.
    public let gate: Gate

    /// Called with every message and every answer, for an observer such as a console or a test.
    public var onTraffic: (@MainActor (TraceEvent) -> Void)?

    private let handler: any Handler
    let pending: PendingTable
    private let log: Logger
    private var ownCount: UInt64 = 0

    /// The last long answer that is being written.
    private var writing: Task<Void, Never>?

    /// How many bytes the long answers have at least that are being written or wait for that.
    private var beingWritten: [Peer: Int] = [:]

    /// Creates a dispatcher in which `handler` answers.
    ///
    /// - Parameters:
    ///   - handler: Usually a ``Router``.
    ///   - gate: The gate through which the handler's methods ask the user.
    ///   - limits: What a peer may ask at most.
    ///   - time: The clock for deadlines.
    ///   - log: Where refusals and endings are noted, by method and origin, never with parameters.
    public init(
        handler: any Handler, gate: Gate, limits: Limits = Limits(), time: TimeSource = .system,
        log: Logger = Logger(label: "drawbridge.dispatcher")
    ) {
        self.handler = handler
        self.gate = gate
        self.limits = limits
        self.log = log
        pending = PendingTable(limits: limits, time: time)
        gate.onAsk = { [pending] request in pending.extend(request) }
        gate.onCommit = { [pending] request in pending.commit(request) }
        gate.onUncommit = { [pending] request in pending.uncommit(request) }
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
    ///   - peer: The sender, as the channel authenticated it.
    ///   - room: How many bytes an answer may have, asked when there is one; a larger one becomes an error.
    ///   - reply: Gets the text of the answer.
    public func hear(
        _ message: UnsafeBufferPointer<UInt8>, in dialect: any Dialect, from peer: Peer,
        room: @escaping @MainActor () -> Int = { .max }, reply: @escaping Reply
    ) {
        let route = ReplyRoute(dialect: dialect, peer: peer, room: room, reply: reply)
        // The relay lets none of these through; a web process that is not ours any more might. So it is not even read,
        // and the answer repeats nothing of it.
        guard message.count <= limits.bodyBytes else {
            let error = RPCError(.tooLarge, "The message is larger than the wallet accepts.")
            return answer(.failure(error), to: ReplyID(id: .null, command: ""), route)
        }
        onTraffic?(TraceEvent(.request, peer: peer, dialect: dialect.name, text: message))
        switch dialect.decode(message, limits: limits) {
        case .silence(let reason):
            log.notice("A message from \(peer.origin) was not answered: \(reason)")
            reply([])
        case .refusal(let error, let replyID): answer(.failure(error), to: replyID, route)
        case .call(let call, let replyID): begin(call, replyID: replyID, bytes: message.count, route)
        }
    }

    /// Where an answer goes.
    @MainActor private final class ReplyRoute {
        let dialect: any Dialect
        let peer: Peer
        let room: @MainActor () -> Int
        let reply: Reply

        /// Whether there is no room for the answer beside those that are being written.
        var isFull = false

        /// The text of a long answer, written before it is given.
        private var written: [UInt8]?

        init(dialect: any Dialect, peer: Peer, room: @escaping @MainActor () -> Int, reply: @escaping Reply) {
            self.dialect = dialect
            self.peer = peer
            self.room = room
            self.reply = reply
        }

        /// Writes a long result away from the main thread; a short one is written when it is given.
        func prepare(_ outcome: Result<JSON, RPCError>, to replyID: ReplyID) async {
            guard case .success(let result) = outcome, mayFit(result) else { return }
            written = await Self.text(of: outcome, to: replyID, in: dialect)
        }

        /// Whether there may be room for `result`: what cannot fit is not even written.
        func mayFit(_ result: JSON) -> Bool {
            !isFull && result.mayFit(in: max(RequestDispatcher.smallAnswer, room()))
        }

        func text(of outcome: Result<JSON, RPCError>, to replyID: ReplyID) -> [UInt8] {
            // Only a result was prepared: a request that ended otherwise meanwhile has been answered by its error.
            if case .success = outcome, let written { return written }
            return dialect.encode(outcome, to: replyID)
        }

        @concurrent private static func text(
            of outcome: Result<JSON, RPCError>, to replyID: ReplyID, in dialect: any Dialect
        ) async -> [UInt8] {
            dialect.encode(outcome, to: replyID)
        }
    }

    private func begin(_ call: Call, replyID: ReplyID, bytes: Int, _ route: ReplyRoute) {
        let request: Request
        do throws(RPCError) {
            request = try pending.admit(
                call, replyID: replyID, bytes: bytes, from: route.peer, dialect: route.dialect.name
            ) {
                [weak self] outcome in self?.answer(outcome, to: replyID, route)
            }
        } catch {
            return answer(.failure(error), to: replyID, route)
        }
        // Immediate: what does not wait for anything is answered before this call returns.
        let task = Task.immediate {
            let outcome = await outcome(of: request)
            guard case .success(let result) = outcome, result.isLong else { return finish(request, outcome) }
            let earlier = beingWritten[route.peer, default: 0]
            guard let size = result.leastBytes(upTo: route.room() - earlier) else {
                route.isFull = true
                return finish(request, outcome)
            }
            beingWritten[route.peer] = earlier + size
            await writeInTurn {
                await route.prepare(outcome, to: replyID)
                let rest = self.beingWritten[route.peer, default: 0] - size
                self.beingWritten[route.peer] = rest > 0 ? rest : nil
                self.finish(request, outcome)
            }
        }
        pending.attach(task, to: request.id)
    }

    /// Runs `body` when earlier long answers are given: many texts at once would take the memory of all of them, and
    /// the room of a page is known only then.
    private func writeInTurn(_ body: @escaping @MainActor () async -> Void) async {
        let earlier = writing
        let task = Task {
            await earlier?.value
            await body()
        }
        writing = task
        await task.value
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

    private func answer(_ outcome: Result<JSON, RPCError>, to replyID: ReplyID, _ route: ReplyRoute) {
        if case .failure(let error) = outcome {
            log.info("\(RPCError.quoted(replyID.command)) of \(route.peer.origin): \(error.kind.rawValue)")
        }
        var outcome = outcome
        if case .success(let result) = outcome, !route.mayFit(result) { outcome = .failure(Self.unfetched) }
        var text = route.text(of: outcome, to: replyID)
        if text.count > Self.smallAnswer, text.count > route.room() {
            text = route.dialect.encode(.failure(Self.unfetched), to: replyID)
        }
        if let onTraffic {
            text.withUnsafeBufferPointer { text in
                onTraffic(TraceEvent(.answer, peer: route.peer, dialect: route.dialect.name, text: text))
            }
        }
        route.reply(text)
    }

    /// An answer of so many bytes is always given: as many of them as requests may be in flight are not much.
    private static let smallAnswer = 1_024

    private static let unfetched = RPCError(.tooMany, "Too many answers of the wallet are waiting for this page.")

    /// Ends all requests of a document that has ended, and cancels their work.
    public func end(_ document: DocumentID, because ending: CancellationReason) {
        pending.end(because: ending) { $0.peer.document == document }
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
        gate.release(request.id)
        gate.conclude(request.id, outcome)
        return outcome
    }

    /// Numbers of the wallet's own requests begin where those of pages never arrive.
    private static let firstOwn: UInt64 = 1 << 63

    /// Ends the requests of all peers and cancels their work.
    ///
    /// Where the documents remain, requests for which something was already signed or sent are kept.
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

    /// Lets peers ask again.
    public func unlock() {
        gate.isLocked = false
    }
}
