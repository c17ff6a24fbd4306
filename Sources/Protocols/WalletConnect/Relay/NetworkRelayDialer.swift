package import Network

/// Connects to relays with the WebSocket client of `Network`, the only file that knows it.
package struct NetworkRelayDialer: RelayDialer {
    private let client: any WebSocketDialer
    private let messageLimit: Int
    private let addresses: HTTPRequest.Addresses

    /// A connection is dead after so long without traffic; relays send a ping after 30 seconds.
    private static let silenceLimit = Duration.seconds(31)
    private static let pingInterval = Duration.seconds(15)
    private static let timeLimit = Duration.seconds(15)

    /// Creates a dialer.
    ///
    /// - Parameters:
    ///   - client: Trusts the certificates, and uses the proxy, that are set.
    ///   - messageLimit: The most bytes of a frame; those of a relay by default.
    ///   - addresses: The addresses that the name of a relay may resolve to.
    package init(
        _ client: any WebSocketDialer, messageLimit: Int? = nil,
        reaching addresses: HTTPRequest.Addresses = .any
    ) {
        self.client = client
        self.messageLimit = messageLimit ?? RelayFrame.maximumBytes
        self.addresses = addresses
    }

    /// Connects within 15 seconds.
    package func connect(to url: String) async -> RelayReply {
        let request = WebSocketRequest(
            url, messageLimit: messageLimit, timeLimit: Self.timeLimit, pingInterval: Self.pingInterval,
            silenceLimit: Self.silenceLimit, addresses: addresses)
        do throws(NetworkError) {
            switch try await client.connect(request) {
            case .opened(let connection): return .opened(NetworkRelaySocket(connection))
            case .refused(let response): return .refused(RelayResponse(response))
            }
        } catch {
            return .failed(RelayObstacle(error))
        }
    }
}

/// An open connection of `Network`.
private struct NetworkRelaySocket: RelaySocket {
    private let connection: any WebSocketConnection
    let date: Int64?

    init(_ connection: any WebSocketConnection) {
        self.connection = connection
        date = connection.response.date.map(Int64.init)
    }

    func send(_ text: String) async -> Bool {
        do throws(NetworkError) {
            try await connection.send(text)
            return true
        } catch {
            return false
        }
    }

    func receive() async -> RelayInput {
        do throws(NetworkError) {
            if let text = try await connection.receive() { return .text(text) }
        } catch {
            // The reason may be a close frame, which `end` tells.
        }
        switch await connection.end() {
        case .closed(let code, let reason): return .ended(.closed(code: code, reason: reason))
        case .failed(let error): return .ended(.failed(RelayObstacle(error)))
        }
    }

    func close(code: UInt16) async {
        await connection.close(code: code, reason: "", timeLimit: .seconds(2))
    }
}

extension RelayResponse {
    fileprivate init(_ response: HTTPResponse) {
        let pause = response.header("Retry-After").flatMap { $0.utf8.count <= 6 ? Int64($0) : nil }
        self.init(
            status: response.status, date: response.date.map(Int64.init), pause: pause,
            body: String(decoding: response.body.prefix(8_192), as: UTF8.self))
    }
}

extension RelayObstacle {
    fileprivate init(_ error: NetworkError) {
        self =
            switch error {
            case .unusableAddress, .unreachable, .needsTor, .privateAddress: .unreachable
            case .proxyUnreachable: .proxy
            case .untrusted: .untrusted
            case .timedOut: .timedOut
            case .interrupted, .closed: .lost
            case .tooLarge, .malformed: .malformed
            }
    }
}
