internal import Bitcoin
internal import Bridge
internal import Network

/// One connection to an Electrum server: it sends requests, matches responses by their IDs, and separates
/// notifications.
///
/// A server that does not respond, or uses another protocol, is disconnected; all waiting callers get an error.
actor ElectrumLink {
    /// The server's notifications; the stream ends with the connection.
    nonisolated let notices: AsyncStream<Notice>

    /// The address at the other end.
    nonisolated let address: LineAddress

    private let connection: any LineConnection
    private let timing: ElectrumTiming
    private let news: AsyncStream<Notice>.Continuation
    private var rounds: [Int: Round] = [:]
    private var last = 0

    /// The number of bytes of the lines with responses that are kept until their rounds are complete.
    private var held = 0
    private var end: CoinError?
    private var refusesBatches = false
    private var complaintsToCome = 0

    /// Whether the server uses version 1.6 of the protocol.
    private(set) var isNewer = false

    /// When the server last sent something.
    private(set) var lastWord: Duration

    /// A notification of a subscription; it is small, so that the memory of a full queue is bounded.
    enum Notice: Sendable {
        /// A new block.
        case tip(ChainTip)
        /// The history of a script has changed.
        case status(ScriptHash, String?)

        /// Reads a notice.
        ///
        /// - Returns: `nil` for a method without a subscription.
        /// - Throws: ``CoinError/nonsense``.
        init?(_ method: String, _ params: [JSON]) throws(CoinError) {
            switch method {
            case "blockchain.headers.subscribe":
                guard params.count == 1, let tip = ElectrumAnswer.tip(params[0]) else { throw .nonsense }
                self = .tip(tip)
            case "blockchain.scripthash.subscribe":
                guard params.count == 2, let script = params[0].string.flatMap(ScriptHash.init),
                    let status = ElectrumAnswer.status(params[1])
                else { throw .nonsense }
                self = .status(script, status)
            default: return nil
            }
        }
    }

    /// The responses to a round, and the number of bytes of the lines that contained them.
    private typealias Outcome = (answers: [Result<JSON, CoinError>], bytes: Int)

    /// Requests that are sent together, and their responses so far.
    private struct Round {
        let ids: ClosedRange<Int>
        let lines: Int
        var bytes = 0
        var answers: [Int: Result<JSON, CoinError>] = [:]
        let continuation: CheckedContinuation<Outcome, Never>
    }

    /// The maximum number of queued notifications; further ones are dropped, because the newest state is requested
    /// anyway.
    private static let newsLimit = 10_000

    /// The number of requests in one line; servers limit it.
    private static let batchSize = 50

    init(_ connection: any LineConnection, to address: LineAddress, timing: ElectrumTiming) {
        self.connection = connection
        self.address = address
        self.timing = timing
        lastWord = timing.time.now()
        (notices, news) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.newsLimit))
    }

    /// Reads until the connection ends.
    func read() async {
        do {
            for try await line in connection.lines {
                guard take(line) else { return await close(.nonsense) }
            }
            await close(.wire(.interrupted))
        } catch {
            await close(.wire(error as? NetworkError ?? .interrupted))
        }
    }

    /// Uses the methods of version 1.6 of the protocol from now on.
    func useNewer() { isNewer = true }

    /// Whether the connection is open.
    var isOpen: Bool { end == nil }

    /// Sends one request.
    func ask(_ method: String, _ params: [JSON] = []) async throws(CoinError) -> JSON {
        guard let answer = try await ask(method, each: [params]).first else { throw .nonsense }
        return try answer.get()
    }

    /// Sends several requests at once; the responses are in the order of the requests.
    func ask(_ method: String, each params: [[JSON]]) async throws(CoinError) -> [Result<JSON, CoinError>] {
        let couldBatch = !refusesBatches
        let answers = try await round(method, params)
        // Servers that do not support batches send an error without an ID. Sending the requests again is harmless,
        // because nothing was done.
        guard couldBatch, refusesBatches, params.count > 1 else { return answers }
        return try await round(method, params)
    }

    /// Ends the connection; all waiting callers get the error `reason`.
    func close(_ reason: CoinError = .wire(.closed)) async {
        guard end == nil else { return }
        end = reason
        news.finish()
        for first in rounds.keys { settle(first, .failure(reason)) }
        await connection.close()
    }

    private func round(
        _ method: String, _ params: [[JSON]]
    ) async throws(CoinError) -> [Result<JSON, CoinError>] {
        guard end == nil else { throw .notAsked }
        guard !params.isEmpty else { return [] }
        let first = last + 1
        last += params.count
        let ids = first...last
        let questions = zip(ids, params).map { ElectrumMessage.question(id: $0, method, $1) }
        let lines = refusesBatches || questions.count == 1 ? questions : Self.batches(of: questions)
        let limit = Task { [timing] in
            try await timing.time.sleep(timing.answering)
            await self.close(.wire(.timedOut))
        }
        defer { limit.cancel() }
        let outcome: Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
                rounds[first] = Round(ids: ids, lines: lines.count, continuation: continuation)
                Task { await self.send(lines.map(\.bytes), first) }
            }
        } onCancel: {
            Task { await self.settle(first, .failure(.cancelled)) }
        }
        ScanBudget.current?.take(outcome.bytes)
        return outcome.answers
    }

    private static func batches(of questions: [JSON]) -> [JSON] {
        stride(from: 0, to: questions.count, by: batchSize).map { start in
            .array(Array(questions[start..<min(start + batchSize, questions.count)]))
        }
    }

    private func send(_ lines: [[UInt8]], _ first: Int) async {
        var hasSent = false
        for line in lines where rounds[first] != nil {
            do throws(NetworkError) {
                try await connection.send(line)
                hasSent = true
            } catch {
                // Only if the connection had ended earlier is it certain that nothing was sent.
                if error == .closed, !hasSent { settle(first, .failure(.notAsked)) }
                return await close(.wire(error))
            }
        }
    }

    /// Gives all open requests of a round the same response, and resumes their callers.
    private func settle(_ first: Int, _ answer: Result<JSON, CoinError>) {
        guard let round = rounds.removeValue(forKey: first) else { return }
        held -= round.bytes
        round.continuation.resume(returning: (round.ids.map { round.answers[$0] ?? answer }, round.bytes))
    }

    /// Handles a line; `false` if it violates the protocol, or contains more than is ever requested.
    private func take(_ line: [UInt8]) -> Bool {
        lastWord = timing.time.now()
        guard let messages = ElectrumMessage.read(line) else { return false }
        var counted: Set<Int> = []
        for message in messages {
            switch message {
            case .answer(let id, let value): answer(id, .success(value), line.count, &counted)
            case .fault(let id?, let fault): answer(id, .failure(.refused(fault)), line.count, &counted)
            case .fault(nil, let fault): complain(fault)
            case .notice(let method, let params):
                do throws(CoinError) {
                    if let notice = try Notice(method, params) { news.yield(notice) }
                } catch {
                    return false
                }
            }
        }
        return held <= timing.heldLimit
    }

    /// Responses without a pending request are ignored: the caller was cancelled, or the response is invalid.
    ///
    /// The bytes of a line count once for each round that it has responses to.
    private func answer(
        _ id: Int, _ answer: Result<JSON, CoinError>, _ bytes: Int, _ counted: inout Set<Int>
    ) {
        guard let first = rounds.first(where: { $0.value.ids.contains(id) })?.key else { return }
        guard rounds[first]?.answers[id] == nil else { return }
        rounds[first]?.answers[id] = answer
        if counted.insert(first).inserted {
            rounds[first]?.bytes += bytes
            held += bytes
        }
        if let round = rounds[first], round.answers.count == round.ids.count { settle(first, answer) }
    }

    /// Handles an error without an ID: its request is not known, so it ends all requests.
    private func complain(_ fault: ElectrumFault) {
        // Each further line of a round that was refused causes the same error again.
        guard complaintsToCome == 0 else {
            complaintsToCome -= 1
            return
        }
        let batched = rounds.values.filter { $0.ids.count > 1 }
        if !batched.isEmpty {
            refusesBatches = true
            complaintsToCome = batched.reduce(0) { $0 + $1.lines } - 1
        }
        // If a batch was refused, this says nothing about the requests that were sent individually.
        for (first, round) in rounds {
            settle(first, .failure(batched.isEmpty || round.ids.count > 1 ? .refused(fault) : .wire(.malformed)))
        }
    }
}
