import Testing

@testable import Relay

@Suite(.timeLimit(.minutes(1)), .serialized) struct CloseTests {
    @Test func `a relay that stops says 1001`() async throws {
        try await TestRelay.run { relay in
            let client = try await Client.connect(relay)
            try await client.subscribe(someTopic())
            async let stopped: Void = relay.server.stop()
            #expect(try await client.raw.closeCode() == 1001)
            #expect(await client.raw.end() == [])
            await stopped
            await #expect(throws: (any Error).self) { try await RawClient.connect(port: relay.server.port) }
        }
    }

    @Test func `clients are moved to other processes with 4010`() async throws {
        try await TestRelay.run { relay in
            let clients = [try await Client.connect(relay), try await Client.connect(relay)]
            async let moved: Void = relay.server.rebalance()
            for client in clients { #expect(try await client.raw.closeCode() == 4010) }
            await moved
            let late = try await RawClient.connect(port: relay.server.port)
            #expect(try await late.upgrade("/?auth=\(Identity().token())") == 503)
            let health = try await RawClient.connect(port: relay.server.port)
            #expect(try await health.request("/health").hasPrefix("HTTP/1.1 503 "))
        }
    }

    @Test func `too many requests are refused with 3001, and then closed with 1013`() async throws {
        try await TestRelay.run {
            $0.limits.requestBurst = 10
            $0.limits.requestsPerSecond = 1
        } _: { relay in
            let client = try await Client.connect(relay)
            for _ in 0..<10 { #expect(try await client.publish("m", to: someTopic()).isTrue) }
            var refused = try await client.publish("m", to: someTopic())
            // A slow computer gives the client time for more.
            while refused.isTrue { refused = try await client.publish("m", to: someTopic()) }
            #expect(refused.error == "TooManyRequests")
            #expect(refused.code == "3001")
            for _ in 0..<200 {
                try? await client.raw.send("{\"id\":5,\"jsonrpc\":\"2.0\",\"method\":\"irn_publish\",\"params\":{}}")
            }
            #expect(try await client.raw.closeCode() == 1013)
        }
    }

    @Test(arguments: ["{\"id\":1234567890,\"jsonrpc\":\"2.0\",\"result\":true}", "ping", "fragment"])
    func `a flood of frames that are not requests is closed with 1013`(kind: String) async throws {
        try await TestRelay.run {
            $0.limits.requestBurst = 10
            $0.limits.requestsPerSecond = 1
        } _: { relay in
            let client = try await Client.connect(relay)
            if kind == "fragment" { try await client.raw.send(opcode: 1, [], isLast: false) }
            for _ in 0..<200 {
                switch kind {
                // The relay may have closed the connection already.
                case "ping": try? await client.raw.send(opcode: 9, [])
                case "fragment": try? await client.raw.send(opcode: 0, [], isLast: false)
                default: try? await client.raw.send(kind)
                }
            }
            #expect(try await client.raw.closeCode() == 1013)
        }
    }

    @Test func `a close frame is answered`() async throws {
        try await TestRelay.run { relay in
            for (sent, expected) in [([3, 232], 1000), ([3, 233], 1001), ([], 1000), ([0x0F, 0xA8, 65], 4008)] {
                let client = try await Client.connect(relay)
                try await client.raw.send(opcode: 8, sent.map { UInt8($0) })
                #expect(try await client.raw.closeCode() == expected)
                #expect(await client.raw.end() == [])
            }
        }
    }

    @Test func `a ping is answered with its data`() async throws {
        try await TestRelay.run { relay in
            let client = try await Client.connect(relay)
            try await client.raw.send(opcode: 9, Array("hello".utf8))
            let frame = try await client.raw.anyFrame()
            #expect(frame.opcode == 10)
            #expect(frame.text == "hello")
        }
    }

    @Test func `a client is pinged, and cut off if it does not answer`() async throws {
        try await TestRelay.run {
            $0.times.ping = 2000
            $0.times.pong = 500
        } _: { relay in
            let client = try await Client.connect(relay)
            try await client.subscribe(someTopic())
            #expect(try await client.raw.anyFrame().opcode == 9)
            // Without a close frame: nobody is there to read it.
            #expect(await client.raw.end().isEmpty)
        }
    }

    @Test func `a connection without use is closed with 4008`() async throws {
        try await TestRelay.run {
            $0.times.stale = 1000
        } _: { relay in
            let (idle, subscribed) = (try await Client.connect(relay), try await Client.connect(relay))
            try await subscribed.subscribe(someTopic())
            #expect(try await idle.raw.closeCode() == 4008)
            #expect(try await subscribed.publish("m", to: someTopic()).isTrue)
        }
    }

    @Test func `a connection that does not become a WebSocket is closed`() async throws {
        try await TestRelay.run {
            $0.times.handshake = 500
        } _: { relay in
            let silent = try await RawClient.connect(port: relay.server.port)
            #expect(await silent.end() == [])
            let slow = try await RawClient.connect(port: relay.server.port)
            try await slow.send(raw: Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8))
            #expect(await slow.end() == [])
        }
    }

    @Test func `a client that does not read is cut off, and its messages wait`() async throws {
        try await TestRelay.run {
            $0.times.slow = 200
            $0.limits.requestsPerSecond = 100_000
            $0.limits.requestBurst = 100_000
            $0.limits.unconfirmed = 1000
            $0.limits.unconfirmedBytes = 64 << 20
            $0.limits.messagesPerTopic = 1000
            $0.limits.bytesPerTopic = 128 << 20
        } _: { relay in
            let (dapp, topic, identity) = (try await Client.connect(relay), someTopic(), Identity())
            var wallet = try await Client.connect(relay, identity, buffer: 1 << 16)
            try await wallet.subscribe(topic)
            try await wallet.raw.stopReading()
            // More than the buffers of both sockets can hold.
            let text = String(repeating: "A", count: 150_000)
            for number in 0..<40 { #expect(try await dapp.publish("\(text)\(number)", to: topic).isTrue) }
            try await relay.wait(for: "slow_total") { $0 == 1 }
            wallet = try await Client.connect(relay, identity)
            try await wallet.subscribe(topic)
            for number in 0..<40 { #expect(try await wallet.delivery().message.hasSuffix("A\(number)")) }
        }
    }
}
