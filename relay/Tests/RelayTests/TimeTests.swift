import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import Relay

@Suite struct TimeTests {
    private let topic = someTopic()

    @Test func `a delivery is repeated after four seconds, with the same id, until it is confirmed`() throws {
        let relay = TimedRelay()
        let (dapp, wallet) = (try relay.connect(), try relay.connect())
        try wallet.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        try dapp.publish("m", to: topic)
        let first = try #require(try wallet.deliveries().first)
        relay.wait(seconds: 3)
        #expect(try wallet.deliveries().isEmpty)
        relay.wait(seconds: 1)
        let second = try wallet.deliveries()
        #expect(second.map(\.id) == [first.id])
        try wallet.send("{\"id\":\(first.id),\"jsonrpc\":\"2.0\",\"result\":true}")
        relay.wait(seconds: 60)
        #expect(try wallet.deliveries().isEmpty)
        #expect(relay.mailbox.contents?.messages == 0)
        #expect(relay.hub.metrics.repeated == 1)
    }

    @Test func `an error does not confirm, a string id does`() throws {
        let relay = TimedRelay()
        let (dapp, wallet) = (try relay.connect(), try relay.connect())
        try wallet.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        try dapp.publish("m", to: topic)
        let id = try #require(try wallet.deliveries().first?.id)
        try wallet.send("{\"id\":\(id),\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"no\"}}")
        relay.wait(seconds: 4)
        #expect(try wallet.deliveries().count == 1)
        try wallet.send("{\"id\":\"\(id)\",\"jsonrpc\":\"2.0\",\"result\":true}")
        #expect(relay.mailbox.contents?.messages == 0)
    }

    @Test func `after five deliveries the message waits for the next subscription`() throws {
        let relay = TimedRelay()
        let (dapp, wallet) = (try relay.connect(), try relay.connect())
        try wallet.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        try dapp.publish("m", to: topic, lifetime: 3600)
        relay.wait(seconds: 100)
        #expect(try wallet.deliveries().count == 5)
        #expect(relay.hub.metrics.undelivered == 1)
        let again = try relay.connect()
        try again.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        #expect(try again.deliveries().count == 1)
    }

    @Test func `a message is deleted at the end of its lifetime`() throws {
        let relay = TimedRelay()
        let dapp = try relay.connect()
        for lifetime in [1, 2, 300] { try dapp.publish("m\(lifetime)", to: topic, lifetime: lifetime, id: lifetime) }
        #expect(relay.mailbox.contents?.messages == 3)
        relay.eventLoop.advanceTime(by: .seconds(1))
        // Not delivered any more, even before it is deleted.
        let wallet = try relay.connect()
        try wallet.call("irn_fetchMessages", "{\"topic\":\"\(topic)\"}")
        #expect(try wallet.frames().joined().contains("m1") == false)
        try dapp.publish("n", to: topic, lifetime: 5, id: 9)
        relay.wait(seconds: 10)
        #expect(relay.mailbox.contents == MailboxContents())
    }

    @Test func `a message that expires on its way is not delivered again`() throws {
        let relay = TimedRelay()
        let (dapp, wallet) = (try relay.connect(), try relay.connect())
        try wallet.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        try dapp.publish("m", to: topic, lifetime: 5)
        #expect(try wallet.deliveries().count == 1)
        relay.wait(seconds: 30)
        #expect(try wallet.deliveries().count == 1)
    }

    @Test func `a repetition is recognized for ten minutes`() throws {
        let relay = TimedRelay()
        let (dapp, wallet) = (try relay.connect(), try relay.connect())
        try wallet.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        func publish() throws -> Int {
            try dapp.publish("m", to: topic, id: 77)
            let deliveries = try wallet.deliveries()
            for delivery in deliveries {
                try wallet.send("{\"id\":\(delivery.id),\"jsonrpc\":\"2.0\",\"result\":true}")
            }
            return deliveries.count
        }
        func wait(seconds: Int) throws {
            // Both clients stay connected by what they send.
            for _ in 0..<(seconds / 10) {
                relay.wait(seconds: 10)
                for client in [dapp, wallet] { try client.call("irn_unsubscribe", "{\"topic\":\"\(someTopic())\"}") }
            }
            _ = (try dapp.frames(), try wallet.frames())
        }
        #expect(try publish() == 1)
        try wait(seconds: 590)
        #expect(try publish() == 0)
        try wait(seconds: 1300)
        #expect(try publish() == 1)
    }

    @Test func `a quiet client is pinged after 30 seconds, never later`() throws {
        let relay = TimedRelay()
        let wallet = try relay.connect()
        try wallet.call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
        _ = try wallet.frames()
        relay.wait(seconds: 28)
        #expect(try wallet.frames() == [])
        relay.wait(seconds: 2)
        #expect(try wallet.frames() == ["control 9"])
        try wallet.channel.writeInbound(
            WebSocketFrame(fin: true, opcode: .pong, maskKey: [0, 0, 0, 0], data: ByteBuffer()))
        relay.wait(seconds: 28)
        #expect(wallet.channel.isActive)
        relay.wait(seconds: 20)
        #expect(!wallet.channel.isActive)
        #expect(relay.hub.metrics.silent == 1)
        #expect(relay.hub.sessions.isEmpty)
    }

    @Test func `an unused connection is closed after a minute with 4008, even if it answers pings`() throws {
        let relay = TimedRelay()
        let client = try relay.connect()
        relay.wait(seconds: 20)
        try client.publish("m", to: topic)
        _ = try client.frames()
        var frames: [String] = []
        for _ in 0..<59 {
            relay.wait(seconds: 1)
            frames += try client.frames()
            try client.channel.writeInbound(
                WebSocketFrame(fin: true, opcode: .pong, maskKey: [0, 0, 0, 0], data: ByteBuffer()))
        }
        #expect(!frames.contains("close 4008"))
        relay.wait(seconds: 1)
        #expect(try client.frames() == ["close 4008"])
    }

    @Test func `the rate recovers with time`() throws {
        let relay = TimedRelay { limits, _ in
            limits.requestBurst = 2
            limits.requestsPerSecond = 1
        }
        let dapp = try relay.connect()
        for id in 1...3 { try dapp.publish("m", to: topic, id: id) }
        #expect(try dapp.frames().map { $0.contains("TooManyRequests") } == [false, false, true])
        relay.wait(seconds: 3)
        try dapp.publish("m", to: topic, id: 4)
        #expect(try dapp.frames().map { $0.contains("TooManyRequests") } == [false])
    }

    @Test func `a clock that is set back does not change the order`() throws {
        nonisolated(unsafe) var time: UInt64 = 1_700_000_000_000  // because only this test's thread uses it
        let mailbox = MemoryMailbox(limits: RelayLimits(), times: RelayTimes()) { time }
        let publisher = ClientID(bytes: .random())
        let topic = Topic(bytes: .random())
        for number: UInt8 in 0..<5 {
            let publication = Publication(topic: topic, lifetime: 300, body: [number])
            mailbox.append(publication, from: publisher, request: nil) { _ in }
            time -= 1000
        }
        var bodies: [[UInt8]] = []
        mailbox.read(topic, after: .first) { bodies = (try? $0.get().messages.map(\.body)) ?? [] }
        #expect(bodies == [[0], [1], [2], [3], [4]])
    }
}
