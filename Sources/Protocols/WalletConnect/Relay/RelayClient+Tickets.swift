internal import Bridge

/// Callers that wait for something, each of which gets exactly one reply.
extension RelayClient {
    /// What a caller gets.
    enum Reply: Sendable {
        case value(JSON)
        case failure(WalletConnectError.Relay)

        /// The failure, if it is one.
        var failure: WalletConnectError.Relay? {
            guard case .failure(let fault) = self else { return nil }
            return fault
        }
    }

    /// A caller.
    enum Ticket {
        /// It does not wait yet.
        case issued
        /// It does not wait yet, and has its reply.
        case settled(Reply)
        case waiting(CheckedContinuation<Reply, Never>)
    }

    /// A new ticket, for which ``wait(_:limit:)`` must be called.
    func issue() -> UInt64 {
        lastTicket &+= 1
        tickets[lastTicket] = .issued
        return lastTicket
    }

    /// Gives a caller its reply; only the first one counts.
    func settle(_ ticket: UInt64, _ reply: Reply) {
        switch tickets[ticket] {
        case .issued: tickets[ticket] = .settled(reply)
        case .waiting(let continuation):
            tickets[ticket] = nil
            continuation.resume(returning: reply)
        case .settled, nil: break
        }
    }

    /// Waits for the reply; `timedOut` if the limit is reached first, `cancelled` if the task is cancelled first.
    func wait(_ ticket: UInt64, limit: Duration?) async -> Reply {
        if isStopped { settle(ticket, .failure(.stopped)) }
        let timer = limit.map { limit in
            Task {
                guard (try? await time.sleep(limit)) != nil else { return }
                settle(ticket, .failure(.timedOut))
            }
        }
        defer { timer?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if case .settled(let reply) = tickets[ticket] {
                    tickets[ticket] = nil
                    continuation.resume(returning: reply)
                } else if Task.isCancelled {
                    tickets[ticket] = nil
                    continuation.resume(returning: .failure(.cancelled))
                } else {
                    tickets[ticket] = .waiting(continuation)
                }
            }
        } onCancel: {
            Task { await settle(ticket, .failure(.cancelled)) }
        }
    }

    /// Waits until there is a connection.
    func waitForConnection() async throws(WalletConnectError) {
        guard connection == nil else { return }
        if let refusal { throw .relay(.refused(refusal)) }
        guard connectionWaiters.count < limits.callers else { throw .relay(.busy) }
        let ticket = issue()
        connectionWaiters.insert(ticket)
        needChanged()
        let reply = await wait(ticket, limit: timing.connection)
        connectionWaiters.remove(ticket)
        needChanged()
        if let failure = reply.failure { throw .relay(failure) }
    }
}

/// Calls on the open connection.
extension RelayClient {
    func nextID() -> UInt64 { ids.next(at: environment.now(), random: environment.random) }

    /// The pause before a call is repeated that the relay could not serve.
    func pause(after fault: WalletConnectError.Relay) -> Duration {
        fault.isCrowded ? timing.retry * 3 : timing.retry
    }

    /// Sends a call, and waits for its answer.
    ///
    /// - Parameters:
    ///   - call: What is asked.
    ///   - id: The id; a new one by default.
    /// - Returns: The answer, or why the call failed.
    func send(_ call: RelayCall, id: UInt64? = nil) async -> Reply {
        guard let connection else { return .failure(.interrupted) }
        guard connection.calls.count < limits.calls else { return .failure(.busy) }
        let id = id ?? nextID()
        guard connection.calls[id] == nil, append(call.frame(id: id), to: connection) else { return .failure(.busy) }
        let ticket = issue()
        connection.calls[id] = ticket
        let reply = await wait(ticket, limit: timing.answer)
        if connection.calls[id] == ticket { connection.calls[id] = nil }
        if reply.failure == .timedOut, self.connection === connection {
            connection.unanswered += 1
            if connection.unanswered >= limits.unanswered {
                close(connection, code: 1001, then: .again(.lost, .timedOut))
            }
        }
        return reply
    }

    /// Takes the answer to a call.
    ///
    /// - Parameters:
    ///   - id: The id; `nil` if it is not the number of a call.
    ///   - outcome: What the relay answers; `nil` if it cannot be read.
    ///   - connection: Where it came from.
    func answered(_ id: UInt64?, _ outcome: RPCResponse.Outcome?, on connection: RelayConnection) {
        guard let id, let ticket = connection.calls.removeValue(forKey: id) else {
            statistics.unexpectedAnswers &+= 1
            return countUnwanted(on: connection)
        }
        connection.unanswered = 0
        switch outcome {
        case .result(let json): settle(ticket, .value(json))
        case nil: settle(ticket, .failure(.answer))
        case .failure(let response):
            let fault = WalletConnectError.Relay(response)
            settle(ticket, .failure(fault))
            if case .rejected(WalletConnectError.Relay.unauthorized, let name) = fault {
                let end = RelayEnd.closed(code: 3000, reason: name ?? "")
                close(connection, code: 1000, then: verdict(on: end))
            }
        }
    }

    /// Sends a frame after those that wait; `false` if there is no room.
    @discardableResult func append(_ frame: String, to connection: RelayConnection) -> Bool {
        guard connection.append(frame, limits) else { return false }
        guard !connection.isWriting else { return true }
        connection.isWriting = true
        Task { await write(connection) }
        return true
    }

    private func write(_ connection: RelayConnection) async {
        defer { connection.isWriting = false }
        while self.connection === connection, let frame = connection.popFrame() {
            guard await connection.socket.send(frame) else { return }
        }
    }
}
