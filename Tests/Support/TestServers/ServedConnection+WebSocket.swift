internal import CSoup
internal import Network

/// The server's side of a WebSocket connection (RFC 6455), with whatever frames a test wants.
extension ServedConnection {
    /// Reads the request for a WebSocket connection and accepts it, with further header lines.
    ///
    /// - Returns: The head of the request; `nil` when the client has gone.
    @discardableResult public func acceptWebSocket(_ lines: String...) async throws -> String? {
        guard let (head, _) = try await request() else { return nil }
        let more = lines.map { $0 + "\r\n" }.joined()
        try await send(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(Self.acceptance(of: head))\r\n\(more)\r\n")
        return head
    }

    /// The right value of `Sec-WebSocket-Accept` for a request.
    public static func acceptance(of head: String) -> String {
        let field = "sec-websocket-key: "
        let key = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(field) }?.dropFirst(field.count)
        let text = "\(key ?? "")258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        guard let digest = g_compute_checksum_for_string(G_CHECKSUM_SHA1, text, -1) else { return "" }
        defer { g_free(digest) }
        let digits = Array(String(cString: digest))
        let bytes = stride(from: 0, to: digits.count, by: 2).map {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0
        }
        guard let encoded = g_base64_encode(bytes, gsize(bytes.count)) else { return "" }
        defer { g_free(encoded) }
        return String(cString: encoded)
    }

    /// Sends a frame that begins with the byte `first`, which holds its flags and its kind.
    public func send(frame first: UInt8, _ payload: [UInt8]) async throws {
        try await send(Self.frame(first, payload))
    }

    /// Sends a whole message of text.
    public func send(message text: String) async throws { try await send(frame: 0x81, Array(text.utf8)) }

    /// The bytes of a frame of a server.
    public static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var bytes = [first]
        switch payload.count {
        case ...125: bytes.append(UInt8(payload.count))
        case ...0xFFFF: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default: bytes += [127] + stride(from: 56, through: 0, by: -8).map { UInt8(payload.count >> $0 & 0xFF) }
        }
        return bytes + payload
    }

    /// The next frame of the client: its first byte and its payload without the mask; `nil` when the client has gone.
    ///
    /// - Throws: `NetworkError.malformed` for a frame without a mask.
    public func clientFrame() async throws -> (first: UInt8, payload: [UInt8])? {
        guard let head = try await bytes(2) else { return nil }
        guard head[1] & 0x80 != 0 else { throw NetworkError.malformed }
        var length = Int(head[1] & 0x7F)
        if length >= 126 {
            guard let field = try await bytes(length == 126 ? 2 : 8) else { return nil }
            length = field.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let mask = try await bytes(4), let masked = try await bytes(length) else { return nil }
        return (head[0], masked.enumerated().map { $1 ^ mask[$0 % 4] })
    }
}
