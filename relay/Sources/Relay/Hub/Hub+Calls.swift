import NIOCore

extension RelayCall {
    /// How many requests the call counts as.
    ///
    /// A batch of publications counts one for each ten, every other batch one for each fifty: a client with 10,000
    /// topics can subscribe to all of them and look for their messages within the default burst.
    var cost: Int {
        switch self {
        case .publish(let publications, _): 1 + (publications.count - 1) / 10
        case .subscribe(let topics, _), .unsubscribe(let topics), .fetch(let topics): 1 + (topics.count - 1) / 50
        case .receive(let receipts): 1 + (receipts.count - 1) / 50
        }
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
            unsubscribe(session, from: topics)
            succeed(id, session)
        case .fetch(let topics):
            session.fetches.append(Fetch(topics, id: id))
            fetchNext(session)
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
        var results: [Result<Bytes32, RelayError>]?
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
    ) -> [Result<Bytes32, RelayError>] {
        var added: [Subscription] = []
        let results = topics.map { topic -> Result<Bytes32, RelayError> in
            if let subscription = session.subscriptions[topic] { return .success(subscription.id) }
            guard session.subscriptions.count < limits.subscriptionsPerClient,
                metrics.subscriptions < limits.subscriptions,
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
            subscription.whenWatched {
                rest -= 1
                if rest == 0 { finish() }
            }
        }
        for subscription in added { mailbox.watch(subscription.topic) }
        if added.isEmpty { watching() }
        return results
    }

    private func unsubscribe(_ session: Session, from topics: [Topic]) {
        let list = topics.compactMap { session.subscriptions.removeValue(forKey: $0) }
        guard !list.isEmpty else { return }
        for subscription in list { remove(subscription) }
        let ended = Set(list.map { ObjectIdentifier($0) })
        session.ready.removeAll { ended.contains(ObjectIdentifier($0.subscription)) }
        session.readyBytes = session.ready.reduce(0) { $0 + $1.message.size }
        session.behind.removeAll { ended.contains(ObjectIdentifier($0)) }
        for (id, delivery) in session.unconfirmed where ended.contains(ObjectIdentifier(delivery.subscription)) {
            session.unconfirmed[id] = nil
            session.unconfirmedBytes -= delivery.message.size
        }
        deliverReady(session)
    }

    func remove(_ subscription: Subscription) {
        metrics.subscriptions -= 1
        dropEarly(of: subscription)
        subscribers[subscription.topic]?.removeAll { $0 === subscription }
        if subscribers[subscription.topic]?.isEmpty == true {
            subscribers[subscription.topic] = nil
            mailbox.unwatch(subscription.topic)
        }
        // The others of its batch do not wait for it.
        subscription.isWatched()
    }
}

extension Result {
    var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
