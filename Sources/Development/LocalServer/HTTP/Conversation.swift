/// The requests and responses of one connection.
struct Conversation {
    private let connection: ClientConnection
    private let bodyLimit: Int
    private let handshakeLimit: Duration
    private let sockets: SocketService?
    private let answer: LoopbackServer.Handler

    init(
        _ connection: ClientConnection, bodyLimit: Int, handshakeLimit: Duration, sockets: SocketService?,
        answer: @escaping LoopbackServer.Handler
    ) {
        self.sockets = sockets
        (self.connection, self.bodyLimit, self.answer) = (connection, bodyLimit, answer)
        self.handshakeLimit = handshakeLimit
    }

    /// Serves the connection until it ends.
    func run() async {
        do {
            try await connection.open(within: handshakeLimit)
            var reader = RequestReader(connection, bodyLimit: bodyLimit)
            while try await serve(from: &reader) {}
        } catch {
            // The connection has ended, or the response's chunks failed: the client sees that the response is
            // incomplete.
            await connection.abort()
        }
    }

    /// Serves one request.
    ///
    /// - Returns: Whether another request may follow.
    private func serve(from reader: inout RequestReader) async throws -> Bool {
        switch try await reader.head() {
        case .end:
            await connection.close()
            return false
        case .invalid(let status):
            try await refuse(status)
            return false
        case .head(let head):
            if let sockets, ServedSocket.isWanted(head) {
                return try await open(sockets, head, rest: reader.takeRest())
            }
            if head.expectsContinue, head.length != .bytes(0), !reader.hasMore {
                try await connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            }
            switch try await reader.body(of: head) {
            case .cutOff:
                await connection.close()
                return false
            case .invalid(let status):
                try await refuse(status)
                return false
            case .whole(let body):
                let request = ServedRequest(
                    method: head.method, target: head.target, headers: head.headers, body: body)
                return try await send(await answer(request), to: head)
            }
        }
    }

    /// Serves a WebSocket until it ends.
    private func open(_ sockets: SocketService, _ head: RequestHead, rest: [UInt8]) async throws -> Bool {
        let request = ServedRequest(method: head.method, target: head.target, headers: head.headers)
        guard sockets.accepts(request) else {
            try await refuse(403)
            return false
        }
        guard let response = ServedSocket.response(to: head) else {
            try await refuse(400)
            return false
        }
        try await connection.write(response)
        let socket = ServedSocket(connection, rest: rest, limit: sockets.limit)
        await sockets.serve(socket)
        await socket.close()
        return false
    }

    private func refuse(_ status: Int) async throws {
        try await connection.write(ServedAnswer(status).head(.length(0), isLast: true))
        await connection.close(isMoreExpected: true)
    }

    /// Sends as much of `answer` as its delivery says.
    ///
    /// - Returns: Whether another request may follow.
    private func send(_ answer: ServedAnswer, to request: RequestHead) async throws -> Bool {
        guard answer.isValid else {
            try await refuse(500)
            return false
        }
        let hasBody = request.method != "HEAD" && answer.mayHaveBody
        if answer.delivery == .none {
            await connection.close()
            return false
        }
        let isLast: Bool
        if let chunks = answer.chunks {
            isLast = request.isLast
            try await connection.write(answer.head(request.readsChunks ? .chunked : .unknown, isLast: isLast))
            if hasBody { try await send(chunks, isChunked: request.readsChunks) }
        } else {
            isLast = request.isLast || answer.delivery != .whole
            let head = answer.head(.length(answer.body.count), isLast: isLast)
            let body = hasBody ? answer.body : []
            switch answer.delivery {
            case .half: try await connection.write(head, Array(body.prefix(body.count / 2)))
            case .twice: try await connection.write(head, body, head, body)
            case .whole, .none: try await connection.write(head, body)
            }
        }
        if isLast { await connection.close() }
        return !isLast
    }

    private func send(_ chunks: ServedAnswer.Chunks, isChunked: Bool) async throws {
        while let chunk = try await chunks() {
            if chunk.isEmpty { continue }
            if isChunked {
                let line = String(chunk.count, radix: 16) + "\r\n"
                try await connection.write(Array(line.utf8), chunk, [0x0D, 0x0A])
            } else {
                try await connection.write(chunk)
            }
        }
        if isChunked { try await connection.write(Array("0\r\n\r\n".utf8)) }
    }
}
