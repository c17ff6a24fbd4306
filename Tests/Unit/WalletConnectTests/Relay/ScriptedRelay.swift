import Bridge

@testable import WalletConnect

/// A frame that the client sent.
struct SentFrame: Sendable {
    let connection: Int
    let json: JSON

    var method: String? { json["method"]?.string }
    var id: String { json["id"]?.number?.text ?? json["id"]?.string ?? "" }
    var topics: [String] {
        json["params"]?["topics"]?.array?.compactMap(\.string) ?? [json["params"]?["topic"]?.string].compactMap { $0 }
    }
}

/// A relay that does what a test says.
final class ScriptedRelay: RelayDialer {
    /// What the relay does with a frame of the client: the frames that it sends.
    typealias Behavior = @Sendable (SentFrame) -> [String]

    struct State: Sendable {
        var urls: [String] = []
        var sockets: [ScriptedSocket] = []
        var sent: [SentFrame] = []
        var closed: [UInt16] = []
        /// What the next attempts get; then every one is accepted.
        var replies: [RelayReply] = []
        var isHanging = false
        var date: Int64?
        var behavior: Behavior = ScriptedRelay.honest
    }

    let state = Watched(State())

    var current: ScriptedSocket? { state.value.sockets.last }
    var sent: [SentFrame] { state.value.sent }

    func connect(to url: String) async -> RelayReply {
        state.update { $0.urls.append(url) }
        await state.wait { !$0.isHanging }
        return state.update { state in
            guard state.replies.isEmpty else { return state.replies.removeFirst() }
            let socket = ScriptedSocket(self, number: state.sockets.count + 1, date: state.date)
            state.sockets.append(socket)
            return .opened(socket)
        }
    }

    /// Changes what the relay does with frames.
    func behave(_ behavior: @escaping Behavior) { state.update { $0.behavior = behavior } }

    func refuseNext(_ reply: RelayReply) { state.update { $0.replies.append(reply) } }

    /// Waits for a number of frames with a method, and returns them.
    @discardableResult func frames(_ method: String, _ count: Int = 1) async -> [SentFrame] {
        await state.wait { $0.sent.filter { $0.method == method }.count >= count }
        return sent.filter { $0.method == method }
    }

    /// Waits for the answer of the client to a request, and returns it.
    func answer(to id: String, _ count: Int = 1) async -> JSON {
        let isAnswer = { @Sendable (frame: SentFrame) in frame.method == nil && frame.id == id }
        await state.wait { $0.sent.filter(isAnswer).count >= count }
        return sent.last(where: isAnswer)?.json ?? .null
    }

    /// Waits for a number of connections.
    @discardableResult func connections(_ count: Int) async -> ScriptedSocket? {
        await state.wait { $0.sockets.count >= count }
        return state.value.sockets.last
    }

    /// Answers every call as it should be.
    static let honest: Behavior = { frame in
        let result: JSON? =
            switch frame.method {
            case "irn_publish", "irn_unsubscribe": true
            case "irn_subscribe": .string("s-\(frame.topics.first?.prefix(8) ?? "")")
            case "irn_batchSubscribe": .array(frame.topics.map { .string("s-\($0.prefix(8))") })
            case "irn_batchSubscribeBlocking": .array(frame.topics.map { ["id": .string("s-\($0.prefix(8))")] })
            case "irn_fetchMessages", "irn_batchFetchMessages": ["messages": [], "hasMore": false]
            default: nil
            }
        return result.map { [reply(frame, $0)] } ?? []
    }

    static func reply(_ frame: SentFrame, _ result: JSON) -> String {
        let json: JSON = ["id": frame.json["id"] ?? .null, "jsonrpc": "2.0", "result": result]
        return json.text
    }

    static func error(_ frame: SentFrame, _ code: Int64, _ name: String) -> String {
        let json: JSON = [
            "id": frame.json["id"] ?? .null, "jsonrpc": "2.0",
            "error": ["code": JSON(code), "message": "no", "data": .string(name)],
        ]
        return json.text
    }

    static func delivery(
        _ id: Int64, _ topic: Topic, _ message: String, at time: Int64 = 1_800_000_000_000
    ) -> String {
        let json: JSON = [
            "id": JSON(id), "jsonrpc": "2.0", "method": "irn_subscription",
            "params": [
                "id": "s-1",
                "data": [
                    "topic": .string(topic.description), "message": .string(message), "publishedAt": JSON(time),
                    "tag": 1108,
                ],
            ],
        ]
        return json.text
    }
}

/// A connection to a ``ScriptedRelay``.
final class ScriptedSocket: RelaySocket {
    private struct State: Sendable {
        var inputs: [RelayInput] = []
        var end: RelayEnd?
    }

    let number: Int
    let date: Int64?
    private let relay: ScriptedRelay
    private let state = Watched(State())

    init(_ relay: ScriptedRelay, number: Int, date: Int64?) {
        self.relay = relay
        self.number = number
        self.date = date
    }

    func send(_ text: String) async -> Bool {
        guard state.value.end == nil,
            case .value(let json) = Array(text.utf8).withUnsafeBufferPointer({ JSON.read($0, rules: .bridge) })
        else { return false }
        let frame = SentFrame(connection: number, json: json)
        let behavior = relay.state.update { state in
            state.sent.append(frame)
            return state.behavior
        }
        for answer in behavior(frame) { push(answer) }
        return true
    }

    /// Sends a frame to the client.
    func push(_ text: String) { state.update { $0.inputs.append(.text(text)) } }

    /// Ends the connection.
    func end(_ end: RelayEnd) { state.update { $0.end = $0.end ?? end } }

    func receive() async -> RelayInput {
        await state.wait { !$0.inputs.isEmpty || $0.end != nil }
        return state.update { state in
            guard state.inputs.isEmpty else { return state.inputs.removeFirst() }
            return .ended(state.end ?? .failed(.lost))
        }
    }

    func close(code: UInt16) async {
        relay.state.update { $0.closed.append(code) }
        end(.failed(.lost))
    }
}
