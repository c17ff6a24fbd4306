import Testing

@testable import Relay

@Suite(.timeLimit(.minutes(1))) struct HostileFrameTests {
    /// The frames, and the code with which the connection is closed.
    private static let cases: [(name: String, frames: [[UInt8]], code: Int)] = [
        ("not masked", [RawClient.frame(opcode: 1, [0x7B, 0x7D], isMasked: false)], 1002),
        ("reserved bit 1", [RawClient.frame(opcode: 1, [0], reserved: 4)], 1002),
        ("reserved bit 2", [RawClient.frame(opcode: 1, [0], reserved: 2)], 1002),
        ("reserved bit 3", [RawClient.frame(opcode: 1, [0], reserved: 1)], 1002),
        ("unknown opcode", [RawClient.frame(opcode: 3, [])], 1002),
        ("unknown control opcode", [RawClient.frame(opcode: 11, [])], 1002),
        ("fragmented ping", [RawClient.frame(opcode: 9, [], isLast: false)], 1002),
        ("long ping", [RawClient.frame(opcode: 9, [UInt8](repeating: 0, count: 126))], 1002),
        ("continuation of nothing", [RawClient.frame(opcode: 0, [0x7B])], 1002),
        (
            "text inside a fragmented text",
            [RawClient.frame(opcode: 1, [0x7B], isLast: false), RawClient.frame(opcode: 1, [0x7D])], 1002
        ),
        ("a length of 2^63 - 1", [[0x81, 0xFF] + [0x7F] + [UInt8](repeating: 0xFF, count: 7)], 1009),
        ("a length of 2^64 - 1", [[0x81, 0xFF] + [UInt8](repeating: 0xFF, count: 8)], 1009),
        ("a frame of 1 MiB and one byte", [[0x81, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 1]], 1009),
        (
            "fragments of more than 1 MiB",
            [RawClient.frame(opcode: 1, [UInt8](repeating: 0x20, count: 1 << 20), isLast: false)]
                + [RawClient.frame(opcode: 0, [0x20], isLast: false)], 1009
        ),
    ]

    @Test(arguments: cases.indices) func `a frame against RFC 6455 closes the connection`(index: Int) async throws {
        let (name, frames, code) = Self.cases[index]
        try await TestRelay.run { relay in
            let client = try await Client.connect(relay)
            for frame in frames { try await client.raw.send(raw: frame) }
            #expect(try await client.raw.closeCode() == code, "\(name)")
            // What follows is not performed, and does not end the relay.
            try? await client.raw.send("{\"id\":5,\"jsonrpc\":\"2.0\",\"method\":\"irn_publish\",\"params\":{}}")
            #expect(try await Client.connect(relay).publish("m", to: someTopic()).isTrue)
        }
    }

    @Test func `a request in fragments, byte by byte, is performed`() async throws {
        try await TestRelay.run { relay in
            let client = try await Client.connect(relay)
            let bytes = Array("{\"id\":5,\"jsonrpc\":\"2.0\",\"method\":\"irn_fetchMessages\",\"params\":{}}".utf8)
            for (place, byte) in bytes.enumerated() {
                let frame = RawClient.frame(
                    opcode: place == 0 ? 1 : 0, [byte], isLast: place == bytes.count - 1)
                for byte in frame { try await client.raw.send(raw: [byte]) }
                if place == 10 { try await client.raw.send(opcode: 9, []) }
            }
            #expect(try await client.raw.anyFrame().opcode == 10)
            #expect(try await client.reply("5").error == "InvalidParams")
        }
    }

    @Test func `a request in a binary frame is performed: a known wallet sends them`() async throws {
        try await TestRelay.run { relay in
            let client = try await Client.connect(relay)
            let text = "{\"id\":5,\"jsonrpc\":\"2.0\",\"method\":\"irn_fetchMessages\",\"params\":{}}"
            try await client.raw.send(opcode: 2, Array(text.utf8))
            let frame = try await client.raw.frame()
            #expect(frame.opcode == 1)
            #expect(frame.text.contains("InvalidParams"))
        }
    }

    @Test func `a frame of the full size is performed`() async throws {
        try await TestRelay.run { relay in
            let client = try await Client.connect(relay)
            let head =
                "{\"id\":5,\"jsonrpc\":\"2.0\",\"method\":\"irn_publish\",\"params\":{\"topic\":\"\(someTopic())\",\"ttl\":300,\"tag\":1,\"message\":\""
            let full = head + String(repeating: "A", count: 512 << 10) + "\"}}"
            try await client.raw.send(full)
            #expect(try await client.reply("5").isTrue)
            let over = head + String(repeating: "A", count: 512 << 10 + 1) + "\"}}"
            try await client.raw.send(over)
            #expect(try await client.reply("5").error == "PayloadSizeExceeded")
            try await client.raw.send(over + String(repeating: " ", count: 1 << 20 - over.utf8.count))
            #expect(try await client.reply("5").error == "PayloadSizeExceeded")
        }
    }

    @Test func `a message is passed on byte for byte`() async throws {
        try await TestRelay.run { relay in
            let (dapp, wallet, topic) = (try await Client.connect(relay), try await Client.connect(relay), someTopic())
            try await wallet.subscribe(topic)
            for message in ["\\u0000", "\\\"},\\\"tag\\\":5", "é\u{2028}\u{7F}", "\\ud83d\\ude00", "a\\\\"] {
                #expect(try await dapp.publish(message, to: topic).isTrue)
                #expect(try await wallet.delivery().message == message)
            }
        }
    }

    /// Requests against HTTP.
    private static let requests = [
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}", "nonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 40_000))\r\n\r\n",
        "GET / HTTP/1.1\r\n\(String(repeating: "X: a\r\n", count: 200))\r\n",
        "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
    ]

    @Test(arguments: requests.indices)
    func `a request against HTTP is answered with an error, or not at all`(index: Int) async throws {
        try await TestRelay.run { relay in
            let client = try await RawClient.connect(port: relay.server.port)
            try? await client.send(raw: Array(Self.requests[index].utf8))
            let answer = String(decoding: await client.end(), as: UTF8.self)
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(200))")
            #expect(try await Client.connect(relay).publish("m", to: someTopic()).isTrue)
        }
    }

    @Test func `frames right behind the request for the upgrade are performed`() async throws {
        try await TestRelay.run { relay in
            let client = try await RawClient.connect(port: relay.server.port)
            let lines = ["GET /?auth=\(Identity().token()) HTTP/1.1", "Host: a"] + RawClient.upgradeHeaders
            let frame = RawClient.frame(
                opcode: 1, Array("{\"id\":5,\"jsonrpc\":\"2.0\",\"method\":\"irn_fetchMessages\",\"params\":{}}".utf8))
            try await client.send(raw: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + frame)
            let answer = try await client.head()
            #expect(answer.hasPrefix("HTTP/1.1 101 "))
            #expect(try await client.frame().text.contains("InvalidParams"))
        }
    }

    @Test func `no sequence of random bytes and frames ends the relay`() async throws {
        try await TestRelay.run {
            $0.limits.requestBurst = 100_000
            $0.limits.requestsPerSecond = 100_000
        } _: { relay in
            let topic = someTopic()
            let seeds = [
                "{\"id\":5,\"jsonrpc\":\"2.0\",\"method\":\"irn_publish\",\"params\":{\"topic\":\"\(topic)\",\"message\":\"m\",\"ttl\":300,\"tag\":1}}",
                "{\"id\":\"6\",\"jsonrpc\":\"2.0\",\"method\":\"irn_batchSubscribe\",\"params\":{\"topics\":[\"\(topic)\"]}}",
                "{\"id\":7,\"jsonrpc\":\"2.0\",\"result\":true}",
                "{\"id\":8,\"jsonrpc\":\"2.0\",\"method\":\"irn_batchReceive\",\"params\":{\"receipts\":[{\"topic\":\"\(topic)\",\"messageId\":5}]}}",
                "{\"id\":9,\"jsonrpc\":\"2.0\",\"method\":\"wc_proposeSession\",\"params\":{\"pairingTopic\":\"\(topic)\",\"sessionProposal\":\"p\"}}",
            ].map { Array($0.utf8) }
            var random = SystemRandomNumberGenerator()
            for round in 0..<60 {
                let client = try await Client.connect(relay)
                for _ in 0..<40 {
                    var bytes = seeds.randomElement(using: &random) ?? []
                    for _ in 0..<Int.random(in: 0...3, using: &random) {
                        let place = Int.random(in: 0..<bytes.count, using: &random)
                        bytes[place] = UInt8.random(in: 0...255, using: &random)
                    }
                    if round % 2 == 0 {
                        try? await client.raw.send(opcode: 1, bytes)
                    } else {
                        var frame = RawClient.frame(opcode: 1, bytes)
                        let place = Int.random(in: 0..<min(16, frame.count), using: &random)
                        frame[place] ^= UInt8.random(in: 1...255, using: &random)
                        try? await client.raw.send(raw: frame)
                    }
                }
                await client.raw.cut()
            }
            #expect(try await Client.connect(relay).publish("m", to: someTopic()).isTrue)
        }
    }
}
