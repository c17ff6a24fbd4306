import NIOCore

extension RelayCall {
    /// How many requests the call counts as.
    var cost: Int {
        let elements =
            switch self {
            case .publish(let publications, _): publications.count
            case .subscribe(let topics, _), .unsubscribe(let topics), .fetch(let topics): topics.count
            case .receive(let receipts): receipts.count
            }
        return 1 + (elements - 1) / 10
    }
}

/// What clients of version 2 ask for.
extension Hub {
    func perform(_ call: RelayCall, id: RequestID, prefix: StaticString, for session: Session) {
        metrics.requests += 1
        switch call {
        case .publish(let publications, let topic):
            if let topic, case .failure(.reply(let error))? = subscribe(session, to: [topic], prefix: prefix).first {
                return fail(id, error, session)
            }
            publish(publications[...], id: id, for: session)
        case .subscribe(let topics, let answer):
            subscribe(topics, answer, id: id, prefix: prefix, for: session)
        case .unsubscribe(let topics):
            for topic in topics { unsubscribe(session, from: topic) }
            succeed(id, session)
        case .fetch(let topics):
            fetch(topics[...], found: [], bytes: 0, id: id, for: session)
        case .receive(let receipts):
            for receipt in receipts {
                guard let id = receipt.id, session.unconfirmed[id]?.message.topic == receipt.topic else { continue }
                confirm(id, by: session)
            }
            succeed(id, session)
        }
    }

    /// Publishes one message after the other, and answers when the last one is stored, or with the first error.
    ///
    /// The client repeats the whole request after an error; what was stored is not stored again.
    private func publish(_ publications: ArraySlice<Publication>, id: RequestID, for session: Session) {
        guard let publication = publications.first else { return succeed(id, session) }
        mailbox.append(publication, from: session.client, request: id) { [self] result in
            switch result {
            case .success:
                metrics.published += 1
                publish(publications.dropFirst(), id: id, for: session)
            case .failure(.reply(let error)):
                metrics.mailboxRefused += 1
                fail(id, error, session)
            case .failure: fail(id, .unavailable, session)
            }
        }
    }

    // MARK: Subscriptions

    private func subscribe(
        _ topics: [Topic], _ answer: RelayCall.Answer, id: RequestID, prefix: StaticString, for session: Session
    ) {
        var results: [Result<[UInt8], RelayError>]?
        var isWatching = false
        let answerAll = { [self] in
            guard let results else { return }
            // Only a blocking batch says which topics failed.
            if !(answer.isBatch && answer.isBlocking),
                case .failure(.reply(let error))? = results.first(where: \.isFailure)
            {
                fail(id, error, session)
            } else {
                send(OutgoingFrame.subscribed(id, results, answer: answer), to: session)
            }
        }
        // The answer is in front of the messages.
        let all = subscribe(session, to: topics, prefix: prefix) {
            isWatching = true
            if answer.isBlocking { answerAll() }
        }
        results = all
        if !answer.isBlocking || isWatching { answerAll() }
    }

    /// Subscribes a client to topics.
    ///
    /// When new messages are noticed, `watching` is called, and those in the mailbox follow.
    @discardableResult func subscribe(
        _ session: Session, to topics: [Topic], prefix: StaticString, watching: @escaping () -> Void = {}
    ) -> [Result<[UInt8], RelayError>] {
        var added: [Subscription] = []
        let results = topics.map { topic -> Result<[UInt8], RelayError> in
            if let subscription = session.subscriptions[topic] { return .success(subscription.id) }
            guard session.subscriptions.count < limits.subscriptionsPerClient,
                subscribers[topic]?.count ?? 0 < limits.subscribersPerTopic
            else { return .failure(.reply(.subscriberLimit)) }
            let subscription = Subscription(session: session, topic: topic, prefix: prefix)
            session.subscriptions[topic] = subscription
            subscribers[topic, default: []].append(subscription)
            metrics.subscriptions += 1
            added.append(subscription)
            return .success(subscription.id)
        }
        // What is published from now on is either noticed or read.
        var rest = added.count
        let finish = { [self] in
            watching()
            for subscription in added where session.subscriptions[subscription.topic] === subscription {
                if case .waiting = subscription.progress { fallBehind(subscription) }
            }
            let bound = NIOLoopBound((self, session), eventLoop: eventLoop)
            // Not at once: the answer comes first, also where the mailbox calls back at once.
            eventLoop.execute { bound.value.0.readBehind(bound.value.1) }
        }
        for subscription in added {
            mailbox.watch(subscription.topic) {
                rest -= 1
                if rest == 0 { finish() }
            }
        }
        if added.isEmpty { watching() }
        return results
    }

