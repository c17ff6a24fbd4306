internal import Synchronization

/// Connects a ``SessionEngine`` with a ``RelayClient``: what either passes to the other.
///
/// Both are held weakly, because both hold the link.
final class RelayLink: SessionRelay, RelayReceiver {
    private struct Ends {
        weak var engine: SessionEngine?
        weak var client: RelayClient?
    }

    private let ends = Mutex(Ends())

    /// Connects both; before that, nothing is passed.
    func connect(_ engine: SessionEngine, _ client: RelayClient) {
        ends.withLock { $0 = Ends(engine: engine, client: client) }
    }

    private var engine: SessionEngine? { ends.withLock { $0.engine } }
    private var client: RelayClient? { ends.withLock { $0.client } }

    // MARK: From the engine to the relay

    func publish(
        _ message: String, on topic: Topic, _ publishing: SessionMethod.Publishing
    ) async throws(WalletConnectError) {
        guard let client else { throw .relay(.stopped) }
        let publication: Publication
        do throws(WalletConnectError) {
            publication = try Publication(
                topic: topic, message: message, tag: Int64(publishing.tag), lifetime: publishing.lifetime,
                prompts: publishing.prompts)
        } catch {
            // No relay would take it, now or later. In a task, because the engine waits for this function.
            Task { [engine] in await engine?.undelivered(message, on: topic) }
            return
        }
        try await client.enqueue(publication)
    }

    func subscribe(_ topics: [Topic]) async {
        // The client's limit is far above what an engine keeps.
        try? await client?.watch(topics)
    }

    func unsubscribe(_ topic: Topic) async {
        // The client waits for the relay, which may be away; the engine must not.
        Task { [client] in await client?.unsubscribe(topic) }
    }

    // MARK: From the relay to the engine

    func receive(_ message: RelayMessage) async -> Bool {
        await engine?.receive(
            message.message, on: message.topic, attestation: message.attestation, publishedAt: message.publishedAt)
            ?? false
    }

    func publicationEnded(_ entry: OutboxEntry, _ outcome: PublicationOutcome) async {
        guard case .rejected = outcome else { return }
        await engine?.undelivered(entry.publication.message, on: entry.publication.topic)
    }
}
