import CSodium
import NIOCore
import NIOEmbedded
import NIOWebSocket

@testable import Relay

/// What three clients send, in any order, and what time passes between: one line for each, the first character says
/// who: `a` and `b` speak version 2, `c` the legacy bridge, `t` lets a second pass, `x` and `y` end a connection.
///
/// Another line has raw bytes for the decoder of `a`.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    _ = sodium_init()
    let relay = SmallRelay()
    for line in input(start, count).split(separator: 0x0A).prefix(64) {
        switch line.first {
        case UInt8(ascii: "a"): relay.send(Array(line.dropFirst()), from: 0)
        case UInt8(ascii: "b"): relay.send(Array(line.dropFirst()), from: 1)
        case UInt8(ascii: "c"): relay.send(Array(line.dropFirst()), from: 2)
        case UInt8(ascii: "t"): relay.wait()
        case UInt8(ascii: "x"): relay.end(0)
        case UInt8(ascii: "y"): relay.end(1)
        default: relay.receive(Array(line))
        }
        relay.check()
    }
    for index in relay.channels.indices { relay.end(index) }
    hold(relay.hub.sessions.isEmpty && relay.hub.subscribers.isEmpty, "nothing is left of a client")
    hold(relay.hub.metrics.subscriptions == 0 && relay.hub.incompleteBytes == 0, "nothing is counted of a client")
    return 0
}

/// A relay with the real handlers, on an event loop without sockets.
private final class SmallRelay {
    let eventLoop = EmbeddedEventLoop()
    let hub: Hub
    let mailbox: MemoryMailbox
    private(set) var channels: [EmbeddedChannel] = []

    init() {
        var limits = RelayLimits()
        limits.messageBytes = 2048
        limits.frameBytes = 4096
        limits.incompleteBytes = 5000
        limits.subscriptionsPerClient = 4
        limits.messagesPerTopic = 8
        limits.topics = 8
        limits.unconfirmed = 2
        let (eventLoop, limit) = (eventLoop, limits)
        let now = { 1_700_000_000_000 + eventLoop.now.uptimeNanoseconds / 1_000_000 }
        mailbox = MemoryMailbox(limits: limits, times: RelayTimes(), now: now)
        hub = Hub(
            limits: limit, times: RelayTimes(), mailbox: mailbox, metrics: RelayMetrics(), eventLoop: eventLoop,
            wallClock: now)
        for number in 0..<3 { channels.append(connect(UInt8(number))) }
    }

    private func connect(_ number: UInt8) -> EmbeddedChannel {
        let id = ClientID(bytes: Bytes32(digestOf: [number]))
        let client = Admission.Client(id: id, version: number == 2 ? .legacy : .two, address: "fuzz")
        let channel = EmbeddedChannel(
            handlers: [
                WebSocketFrameEncoder(),
                ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: hub.limits.frameBytes)),
                WebSocketHandler(hub: hub, client: client),
            ], loop: eventLoop)
        if let address = try? SocketAddress(ipAddress: "127.0.0.1", port: 1) {
            channel.connect(to: address, promise: nil)
        }
        return channel
    }

    /// A whole text, in one frame.
    func send(_ text: [UInt8], from index: Int) {
        var frame = ByteBuffer(bytes: [0x81])
        if text.count < 126 {
            frame.writeInteger(UInt8(text.count) | 0x80)
        } else {
            frame.writeInteger(0xFE as UInt8)
            frame.writeInteger(UInt16(clamping: text.count))
        }
        frame.writeInteger(0 as UInt32)
        frame.writeBytes(text)
        pass(frame, to: channels[index])
    }

    /// Bytes for the decoder of frames.
    func receive(_ bytes: [UInt8]) { pass(ByteBuffer(bytes: bytes), to: channels[0]) }

    private func pass(_ buffer: ByteBuffer, to channel: EmbeddedChannel) {
        guard channel.isActive else { return }
        do { try channel.writeInbound(buffer) } catch { channel.close(promise: nil) }
        eventLoop.run()
        for channel in channels { while (try? channel.readOutbound(as: ByteBuffer.self)) != nil {} }
    }

    func wait() {
        eventLoop.advanceTime(by: .seconds(1))
        hub.tick()
        eventLoop.run()
    }

    func end(_ index: Int) {
        channels[index].close(promise: nil)
        eventLoop.run()
    }

    /// What holds whatever clients do.
    func check() {
        let sessions = Array(hub.sessions.values)
        hold(
            hub.metrics.subscriptions == sessions.reduce(0) { $0 + $1.subscriptions.count },
            "each subscription belongs to a client")
        hold(
            hub.metrics.subscriptions == hub.subscribers.values.reduce(0) { $0 + $1.count },
            "each subscription belongs to a topic")
        for session in sessions {
            hold(session.subscriptions.count <= 4, "a client has few subscriptions")
            hold(session.unconfirmed.count <= 2, "few deliveries are not confirmed")
            hold(
                session.unconfirmedBytes == session.unconfirmed.values.reduce(0) { $0 + $1.message.size },
                "unconfirmed bytes are counted")
            hold(session.readyBytes == session.ready.reduce(0) { $0 + $1.message.size }, "waiting bytes are counted")
            hold(
                session.earlyBytes
                    == session.subscriptions.values.reduce(0) { $0 + $1.early.reduce(0) { $0 + $1.size } },
                "kept bytes are counted")
        }
        guard let contents = mailbox.contents else { return }
        hold(contents.topics <= 8 && contents.messages <= 64 && contents.messages >= 0, "the mailbox is limited")
        hold(contents.bytes >= contents.messages * StoredMessage.overhead, "the bytes of the mailbox are counted")
        hold((contents.messages == 0) == (contents.topics == 0), "a topic has a message")
        hold((0...5000 + 4096).contains(hub.incompleteBytes), "incomplete frames are limited")
    }
}
