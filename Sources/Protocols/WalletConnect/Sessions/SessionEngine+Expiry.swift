internal import Bridge

/// What ends by time, and what is passed to the relay.
extension SessionEngine {
    /// Ends everything whose time has come.
    func expire(_ step: inout SessionStep) {
        for record in state.timed {
            guard let due = record.due, due <= now else { continue }
            expire(record, &step)
        }
    }

    private func expire(_ record: StoredRecord, _ step: inout SessionStep) {
        switch record {
        case .pairing(let pairing):
            guard state.proposals(on: pairing.topic).isEmpty, state.authentications(on: pairing.topic).isEmpty else {
                return
            }
            remove(pairing, &step)
        case .used(let used): step.remove(.used(used.topic))
        case .proposal(let proposal) where proposal.agreementKey != nil:
            fail(connection: proposal.key, .session(.expired), &step)
        // The app would take an error for the answer to the sign-in as well.
        case .proposal(let proposal) where isHeld(proposal.key.topic): step.remove(.proposal(proposal.key))
        case .proposal(let proposal):
            let publishing = SessionMethod.propose.response(rejectedBy: .automatic)
            let failure = RPCResponse(id: proposal.key.id, failure: ErrorResponse(.requestExpired))
            answer(Self.received(proposal, number: step.nextNumber(), at: now), failure, publishing, &step)
            step.remove(.proposal(proposal.key))
            step.news.append(.proposalWithdrawn(proposal.key, .expired))
        case .authentication(let authentication) where authentication.agreementKey != nil:
            fail(connection: authentication.key, .session(.expired), &step)
        case .authentication(let authentication): expire(authentication, &step)
        case .session(let session) where session.expiry <= now && (session.isController || session.state == .settled):
            end(session, ErrorResponse(.userDisconnected), news: .expired(session.topic), &step)
        case .session(let session): leave(session, ErrorResponse(.settlementFailed), &step)
        case .received(let received) where received.isPending:
            // The end of the session has removed it already.
            guard current(received.key.topic, step) != nil, keys[received.key.topic] != nil else { return }
            let failure = RPCResponse(id: received.key.id, failure: ErrorResponse(.requestExpired))
            answer(received, failure, SessionMethod.request.response, &step)
            step.news.append(.requestWithdrawn(received.key, .expired))
        case .received(let received): step.remove(.received(received.key))
        case .sent(let sent) where sent.state == .waiting && sent.method != .propose && sent.method != .authenticate:
            guard current(sent.key.topic, step) != nil else { return }
            step.settle(sent, .expired)
        case .sent(let sent) where sent.state == .waiting: break
        case .sent(let sent): step.remove(.sent(sent.key))
        case .outgoing(let message): step.remove(.outgoing(message.number))
        case .unopened(let message): step.remove(.unopened(message.number))
        case .lastID: break
        }
    }

    /// Sets the timer to the next time at which something has to be done.
    func rearm() {
        guard isRunning, let nextDue else { return }
        if let timerEnd, timerEnd <= nextDue { return }
        timer?.cancel()
        timerEnd = nextDue
        // A step of a minute notices a clock that was set, and a machine that slept.
        let pause = min(max(nextDue.subtractingReportingOverflow(now).partialValue, 0), 60)
        timer = Task { [weak self, time = environment.time] in
            guard (try? await time.sleep(.seconds(pause))) != nil else { return }
            await self?.timerFired()
        }
    }

    private func timerFired() async {
        (timer, timerEnd) = (nil, nil)
        if let nextDue, nextDue <= now {
            var hasFailed = false
            do throws(WalletConnectError) {
                try await transact { step throws(WalletConnectError) in expire(&step) }
            } catch {
                hasFailed = true
            }
            // What cannot be ended, for example because the wallet is locked, is tried again in a minute.
            let dues = state.timed.compactMap(\.due)
            self.nextDue = dues.min().map { max($0, hasFailed || $0 <= now ? later(60) : $0) }
        }
        rearm()
    }

    // MARK: The relay

    /// Passes on what is to be sent, in order.
    func pump() {
        guard isRunning, !isPumping, retry == nil, hasWork else { return }
        isPumping = true
        Task {
            await work()
            isPumping = false
            if hasWork { pump() }
        }
    }

    /// Whether nothing is to be passed to the relay.
    var isIdle: Bool { !isPumping && !hasWork }

    private var hasWork: Bool { !newTopics.isEmpty || !oldTopics.isEmpty || !state.outgoingNumbers.isEmpty }

    private func work() async {
        while isRunning, hasWork {
            if !newTopics.isEmpty {
                let topics = newTopics
                newTopics = []
                await relay.subscribe(topics)
            } else if !state.outgoingNumbers.isEmpty {
                guard await publish() else { return }
            } else if let topic = oldTopics.popLast() {
                await relay.unsubscribe(topic)
            }
        }
    }

    /// Passes on the oldest messages, and removes them in one step.
    ///
    /// - Returns: Whether that worked.
    private func publish() async -> Bool {
        var passed: [Int64] = []
        for number in state.outgoingNumbers.prefix(64) {
            guard isRunning, let record = state.outgoing[number] else { break }
            do throws(WalletConnectError) {
                try await relay.publish(record.message, on: record.topic, record.publishing)
            } catch {
                break
            }
            passed.append(number)
            // A session must be subscribed before its settlement is published.
            if !newTopics.isEmpty { break }
        }
        do throws(WalletConnectError) {
            guard !passed.isEmpty else { throw .session(.undelivered) }
            try await transact { step throws(WalletConnectError) in
                for number in passed { step.remove(.outgoing(number)) }
            }
            return true
        } catch {
            guard isRunning else { return false }
            retry = Task { [weak self, time = environment.time] in
                guard (try? await time.sleep(.seconds(SessionDurations.retry))) != nil else { return }
                await self?.retryNow()
            }
            return false
        }
    }

    private func retryNow() {
        retry = nil
        pump()
    }
}
