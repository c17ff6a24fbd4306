internal import Bridge

/// What ends by time.
extension V1Engine {
    /// Ends everything whose time has come.
    func expire(_ step: inout V1Step) {
        for record in state.timed {
            guard let due = record.due, due <= now else { continue }
            expire(record, &step)
        }
    }

    private func expire(_ record: V1Record, _ step: inout V1Step) {
        switch record {
        case .session(let session):
            if let session = current(session.topic, step) { expire(session, &step) }
        case .used(let used): step.remove(.used(used.topic))
        case .received(let received) where received.isPending:
            // The end of the session has removed it already.
            guard let session = current(received.key.topic, step), keys[session.topic] != nil else { return }
            let failure = RPCResponse(id: received.key.id, failure: ErrorResponse(.requestExpired))
            answer(received, failure, in: session, &step)
            step.news.append(.requestWithdrawn(received.key, .expired))
        case .received(let received): step.remove(.received(received.key))
        case .sent(let sent) where sent.state == .waiting:
            guard current(sent.key.topic, step) != nil else { return }
            step.settle(sent, .expired)
        case .sent(let sent): step.remove(.sent(sent.key))
        case .outgoing(let message): step.remove(.outgoing(message.number))
        case .unopened(let message): step.remove(.unopened(message.number))
        case .lastID: break
        }
    }

    private func expire(_ session: V1SessionRecord, _ step: inout V1Step) {
        switch (session.role, session.state) {
        case (_, .settled): leave(session, ErrorResponse(.userDisconnected), news: .expired(session.topic), &step)
        case (.app, _): fail(session, .session(.expired), &step)
        case (.wallet, .pairing): step.remove(.session(session.topic))
        case (.wallet, .proposed):
            guard let proposal = session.pendingProposal else { return step.remove(.session(session.topic)) }
            let failure = RPCResponse(id: proposal.key.id, failure: ErrorResponse(.requestExpired))
            _ = try? send(.response(failure), in: session, &step)
            step.remove(.session(session.topic))
            step.news.append(.proposalWithdrawn(proposal.key, .expired))
        }
    }

    /// Removes rows that cannot be read, and what belonged to them.
    ///
    /// Without the record of an answer, the same request must not be shown again: no session takes a request that was
    /// made before now, even if the app's clock is ahead.
    func repair(_ damaged: [String], _ step: inout V1Step) {
        guard !damaged.isEmpty else { return }
        statistics.damagedRecords += damaged.count
        for row in damaged { step.remove(row: row) }
        let start = environment.now().addingReportingOverflow(V1Durations.clockSkew * 1_000).partialValue
        for var session in state.sessions.values {
            session.journalStart = max(session.journalStart ?? 0, start)
            step.put(.session(session))
        }
        for key in state.received.keys where state.sessions[key.topic] == nil { step.remove(.received(key)) }
        for record in state.sent.values where record.state == .waiting && state.sessions[record.key.topic] == nil {
            step.settle(record, .ended(ErrorResponse(.noSessionForTopic)))
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
}
