internal import Bridge

/// When there is a connection.
extension V1Bridge {
    /// Whether something needs a connection.
    var isNeeded: Bool { !topics.isEmpty || !outbox.isEmpty }

    /// Takes note that a connection may be needed now, or no longer.
    func needChanged() {
        guard !isStopped else { return }
        if isNeeded {
            if running == nil { running = Task { await run() } }
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
    private func run() async {
        while !isStopped {
            let rest = notBefore - time.now()
            if !isNeeded {
                state = .offline
                await pause(nil)
            } else if rest > .zero {
                let milliseconds = rest.components.seconds * 1_000 + rest.components.attoseconds / 1_000_000_000_000_000
                state = .waiting(
                    until: environment.now().addingReportingOverflow(milliseconds).partialValue, obstacle)
                await pause(rest)
            } else {
                await connect()
            }
        }
    }

    private func connect() async {
        state = .connecting
        let task = Task { [dialer, url = address.url] in await dialer.connect(to: url) }
        dialing = task
        let reply = await task.value
        dialing = nil
        guard !isStopped else {
            if case .opened(let socket) = reply { await socket.close(code: 1000) }
            return
        }
        switch reply {
        case .opened(let socket):
            let connection = open(socket)
            let end = await read(connection)
            closed(connection)
            if let verdict = connection.verdict {
                apply(verdict, after: connection)
            } else if !connection.isClosedByClient {
                apply(RelayVerdict(end, skew: nil, hasProject: false), after: connection)
            }
        case .refused(let response):
            let verdict = RelayVerdict(response, skew: nil, hasProject: false)
            apply(verdict, status: response.status, after: nil)
        case .failed(let obstacle): apply(.again(.lost, obstacle), after: nil)
        }
    }

    private func open(_ socket: any RelaySocket) -> V1Connection {
        lastConnection &+= 1
        let new = V1Connection(number: lastConnection, socket: socket, openedAt: time.now())
        connection = new
        statistics.connections &+= 1
        state = .connected(since: environment.now())
        write(on: new)
        needChanged()
        return new
    }

    private func read(_ connection: V1Connection) async -> RelayEnd {
        while true {
            switch await connection.socket.receive() {
            case .ended(let end): return end
            case .text(let text):
                take(text, on: connection)
                await waitForRoom(on: connection)
            }
        }
    }

    /// Closes a connection from this side; what follows is decided by `verdict`, or by what is needed then.
    func close(_ connection: V1Connection, code: UInt16, then verdict: RelayVerdict? = nil) {
        guard !connection.isClosedByClient else { return }
        connection.isClosedByClient = true
        connection.verdict = verdict
        endWaitForRoom()
        Task { [socket = connection.socket] in await socket.close(code: code) }
    }

    private func closed(_ connection: V1Connection) {
        connection.probe?.timer.cancel()
        self.connection = nil
    }

    /// Decides when to connect again; without credentials, a server that refuses can only be tried again later.
    private func apply(_ verdict: RelayVerdict, status: Int? = nil, after connection: V1Connection?) {
        let now = time.now()
        let (cause, requested): (RelayBackoff.Cause, Int64?)
        switch verdict {
        case .again(let reason, let obstacle, let pause):
            (cause, requested) = (reason, pause)
            self.obstacle = obstacle
        case .stop:
            (cause, requested) = (.crowded, nil)
            obstacle = status.map { .notRelay(status: $0) } ?? .closed
        }
        notBefore =
            now
            + backoff.pause(
                for: cause, lasted: connection.map { now - $0.openedAt }, now: now, requested: requested,
                random: environment.random)
    }
}
