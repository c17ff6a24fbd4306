extension HTTPResponse {
    /// Whether the response has no body, whatever its header fields say (RFC 9110, section 6.4.1).
    var hasNoBody: Bool { status < 200 || status == 204 || status == 304 }

    /// The `Content-Length`, or `nil`.
    ///
    /// - Throws: ``NetworkError/malformed`` if it is not a number, or if there are two different ones.
    func announcedLength() throws(NetworkError) -> Int? {
        let fields = headers.filter { $0.name == "content-length" }.map(\.value)
        guard let first = fields.first else { return nil }
        guard fields.allSatisfy({ $0 == first }), first.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), !first.isEmpty else {
            throw .malformed
        }
        // A number that does not fit exceeds every limit.
        return Int(first) ?? .max
    }

    /// The length in bytes of the head as servers usually write it, with a `reason` phrase of that length.
    func lengthOfHead(reason: Int) -> Int {
        let start = "HTTP/1.1 200".utf8.count + (reason == 0 ? 0 : 1 + reason) + 4
        return headers.reduce(start) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    }
}