    private func unsubscribe(_ session: Session, from topic: Topic) {
        guard let subscription = session.subscriptions.removeValue(forKey: topic) else { return }
        remove(subscription)
        session.ready.removeAll { $0.subscription === subscription }
        session.readyBytes = session.ready.reduce(0) { $0 + $1.message.size }
        session.behind.removeAll { $0 === subscription }
        for (id, delivery) in session.unconfirmed where delivery.subscription === subscription {
            session.unconfirmed[id] = nil
            session.unconfirmedBytes -= delivery.message.size
        }
        deliverReady(session)
    }

    func remove(_ subscription: Subscription) {
        metrics.subscriptions -= 1
        subscribers[subscription.topic]?.removeAll { $0 === subscription }
        if subscribers[subscription.topic]?.isEmpty == true {
            subscribers[subscription.topic] = nil
            mailbox.unwatch(subscription.topic)
        }
    }

    // MARK: Fetching

    /// Takes messages out of the mailbox, topic by topic, until a frame is full.
    private func fetch(
        _ topics: ArraySlice<Topic>, found: [StoredMessage], bytes: Int, id: RequestID, for session: Session
    ) {
        guard let topic = topics.first, session.isOpen else { return deliver(found, hasMore: false, id, session) }
        takeAll(topic, after: .first, found: found, bytes: bytes, for: session) { [self] result in
            switch result {
            case .success(let (found, bytes, isFull)):
                if isFull { return deliver(found, hasMore: true, id, session) }
                fetch(topics.dropFirst(), found: found, bytes: bytes, id: id, for: session)
            case .failure: fail(id, .unavailable, session)
            }
        }
    }

    private func takeAll(
        _ topic: Topic, after cursor: MessageID, found: [StoredMessage], bytes: Int, for session: Session,
        completion: @escaping (Result<([StoredMessage], Int, isFull: Bool), RelayError>) -> Void
    ) {
        mailbox.read(topic, after: cursor) { [self] result in
            guard case .success(let page) = result else { return completion(.failure(.reply(.unavailable))) }
            var (found, bytes) = (found, bytes)
            for message in page.messages where session.accepts(from: message.publisher) {
                guard found.isEmpty || bytes + message.size <= limits.frameBytes, found.count < limits.batch else {
                    return completion(.success((found, bytes, true)))
                }
                found.append(message)
                bytes += message.size
            }
            guard page.hasMore else { return completion(.success((found, bytes, false))) }
            takeAll(topic, after: page.cursor, found: found, bytes: bytes, for: session, completion: completion)
        }
    }

    private func deliver(_ messages: [StoredMessage], hasMore: Bool, _ id: RequestID, _ session: Session) {
        guard session.isOpen else { return }
        let sorted = messages.sorted { $0.id < $1.id }
        send(OutgoingFrame.fetched(id, sorted, hasMore: hasMore), to: session)
        metrics.fetched += sorted.count
        // Delivered by the answer, as the protocol says.
        for (topic, list) in Dictionary(grouping: sorted, by: \.topic) { mailbox.remove(list.map(\.id), from: topic) }
    }
}

extension Result {
    var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
