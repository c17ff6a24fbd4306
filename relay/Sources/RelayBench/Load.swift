import CSodium
import NIOCore
import NIOPosix

/// Pairs of peers, and the messages between them.
///
/// It lives on one event loop.
final class Load {
    /// What is measured.
    enum Server {
        /// Each peer of a pair sends to itself.
        case echo
        /// One peer publishes, the other one subscribes and confirms.
        case relay
    }

    /// What came out.
    struct Result {
        var messages = 0
        /// In microseconds, one for each message.
        var latencies: [Double] = []
    }

    private struct Pair {
        let sender: Peer
        let receiver: Peer
        let topic: String
        var sent: [NIODeadline] = []
    }

    /// A message is as large as a request of a session usually is, in Base64.
    static let message = String(repeating: "A", count: 600)

    private let server: Server
    private let eventLoop: any EventLoop
    private var pairs: [Pair] = []
    private var next = 0
    /// The id of a request; from another start each time, because servers recognize repetitions.
    private var number = Int.random(in: 1 << 60..<1 << 61)
    private var result = Result()
    private var rest = 0
    private var total = 0
    private var pause: TimeAmount?
    private var done: EventLoopPromise<Void>?
    private(set) var failure: String?

    init(_ server: Server, on eventLoop: any EventLoop) {
        self.server = server
        self.eventLoop = eventLoop
    }

    private func peer(port: Int, target: String) -> (EventLoopFuture<Void>, NIOLoopBound<Peer>) {
        let ready = eventLoop.makePromise(of: Void.self)
        let peer = NIOLoopBound(
            Peer(target: target, ready: ready) { [weak self] text in self?.fail(text) },
            eventLoop: eventLoop)
        ClientBootstrap(group: eventLoop)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(peer.value) }
            }
            .connect(host: "127.0.0.1", port: port)
            .whenFailure { ready.fail($0) }
        return (ready.futureResult, peer)
    }

    /// A load with its pairs connected.
    static func connected(
        _ server: Server, pairs: Int, ports: [Int], on eventLoop: any EventLoop
    ) async throws -> NIOLoopBound<Load> {
        let load = try await eventLoop.submit {
            NIOLoopBound(Load(server, on: eventLoop), eventLoop: eventLoop)
        }.get()
        try await connect(load, pairs: pairs, ports: ports, on: eventLoop)
        return load
    }

    /// Connects `count` pairs; for the echo a pair is one connection.
    ///
    /// Sender and receiver may have different ports.
    static func connect(
        _ load: NIOLoopBound<Load>, pairs count: Int, ports: [Int], on eventLoop: any EventLoop
    ) async throws {
        // Not all at once: the queue of new connections has an end.
        for start in stride(from: 0, to: count, by: 50) {
            let futures = try await eventLoop.submit {
                (start..<min(start + 50, count)).flatMap { load.value.connect(index: $0, ports: ports) }
            }.get()
            for future in futures { try await future.get() }
        }
        try await eventLoop.submit { load.value.subscribeAll() }.get()
    }

    private static let tokens = (sender: Token.make(), receiver: Token.make())

    private func connect(index: Int, ports: [Int]) -> [EventLoopFuture<Void>] {
        let topic = String(repeating: "0", count: 64 - String(index, radix: 16).count) + String(index, radix: 16)
        switch server {
        case .echo:
            let (ready, peer) = peer(port: ports[index % ports.count], target: "/")
            pairs.append(Pair(sender: peer.value, receiver: peer.value, topic: topic))
            return [ready]
        case .relay:
            let (first, sender) = peer(port: ports[index % ports.count], target: "/?auth=\(Self.tokens.sender)")
            // With several processes, each message goes from one to the next.
            let (second, receiver) = peer(
                port: ports[(index + 1) % ports.count], target: "/?auth=\(Self.tokens.receiver)")
            pairs.append(Pair(sender: sender.value, receiver: receiver.value, topic: topic))
            return [first, second]
        }
    }

    private func subscribeAll() {
        for index in pairs.indices {
            let receiver = pairs[index].receiver
            receiver.received = { [weak self] frame in self?.receive(frame, index) }
            guard case .relay = server else { continue }
            receiver.send(
                "{\"id\":1700000000000000,\"jsonrpc\":\"2.0\",\"method\":\"irn_subscribe\",\"params\":{\"topic\":\"\(pairs[index].topic)\"}}"
            )
            pairs[index].sender.received = { [weak self] frame in
                if frame.readableBytes > 60 { self?.fail(String(buffer: frame)) }
            }
        }
    }

    /// Sends `count` messages with at most `window` on their way, from one pair after the other; with a pause before
    /// each, so that it meets an idle server.
    func run(_ count: Int, window: Int, pause: TimeAmount? = nil) -> EventLoopFuture<Void> {
        self.pause = pause
        result = Result()
        result.latencies.reserveCapacity(count)
        (rest, total) = (count, count)
        let promise = eventLoop.makePromise(of: Void.self)
        done = promise
        for _ in 0..<min(window, count) { send() }
        return promise.futureResult
    }

    /// The result of the last run.
    func takeResult() -> Result {
        defer { result = Result() }
        return result
    }

    private func send() {
        guard rest > 0 else { return }
        rest -= 1
        number += 1
        let index = next
        next = (next + 1) % pairs.count
        pairs[index].sent.append(.now())
        pairs[index].sender.send(
            """
            {"id":\(number),"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"\(pairs[index].topic)",\
            "message":"\(Self.message)","ttl":300,"tag":1108,"prompt":false}}
            """)
    }

    private func receive(_ frame: ByteBuffer, _ index: Int) {
        // Only deliveries and echoes are as long as that.
        guard 500..<2000 ~= frame.readableBytes else { return }
        if case .relay = server {
            // The id is the first member.
            let digits = frame.readableBytesView.dropFirst(6).prefix { $0 != UInt8(ascii: ",") }
            pairs[index].receiver.send(
                "{\"id\":\(String(decoding: digits, as: UTF8.self)),\"jsonrpc\":\"2.0\",\"result\":true}")
        }
        guard !pairs[index].sent.isEmpty else { return }
        let sent = pairs[index].sent.removeFirst()
        result.messages += 1
        result.latencies.append(Double((NIODeadline.now() - sent).nanoseconds) / 1000)
        if let pause {
            let load = NIOLoopBound(self, eventLoop: eventLoop)
            eventLoop.scheduleTask(in: pause) { load.value.send() }
        } else {
            send()
        }
        if result.messages == total {
            done?.succeed()
            done = nil
        }
    }

    /// Publishes messages that nobody receives.
    func fill(_ count: Int, topics: Int) {
        for index in 0..<count {
            number += 1
            let topic = "f" + String(repeating: "0", count: 59) + String(index % topics + 4096, radix: 16)
            pairs[0].sender.send(
                """
                {"id":\(number),"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"\(topic)",\
                "message":"\(Self.message)","ttl":3600,"tag":1108,"prompt":false}}
                """)
        }
    }

    /// Subscribes to topics that nobody publishes to; `count` is a multiple of 500.
    func subscribeMore(_ count: Int) {
        for _ in 0..<(count / 500) {
            number += 1
            let topics = (0..<500).map { _ in "\"\(Token.topic())\"" }.joined(separator: ",")
            pairs[0].receiver.send(
                "{\"id\":\(number),\"jsonrpc\":\"2.0\",\"method\":\"irn_batchSubscribe\",\"params\":{\"topics\":[\(topics)]}}"
            )
        }
    }

    private func fail(_ text: String) { failure = failure ?? text }

    func closeAll() {
        for pair in pairs {
            pair.sender.close()
            pair.receiver.close()
        }
    }
}

