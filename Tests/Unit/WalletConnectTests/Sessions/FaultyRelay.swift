import Bridge

@testable import WalletConnect

/// A message on a ``FaultyRelay``.
struct RelayedMessage: Sendable {
    let topic: Topic
    let text: String
    let tag: Int
}

/// A relay between two clients, 0 and 1, that keeps what is not acknowledged, and is unreliable otherwise.
actor FaultyRelay {
    /// How unreliable a relay is.
    struct Faults {
        /// The part of the deliveries that do not arrive; they are tried again.
        var drop = 0.0
        /// The part of the deliveries that happen again although they were acknowledged.
        var duplicate = 0.0
        /// Out of how many messages the next one is chosen.
        var window = 1

        static let none = Faults()
        static let bad = Faults(drop: 0.3, duplicate: 0.3, window: 50)
    }

    private struct Waiting {
        let number: Int
        let message: RelayedMessage
    }

    private let faults: Faults
    private var generator: SeededGenerator
    private var engines: [Int: SessionEngine] = [:]
    private var topics: [Int: Set<Topic>] = [:]
    private var queues: [Int: [Waiting]] = [0: [], 1: []]
    private var last = 0
    private var isRunning = false
    private var isHeld = false
    /// All messages that were published.
    private(set) var published: [RelayedMessage] = []
    private var idle: [CheckedContinuation<Void, Never>] = []
    private var deaths: [Int: [CheckedContinuation<Void, Never>]] = [:]
    private var dead: Set<Int> = []

    init(_ faults: Faults = .none, seed: UInt64 = 1) {
        self.faults = faults
        generator = SeededGenerator(seed: seed)
    }

    func connect(_ engine: SessionEngine, _ client: Int) {
        engines[client] = engine
        dead.remove(client)
        run()
    }

    func died(_ client: Int) {
        engines[client] = nil
        dead.insert(client)
        for waiter in deaths.removeValue(forKey: client) ?? [] { waiter.resume() }
    }

    /// Waits until the program of a client has ended.
    func death(of client: Int) async {
        if dead.contains(client) { return }
        await withCheckedContinuation { deaths[client, default: []].append($0) }
    }

    func publish(_ message: RelayedMessage, from client: Int) {
        published.append(message)
        put(message, for: 1 - client)
    }

    /// Passes a message to a client, whoever sent it.
    func put(_ message: RelayedMessage, for client: Int) {
        last += 1
        queues[client]?.append(Waiting(number: last, message: message))
        run()
    }

    func subscribe(_ list: [Topic], _ client: Int) {
        topics[client, default: []].formUnion(list)
        run()
    }

    func unsubscribe(_ topic: Topic, _ client: Int) { topics[client]?.remove(topic) }

    func subscriptions(_ client: Int) -> Set<Topic> { topics[client] ?? [] }

    /// Delivers nothing until it is called again with `false`.
    func hold(_ isHeld: Bool) {
        self.isHeld = isHeld
        run()
    }

    /// Waits until there is nothing to deliver.
    ///
    /// - Returns: Whether there was something.
    func settle() async -> Bool {
        guard isRunning else { return false }
        await withCheckedContinuation { idle.append($0) }
        return true
    }

    private func run() {
        guard !isRunning else { return }
        isRunning = true
        Task {
            while let (client, engine, waiting) = next() {
                if .random(in: 0..<1, using: &generator) < faults.drop {
                    await Task.yield()
                    continue
                }
                let isTaken = await engine.receive(waiting.message.text, on: waiting.message.topic)
                if isTaken, .random(in: 0..<1, using: &generator) >= faults.duplicate {
                    queues[client]?.removeAll { $0.number == waiting.number }
                } else if !isTaken {
                    await Task.yield()
                }
            }
            isRunning = false
            for waiter in idle { waiter.resume() }
            idle = []
        }
    }

    private func next() -> (Int, SessionEngine, Waiting)? {
        guard !isHeld else { return nil }
        for client in [0, 1].shuffled(using: &generator) {
            guard let engine = engines[client], let topics = topics[client] else { continue }
            let window = (queues[client] ?? []).lazy.filter { topics.contains($0.message.topic) }.prefix(faults.window)
            guard let waiting = Array(window).randomElement(using: &generator) else { continue }
            return (client, engine, waiting)
        }
        return nil
    }
}
