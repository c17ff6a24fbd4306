import NIOCore

/// What clients of the legacy bridge publish, in order.
///
/// They get no answer, and so cannot repeat a message that was not stored: it waits here until the mailbox can be
/// reached.
final class LegacyQueue {
    private struct Entry {
        let publication: Publication
        let client: ClientID
        /// Tells the mailbox that a message is repeated: its first attempt may have been stored without an answer.
        let id: RequestID
    }

    private let mailbox: any Mailbox
    private let metrics: RelayMetrics
    private let limits: RelayLimits
    private var waiting: CircularBuffer<Entry> = []
    private var bytes = 0

    /// How many messages are being stored.
    private var storing = 0

    init(mailbox: any Mailbox, metrics: RelayMetrics, limits: RelayLimits) {
        self.mailbox = mailbox
        self.metrics = metrics
        self.limits = limits
    }

    /// Stores a message, or keeps it until that is possible.
    func publish(_ publication: Publication, from client: ClientID) {
        let entry = Entry(publication: publication, client: client, id: .unique())
        if waiting.isEmpty { store(entry) } else { keep(entry) }
    }

    /// Stores what waits; called from time to time.
    func retry() {
        guard mailbox.isAvailable, storing == 0 else { return }
        let list = waiting
        (waiting, bytes) = ([], 0)
        for entry in list { store(entry) }
    }

    private func store(_ entry: Entry) {
        storing += 1
        mailbox.append(entry.publication, from: entry.client, request: entry.id) { [self] result in
            storing -= 1
            switch result {
            case .success: metrics.published += 1
            case .failure(.reply(.unavailable)): keep(entry)
            case .failure: metrics.mailboxRefused += 1
            }
        }
    }

    private func keep(_ entry: Entry) {
        let size = entry.publication.body.count + StoredMessage.overhead
        guard waiting.count < limits.legacyWaiting, bytes + size <= limits.legacyWaitingBytes else {
            metrics.mailboxRefused += 1
            return
        }
        waiting.append(entry)
        bytes += size
    }
}
