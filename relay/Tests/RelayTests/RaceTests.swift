import NIOCore
import NIOEmbedded
import Testing

@testable import Relay

/// What happens while an answer of the mailbox is on its way.
@Suite struct RaceTests {
    private let topic = someTopic()

    @Test func `a message that another subscriber confirms meanwhile is delivered to both`() throws {
        let relay = TimedRelay()
        let (dapp, first, second) = (try relay.connect(), try relay.connect(), try relay.connect())
        try first.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        relay.held.isHolding = true
        try second.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        relay.held.release()
        relay.held.isHolding = true
        relay.eventLoop.run()
        try dapp.publish("m", to: topic)
        let delivery = try #require(try first.deliveries().first)
        try first.confirm(delivery.id)
        #expect(relay.mailbox.contents?.messages == 0)
        #expect(try second.deliveries().isEmpty)
        relay.held.release()
        relay.eventLoop.run()
        #expect(try second.deliveries().map(\.message) == ["m"])
    }

    @Test func `what is published while older messages are read comes behind them, once`() throws {
        let relay = TimedRelay()
        let (dapp, wallet) = (try relay.connect(), try relay.connect())
        // More than a page.
        for number in 0..<40 { try dapp.publish("m\(number)", to: topic, id: number + 1) }
        try wallet.call("irn_subscribe", "{\"topic\":\"\(someTopic())\"}")
        relay.held.isHolding = true
        try wallet.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        relay.held.release()
        relay.held.isHolding = true
        relay.eventLoop.run()
        for number in 40..<50 { try dapp.publish("m\(number)", to: topic, id: number + 1) }
        #expect(try wallet.deliveries().isEmpty)
        relay.held.release()
        relay.eventLoop.run()
        #expect(try wallet.deliveries().map(\.message) == (0..<50).map { "m\($0)" })
        #expect(relay.hub.sessions.values.allSatisfy { $0.earlyBytes == 0 })
    }

