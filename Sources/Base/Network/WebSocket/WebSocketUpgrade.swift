/// The handshake over a connection that was just made.
@NetworkActor struct WebSocketUpgrade {
    /// The server's response.
    enum Answer {
        /// The connection is open; `rest` are the first bytes of its frames.
        case opened(ResponseHead, subprotocol: String?, rest: [UInt8])
        case refused(HTTPResponse)
    }

    private let stream: ByteStream
    private let handshake: WebSocketHandshake
    private let deadline: Deadline

    /// The maximum length of the body of a refusal in bytes.
    private static let longestBody = 8 << 10
    /// The time limit for the body of a refusal; the status is what matters.
    private static let bodyTime = Duration.seconds(2)

    init(_ handshake: WebSocketHandshake, over stream: ByteStream, before deadline: Deadline) {
        self.handshake = handshake
        self.stream = stream
        self.deadline = deadline
    }

    /// Sends the request, and waits for the response.
    func run() async throws -> Answer {
        try await stream.write(handshake.request)
        var input: [UInt8] = []
        var taken = 0
        while true {
            guard let end = input.firstRange(of: Self.headEnd) else {
                // A part of the separator may have been received before.
                guard taken + input.count < ResponseHead.limit else { throw NetworkError.malformed }
                let part = try await stream.read(ResponseHead.limit)
                guard !part.isEmpty else { throw NetworkError.interrupted }
                input += part
                continue
            }
            taken += end.upperBound
            guard taken <= ResponseHead.limit, let head = ResponseHead(input[..<end.lowerBound]) else {
                throw NetworkError.malformed
            }
            let rest = Array(input[end.upperBound...])
            switch head.status {
            case 101: return .opened(head, subprotocol: try handshake.subprotocol(in: head), rest: rest)
            // Informational responses may come before (RFC 9110, section 15.2).
            case ..<200: input = rest
            default: return .refused(await refusal(head, rest))
            }
        }
    }

    private static let headEnd = Array("\r\n\r\n".utf8)

    /// The response with `head`, with as much of its body as arrives within the limits.
    private func refusal(_ head: ResponseHead, _ rest: [UInt8]) async -> HTTPResponse {
        let body = PartialBody(rest)
        let bare = HTTPResponse(status: head.status, headers: head.headers)
        let isChunked = !head.values("transfer-encoding").isEmpty
        // Chunks have their own framing.
        let announced = isChunked ? nil : try? bare.announcedLength()
        let most = bare.hasNoBody ? 0 : min(announced ?? .max, isChunked ? 2 * Self.longestBody : Self.longestBody)
        let time = min(Self.bodyTime, deadline.rest / 2)
        try? await within(time) { @NetworkActor [stream] in
            while body.bytes.count < most {
                let part = try await stream.read(most - body.bytes.count)
                if part.isEmpty { return }
                body.bytes += part
            }
        }
        let bytes = isChunked ? ResponseHead.chunks(body.bytes) : body.bytes
        return HTTPResponse(
            status: head.status, headers: head.headers, body: Array(bytes.prefix(min(most, Self.longestBody))))
    }

    /// What was received of a body, even after the time limit.
    @NetworkActor private final class PartialBody {
        var bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }
}
