internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1

/// Asks web servers over HTTP/1.1, by TLS with the server's name checked; in the clear only on this machine.
///
/// Connections are kept for the next request. No proxy, no cookie, no cache; nothing in the environment changes what it
/// does. A request is sent once: it is never repeated, whatever happens to the connection.
public final class WebClient: HTTPSender {
    private let client: HTTPClient
    private let longBodies: LargeResponses?

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - roots: Whose word a server's certificate needs.
    ///   - connections: How many connections to one server there are at most; further requests wait for one of them.
    ///   - longBodies: The turns that long bodies take, if only one of them may be in memory at a time.
    public init(trusting roots: TrustRoots = .system, connections: Int = 4, longBodies: LargeResponses? = nil) {
        self.longBodies = longBodies
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: roots.configuration, redirectConfiguration: .disallow, decompression: .disabled)
        configuration.httpVersion = .http1Only
        // The caller decides whether to try again; the library would retry until the time limit.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.idleTimeout = .seconds(50)
        // So many answers of one server arrive at the same time at most; the others wait where they take no memory.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        client = HTTPClient(eventLoopGroupProvider: .shared(EventLoops.all), configuration: configuration)
    }

    deinit {
        // The library insists on being closed; doing it twice is an error that means nothing.
        Task { [client] in try? await client.shutdown() }
    }

    /// Gives up all requests and connections; whatever is sent afterwards fails with ``NetworkError/closed``.
    public func close() async {
        try? await client.shutdown()
    }

    /// Sends `request` and waits for the whole answer.
    public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let address = try WebAddress(request.url)
        var question = HTTPClientRequest(url: address.description)
        question.method = request.method == .get ? .GET : .POST
        question.headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        let body = RequestBody(request.body)
        if request.method == .post { question.body = .bytes(body, length: .known(Int64(request.body.count))) }
        let deadline = Deadline(in: request.timeLimit)
        do throws(NetworkError) {
            return try await within(deadline) { [client, question, longBodies] in
                do {
                    // The time is measured outside, over the body too; the library's own limit ends with the head.
                    let answer = try await client.execute(question, deadline: .distantFuture)
                    let (body, turn) = try await Self.body(of: answer, limit: request.sizeLimit, longBodies, deadline)
                    return HTTPResponse(
                        status: Int(answer.status.code),
                        headers: answer.headers.map { (name: $0.name.lowercased(), value: $0.value) }, body: body,
                        turn: turn)
                } catch {
                    let error = NetworkError(cause: error)
                    throw body.hasLeft ? error.afterSending : error
                }
            }
        } catch {
            // The library has given the request up by now: a body that it has not asked for yet cannot follow.
            guard error == .timedOut, request.method == .post, !request.body.isEmpty, !body.hasLeft else { throw error }
            throw .unreachable
        }
    }

    private static func body(
        of answer: HTTPClientResponse, limit: Int, _ longBodies: LargeResponses?, _ deadline: Deadline
    ) async throws -> ([UInt8], LargeResponses.Permit?) {
        let announced = answer.headers.first(name: "content-length").flatMap { Int($0) }
        guard announced.map({ $0 <= limit }) != false else { throw NetworkError.tooLarge }
        var body: [UInt8] = []
        var turn: LargeResponses.Permit?
        for try await part in answer.body {
            guard part.readableBytes <= limit - body.count else { throw NetworkError.tooLarge }
            if turn == nil, part.readableBytes > LargeResponses.length - body.count {
                // The server is not at fault while other bodies are read.
                turn = try await deadline.paused(for: LargeResponses.longestWait) {
                    try await longBodies?.turn(within: LargeResponses.longestWait)
                }
                if let announced { body.reserveCapacity(max(0, announced)) }
            }
            body.append(contentsOf: part.readableBytesView)
        }
        // A cancelled walk ends as a finished one does.
        try Task.checkCancellation()
        return (body, turn)
    }
}
