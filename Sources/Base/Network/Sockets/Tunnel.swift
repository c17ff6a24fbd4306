/// The tunnel through a web proxy (RFC 9110, section 9.3.6).
@NetworkActor enum Tunnel {
    /// So many bytes of the proxy's answer are read.
    private static let limit = 8192

    /// Asks the proxy at the other end of `stream` for a connection to `host`.
    static func open(over stream: ByteStream, to host: String, _ port: Int) async throws {
        let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        try await stream.write(Array("CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n\r\n".utf8))
        var head: [UInt8] = []
        // One byte at a time: what follows the head is the server's.
        while !head.ends(with: "\r\n\r\n".utf8) {
            guard head.count < limit, let byte = try await stream.read(1).first else {
                throw NetworkError.unreachable
            }
            head.append(byte)
        }
        let words = head.prefix { $0 != 0x0D }.split(separator: 0x20, maxSplits: 2)
        guard words.count >= 2, words[0].starts(with: "HTTP/1.".utf8), words[1].count == 3, words[1].first == 0x32
        else { throw NetworkError.unreachable }
    }
}

extension [UInt8] {
    /// Whether the last bytes are those of `text`.
    fileprivate func ends(with text: String.UTF8View) -> Bool { suffix(text.count).elementsEqual(text) }
}
