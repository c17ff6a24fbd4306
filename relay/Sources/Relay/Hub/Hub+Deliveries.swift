import NIOCore

/// How messages reach their subscribers.
///
/// A message goes straight to a subscriber that has room. Otherwise it stays in the mailbox, and is read from there in
/// order when the client has confirmed enough: so a slow client costs the relay a bounded amount of memory.
extension Hub {
    /// The most bytes that wait for room in a session; reading from the mailbox stops there.
    ///
    /// As many bytes may wait for messages that have to be read first.
    private static let mostReady = 1 << 20

    /// The most reads of a session at a time.
    private static let mostReads = 32

    func added(_ message: StoredMessage) {
        for subscription in subscribers[message.topic] ?? [] {
            let session = subscription.session
            guard session.accepts(from: message.publisher), message.id > subscription.cursor else { continue }
            if case .current = subscription.progress, session.ready.isEmpty,
                session.hasRoom(for: message, limits: limits)
            {
                subscription.cursor = message.id
                deliver(message, to: subscription)
            } else {
                keep(message, for: subscription)
            }
        }
    }

    /// Keeps a message until others of its topic have been read; where there is no room for it, it is read too.
    private func keep(_ message: StoredMessage, for subscription: Subscription) {
        let session = subscription.session
        // Nothing is kept behind a gap.
        if case .reading(isOvertaken: true) = subscription.progress { return }
        let hasRoom = session.earlyBytes + message.size <= Self.mostReady
        if hasRoom {
            subscription.early.append(message)
            session.earlyBytes += message.size
        }
        switch subscription.progress {
        case .current:
            fallBehind(subscription)
            readBehind(session)
        case .reading: if !hasRoom { subscription.progress = .reading(isOvertaken: true) }
        case .queued, .waiting: break
        }
    }

    /// Takes messages out of those that were kept: up to `last`, or all of them.
    private func takeEarly(of subscription: Subscription, upTo last: MessageID?) -> ArraySlice<StoredMessage> {
        guard !subscription.early.isEmpty else { return [] }
        let due = subscription.early.prefix { message in last.map { message.id <= $0 } ?? true }
        subscription.early.removeFirst(due.count)
        subscription.session.earlyBytes -= due.reduce(0) { $0 + $1.size }
        return due
    }

    /// Drops what was kept for a subscription that ends.
    func dropEarly(of subscription: Subscription) { _ = takeEarly(of: subscription, upTo: nil) }

    func watching(_ topic: Topic) {
        for subscription in subscribers[topic] ?? [] { subscription.isWatched() }
    }

    /// What is told before ``missed()`` may come behind a gap: it is kept until all has been read.
    func lost() {
        for session in sessions.values {
            for subscription in session.subscriptions.values {
                if case .current = subscription.progress { subscription.progress = .waiting }
            }
        }
    }

    func missed() {
        for session in sessions.values {
            for subscription in session.subscriptions.values {
                switch subscription.progress {
                case .current, .waiting: fallBehind(subscription)
                case .reading: subscription.progress = .reading(isOvertaken: true)
                case .queued: break
                }
            }
            readBehind(session)
        }
    }

    /// From now on the messages of a subscription are read from the mailbox.
    func fallBehind(_ subscription: Subscription) {
        subscription.progress = .queued
        subscription.session.behind.append(subscription)
    }

    /// Reads messages for the subscriptions that are behind, while there is room for them.
    func readBehind(_ session: Session) {
        // The mailbox may call back at once.
        guard session.isOpen, !session.isReading else { return }
        session.isReading = true
        while session.readyBytes < Self.mostReady, session.reads < Self.mostReads,
            let subscription = session.behind.popFirst()
        {
            session.reads += 1
            subscription.progress = .reading(isOvertaken: false)
            mailbox.read(subscription.topic, after: subscription.cursor) { [self] result in
                session.reads -= 1
                if session.subscriptions[subscription.topic] === subscription { take(result, for: subscription) }
                readBehind(session)
            }
        }
        session.isReading = false
        // The reads of a batch are answered together, and delivered in order over all topics.
        if session.reads == 0 || session.readyBytes >= Self.mostReady { deliverReady(session) }
    }

