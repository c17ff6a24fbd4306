internal import CSoup

/// The request for a WebSocket connection, and the check of its response (RFC 6455, section 4).
package struct WebSocketHandshake {
    /// The request's head.
    let request: [UInt8]

    private let key: String
    private let subprotocols: [String]

    /// The fields that belong to the handshake or to the connection, in lower case.
    private static let own: Set<String> = [
        "host", "upgrade", "connection", "content-length", "transfer-encoding", "te", "trailer", "expect",
        "sec-websocket-key", "sec-websocket-version", "sec-websocket-protocol", "sec-websocket-extensions",
        "sec-websocket-accept",
    ]

    /// Prepares the request for a connection to `address`.
    ///
    /// - Throws: ``NetworkError/malformed`` for a field or a subprotocol that cannot be sent.
    init(_ request: WebSocketRequest, to address: WebAddress) throws(NetworkError) {
        let random = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        key = Self.base64(random)
        subprotocols = request.subprotocols
        guard Set(subprotocols).count == subprotocols.count, subprotocols.allSatisfy(HTTPRequest.isToken) else {
            throw .malformed
        }
        var lines = [
            "GET \(address.target) HTTP/1.1", "Host: \(address.host)\(address.port.map { ":\($0)" } ?? "")",
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
        ]
        if !subprotocols.isEmpty { lines.append("Sec-WebSocket-Protocol: " + subprotocols.joined(separator: ", ")) }
        for (name, value) in request.headers {
            guard HTTPRequest.isField(name, value), !Self.own.contains(name.lowercased()) else { throw .malformed }
            lines.append("\(name): \(value)")
        }
        self.request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// The subprotocol that the server chose in its `head` with the status 101; `nil` if it chose none.
    ///
    /// - Throws: ``NetworkError/malformed`` for a server that did not understand the request, or that wants an extension.
    func subprotocol(in head: ResponseHead) throws(NetworkError) -> String? {
        let chosen = head.values("sec-websocket-protocol")
        guard head.members("upgrade").map({ $0.lowercased() }) == ["websocket"],
            head.members("connection").contains(where: { $0.lowercased() == "upgrade" }),
            head.values("sec-websocket-accept") == [Self.accept(key)],
            head.members("sec-websocket-extensions").isEmpty,
            chosen.count <= 1, chosen.allSatisfy(subprotocols.contains)
        else { throw .malformed }
        return chosen.first
    }

    /// The proof that a server understood the request with `key`: the field `Sec-WebSocket-Accept`.
    package static func accept(_ key: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 20)
        var count = gsize(bytes.count)
        let checksum = g_checksum_new(G_CHECKSUM_SHA1)
        defer { g_checksum_free(checksum) }
        let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        text.withUnsafeBufferPointer { g_checksum_update(checksum, $0.baseAddress, gssize($0.count)) }
        g_checksum_get_digest(checksum, &bytes, &count)
        return base64(bytes)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        guard let text = bytes.withUnsafeBufferPointer({ g_base64_encode($0.baseAddress, gsize($0.count)) }) else {
            return ""
        }
        defer { g_free(text) }
        return String(cString: text)
    }
}
