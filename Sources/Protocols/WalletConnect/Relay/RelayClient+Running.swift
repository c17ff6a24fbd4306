internal import Bridge

/// When there is a connection.
extension RelayClient {
    /// Whether something needs a connection.
    var isNeeded: Bool {
        !topics.isEmpty || !outbox.isEmpty || !connectionWaiters.isEmpty || time.now() < keptUntil
            || connection?.calls.isEmpty == false
    }

    /// Takes note that a connection may be needed now, or no longer.
    func needChanged() {
        if isNeeded {
            if state == .offline { wakeUp() }
        } else if let connection {
            let number = connection.number
            Task {
                try? await time.sleep(timing.linger)
                guard !isNeeded, let connection = self.connection, connection.number == number else { return }
                close(connection, code: 1000)
            }
        } else {
            wakeUp()
        }
    }

    /// Lets ``run()`` look again at what there is to do.
    func wakeUp() {
        wake?.resume()
        wake = nil
    }

    /// Waits until the time is over, or ``wakeUp()`` is called.
    private func pause(_ duration: Duration?) async {
        let timer = duration.map { duration in
            Task {
                guard (try? await time.sleep(duration)) != nil else { return }
                wakeUp()
            }
        }
        await withCheckedContinuation { wake = $0 }
        timer?.cancel()
    }

    /// Connects, one connection after the other, until the client is stopped.
    func run() async {
        while !isStopped {
            let rest = notBefore - time.now()
            if !isNeeded {
                set(.offline)
                await pause(nil)
            } else if let refusal {
                await stay(refusal)
            } else if rest > .zero {
                set(.waiting(until: later(by: rest), obstacle))
                await pause(rest)
            } else {
                await connect()
            }
        }
        set(.offline)
    }

    /// The time of day after a duration, in milliseconds since 1970.
    private func later(by duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let milliseconds = min(seconds, 1_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000
        return environment.now().addingReportingOverflow(milliseconds).partialValue
    }

    /// Waits until something changes that the relay's refusal may depend on.
    private func stay(_ refusal: RelayRefusal) async {
        set(.refused(refusal))
        for ticket in connectionWaiters { settle(ticket, .failure(.refused(refusal))) }
        for ticket in subscribers.keys { settle(ticket, .failure(.refused(refusal))) }
        guard case .clock = refusal else { return await pause(nil) }
        await pause(.seconds(30))
        // The user has set the clock.
        let (change, isLarge) = clockOffset.subtractingReportingOverflow(refusedOffset)
        if isLarge || change.magnitude > 60_000 { self.refusal = nil }
    }

    /// The difference of the time of day and the monotonic clock, in milliseconds.
    private var clockOffset: Int64 {
        environment.now().subtractingReportingOverflow(time.now().components.seconds &* 1_000).partialValue
    }
}

/// One connection.
extension RelayClient {
    private func connect() async {
        set(.connecting)
        let configuration = configuration
        let now = environment.now() / 1_000
        let token = RelayToken.make(key: key, audience: configuration.address.audience, now: now)
        let task = Task { [dialer, url = configuration.url(token: token)] in await dialer.connect(to: url) }
        dialing = task
        let reply = await task.value
        dialing = nil
        guard !isStopped, configuration == self.configuration else {
            if case .opened(let socket) = reply { await socket.close(code: 1000) }
            return
        }
        switch reply {
        case .opened(let socket):
            measure(socket.date)
            let connection = open(socket)
            let end = await read(connection)
            closed(connection)
            if let own = connection.verdict {
                apply(own, after: connection)
            } else if !connection.isClosedByClient {
                apply(verdict(on: end), after: connection)
            }
        case .refused(let response):
            measure(response.date)
            apply(RelayVerdict(response, skew: clockSkew, hasProject: configuration.projectID != nil), after: nil)
        case .failed(let obstacle): apply(.again(.lost, obstacle), after: nil)
        }
    }

    /// What is done after the end of a connection.
    func verdict(on end: RelayEnd) -> RelayVerdict {
        RelayVerdict(end, skew: clockSkew, hasProject: configuration.projectID != nil)
    }

    /// Compares the clocks, if the relay tells its time.
    private func measure(_ date: Int64?) {
        clockSkew = date.map { min(max($0, 0), 253_402_300_799) - environment.now() / 1_000 }
    }

    private func open(_ socket: any RelaySocket) -> RelayConnection {
        lastConnection &+= 1
        let new = RelayConnection(number: lastConnection, socket: socket, openedAt: time.now())
        connection = new
        statistics.connections &+= 1
        set(.connected(since: environment.now()))
        for ticket in connectionWaiters { settle(ticket, .value(.null)) }
        publish()
        subscribe(on: new)
        needChanged()
        return new
    }

    /// Reads frames until the connection ends.
    private func read(_ connection: RelayConnection) async -> RelayEnd {
        while true {
            switch await connection.socket.receive() {
            case .ended(let end): return end
            case .text(let text): take(text, on: connection)
            }
        }
    }

    /// Closes a connection from this side; what follows is decided by `verdict`, or by what is needed then.
    func close(_ connection: RelayConnection, code: UInt16, then verdict: RelayVerdict? = nil) {
        guard !connection.isClosedByClient else { return }
        connection.isClosedByClient = true
        connection.verdict = verdict
        Task { [socket = connection.socket] in await socket.close(code: code) }
    }

    private func closed(_ connection: RelayConnection) {
        self.connection = nil
        for ticket in connection.calls.values { settle(ticket, .failure(.interrupted)) }
        connection.calls = [:]
        endGathering()
    }

    private func apply(_ verdict: RelayVerdict, after connection: RelayConnection?) {
        let now = time.now()
        switch verdict {
        case .again(let cause, let obstacle, let requested):
            self.obstacle = obstacle
            let lasted = connection.map { now - $0.openedAt }
            notBefore =
                now
                + backoff.pause(
                    for: cause, lasted: lasted, now: now, requested: requested, random: environment.random)
        case .stop(let refusal):
            self.refusal = refusal
            refusedOffset = clockOffset
        }
    }

    /// Takes a frame.
    private func take(_ text: String, on connection: RelayConnection) {
        guard !connection.isClosedByClient else { return }
        switch RelayFrame(text) {
        case .answer(let id, let outcome): answered(id, outcome, on: connection)
        case .delivery(let id, let message): delivered(message, id, on: connection)
        case .other(let id):
            append(RelayAnswer.refusal(id, .methodNotFound), to: connection)
            countUnwanted(on: connection)
        case .malformed(let id):
            if let id { append(RelayAnswer.refusal(id, .invalidRequest), to: connection) }
            statistics.malformed &+= 1
            if connection.malformed.exceeds(limits.malformed, at: time.now()) {
                close(connection, code: 4000, then: .again(.lost, .malformed))
            }
        }
    }

    /// Counts a frame that belongs to nothing.
    func countUnwanted(on connection: RelayConnection) {
        if connection.unwanted.exceeds(limits.unwanted, at: time.now()) {
            close(connection, code: 4000, then: .again(.lost, .malformed))
        }
    }
}