/// A token of a new client.
enum Token {
    static func make() -> String {
        var (secret, key) = ([UInt8](repeating: 0, count: 64), [UInt8](repeating: 0, count: 32))
        crypto_sign_keypair(&key, &secret)
        let claims =
            "{\"iss\":\"did:key:z\(base58([0xED, 1] + key))\",\"sub\":\"a\",\"aud\":\"a\",\"iat\":1700000000,\"exp\":9999999999}"
        let text = base64("{\"alg\":\"EdDSA\",\"typ\":\"JWT\"}".utf8) + "." + base64(claims.utf8)
        var signature = [UInt8](repeating: 0, count: 64)
        crypto_sign_detached(&signature, nil, Array(text.utf8), UInt64(text.utf8.count), secret)
        return text + "." + base64(signature)
    }

    /// A topic that nobody uses.
    static func topic() -> String {
        var (bytes, text) = ([UInt8](repeating: 0, count: 32), [CChar](repeating: 0, count: 65))
        randombytes_buf(&bytes, bytes.count)
        sodium_bin2hex(&text, text.count, bytes, bytes.count)
        return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func base64(_ bytes: some Collection<UInt8>) -> String {
        var text = [CChar](repeating: 0, count: bytes.count * 2 + 4)
        sodium_bin2base64(
            &text, text.count, Array(bytes), bytes.count, Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func base58(_ bytes: [UInt8]) -> String {
        let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
        var (number, text) = (bytes, "")
        while number.contains(where: { $0 > 0 }) {
            var rest = 0
            for index in number.indices {
                rest = rest << 8 | Int(number[index])
                number[index] = UInt8(rest / 58)
                rest %= 58
            }
            text.append(alphabet[rest])
        }
        return String(text.reversed())
    }
}
