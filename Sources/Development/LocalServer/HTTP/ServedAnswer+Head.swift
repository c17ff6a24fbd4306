internal import CSoup

extension ServedAnswer {
    /// How the end of the body is indicated.
    enum Extent {
        case length(Int)
        case chunked
        /// By the end of the connection.
        case unknown
    }

    /// The status line and the fields, including the empty line; with `isLast`, the connection ends after the response.
    func head(_ extent: Extent, isLast: Bool) -> [UInt8] {
        var replaced: Set = ["content-length", "transfer-encoding"]
        if isLast { replaced.insert("connection") }
        var fields = headers.filter { !replaced.contains($0.name.lowercased()) }
        switch extent {
        case .length(let count) where mayHaveBody: fields.append(.init("Content-Length", String(count)))
        case .chunked where mayHaveBody: fields.append(.init("Transfer-Encoding", "chunked"))
        default: break
        }
        if isLast { fields.append(.init("Connection", "close")) }
        let phrase = String(cString: soup_status_get_phrase(UInt32(clamping: status)))
        let lines = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array("HTTP/1.1 \(status) \(phrase)\r\n\(lines)\r\n".utf8)
    }

    /// Whether the status allows a body (RFC 9112, section 6.3).
    var mayHaveBody: Bool { status != 204 && status != 304 }

    /// Whether the response can be written as HTTP: text that it repeats from a request must not end a field and begin
    /// another.
    package var isValid: Bool {
        (200...999).contains(status)
            && headers.allSatisfy { field in
                !field.name.isEmpty && field.name.utf8.allSatisfy(RequestHead.isToken)
                    && field.value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
            }
    }
}
