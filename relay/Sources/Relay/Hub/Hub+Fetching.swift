import NIOCore

/// A request that takes messages out of the mailbox, topic by topic and page by page, until a frame is full.
final class Fetch {
    let id: RequestID
    private(set) var found: [StoredMessage] = []
    private(set) var isFull = false
    private var topics: ArraySlice<Topic>
    private var cursor = MessageID.first
    private var bytes = 0

    /// Whether pages are being read in a loop, and whether one is on its way.
    var isLooping = false
    var isReading = false

    init(_ topics: [Topic], id: RequestID) {
        self.topics = topics[...]
        self.id = id
    }

    /// Where the next page is; `nil` where everything was read, or the frame is full.
    var next: (topic: Topic, cursor: MessageID)? { isFull ? nil : topics.first.map { ($0, cursor) } }

    /// Takes the messages of a page for `session` that fit in a frame.
    func take(_ page: MailboxPage, for session: Session, limits: RelayLimits) {
        for message in page.messages where session.accepts(from: message.publisher) {
            guard found.isEmpty || bytes + message.size <= limits.frameBytes, found.count < limits.batch else {
                isFull = true
                return
            }
            found.append(message)
            bytes += message.size
        }
        cursor = page.cursor
        guard !page.hasMore else { return }
        topics = topics.dropFirst()
        cursor = .first
    }
}

/// How clients of version 2 fetch messages without a subscription.
extension Hub {
    /// Answers the next fetch of a session: one after the other, and none while the client does not read, because each
    /// answer may be as long as a frame.
    func fetchNext(_ session: Session) {
        guard session.isOpen, !session.isFetching, session.output.isWritable, let fetch = session.fetches.popFirst()
        else { return }
        session.isFetching = true
        proceed(fetch, for: session)
    }

    private func proceed(_ fetch: Fetch, for session: Session) {
        // In a loop, because the mailbox may call back at once.
        guard !fetch.isLooping else { return }
        fetch.isLooping = true
        while !fetch.isReading, session.isOpen {
            guard let (topic, cursor) = fetch.next else {
                answer(fetch, for: session)
                break
            }
            fetch.isReading = true
            mailbox.read(topic, after: cursor) { [self] result in
                fetch.isReading = false
                switch result {
                case .success(let page):
                    fetch.take(page, for: session, limits: limits)
                    proceed(fetch, for: session)
                case .failure:
                    fetch.isReading = true
                    fail(fetch.id, .unavailable, session)
                    finish(session)
                }
            }
        }
        fetch.isLooping = false
    }

    private func answer(_ fetch: Fetch, for session: Session) {
        let sorted = fetch.found.sorted { $0.id < $1.id }
        send(OutgoingFrame.fetched(fetch.id, sorted, hasMore: fetch.isFull), to: session)
        metrics.fetched += sorted.count
        // Delivered by the answer, as the protocol says.
        for (topic, list) in Dictionary(grouping: sorted, by: \.topic) { mailbox.remove(list.map(\.id), from: topic) }
        finish(session)
    }

    private func finish(_ session: Session) {
        session.isFetching = false
        guard !session.fetches.isEmpty else { return }
        let bound = NIOLoopBound((self, session), eventLoop: eventLoop)
        // Not at once: many may wait, and each would be answered inside the one before.
        eventLoop.execute { bound.value.0.fetchNext(bound.value.1) }
    }
}