    private func take(_ result: Result<MailboxPage, RelayError>, for subscription: Subscription) {
        guard case .success(let page) = result else {
            subscription.progress = .waiting
            return
        }
        let session = subscription.session
        var messages = page.messages.filter { session.accepts(from: $0.publisher) }
        let early = takeEarly(of: subscription, upTo: page.hasMore ? page.cursor : nil)
        if !early.isEmpty {
            let read = Set(page.messages.map(\.id))
            messages += early.filter { !read.contains($0.id) }
        }
        subscription.cursor = max(subscription.cursor, page.cursor, early.last?.id ?? .first)
        session.ready.append(contentsOf: messages.map { ($0, subscription) })
        session.readyBytes += messages.reduce(0) { $0 + $1.size }
        session.isSorted = session.isSorted && messages.isEmpty
        if case .reading(isOvertaken: true) = subscription.progress {
            fallBehind(subscription)
        } else if page.hasMore {
            fallBehind(subscription)
        } else {
            subscription.progress = .current
        }
    }

    /// Delivers what has been read, while the client has room for it.
    func deliverReady(_ session: Session) {
        if !session.isSorted {
            session.ready.sort { $0.message.id > $1.message.id }
            session.isSorted = true
        }
        while session.isOpen, let next = session.ready.last, session.hasRoom(for: next.message, limits: limits) {
            session.ready.removeLast()
            session.readyBytes -= next.message.size
            guard next.message.expires > wallClock() else { continue }
            deliver(next.message, to: next.subscription)
        }
        if session.ready.isEmpty, !session.behind.isEmpty, session.output.isWritable { readBehind(session) }
    }

    private func deliver(_ message: StoredMessage, to subscription: Subscription) {
        let session = subscription.session
        metrics.delivered += 1
        guard session.version == .two else {
            // There are no confirmations in this protocol.
            send(message.body, to: session)
            mailbox.remove([message.id], from: message.topic)
            return
        }
        let id = nextDelivery()
        session.unconfirmed[id] = Delivery(message: message, subscription: subscription, sent: now())
        session.unconfirmedBytes += message.size
        send(
            OutgoingFrame.delivery(id, of: message, to: subscription.id, prefix: subscription.prefix), to: session)
    }

    /// The client has received a message.
    func confirm(_ id: UInt64, by session: Session) {
        guard let delivery = session.unconfirmed.removeValue(forKey: id) else { return }
        session.unconfirmedBytes -= delivery.message.size
        metrics.confirmed(after: now() &- delivery.sent)
        mailbox.remove([delivery.message.id], from: delivery.message.topic)
        if !session.ready.isEmpty || !session.behind.isEmpty { deliverReady(session) }
    }

    // MARK: Time

    /// Looks at all connections: repeats deliveries, sends pings, ends what is no longer used.
    func tick() {
        mailbox.expire()
        legacy.retry()
        let (now, look) = (now(), UInt64(clamping: times.tick))
        for session in Array(sessions.values) where session.isOpen {
            if let blocked = session.blocked, now &- blocked >= UInt64(clamping: times.slow) {
                abort(session, \.slow)
            } else if let pinged = session.pinged, now &- pinged >= UInt64(clamping: times.pong) {
                abort(session, \.silent)
            } else if let began = session.incomplete, now &- began >= UInt64(clamping: times.slow) {
                abort(session, \.slow)
            } else if session.subscriptions.isEmpty, now &- session.used >= UInt64(clamping: times.stale) {
                end(session, .stale)
            } else {
                repeatDeliveries(session, now: now)
                // Early rather than late: clients wait for 31 seconds.
                if session.pinged == nil, now &- session.sent &+ look >= UInt64(clamping: times.ping) {
                    session.pinged = now
                    session.sent = now
                    session.output.ping()
                }
            }
        }
    }

    private func abort(_ session: Session, _ count: ReferenceWritableKeyPath<RelayMetrics, Int>) {
        metrics[keyPath: count] += 1
        forget(session)
        session.output.abort()
    }

    private func repeatDeliveries(_ session: Session, now: UInt64) {
        guard !session.unconfirmed.isEmpty else { return }
        let due = session.unconfirmed.filter { now &- $0.value.sent >= UInt64(clamping: times.confirmation) }
        for (id, delivery) in due.sorted(by: { $0.key < $1.key }) {
            guard delivery.attempts < times.attempts, delivery.message.expires > wallClock() else {
                giveUp(id, session)
                continue
            }
            guard session.output.isWritable else { break }
            var again = delivery
            again.sent = now
            again.attempts += 1
            session.unconfirmed[id] = again
            metrics.repeated += 1
            let subscription = delivery.subscription
            send(
                OutgoingFrame.delivery(
                    id, of: delivery.message, to: subscription.id, prefix: subscription.prefix), to: session)
        }
        deliverReady(session)
    }

    /// The message has expired, or waits in the mailbox for the next subscription.
    private func giveUp(_ id: UInt64, _ session: Session) {
        guard let delivery = session.unconfirmed.removeValue(forKey: id) else { return }
        session.unconfirmedBytes -= delivery.message.size
        metrics.undelivered += 1
    }
}
