internal import Bitcoin
internal import Bridge
internal import Network

/// One connection to a server of the Electrum protocol: questions out, answers matched by their numbers, news aside.
///
/// A server that is silent, or speaks another protocol, is disconnected; all waiting callers get an error.
actor ElectrumLink {
    /// News from the server; ends with the connection.
    nonisolated let notices: AsyncStream<Notice>

    /// The address at the other end.
    nonisolated let address: LineAddress

    private let connection: any LineConnection
    private let timing: ElectrumTiming
    private let news: AsyncStream<Notice>.Continuation
    private var rounds: [Int: Round] = [:]
    private var last = 0

    /// The bytes of the lines with the answers that are kept until their rounds are complete.
    private var held = 0
    private var end: ElectrumError?
    private var refusesBatches = false
    private var complaintsToCome = 0

    /// When the server last said something.
    private(set) var lastWord: Duration

    /// Something that was subscribed to; so small that those that wait to be looked at have a bound.
    enum Notice: Sendable {
        /// A new block.
        case tip(ChainTip)
        /// The history of a script has changed.
        case status(ScriptHash, String?)

        /// Reads a notice.
        ///
        /// - Returns: `nil` for what was not subscribed to.
        /// - Throws: ``ElectrumError/nonsense``.
        init?(_ method: String, _ params: [JSON]) throws(ElectrumError) {
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

    /// The answers to a round, and the bytes of the lines that brought them.
    private typealias Outcome = (answers: [Result<JSON, ElectrumError>], bytes: Int)

    /// Questions that are asked together, and what has come back.
    private struct Round {
        let ids: ClosedRange<Int>
        let lines: Int
        var bytes = 0
        var answers: [Int: Result<JSON, ElectrumError>] = [:]
        let continuation: CheckedContinuation<Outcome, Never>
    }

    /// The most news that wait to be looked at; what comes on top is dropped, for the newest is asked for anyway.
    private static let newsLimit = 10_000

    /// How many questions go into one line; servers limit it.
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
            await close(.lost(.interrupted))
        } catch {
            await close(.lost(error as? NetworkError ?? .interrupted))
        }
    }

    /// Whether the connection stands.
    var isOpen: Bool { end == nil }

    /// Asks one question.
    func ask(_ method: String, _ params: [JSON] = []) async throws(ElectrumError) -> JSON {
        guard let answer = try await ask(method, each: [params]).first else { throw .nonsense }
        return try answer.get()
    }

    /// Asks several questions at once; the answers stand in the order of the questions.
    func ask(_ method: String, each params: [[JSON]]) async throws(ElectrumError) -> [Result<JSON, ElectrumError>] {
        let couldBatch = !refusesBatches
        let answers = try await round(method, params)
        // Servers that take no batches say so without a number. To ask again does no harm where nothing was done.
        guard couldBatch, refusesBatches, params.count > 1 else { return answers }
        return try await round(method, params)
    }

    /// Ends the connection; all waiting callers get the error `reason`.
    func close(_ reason: ElectrumError = .lost(.closed)) async {
        guard end == nil else { return }
        end = reason
        news.finish()
        for first in rounds.keys { settle(first, .failure(reason)) }
        await connection.close()
    }

    private func round(
        _ method: String, _ params: [[JSON]]
    ) async throws(ElectrumError) -> [Result<JSON, ElectrumError>] {
        guard end == nil else { throw .notAsked }
        guard !params.isEmpty else { return [] }
        let first = last + 1
        last += params.count
        let ids = first...last
        let questions = zip(ids, params).map { ElectrumMessage.question(id: $0, method, $1) }
        let lines = refusesBatches || questions.count == 1 ? questions : Self.batches(of: questions)
        let limit = Task { [timing] in
            try await timing.time.sleep(timing.answering)
            await self.close(.lost(.timedOut))
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
                // Only a connection that had ended before is certain not to have carried anything.
                if error == .closed, !hasSent { settle(first, .failure(.notAsked)) }
                return await close(.lost(error))
            }
        }
    }

    /// Gives all open requests of a round the same answer, and resumes their callers.
    private func settle(_ first: Int, _ answer: Result<JSON, ElectrumError>) {
        guard let round = rounds.removeValue(forKey: first) else { return }
        held -= round.bytes
        round.continuation.resume(returning: (round.ids.map { round.answers[$0] ?? answer }, round.bytes))
    }

    /// Takes a line; `false` where it is not the protocol, or more than is ever asked for.
    private func take(_ line: [UInt8]) -> Bool {
        lastWord = timing.time.now()
        guard let messages = ElectrumMessage.read(line) else { return false }
        var counted: Set<Int> = []
        for message in messages {
            switch message {
            case .answer(let id, let value): answer(id, .success(value), line.count, &counted)
            case .fault(let id?, let fault): answer(id, .failure(.fault(fault)), line.count, &counted)
            case .fault(nil, let fault): complain(fault)
            case .notice(let method, let params):
                do throws(ElectrumError) {
                    if let notice = try Notice(method, params) { news.yield(notice) }
                } catch {
                    return false
                }
            }
        }
        return held <= timing.heldLimit
    }

    /// Unrequested answers are ignored: their caller was cancelled, or they are nonsense.
    ///
    /// The bytes of a line count once for each round that it brings answers to.
    private func answer(
        _ id: Int, _ answer: Result<JSON, ElectrumError>, _ bytes: Int, _ counted: inout Set<Int>
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

    /// A fault without a number: it is not told whose it is, so it is everybody's.
    private func complain(_ fault: ElectrumFault) {
        // Each line of a round that was refused once brings the same again.
        guard complaintsToCome == 0 else {
            complaintsToCome -= 1
            return
        }
        let batched = rounds.values.filter { $0.ids.count > 1 }
        if !batched.isEmpty {
            refusesBatches = true
            complaintsToCome = batched.reduce(0) { $0 + $1.lines } - 1
        }
        // Where a batch was refused, nothing is known of the questions that were sent alone.
        for (first, round) in rounds {
            settle(first, .failure(batched.isEmpty || round.ids.count > 1 ? .fault(fault) : .lost(.malformed)))
        }
    }
}
