/// The frames of an open WebSocket connection.
@NetworkActor final class WebSocketChannel {
    private let stream: ByteStream
    private let messageLimit: Int
    private let pingInterval: Duration
    private let silenceLimit: Duration
    private var reader: WebSocketFrameReader
    /// Signalled when messages are received or sent, and when the connection closes or ends.
    private let changed = Condition()

    private var messages: ArraySlice<String> = []
    private var heldBytes = 0

    /// One frame is written at a time.
    private let turns = ConnectionTurns(limit: 1)
    private var writingSince: ContinuousClock.Instant?
    private var writeFault: NetworkError?
    /// The payload of the latest unanswered ping; only the latest needs a pong (RFC 6455, section 5.5.3).
    private var pingToAnswer: [UInt8]?
    private var isAnswering = false
    private var isPinging = false

    private var lastTraffic = ContinuousClock.now
    /// Whether reading is paused because received messages are waiting.
    private var isPaused = false

    private enum Closing { case none, byUs, byPeer }
    private var closing = Closing.none
    /// The code and reason of the server's close frame.
    private var peerEnd: WebSocketEnd?
    private(set) var end: WebSocketEnd?

    /// How many bytes are read at a time.
    private static let part = 16 << 10
    /// How many received messages may wait before reading pauses; it also pauses at the length limit of one message.
    private static let mostMessages = 256
    /// How long writing the response to a close frame may take.
    private static let longestAnswer = Duration.seconds(2)

    /// Takes over an open connection; `rest` was already read from it.
    init(_ stream: ByteStream, _ request: WebSocketRequest, rest: [UInt8]) {
        self.stream = stream
        messageLimit = max(0, request.messageLimit)
        pingInterval = max(.milliseconds(1), request.pingInterval)
        silenceLimit = max(.milliseconds(1), request.silenceLimit)
        reader = WebSocketFrameReader(limit: request.messageLimit)
        reader.take(rest)
        Task { @NetworkActor in await run() }
    }

    private func run() async {
        let watcher = Task { @NetworkActor in await watch() }
        defer { watcher.cancel() }
        do {
            while end == nil {
                while end == nil, let event = try reader.next() { try await handle(event) }
                answerPing()
                guard end == nil else { return }
                let part = try await stream.read(Self.part)
                guard !part.isEmpty else { throw NetworkError.interrupted }
                lastTraffic = .now
                reader.take(part)
            }
        } catch {
            let end = WebSocketEnd.failed(NetworkError(cause: error).afterSending)
            if let refusal = reader.refusal { await refuse(refusal, end) }
            finish(end)
        }
    }

    private func handle(_ event: WebSocketEvent) async throws {
        switch event {
        case .message(let text):
            guard closing == .none else { return }
            messages.append(text)
            heldBytes += text.utf8.count
            changed.notifyAll()
            await waitForRoom()
        case .ping(let payload): pingToAnswer = payload
        case .pong: break
        case .close(let code, let reason): await closed(by: code, reason)
        }
    }

    private func waitForRoom() async {
        isPaused = true
        while end == nil, closing == .none, messages.count >= Self.mostMessages || heldBytes >= max(1, messageLimit) {
            try? await changed.wait()
        }
        isPaused = false
        lastTraffic = .now
    }

    /// The next message; see ``WebSocketConnection/receive()``.
    func receive() async throws(NetworkError) -> String? {
        while true {
            guard closing != .byUs else { throw .closed }
            if let message = messages.popFirst() {
                heldBytes -= message.utf8.count
                changed.notifyAll()
                return message
            }
            switch end {
            case .closed: return nil
            case .failed(let error): throw error
            case nil: break
            }
            do { try await changed.wait() } catch { throw .closed }
        }
    }

    /// Waits for the end.
    func waitForEnd() async -> WebSocketEnd {
        while true {
            if let end { return end }
            do { try await changed.wait() } catch { return .failed(.closed) }
        }
    }
}

/// Writing.
extension WebSocketChannel {
    func send(_ text: String) async throws(NetworkError) {
        guard text.utf8.count <= messageLimit else { throw .tooLarge }
        try await write(.text, Array(text.utf8))
    }

