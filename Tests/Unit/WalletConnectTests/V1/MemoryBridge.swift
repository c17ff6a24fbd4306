import Bridge

@testable import WalletConnect

/// A bridge server of version 1 in memory, which behaves as the servers that people run.
///
/// It keeps what nobody is subscribed to, delivers that newest first, and forgets what it has sent; whoever publishes
/// gets the message, too, if subscribed.
final class MemoryBridge: RelayDialer {
    struct State: Sendable {
        var urls: [String] = []
        var sockets: [MemoryBridgeSocket] = []
        var subscribers: [String: [Int]] = [:]
        var kept: [String: [V1Frame]] = [:]
        /// What was published, but for probes.
        var published: [V1Frame] = []
        var probes = 0
        var acknowledged = 0
        /// What the next attempts get; then every one is accepted.
        var replies: [RelayReply] = []
        /// Whether a publisher gets its own messages.
        var echoes = true
        /// Whether frames vanish, as on a connection that is half open.
        var isSilent = false
        /// How often each message is delivered.
        var copies = 1
        /// Whether it keeps what was not acknowledged when a connection ends, which no server in use does.
        var keepsUnacknowledged = false
    }

    let state = Watched(State())

    func connect(to url: String) async -> RelayReply {
        state.update { state in
            state.urls.append(url)
            guard state.replies.isEmpty else { return state.replies.removeFirst() }
            let socket = MemoryBridgeSocket(self, number: state.sockets.count)
            state.sockets.append(socket)
            return .opened(socket)
        }
    }

    func take(_ text: String, from socket: MemoryBridgeSocket) {
        guard !state.value.isSilent, let frame = try? V1Frame(parsing: text) else { return }
        let deliveries = state.update { state -> [(MemoryBridgeSocket, V1Frame)] in
            switch frame.kind {
            case .subscribe:
                if state.subscribers[frame.topic]?.contains(socket.number) != true {
                    state.subscribers[frame.topic, default: []].append(socket.number)
                }
                return (state.kept.removeValue(forKey: frame.topic) ?? []).reversed().map { (socket, $0) }
            case .acknowledge:
                state.acknowledged += 1
                socket.acknowledge(frame.topic)
                return []
            case .publish:
                let isProbe = frame.payload.utf8.count < 32
                if isProbe { state.probes += 1 } else { state.published.append(frame) }
                let numbers = (state.subscribers[frame.topic] ?? []).filter { number in
                    !state.sockets[number].isEnded && (state.echoes || number != socket.number)
                }
                if numbers.isEmpty, !isProbe { state.kept[frame.topic, default: []].append(frame) }
                let copies = isProbe ? 1 : state.copies
                return numbers.flatMap { number in
                    Array(repeating: (state.sockets[number], frame), count: copies)
                }
            }
        }
        for (receiver, frame) in deliveries { receiver.push(frame) }
    }

    /// Publishes as a stranger.
    func publish(_ payload: String, on topic: String) {
        let frame = try? V1Frame(topic: topic, kind: .publish, payload: payload)
        if let frame { take(frame.text, from: MemoryBridgeSocket(self, number: -1)) }
    }

    /// Takes back what a connection did not deliver.
    fileprivate func takeBack(_ frames: [V1Frame]) {
        for frame in frames { state.update { $0.kept[frame.topic, default: []].append(frame) } }
    }

    /// Cuts all connections.
    func cut(_ end: RelayEnd = .failed(.lost)) {
        for socket in state.value.sockets { socket.end(end) }
    }

    /// Waits for a number of connections.
    func connections(_ count: Int) async { await state.wait { $0.sockets.count >= count } }

    /// Waits for a number of publications, and returns them.
    @discardableResult func publications(_ count: Int) async -> [V1Frame] {
        await state.wait { $0.published.count >= count }
        return state.value.published
    }
}

/// A connection to a ``MemoryBridge``.
final class MemoryBridgeSocket: RelaySocket {
    private struct State: Sendable {
        var inputs: [RelayInput] = []
        var end: RelayEnd?
        var code: UInt16?
        var unacknowledged: [V1Frame] = []
    }

    let number: Int
    let date: Int64? = nil
    private let bridge: MemoryBridge
    private let state = Watched(State())

    init(_ bridge: MemoryBridge, number: Int) {
        self.bridge = bridge
        self.number = number
    }

    var isEnded: Bool { state.value.end != nil }

    /// The code with which the client closed the connection.
    var closeCode: UInt16? { state.value.code }

    func send(_ text: String) async -> Bool {
        guard !isEnded else { return false }
        bridge.take(text, from: self)
        return true
    }

    func push(_ text: String) { state.update { $0.inputs.append(.text(text)) } }

    fileprivate func push(_ frame: V1Frame) {
        let isOpen = state.update { state in
            guard state.end == nil else { return false }
            if frame.payload.utf8.count >= 32 { state.unacknowledged.append(frame) }
            state.inputs.append(.text(frame.text))
            return true
        }
        // A server that notices the end of a connection keeps what it could not send.
        if !isOpen, frame.payload.utf8.count >= 32 { bridge.takeBack([frame]) }
    }

    fileprivate func acknowledge(_ topic: String) {
        state.update { state in
            guard let place = state.unacknowledged.firstIndex(where: { $0.topic == topic }) else { return }
            state.unacknowledged.remove(at: place)
        }
    }

    func end(_ end: RelayEnd) {
        let rest = state.update { state in
            state.end = state.end ?? end
            defer { state.unacknowledged = [] }
            return state.unacknowledged
        }
        if bridge.state.value.keepsUnacknowledged { bridge.takeBack(rest) }
    }

    func receive() async -> RelayInput {
        await state.wait { !$0.inputs.isEmpty || $0.end != nil }
        return state.update { state in
            guard state.inputs.isEmpty else { return state.inputs.removeFirst() }
            return .ended(state.end ?? .failed(.lost))
        }
    }

    func close(code: UInt16) async {
        state.update { $0.code = code }
        end(.failed(.lost))
    }
}

/// The connections of one program, which end with it.
final class MemoryBridgeGate: RelayDialer {
    private let bridge: MemoryBridge
    private let state = Watched((isClosed: false, sockets: [any RelaySocket]()))

    init(_ bridge: MemoryBridge) { self.bridge = bridge }

    func connect(to url: String) async -> RelayReply {
        guard !state.value.isClosed else { return .failed(.unreachable) }
        let reply = await bridge.connect(to: url)
        if case .opened(let socket) = reply {
            state.update { $0.sockets.append(socket) }
            if state.value.isClosed { close() }
        }
        return reply
    }

    /// Ends all connections, and makes no more.
    func close() {
        let sockets = state.update { state in
            state.isClosed = true
            return state.sockets
        }
        for case let socket as MemoryBridgeSocket in sockets { socket.end(.failed(.lost)) }
    }
}

extension RelayClock {
    /// An environment in which pauses of up to a second are over at once, and others when the test turns the clock.
    var hurried: RelayEnvironment {
        let base = environment
        let time = TimeSource(now: base.time.now) { duration in
            guard duration <= .seconds(1) else { return try await base.time.sleep(duration) }
            await Task.yield()
            try Task.checkCancellation()
            self.advance(by: duration)
        }
        return RelayEnvironment(time: time, now: base.now, random: { _ in 0 })
    }
}
