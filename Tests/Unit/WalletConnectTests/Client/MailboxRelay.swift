import Bridge

@testable import WalletConnect

/// A relay for several clients: a message stays in the mailbox until its receiver has confirmed it.
final class MailboxRelay: Sendable {
    struct Mail: Sendable {
        let id: Int64
        let sender: Int
        let topic: Topic
        let message: String
    }

    struct State: Sendable {
        var lastID: Int64 = 0
        var mail: [Mail] = []
        var published: [Mail] = []
        var subscriptions: [Int: (connection: Int, topics: Set<Topic>)] = [:]
        /// The error that publications of a client get.
        var refusals: [Int: String] = [:]
        /// The clients whose publications get no answer.
        var silent: Set<Int> = []
    }

    let state = Watched(State())

    /// How each client connects.
    let clients: [ScriptedRelay]

    init(clients count: Int = 2) {
        clients = (0..<count).map { _ in ScriptedRelay() }
        for (client, dialer) in clients.enumerated() {
            dialer.behave { [weak self] frame in self?.take(frame, from: client) ?? [] }
        }
    }

    /// Waits until everything was confirmed.
    func isEmpty() async { await state.wait { $0.mail.isEmpty } }

    /// Waits until a client is subscribed to a topic on its connection of this number.
    func isSubscribed(_ client: Int, to topic: Topic, connection: Int) async {
        await state.wait {
            $0.subscriptions[client].map { $0.connection == connection && $0.topics.contains(topic) } ?? false
        }
    }

    private func take(_ frame: SentFrame, from client: Int) -> [String] {
        let topics = frame.topics.compactMap { Topic($0) }
        switch frame.method {
        case nil:
            state.update { state in state.mail.removeAll { String($0.id) == frame.id } }
            return []
        case "irn_publish":
            if state.value.silent.contains(client) { return [] }
            if let name = state.value.refusals[client] { return [ScriptedRelay.error(frame, -32_000, name)] }
            publish(topics[0], frame.json["params"]?["message"]?.string ?? "", from: client)
        case "irn_subscribe", "irn_batchSubscribe":
            let waiting = state.update { state -> [Mail] in
                var subscription = state.subscriptions[client] ?? (frame.connection, [])
                if subscription.connection != frame.connection { subscription = (frame.connection, []) }
                subscription.topics.formUnion(topics)
                state.subscriptions[client] = subscription
                return state.mail.filter { $0.sender != client && topics.contains($0.topic) }
            }
            return ScriptedRelay.honest(frame) + waiting.map(Self.delivery)
        case "irn_unsubscribe":
            state.update { state in
                for topic in topics { state.subscriptions[client]?.topics.remove(topic) }
                // Nobody confirms what was published on a topic that has ended.
                state.mail.removeAll { $0.sender != client && topics.contains($0.topic) }
            }
        default: break
        }
        return ScriptedRelay.honest(frame)
    }

    private func publish(_ topic: Topic, _ message: String, from client: Int) {
        let (mail, receivers) = state.update { state in
            state.lastID += 1
            let mail = Mail(id: 1_000_000_000 + state.lastID, sender: client, topic: topic, message: message)
            state.mail.append(mail)
            state.published.append(mail)
            return (mail, state.subscriptions.filter { $0.key != client && $0.value.topics.contains(topic) })
        }
        for (receiver, subscription) in receivers {
            guard let socket = clients[receiver].current, socket.number == subscription.connection else { continue }
            socket.push(Self.delivery(mail))
        }
    }

    private static func delivery(_ mail: Mail) -> String {
        ScriptedRelay.delivery(mail.id, mail.topic, mail.message)
    }
}

extension ClientEnvironment {
    /// A time that does not pass: short pauses are over at once, long ones never.
    static let standing: ClientEnvironment = {
        let time = TimeSource(
            now: { .zero },
            sleep: { duration in
                if duration >= .seconds(1) { try await ContinuousClock().sleep(for: .seconds(86_400)) }
            })
        let now: @Sendable () -> Int64 = { 1_800_000_000_000 }
        return ClientEnvironment(
            sessions: SessionEnvironment(time: time, now: now), relay: RelayEnvironment(time: time, now: now))
    }()
}
