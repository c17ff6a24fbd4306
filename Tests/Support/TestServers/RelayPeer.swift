internal import Bridge

/// A relay of WalletConnect on this machine, and a bridge server of version 1, with a mailbox in memory and without
/// limits.
public final class RelayPeer: Sendable {
    private let server: SocketPeer
    private let hub: Hub

    /// Its address.
    public var address: String { "ws://127.0.0.1:\(server.port)" }

    /// The number of connections so far.
    public var connections: Int { server.connections }

    /// Starts a relay, which listens when this returns.
    ///
    /// - Throws: The system's error if it cannot listen.
    public init() async throws {
        let hub = Hub()
        self.hub = hub
        server = try await SocketPeer { connection in
            guard try await connection.acceptWebSocket() != nil else { return }
            let (frames, outgoing) = AsyncStream<[UInt8]>.makeStream()
            let client = await hub.join(outgoing)
            let writer = Task {
                for await frame in frames { try await connection.send(frame) }
            }
            while let (first, payload) = try? await connection.clientFrame() {
                switch first & 0x0F {
                case 0x8: outgoing.yield(ServedConnection.frame(0x88, payload))
                case 0x9: outgoing.yield(ServedConnection.frame(0x8A, payload))
                default: await hub.take(payload, from: client)
                }
            }
            await hub.leave(client)
            outgoing.finish()
            try? await writer.value
        }
    }

    /// Loses messages with this tag from now on.
    public func lose(tag: Int) async { await hub.lose(tag) }

    /// Sends these attestations with messages from now on, each made for the text of its message.
    public func attest(_ attestation: @escaping @Sendable (_ message: String) -> String) async {
        await hub.attest(attestation)
    }

    /// The topics, their subscribers, and the messages that wait for one.
    private actor Hub {
        private var clients: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
        private var subscribers: [String: Set<Int>] = [:]
        /// The messages that wait, with the connection of their publisher, who does not get them.
        private var mailbox: [String: [(publisher: Int, message: JSON)]] = [:]
        private var last = 0
        private var lost: Set<Int> = []
        private var attestation: (@Sendable (String) -> String)?
        /// The messages of version 1 that wait, by topic.
        private var kept: [String: [JSON]] = [:]

        func lose(_ tag: Int) { lost.insert(tag) }

        func attest(_ attestation: @escaping @Sendable (String) -> String) { self.attestation = attestation }

        func join(_ outgoing: AsyncStream<[UInt8]>.Continuation) -> Int {
            last += 1
            clients[last] = outgoing
            return last
        }

        func leave(_ client: Int) {
            clients[client] = nil
            for topic in subscribers.keys { subscribers[topic]?.remove(client) }
        }

        func take(_ payload: [UInt8], from client: Int) {
            guard let frame = try? JSON(parsing: payload) else { return }
            guard let method = frame["method"]?.string else { return takeLegacy(frame, from: client) }
            let params = frame["params"] ?? .null
            var topics = (params["topics"]?.array ?? []).compactMap(\.string)
            if let topic = params["topic"]?.string { topics.append(topic) }
            var result: JSON = true
            switch method {
            case "irn_publish": publish(params, from: client)
            case "irn_subscribe": result = .string(Self.subscription(topics.first ?? ""))
            case "irn_batchSubscribeBlocking":
                result = .array(topics.map { ["id": .string(Self.subscription($0))] })
            case "irn_batchSubscribe": result = .array(topics.map { .string(Self.subscription($0)) })
            case "irn_fetchMessages", "irn_batchFetchMessages": result = ["messages": [], "hasMore": false]
            default: break
            }
            send(["id": frame["id"] ?? .null, "jsonrpc": "2.0", "result": result], to: client)
            if method.contains("ubscribe"), !method.contains("nsubscribe") { subscribe(client, to: topics) }
        }

        /// Takes a frame of version 1, `{topic, type, payload}`; a publisher gets its own messages, too.
        private func takeLegacy(_ frame: JSON, from client: Int) {
            guard let topic = frame["topic"]?.string else { return }
            let place = "v1:\(topic)"
            switch frame["type"]?.string {
            case "sub":
                subscribers[place, default: []].insert(client)
                for message in kept.removeValue(forKey: topic) ?? [] { send(message, to: client) }
            case "pub":
                let all = subscribers[place] ?? []
                if all.isEmpty { kept[topic, default: []].append(frame) }
                for subscriber in all { send(frame, to: subscriber) }
            default: break
            }
        }

        private func subscribe(_ client: Int, to topics: [String]) {
            for topic in topics {
                subscribers[topic, default: []].insert(client)
                let all = mailbox[topic] ?? []
                mailbox[topic] = all.filter { $0.publisher == client }
                for entry in all where entry.publisher != client { deliver(entry.message, on: topic, to: client) }
            }
        }

        private func publish(_ params: JSON, from client: Int) {
            guard let topic = params["topic"]?.string, !lost.contains(where: { params["tag"]?.number?.text == "\($0)" })
            else { return }
            let text = params["message"]?.string ?? ""
            let message: JSON = [
                "topic": .string(topic), "message": .string(text), "tag": params["tag"] ?? .null,
                "publishedAt": .number(JSONNumber(0)),
                "attestation": attestation.map { JSON.string($0(text)) } ?? .null,
            ]
            let others = (subscribers[topic] ?? []).subtracting([client])
            if others.isEmpty { mailbox[topic, default: []].append((client, message)) }
            for other in others { deliver(message, on: topic, to: other) }
        }

        private func deliver(_ message: JSON, on topic: String, to client: Int) {
            last += 1
            send(
                [
                    "id": .number(JSONNumber(2_000_000_000 + last)), "jsonrpc": "2.0", "method": "irn_subscription",
                    "params": ["id": .string(Self.subscription(topic)), "data": message],
                ], to: client)
        }

        private func send(_ frame: JSON, to client: Int) {
            clients[client]?.yield(ServedConnection.frame(0x81, Array(frame.text.utf8)))
        }

        private static func subscription(_ topic: String) -> String { String(topic.reversed()) }
    }
}
