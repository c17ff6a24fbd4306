import Bridge
import TestServers

/// A relay of WalletConnect on this machine, with a mailbox in memory and without limits.
final class RelayPeer: Sendable {
    private let server: SocketPeer

    /// Its address.
    var address: String { "ws://127.0.0.1:\(server.port)" }

    /// The number of connections so far.
    var connections: Int { server.connections }

    init() async throws {
        let hub = Hub()
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

    /// The topics, their subscribers, and the messages that wait for one.
    private actor Hub {
        private var clients: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
        private var subscribers: [String: Set<Int>] = [:]
        /// The messages that wait, with the connection of their publisher, who does not get them.
        private var mailbox: [String: [(publisher: Int, message: JSON)]] = [:]
        private var last = 0

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
            guard let frame = try? JSON(parsing: payload), let method = frame["method"]?.string else { return }
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

        private func subscribe(_ client: Int, to topics: [String]) {
            for topic in topics {
                subscribers[topic, default: []].insert(client)
                let all = mailbox[topic] ?? []
                mailbox[topic] = all.filter { $0.publisher == client }
                for entry in all where entry.publisher != client { deliver(entry.message, on: topic, to: client) }
            }
        }

        private func publish(_ params: JSON, from client: Int) {
            guard let topic = params["topic"]?.string else { return }
            let message: JSON = [
                "topic": .string(topic), "message": params["message"] ?? .null, "tag": params["tag"] ?? .null,
                "publishedAt": .number(JSONNumber(0)),
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
