import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import Relay

/// A relay whose time is moved by the test: the real handlers on an event loop without sockets.
final class TimedRelay {
    let eventLoop = EmbeddedEventLoop()
    let hub: Hub
    let mailbox: MemoryMailbox
    let held: HeldMailbox
    private static let start: UInt64 = 1_700_000_000_000

    init(_ change: (inout RelayLimits, inout RelayTimes) -> Void = { _, _ in }) {
        var (limits, times) = (RelayLimits(), RelayTimes())
        change(&limits, &times)
        let eventLoop = eventLoop
        let now = { Self.start + eventLoop.now.uptimeNanoseconds / 1_000_000 }
        mailbox = MemoryMailbox(limits: limits, times: times, now: now)
        held = HeldMailbox(mailbox)
        hub = Hub(
            limits: limits, times: times, mailbox: held, metrics: RelayMetrics(), eventLoop: eventLoop,
            wallClock: now)
    }

    func connect(_ identity: Identity = Identity()) throws -> TimedClient {
        let client = Admission.Client(id: try #require(identity.client), version: .two, address: "test")
        let channel = EmbeddedChannel(
            handlers: [WebSocketFrameEncoder(), WebSocketHandler(hub: hub, client: client)], loop: eventLoop)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return TimedClient(channel: channel)
    }

    /// Lets time pass, with a look at all connections each second.
    func wait(seconds: Int) {
        for _ in 0..<seconds {
            eventLoop.advanceTime(by: .seconds(1))
            hub.tick()
            eventLoop.run()
        }
    }
}

struct TimedClient {
    let channel: EmbeddedChannel

    func send(_ text: String) throws {
        let frame = WebSocketFrame(
            fin: true, opcode: .text, maskKey: [0, 0, 0, 0], data: ByteBuffer(string: text))
        try channel.writeInbound(frame)
        channel.embeddedEventLoop.run()
    }

    /// Sends a part of a text.
    func send(fragment bytes: [UInt8], isFirst: Bool, isLast: Bool) throws {
        let frame = WebSocketFrame(
            fin: isLast, opcode: isFirst ? .text : .continuation, maskKey: [0, 0, 0, 0], data: ByteBuffer(bytes: bytes))
        try channel.writeInbound(frame)
        channel.embeddedEventLoop.run()
    }

    func call(_ method: String, _ params: String, id: Int = 1) throws {
        try send("{\"id\":\(id),\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params)}")
    }

    func publish(_ message: String, to topic: String, lifetime: Int = 300, id: Int = 1) throws {
        try call(
            "irn_publish", "{\"topic\":\"\(topic)\",\"message\":\"\(message)\",\"ttl\":\(lifetime),\"tag\":1}", id: id)
    }

    /// All frames since the last call: texts, or the name of a control frame with its code.
    func frames() throws -> [String] {
        var (bytes, texts): (ByteBuffer, [String]) = (ByteBuffer(), [])
        while var buffer = try channel.readOutbound(as: ByteBuffer.self) { bytes.writeBuffer(&buffer) }
        while let head = bytes.readInteger(as: UInt16.self) {
            let short = Int(head & 0x7F)
            let length =
                switch short {
                case 126: Int(bytes.readInteger(as: UInt16.self) ?? 0)
                case 127: Int(bytes.readInteger(as: UInt64.self) ?? 0)
                default: short
                }
            let part = bytes.readSlice(length: length)
            var payload = try #require(part)
            switch head >> 8 & 15 {
            case 1: texts.append(String(buffer: payload))
            case 8: texts.append("close \(payload.readInteger(as: UInt16.self) ?? 0)")
            default: texts.append("control \(head >> 8 & 15)")
            }
        }
        return texts
    }

    /// Confirms a delivery.
    func confirm(_ id: String) throws { try send("{\"id\":\(id),\"jsonrpc\":\"2.0\",\"result\":true}") }

    /// The messages that were delivered since the last call, and the ids of the deliveries.
    func deliveries() throws -> [(id: String, message: String)] {
        try frames().compactMap { text in
            guard let root = try? JSONDocument(Array(text.utf8)).root, let data = root["params"]?["data"] else {
                return nil
            }
            return (String(decoding: root["id"]?.raw ?? [], as: UTF8.self), data["message"]?.text ?? "")
        }
    }
}

/// The mailbox in memory, whose answers come when the test says so: as from a server that is busy.
final class HeldMailbox: Mailbox {
    private let memory: MemoryMailbox
    private var pages: [() -> Void] = []
    private var watches: [Topic] = []

    /// Whether pages, and the beginnings of watches, wait for ``release()``.
    var isHolding = false

    init(_ memory: MemoryMailbox) { self.memory = memory }

    /// Gives all answers that wait, in the order of the questions.
    func release() {
        isHolding = false
        for topic in watches { memory.watch(topic) }
        watches = []
        let list = pages
        pages = []
        for page in list { page() }
    }

    var observer: (any MailboxObserver)? {
        get { memory.observer }
        set { memory.observer = newValue }
    }

    func append(
        _ publication: Publication, from publisher: ClientID, request: RequestID?,
        completion: @escaping (Result<Void, RelayError>) -> Void
    ) { memory.append(publication, from: publisher, request: request, completion: completion) }

    func read(
        _ topic: Topic, after cursor: MessageID, completion: @escaping (Result<MailboxPage, RelayError>) -> Void
    ) {
        guard isHolding else { return memory.read(topic, after: cursor, completion: completion) }
        // The server reads now; only the answer takes its time.
        memory.read(topic, after: cursor) { [self] result in pages.append { completion(result) } }
    }

    func remove(_ ids: [MessageID], from topic: Topic) { memory.remove(ids, from: topic) }

    func watch(_ topic: Topic) { if isHolding { watches.append(topic) } else { memory.watch(topic) } }

    func unwatch(_ topic: Topic) {
        watches.removeAll { $0 == topic }
        memory.unwatch(topic)
    }

    func expire() { memory.expire() }

    var isAvailable: Bool { memory.isAvailable }
    var contents: MailboxContents? { memory.contents }

    func close() { memory.close() }
}
