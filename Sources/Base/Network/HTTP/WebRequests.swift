/// The requests of one client, with one session for each proxy and each trusted certificate, and one for direct
/// connections to this machine.
@NetworkActor final class WebRequests {
    private let roots: TrustRoots
    private let proxy: ProxySetting
    private let longBodies: LargeResponses?
    private let turns: ConnectionTurns
    private var sessions: [Kind: WebSession] = [:]
    private var isClosed = false

    /// What connections have in common that requests may share.
    private struct Kind: Hashable {
        let proxy: Proxy
        let fingerprint: CertificateFingerprint?
    }

    nonisolated init(trusting roots: TrustRoots, connections: Int, longBodies: LargeResponses?, proxy: ProxySetting) {
        self.roots = roots
        self.proxy = proxy
        self.longBodies = longBodies
        turns = ConnectionTurns(limit: connections)
    }

    /// Sends `request` once a connection to its server is allowed, and waits for the complete response.
    func send(
        _ request: HTTPRequest, to address: WebAddress, before deadline: Deadline, _ record: SendingRecord
    ) async throws -> HTTPResponse {
        let proxy = address.isThisMachine ? .none : request.route.proxy(over: proxy.current)
        try proxy.check(for: address.host)
        let server = "\(address.isSecure) \(address.host) \(address.port ?? 0)"
        try await turns.take(server)
        defer { turns.give(server) }
        guard !isClosed else { throw NetworkError.closed }
        let exchange = try WebExchange(
            request, to: address, in: session(Kind(proxy: proxy, fingerprint: request.fingerprint)), record)
        return try await exchange.run(longBodies, before: deadline)
    }

    private func session(_ kind: Kind) -> WebSession {
        if let session = sessions[kind] { return session }
        let trust = ServerTrust(roots: roots, fingerprint: kind.fingerprint)
        let session = WebSession(trusting: trust, through: kind.proxy)
        sessions[kind] = session
        return session
    }

    /// Cancels all requests and closes all connections.
    func close() {
        isClosed = true
        for session in sessions.values { session.close() }
    }
}

/// Limits the concurrent requests to each server; the others wait in order.
///
/// A request that waits inside a libsoup session cannot be cancelled; one that waits here can.
@NetworkActor final class ConnectionTurns {
    private struct Waiting {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let limit: Int
    private var taken: [String: Int] = [:]
    private var waiting: [String: [Waiting]] = [:]
    private var last = 0

    nonisolated init(limit: Int) { self.limit = max(1, limit) }

    /// Waits for a turn at `server`; every `take` needs a `give`.
    func take(_ server: String) async throws(CancellationError) {
        guard taken[server, default: 0] >= limit else {
            taken[server, default: 0] += 1
            return
        }
        last &+= 1
        let number = last
        let isTurn = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting[server, default: []].append(Waiting(number: number, continuation: continuation))
            }
        } onCancel: {
            Task { @NetworkActor in leave(server, number) }
        }
        guard isTurn else { throw CancellationError() }
    }

    /// Ends a turn, which passes to the first request that waits.
    func give(_ server: String) {
        if var queue = waiting[server], !queue.isEmpty {
            let next = queue.removeFirst()
            waiting[server] = queue.isEmpty ? nil : queue
            next.continuation.resume(returning: true)
        } else {
            let rest = taken[server, default: 1] - 1
            taken[server] = rest == 0 ? nil : rest
        }
    }

    private func leave(_ server: String, _ number: Int) {
        guard let place = waiting[server]?.firstIndex(where: { $0.number == number }) else { return }
        let left = waiting[server]?.remove(at: place)
        if waiting[server]?.isEmpty == true { waiting[server] = nil }
        left?.continuation.resume(returning: false)
    }
}

/// Limits how many connections of this process are opened and negotiate TLS at the same time.
///
/// GIO negotiates on a pool of ten threads that grows by about ten per second. If slow servers occupy all of them,
/// other handshakes and name lookups wait. A place is released when the connection is ready, and after half a second at
/// the latest: after that, the handshake counts as slow, and the pool grows for it.
@NetworkActor final class HandshakePlace {
    private static let places = ConnectionTurns(limit: 5)
    private static let longest = Duration.milliseconds(500)

    private var timer: Task<Void, Never>?

    /// Waits for a place.
    static func take() async throws(CancellationError) -> HandshakePlace {
        try await places.take("")
        let place = HandshakePlace()
        place.timer = Task { @NetworkActor in
            try? await Sleep().wait(for: longest)
            place.giveBack()
        }
        return place
    }

    /// Releases the place for the next one; later calls do nothing.
    func giveBack() {
        guard let timer else { return }
        self.timer = nil
        timer.cancel()
        Self.places.give("")
    }
}