    private func write(_ kind: WebSocketFrame.Kind, _ payload: [UInt8]) async throws(NetworkError) {
        do { try await turns.take("") } catch { throw .closed }
        defer { turns.give("") }
        guard !Task.isCancelled else { throw .closed }
        switch end {
        case .failed(let error): throw error
        case .closed: throw .closed
        case nil: break
        }
        // A close frame is the last one.
        guard closing == .none || kind == .close else { throw .closed }
        if let writeFault { throw writeFault }
        writingSince = .now
        defer { writingSince = nil }
        do {
            try await stream.write(WebSocketFrame.bytes(kind, payload, mask: .random(in: .min ... .max)))
        } catch {
            // The reader determines how the connection ended: it may have received a close frame before.
            let fault = NetworkError(cause: error).afterSending
            writeFault = fault
            if case .failed(let error) = end { throw error }
            throw fault
        }
    }

    /// Answers the latest ping while reading continues.
    private func answerPing() {
        guard !isAnswering, pingToAnswer != nil else { return }
        isAnswering = true
        Task { @NetworkActor in
            while let payload = pingToAnswer {
                pingToAnswer = nil
                do { try await write(.pong, payload) } catch { break }
            }
            isAnswering = false
        }
    }

    private func ping() {
        guard !isPinging else { return }
        isPinging = true
        Task { @NetworkActor in
            try? await write(.ping, [])
            isPinging = false
        }
    }

    /// Sends pings while nothing is received, and ends the connection if there is no response.
    private func watch() async {
        var lastPing = lastTraffic
        while end == nil {
            let now = ContinuousClock.now
            if isPaused { lastTraffic = now }
            let silence = now - min(lastTraffic, writingSince ?? lastTraffic)
            guard silence < silenceLimit else { return finish(.failed(.timedOut)) }
            if now - max(lastTraffic, lastPing) >= pingInterval {
                lastPing = now
                ping()
            }
            let rest = min(silenceLimit - silence, pingInterval - (now - max(lastTraffic, lastPing)))
            do { try await Sleep().wait(for: rest) } catch { return }
        }
    }
}

/// Closing.
extension WebSocketChannel {
    /// Closes from this side; see ``WebSocketConnection/close(code:reason:timeLimit:)``.
    func close(_ code: UInt16, _ reason: String, within limit: Duration) async -> WebSocketEnd {
        guard end == nil, closing != .byUs else { return await waitForEnd() }
        let isFirst = closing == .none
        closing = .byUs
        (messages, heldBytes) = ([], 0)
        changed.notifyAll()
        return await withTaskCancellationHandler {
            await limited(to: limit, else: .failed(.timedOut)) {
                let code: UInt16 = [1000, 1001].contains(code) || 3000...4999 ~= code ? code : 1000
                if isFirst { try? await write(.close, WebSocketFrame.closing(code, reason)) }
                _ = await waitForEnd()
            }
            return end ?? .failed(.closed)
        } onCancel: {
            Task { @NetworkActor in finish(.failed(.closed)) }
        }
    }

    /// Answers the server's close frame, unless that is itself a response.
    private func closed(by code: UInt16?, _ reason: String) async {
        let end = WebSocketEnd.closed(code: code ?? 1005, reason: reason)
        peerEnd = end
        if closing == .none {
            closing = .byPeer
            let payload = code.map { WebSocketFrame.closing($0, "") } ?? []
            await limited(to: Self.longestAnswer, else: end) { try? await write(.close, payload) }
        }
        finish(end)
    }

    /// Tells the server why the connection ends.
    private func refuse(_ refusal: WebSocketFrameReader.Refusal, _ end: WebSocketEnd) async {
        guard closing == .none else { return }
        closing = .byPeer
        let payload = WebSocketFrame.closing(refusal.rawValue, "")
        await limited(to: Self.longestAnswer, else: end) { try? await write(.close, payload) }
    }

    /// Does `work`; if it takes longer than `limit`, the connection ends with `end`, which stops the work.
    private func limited(
        to limit: Duration, else end: WebSocketEnd, _ work: @NetworkActor () async -> Void
    ) async {
        let timer = Task { @NetworkActor in
            try await Sleep().wait(for: limit)
            finish(end)
        }
        await work()
        timer.cancel()
    }

    /// Ends the connection; only the first end counts, and a close frame of the server takes precedence.
    func finish(_ reason: WebSocketEnd) {
        guard end == nil else { return }
        let reason = peerEnd ?? reason
        end = reason
        changed.notifyAll()
        if case .closed = reason {
            Task { @NetworkActor in await stream.close() }
        } else {
            stream.abort()
        }
    }
}
