internal import Bridge
internal import Synchronization

/// What a reader of news has not read yet, bounded in number and in bytes: the oldest news are dropped first.
final class NewsBuffer: Sendable {
    private struct State {
        var news: [(news: SessionNews, size: Int)] = []
        var bytes = 0
        var isFinished = false
        var reader: CheckedContinuation<SessionNews?, Never>?
    }

    private let most: Int
    private let mostBytes: Int
    private let state = Mutex(State())

    init(most: Int, mostBytes: Int) {
        self.most = max(most, 1)
        self.mostBytes = mostBytes
    }

    /// Adds news of a size; it is kept until the reader comes, whatever its size.
    func add(_ news: SessionNews, size: Int) {
        let reader = state.withLock { state -> CheckedContinuation<SessionNews?, Never>? in
            guard !state.isFinished else { return nil }
            if let reader = state.reader.take() { return reader }
            state.news.append((news, size))
            state.bytes += size
            while state.news.count > 1, state.news.count > most || state.bytes > mostBytes {
                state.bytes -= state.news.removeFirst().size
            }
            return nil
        }
        reader?.resume(returning: news)
    }

    /// Ends the sequence, after what was added before.
    func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            return state.reader.take()
        }
        reader?.resume(returning: nil)
    }

    /// The next news; `nil` after the end.
    func next() async -> SessionNews? {
        await withCheckedContinuation { reader in
            let (news, former) = state.withLock {
                state -> (SessionNews??, CheckedContinuation<SessionNews?, Never>?) in
                if !state.news.isEmpty {
                    let first = state.news.removeFirst()
                    state.bytes -= first.size
                    return (first.news, nil)
                }
                if state.isFinished { return (.some(nil), nil) }
                // A sequence has one reader; a second one ends the first.
                defer { state.reader = reader }
                return (nil, state.reader.take())
            }
            former?.resume(returning: nil)
            if let news { reader.resume(returning: news) }
        }
    }

    /// The sequence; when it is no longer used, `onEnd` is called.
    func stream(onEnd: @escaping @Sendable () -> Void = {}) -> AsyncStream<SessionNews> {
        let token = NewsReader(self, onEnd)
        return AsyncStream(unfolding: { await token.next() }, onCancel: { token.end() })
    }

    /// One sequence of several, which ends when all of them have ended.
    static func merged(_ streams: [AsyncStream<SessionNews>]) -> AsyncStream<SessionNews> {
        let limits = SessionLimits()
        let buffer = NewsBuffer(most: limits.news, mostBytes: limits.newsBytes)
        let task = Task {
            await withTaskGroup(of: Void.self) { group in
                for stream in streams {
                    group.addTask { for await news in stream { buffer.add(news, size: news.size) } }
                }
            }
            buffer.finish()
        }
        return buffer.stream { task.cancel() }
    }
}

/// The reader of a buffer, whose end is noticed.
private final class NewsReader: Sendable {
    private let buffer: NewsBuffer
    private let onEnd: @Sendable () -> Void

    init(_ buffer: NewsBuffer, _ onEnd: @escaping @Sendable () -> Void) {
        self.buffer = buffer
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    func next() async -> SessionNews? { await buffer.next() }

    func end() {
        buffer.finish()
        onEnd()
    }
}

extension SessionNews {
    /// About how many bytes it takes.
    var size: Int {
        let payload =
            switch self {
            case .proposal(let proposal):
                proposal.required.json.bytes.count + proposal.optional.json.bytes.count
                    + Self.size(proposal.sessionProperties) + Self.size(proposal.scopedProperties)
            case .authentication(let authentication): authentication.signIn.json.bytes.count
            case .request(let request): request.request.params.bytes.count
            case .settled(let details), .updated(let details), .extended(let details):
                details.namespaces.json.bytes.count + Self.size(details.sessionProperties)
                    + Self.size(details.scopedProperties)
            case .event(_, let event): event.data.bytes.count
            default: 0
            }
        return 256 + payload
    }

    private static func size(_ object: JSONObject?) -> Int { object.map { JSON.object($0).bytes.count } ?? 0 }
}
