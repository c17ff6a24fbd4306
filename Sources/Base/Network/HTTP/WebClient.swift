internal import Synchronization

/// An HTTP/1.1 client: TLS with a verified server name, plain HTTP only to this machine and to onion services.
///
/// Connections are kept for later requests. There are no cookies, cache or passwords, and environment variables have no
/// effect. A request is sent once: it is never repeated, whatever happens to the connection.
public final class WebClient: HTTPSender {
    private let requests: WebRequests

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - roots: The certificate authorities that are trusted.
    ///   - connections: The maximum number of connections to one server; further requests wait for one of them.
    ///   - longBodies: The queue for large bodies, if only one at a time may be in memory.
    ///   - proxy: The proxy for all connections except those to this machine.
    public convenience init(
        trusting roots: TrustRoots = .system, connections: Int = 4, longBodies: LargeResponses? = nil,
        proxy: Proxy = .none
    ) {
        self.init(
            trusting: roots, connections: connections, longBodies: longBodies, through: ProxySetting(proxy))
    }

    /// Creates a client whose proxy can change.
    ///
    /// - Parameters:
    ///   - roots: The certificate authorities that are trusted.
    ///   - connections: The maximum number of connections to one server; further requests wait for one of them.
    ///   - longBodies: The queue for large bodies, if only one at a time may be in memory.
    ///   - proxy: The setting that is read when a request begins; requests to this machine do not use it.
    public init(
        trusting roots: TrustRoots = .system, connections: Int = 4, longBodies: LargeResponses? = nil,
        through proxy: ProxySetting
    ) {
        requests = WebRequests(trusting: roots, connections: connections, longBodies: longBodies, proxy: proxy)
    }

    deinit {
        // No request can have begun yet, so nothing else refers to the sessions.
        Task { @NetworkActor [requests] in requests.close() }
    }

    /// Cancels all requests and closes all connections; later requests fail with ``NetworkError/closed``.
    public func close() async {
        await requests.close()
    }

    /// Sends `request` and waits for the complete response.
    public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let address = try WebAddress(request.url)
        let record = SendingRecord()
        let deadline = Deadline(in: request.timeLimit)
        do throws(NetworkError) {
            return try await within(deadline) { [requests] in
                try await requests.send(request, to: address, before: deadline, record)
            }
        } catch {
            // The request has ended: what was not sent by now never will be.
            guard error == .timedOut, request.method == .post, !request.body.isEmpty, !record.hasStarted else {
                throw error
            }
            throw .unreachable
        }
    }
}

/// Records whether any part of a request may have been sent.
final class SendingRecord: Sendable {
    private let isStarted = Atomic(false)

    /// Whether any part may have been sent.
    var hasStarted: Bool { isStarted.load(ordering: .sequentiallyConsistent) }

    /// Records that sending begins.
    func start() { isStarted.store(true, ordering: .sequentiallyConsistent) }
}