    @Test func `large messages that are published meanwhile are read later, in order`() throws {
        let relay = TimedRelay { limits, _ in limits.unconfirmedBytes = 16 << 20 }
        let (dapp, wallet) = (try relay.connect(), try relay.connect())
        try dapp.publish("m0", to: topic, id: 1)
        relay.held.isHolding = true
        try wallet.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        relay.held.release()
        relay.held.isHolding = true
        relay.eventLoop.run()
        let text = String(repeating: "A", count: 400_000)
        for number in 1..<6 { try dapp.publish("\(text)\(number)", to: topic, id: number + 1) }
        try dapp.publish("small", to: topic, id: 9)
        // Only so much waits in memory.
        #expect(relay.hub.sessions.values.allSatisfy { $0.earlyBytes <= 1 << 20 })
        relay.held.release()
        relay.eventLoop.run()
        #expect(
            try wallet.deliveries().map { String($0.message.suffix(5)) }
                == ["m0"] + (1..<6).map { "AAAA\($0)" } + ["small"])
    }

    @Test func `the end of one subscription does not hold up the others of its batch`() throws {
        let relay = TimedRelay()
        let (dapp, wallet, other) = (try relay.connect(), try relay.connect(), someTopic())
        try dapp.publish("m", to: topic)
        relay.held.isHolding = true
        try wallet.call("irn_batchSubscribeBlocking", "{\"topics\":[\"\(topic)\",\"\(other)\"]}")
        try wallet.call("irn_unsubscribe", "{\"topic\":\"\(other)\"}", id: 2)
        #expect(try wallet.frames().count == 1)
        relay.held.release()
        relay.eventLoop.run()
        #expect(try wallet.frames().count == 2)
        #expect(relay.hub.metrics.delivered == 1)
    }

    @Test func `what is told behind a gap waits until the gap has been read`() throws {
        let relay = TimedRelay()
        let (dapp, wallet) = (try relay.connect(), try relay.connect())
        let place = try #require(Topic(hex: topic.utf8))
        try wallet.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        try dapp.publish("m1", to: topic, id: 1)
        #expect(try wallet.deliveries().map(\.message) == ["m1"])
        relay.hub.lost()
        // Another process stores a message, and nobody tells of it.
        relay.mailbox.unwatch(place)
        try dapp.publish("m2", to: topic, id: 2)
        relay.mailbox.watch(place)
        try dapp.publish("m3", to: topic, id: 3)
        #expect(try wallet.deliveries().isEmpty)
        relay.hub.missed()
        relay.eventLoop.run()
        #expect(try wallet.deliveries().map(\.message) == ["m2", "m3"])
        try dapp.publish("m4", to: topic, id: 4)
        #expect(try wallet.deliveries().map(\.message) == ["m4"])
    }

    @Test func `a client that leaves during a read leaves nothing behind`() throws {
        let relay = TimedRelay()
        let (dapp, wallet) = (try relay.connect(), try relay.connect())
        try dapp.publish("m", to: topic)
        relay.held.isHolding = true
        try wallet.call("irn_batchSubscribeBlocking", "{\"topics\":[\"\(topic)\",\"\(someTopic())\"]}")
        try wallet.call("irn_fetchMessages", "{\"topic\":\"\(topic)\"}", id: 2)
        try wallet.channel.close().wait()
        relay.eventLoop.run()
        relay.held.release()
        relay.eventLoop.run()
        #expect(relay.hub.sessions.count == 1)
        #expect(relay.hub.subscribers.isEmpty)
        #expect(relay.hub.metrics.subscriptions == 0)
        // Nobody has received it.
        #expect(relay.mailbox.contents?.messages == 1)
    }

    @Test func `fetches are answered one after the other, each message once`() throws {
        let relay = TimedRelay()
        let (dapp, wallet) = (try relay.connect(), try relay.connect())
        for number in 0..<10 { try dapp.publish("m\(number)", to: topic, id: number + 1) }
        relay.held.isHolding = true
        for id in 1...3 { try wallet.call("irn_fetchMessages", "{\"topic\":\"\(topic)\"}", id: id) }
        relay.held.release()
        relay.eventLoop.run()
        let frames = try wallet.frames()
        #expect(frames.map { $0.contains("\"m9\"") } == [true, false, false])
        #expect(frames.map { $0.hasPrefix("{\"id\":1,") } == [true, false, false])
    }

    @Test func `a frame whose fragments stop is given up after 30 seconds`() throws {
        let relay = TimedRelay()
        let wallet = try relay.connect()
        try wallet.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        try wallet.send(fragment: Array("{\"id\":".utf8), isFirst: true, isLast: false)
        relay.wait(seconds: 15)
        // Small fragments do not make it longer.
        try wallet.send(fragment: [0x20], isFirst: false, isLast: false)
        relay.wait(seconds: 14)
        #expect(wallet.channel.isActive)
        #expect(relay.hub.incompleteBytes == 7)
        relay.wait(seconds: 1)
        #expect(!wallet.channel.isActive)
        #expect(relay.hub.incompleteBytes == 0)
    }

    @Test func `incomplete frames of all clients share a limit`() throws {
        let relay = TimedRelay { limits, _ in limits.incompleteBytes = 1000 }
        let (first, second) = (try relay.connect(), try relay.connect())
        let text = Array("{\"id\":5,\"jsonrpc\":\"2.0\",\"method\":\"irn_fetchMessages\",\"params\":{}}".utf8)
        let spaces = [UInt8](repeating: 0x20, count: 600)
        try first.send(fragment: spaces, isFirst: true, isLast: false)
        try second.send(fragment: spaces, isFirst: true, isLast: false)
        #expect(try second.frames() == ["close 1013"])
        try first.send(fragment: text, isFirst: false, isLast: true)
        #expect(try first.frames().first?.contains("InvalidParams") == true)
        #expect(relay.hub.incompleteBytes == 0)
    }
}
